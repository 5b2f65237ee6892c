internal import System

/// Whole small files.
public enum FileContents {
  /// A file's text; nil where it cannot be read.
  public static func read(_ path: String) -> String? { ProcessTable.readFile(path) }
}
