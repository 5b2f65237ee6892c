/// What a private desktop is to be like.
public struct DesktopPlan: Sendable {
  /// Which screen reader runs in it.
  public enum ScreenReader: Hashable, Sendable {
    case orca
    case none
    /// A command line for sh(1).
    case command(String)
  }

  /// What to run in it.
  public var command: [String]
  /// Which screen reader runs in it.
  public var screenReader = ScreenReader.orca
  /// Whether Orca says each key, as it does by default; it delays what is said of the focus by 0.75 s.
  public var hasKeyEcho = false
  /// Where the parts' logs are kept; nil to let them go with the desktop.
  public var logFolder: String?
  /// Where a picture of the screen is put at the end; nil for none.
  public var screenshot: String?
  /// Whether namespaces are used where the kernel gives them.
  public var usesNamespaces = true

  /// A desktop around `command`.
  public init(command: [String]) { self.command = command }
}
