/// A timeline that could not be opened, written or asked: what failed, on which file, why, and what to try.
public struct StorageError: Error, CustomStringConvertible, Sendable {
  /// Kinds of failure, since each has an exit status of its own.
  public enum Kind: Sendable {
    /// There is no such file, or it is no timeline that this version reads.
    case noInput
    /// Reading or writing failed.
    case inputOutput
    /// A query is wrong.
    case query
  }

  /// What kind of failure it is.
  public var kind: Kind
  /// What failed, on what, why.
  public var message: String
  /// What to try; nil where nothing is known to help.
  public var advice: String?

  /// An error of `kind`.
  public init(_ kind: Kind, _ message: String, advice: String? = nil) {
    self.kind = kind
    self.message = message
    self.advice = advice
  }

  /// One line: message and advice.
  public var description: String { message + (advice.map { ". " + $0 } ?? "") }

  /// The exit status of sysexits(3) that belongs to it: 66, 74 or 70.
  public var exitStatus: Int32 {
    switch kind {
    case .noInput: 66
    case .inputOutput: 74
    case .query: 70
    }
  }
}
