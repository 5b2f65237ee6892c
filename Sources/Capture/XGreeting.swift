/// What an X server says first, in the X11 protocol's connection setup.
struct XGreeting: Equatable {
  /// Who made the server.
  let vendor: String
  /// The maker's number of it.
  let release: UInt32
  /// The first screen's size in pixels.
  let width: UInt16
  let height: UInt16

  /// For people.
  var text: String { "\(width)x\(height), \(vendor) \(release)" }

  private static let cookieName = "MIT-MAGIC-COOKIE-1"

  /// What a client says first, in little-endian order.
  static func request(cookie: [UInt8]?) -> [UInt8] {
    let name = cookie == nil ? [] : Array(cookieName.utf8)
    let data = cookie ?? []
    var bytes: [UInt8] = [0x6c, 0, 11, 0, 0, 0]
    for count in [name.count, data.count, 0] { bytes += [UInt8(count & 0xff), UInt8(count >> 8 & 0xff)] }
    for part in [name, data] { bytes += part + Array(repeating: 0, count: (4 - part.count % 4) % 4) }
    return bytes
  }

  /// Whether more of an answer is to come.
  static func isShort(_ answer: [UInt8]) -> Bool {
    guard let units = answer.little16(6) else { return true }
    return answer.count < 8 + 4 * Int(units)
  }

  /// Reads an answer; nil where the server has refused, or says something else.
  init?(_ answer: [UInt8]) {
    guard answer.first == 1, !Self.isShort(answer), let low = answer.little16(8), let high = answer.little16(10),
      let length = answer.little16(24), answer.count >= 40 + Int(length)
    else { return nil }
    release = UInt32(high) << 16 | UInt32(low)
    vendor = String(decoding: answer[40..<40 + Int(length)], as: UTF8.self)
    let screen = 40 + (Int(length) + 3) / 4 * 4 + 8 * Int(answer[29])
    guard let width = answer.little16(screen + 20), let height = answer.little16(screen + 22) else { return nil }
    (self.width, self.height) = (width, height)
  }

  /// The cookie for a display's number in an Xauthority file; nil where there is none.
  static func cookie(for number: String, in file: [UInt8]) -> [UInt8]? {
    var rest = file[...]
    func field() -> [UInt8]? {
      guard rest.count >= 2 else { return nil }
      let count = Int(rest.removeFirst()) << 8 | Int(rest.removeFirst())
      guard rest.count >= count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    while rest.count >= 2 {
      rest = rest.dropFirst(2)
      guard field() != nil, let display = field(), let name = field(), let data = field() else { return nil }
      // An entry without a number is for every display.
      if name == Array(cookieName.utf8), display.isEmpty || display == Array(number.utf8) { return data }
    }
    return nil
  }
}

extension [UInt8] {
  /// A number of two bytes, the lower first; nil beyond the end.
  fileprivate func little16(_ place: Int) -> UInt16? {
    place + 1 < count ? UInt16(self[place]) | UInt16(self[place + 1]) << 8 : nil
  }
}
