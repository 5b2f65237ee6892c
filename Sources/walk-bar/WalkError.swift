/// A walk that did not get on: which step waited for what.
struct WalkError: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}
