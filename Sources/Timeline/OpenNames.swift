/// A name out of an open vocabulary: whatever a later toolkit or version calls something is kept as it is.
public protocol OpenName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible
where RawValue == String {
  /// Takes any name.
  init(rawValue: String)
}

extension OpenName {
  /// Takes any name.
  public init(stringLiteral value: String) { self.init(rawValue: value) }
  /// The name.
  public var description: String { rawValue }
}

/// An event's type as libatspi names it, "object:state-changed:focused".
public struct EventType: OpenName {
  /// The name as libatspi has it.
  public var rawValue: String
  /// Takes any name.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// An AT-SPI role by its name, "push button"; one that this libatspi does not know is "role-NUMBER".
public struct Role: OpenName {
  /// The name as AT-SPI has it.
  public var rawValue: String
  /// Takes any name.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// An AT-SPI state by its name, "focusable"; one that this libatspi does not know is "state-NUMBER".
public struct ElementState: OpenName, Comparable {
  /// The name as AT-SPI has it.
  public var rawValue: String
  /// Takes any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// By name.
  public static func < (a: ElementState, b: ElementState) -> Bool { a.rawValue < b.rawValue }
}

/// A source of records, by name; open, so that a timeline of a later version still reads.
public struct SourceName: OpenName {
  /// The name as stored.
  public var rawValue: String
  /// Takes any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// AT-SPI events on the a11y bus.
  public static let events: SourceName = "events"
  /// Keys, by the AT-SPI device's key watcher.
  public static let keys: SourceName = "keys"
  /// Action calls seen by a monitor of the a11y bus.
  public static let calls: SourceName = "calls"
  /// What went through the speech tap.
  public static let speech: SourceName = "speech"
  /// The application's sound.
  public static let applicationAudio: SourceName = "application-audio"
  /// The synthesiser's sound.
  public static let readerAudio: SourceName = "reader-audio"
  /// The screen of a terminal program, and the bytes that it is sent.
  public static let terminal: SourceName = "terminal"
  /// The clocks of the machine: steps of the wall clock, and suspends.
  public static let clock: SourceName = "clock"
  /// What people and scripts mark.
  public static let markers: SourceName = "markers"
}
