internal import Glibc

/// Where the a11y bus is.
public enum AccessibilityBus {
  /// Its address: AT_SPI_BUS_ADDRESS where set, else what org.a11y.Bus on the session bus says.
  public static func address() throws(BusError) -> String {
    if let address = Environment.value("AT_SPI_BUS_ADDRESS") { return address }
    let session = try BusConnection.session()
    let answer = try session.call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", timeoutSeconds: 10)
    guard let address = answer[0]?.string, !address.isEmpty else {
      throw BusError(
        "ask for the a11y bus", reason: "it has no address", advice: "Is at-spi2-core installed and accessibility on?")
    }
    return address
  }

  /// Connects to it.
  public static func connect() throws(BusError) -> BusConnection { try BusConnection(address: address()) }
}

/// The process's environment.
enum Environment {
  /// A variable's value; nil where it is unset or empty.
  static func value(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
