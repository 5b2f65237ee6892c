/// How much a session holds of what reports count.
public struct Tally: Sendable {
  /// Places where the focus rested.
  public let stops: Int
  /// Of these, those that were heard to be spoken.
  public let stopsHeard: Int
  /// Deliberate acts.
  public let activations: Int
  /// Of these, those that the application let something be heard after.
  public let callouts: Int
  /// Messages given to the synthesiser.
  public let utterances: Int
  /// Of these, those heard, wholly or in part.
  public let utterancesHeard: Int

  init(_ analysis: Analysis) throws(ReportError) {
    let row = try analysis.row(
      """
      SELECT (SELECT count(*) FROM stop_speech) AS stops, (SELECT count(heard_ns) FROM stop_speech) AS stops_heard,
        (SELECT count(*) FROM activation) AS activations, (SELECT count(*) FROM callout) AS callouts,
        (SELECT count(*) FROM heard) AS utterances, (SELECT count(from_ns) FROM heard) AS utterances_heard
      """)
    func count(_ column: String) -> Int { Int(row.integer(column) ?? 0) }
    stops = count("stops")
    stopsHeard = count("stops_heard")
    activations = count("activations")
    callouts = count("callouts")
    utterances = count("utterances")
    utterancesHeard = count("utterances_heard")
  }

  var json: JSONValue {
    .object([
      ("stops", .integer(Int64(stops))), ("stops_heard", .integer(Int64(stopsHeard))),
      ("activations", .integer(Int64(activations))), ("callouts", .integer(Int64(callouts))),
      ("utterances", .integer(Int64(utterances))), ("utterances_heard", .integer(Int64(utterancesHeard))),
    ])
  }

  /// Two sentences for people.
  var text: String {
    "\(Decimal.count(activations, "activation")), \(callouts) with a callout. "
      + "\(Decimal.count(stops, "focus move")), \(stopsHeard) heard to be spoken."
  }
}
