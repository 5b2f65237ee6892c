/// A walk that did not get on: which step waited for what.
package struct WalkError: Error, CustomStringConvertible {
  /// What did not come.
  package var description: String
  /// An error that says `description`.
  package init(_ description: String) { self.description = description }
}
