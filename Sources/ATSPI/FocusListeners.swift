public import DBus

/// Others on the bus that listen for the focus, as screen readers do: where one leaves, silence proves nothing any more.
public struct FocusListeners {
  private var names: Set<String> = []

  /// The unique bus names of those that listen now, sorted; throws where the registry does not answer.
  public static func others(on bus: BusConnection) throws(ATSPIError) -> [String] {
    var listeners = FocusListeners()
    do {
      listeners.take(
        registered: try bus.call(
          BusApplications.registry, BusApplications.registryPath, BusApplications.registry, "GetRegisteredEvents"))
    } catch {
      throw ATSPIError("cannot ask who listens: \(error)", advice: "Is at-spi2-registryd running?")
    }
    return listeners.names.sorted()
  }

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
