/// The key to the display, which clients show: without it any user of the machine could look on, and type.
enum Authority {
  /// The bytes of an Xauthority file with one random MIT-MAGIC-COOKIE-1 for whatever display it is asked about.
  static func make() -> [UInt8] {
    let wildFamily: [UInt8] = [0xff, 0xff]
    let anyAddress = field([])
    let anyDisplay = field([])
    let cookie = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    return wildFamily + anyAddress + anyDisplay + field(Array("MIT-MAGIC-COOKIE-1".utf8)) + field(cookie)
  }

  /// Bytes after their count, in two bytes, high first.
  private static func field(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xff)] + bytes
  }
}
