public import Timeline

/// Says when a screen has settled: programs draw one picture in several pieces, and what stands there between is nothing that
/// anybody sees or hears.
///
/// It has no clock: times come from outside.
public struct ScreenSettling: Sendable {
  /// So long nothing must be drawn.
  public static let quietNanoseconds: Int64 = .milliseconds(10)
  /// After so long it is looked at, drawn or not: a program that never rests is seen too.
  public static let latestNanoseconds: Int64 = .milliseconds(100)

  private var first: MonotonicTime?
  /// When it was last drawn upon; nil before.
  public private(set) var last: MonotonicTime?

  /// A screen on which nothing was drawn.
  public init() {}

  /// Something was drawn.
  public mutating func drew(at time: MonotonicTime) {
    first = first ?? time
    last = time
  }

  /// When to ask again; nil where nothing is to come.
  public var due: MonotonicTime? {
    guard let first, let last else { return nil }
    return min(last + Self.quietNanoseconds, first + Self.latestNanoseconds)
  }

  /// Whether it has settled since it was last asked; what stands there is to be read then.
  public mutating func hasSettled(at time: MonotonicTime) -> Bool {
    guard let due, time >= due else { return false }
    first = nil
    return true
  }
}
