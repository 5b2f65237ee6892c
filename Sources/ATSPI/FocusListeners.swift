internal import DBus

/// Others on the bus that listen for the focus, as screen readers do: where one leaves, silence proves nothing any more.
struct FocusListeners {
  private var names: Set<String> = []

  /// Takes in an answer of the registry's GetRegisteredEvents: pairs of a bus name and an event.
  mutating func take(registered entries: Variant) {
    for entry in entries[0]?.children ?? [] { take(entry[0]?.string, entry[1]?.string) }
  }

  /// Takes in one registration.
  mutating func take(_ busName: String?, _ event: String?) {
    guard let busName, let event, event.lowercased().hasSuffix("statechanged:focused") || event == "focus:" else {
      return
    }
    names.insert(busName)
  }

  /// Whether the one that has left was such a listener.
  mutating func hasLeft(_ busName: String) -> Bool { names.remove(busName) != nil }
}
