internal import DBus
internal import Glibc
internal import Synchronization
public import System

/// A message bus of the tests' own, with a stand-in for the a11y registry on it.
///
/// One serves the whole test run, since AT_SPI_BUS_ADDRESS is the process's.
public final class PrivateBus: Sendable {
  /// The one, made at first use; AT_SPI_BUS_ADDRESS points to it from then on.
  public static let shared: PrivateBus = {
    do {
      let bus = try PrivateBus()
      setenv("AT_SPI_BUS_ADDRESS", bus.address, 1)
      return bus
    } catch {
      fatalError("no private bus: \(error)")
    }
  }()

  /// Where it is.
  public let address: String
  private let daemon: Child
  private let registry: BusConnection
  private let registered = Mutex<[String]>([])
  private let embedded = Mutex<[String]>([])
  /// Bus names that have joined the registry, and with a "-" before them those that have left it.
  public let applications = Arrivals<String>()

  /// Another one, which ends with its last reference; the process's AT_SPI_BUS_ADDRESS stays as it is.
  public init() throws {
    (daemon, address) = try Self.startDaemon()
    registry = try BusConnection(address: address)
    registry.addFilter { [weak self] message in self?.answer(message) ?? false }
    _ = try registry.call(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
      .tuple([.string("org.a11y.atspi.Registry"), .uint32(4)]))
    try registry.addMatch("type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged'")
  }

  deinit { daemon.terminate() }

  /// Starts another message bus, for a test that ends it, and waits until it is there.
  public static func startDaemon() throws -> (daemon: Child, address: String) {
    let (read, write) = try Descriptor.pipe()
    var options = Child.Options()
    options.descriptors = [-1, -1, 2, write.number]
    options.deathSignal = SIGKILL
    let daemon = try Child("dbus-daemon", ["--session", "--nofork", "--nopidfile", "--print-address=3"], options)
    guard try pollDescriptors([(read.number, .read)], until: .after(seconds: 10))[0].contains(.read) else {
      throw SystemError("start dbus-daemon", code: 0)
    }
    let text = String(decoding: try read.readSome() ?? [], as: UTF8.self)
    return (daemon, text.split(separator: "\n").first.map(String.init) ?? "")
  }

  /// The events that clients have registered for.
  public var registeredEvents: [String] { registered.withLock { $0 } }

  /// As the real one does, before its answer.
  private func tellOfChild(_ busName: String) {
    let child = Variant.tuple([.string(busName), .objectPath("/org/a11y/atspi/accessible/root")])
    try? registry.emit(
      "/org/a11y/atspi/accessible/root", "org.a11y.atspi.Event.Object", "ChildrenChanged",
      .tuple([.string("add"), .int32(0), .int32(0), .variant(child), .array(of: "{sv}", [])]))
  }

  private func answer(_ message: BusMessage) -> Bool {
    if message.member == "NameOwnerChanged", message.body[2]?.string == "", let name = message.body[0]?.string {
      embedded.withLock { $0.removeAll { $0 == name } }
    }
    guard message.kind == .call else { return false }
    switch message.member {
    case "GetChildren":
      let children = embedded.withLock { $0 }.map { name in
        Variant.tuple([.string(name), .objectPath("/org/a11y/atspi/accessible/root")])
      }
      registry.reply(to: message, .tuple([.array(of: "(so)", children)]))
    case "GetRegisteredEvents":
      let events = registered.withLock { $0 }.map { Variant.tuple([.string(":1.0"), .string($0)]) }
      registry.reply(to: message, .tuple([.array(of: "(ss)", events)]))
    case "Embed":
      embedded.withLock { $0.append(message.sender) }
      applications.add(message.sender)
      tellOfChild(message.sender)
      registry.reply(
        to: message, .tuple([.tuple([.string(registry.uniqueName), .objectPath("/org/a11y/atspi/accessible/root")])]))
    case "RegisterEvent":
      registered.withLock { $0.append(message.body[0]?.string ?? "") }
      registry.reply(to: message, .tuple([]))
    case "Unembed":
      embedded.withLock { $0.removeAll { $0 == message.sender } }
      applications.add("-" + message.sender)
      registry.reply(to: message, .tuple([]))
    default: return false
    }
    return true
  }
}
