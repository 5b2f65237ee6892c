/// How a report is written.
public enum ReportFormat: String, CaseIterable, Sendable {
  case text, json, csv
}
