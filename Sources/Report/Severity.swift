/// How much a finding weighs; only an error changes an exit status.
public enum Severity: String, Sendable {
  case error, warning, review
}
