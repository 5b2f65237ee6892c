internal import Dispatch

/// Finds out what a session runs on while it is being recorded.
///
/// Each part is asked by itself, each with a deadline of its own; one that does not answer is left out, and none delays another.
final class EnvironmentSurvey: Sendable {
  /// One thing known.
  typealias Fact = (name: String, value: String)

  private let found: @Sendable (String, String) -> Void
  private let group = DispatchGroup()

  /// A survey that gives each thing that it finds to `found`, on whichever thread.
  init(found: @escaping @Sendable (_ name: String, _ value: String) -> Void) { self.found = found }

  /// Asks a part.
  func ask(_ part: @escaping @Sendable () -> [Fact]) {
    DispatchQueue.global(qos: .utility).async(group: group) { [found] in
      for fact in part() { found(fact.name, fact.value) }
    }
  }

  /// Waits for parts that have not answered yet, at most `seconds`.
  func wait(within seconds: Double) { _ = group.wait(timeout: .now() + seconds) }
}
