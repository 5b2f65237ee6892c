public import DBus

/// The applications that are on the a11y bus.
public enum BusApplications {
  /// One of them.
  public struct Entry: Hashable, Sendable {
    /// Its unique bus name.
    public var busName: String
    /// Its accessible name; empty where it did not answer.
    public var name: String
    /// Its process; nil where the bus did not say.
    public var processID: Int32?
    /// Its toolkit's name; empty where it did not answer.
    public var toolkit: String

    /// An application of which at least the bus name is known.
    public init(busName: String, name: String = "", processID: Int32?, toolkit: String = "") {
      self.busName = busName
      self.name = name
      self.processID = processID
      self.toolkit = toolkit
    }
  }

  static let registry = "org.a11y.atspi.Registry"
  static let registryPath = "/org/a11y/atspi/registry"
  static let rootPath = "/org/a11y/atspi/accessible/root"
  static let accessible = "org.a11y.atspi.Accessible"

  /// Lists them, in the registry's order; a hung one costs a second at most and has no name.
  public static func list(on bus: BusConnection) throws(ATSPIError) -> [Entry] {
    let children: Variant
    do {
      children = try bus.call(registry, rootPath, accessible, "GetChildren")
    } catch {
      throw ATSPIError("cannot list the applications: \(error)", advice: "Is at-spi2-registryd running?")
    }
    return (children[0]?.children ?? []).compactMap { reference in
      guard let busName = reference[0]?.string, let path = reference[1]?.string else { return nil }
      let name = try? bus.property("Name", of: accessible, busName, path, timeoutSeconds: 1)
      let toolkit = try? bus.property("ToolkitName", of: "org.a11y.atspi.Application", busName, path, timeoutSeconds: 1)
      return Entry(
        busName: busName, name: name?.string ?? "", processID: try? bus.processID(of: busName),
        toolkit: toolkit?.string ?? "")
    }
  }

  /// Connections on the bus that the registry does not list, each by its process: some applications never join it, or not yet.
  public static func unlisted(on bus: BusConnection, beside listed: [Entry]) throws(ATSPIError) -> [(
    busName: String, processID: Int32
  )] {
    let known = Set(listed.map(\.busName))
    do {
      let names = try bus.call(daemon, "/org/freedesktop/DBus", daemon, "ListNames")[0]?.children ?? []
      return names.compactMap(\.string).filter { $0.hasPrefix(":") && !known.contains($0) }.compactMap { name in
        (try? bus.processID(of: name)).map { (name, $0) }
      }
    } catch {
      throw ATSPIError("cannot list the connections of the a11y bus: \(error)")
    }
  }

  /// A connection as an application; nil where it does not answer as one within a second, as a mere client does not.
  public static func entry(_ busName: String, _ processID: Int32, on bus: BusConnection) -> Entry? {
    guard let name = try? bus.property("Name", of: accessible, busName, rootPath, timeoutSeconds: 1) else { return nil }
    let toolkit = try? bus.property(
      "ToolkitName", of: "org.a11y.atspi.Application", busName, rootPath, timeoutSeconds: 1)
    return Entry(busName: busName, name: name.string ?? "", processID: processID, toolkit: toolkit?.string ?? "")
  }

  private static let daemon = "org.freedesktop.DBus"

  /// How many windows an application has; throws where it does not answer within a second.
  public static func windowCount(of entry: Entry, on bus: BusConnection) throws(ATSPIError) -> Int {
    do {
      let count = try bus.property("ChildCount", of: accessible, entry.busName, rootPath, timeoutSeconds: 1)
      return Int(count.integer ?? 0)
    } catch {
      throw ATSPIError("cannot count the windows of \(entry.name): \(error)", advice: "Is it hung?")
    }
  }
}
