import Storage
import Testing

@testable import Interchange

/// Every table of the schema has a rule for what a part of a timeline keeps of it: a new one has to be thought of.
@Suite struct TrimRulesTests {
  @Test func everyTableIsTrimmedOrKeptWhole() {
    let ruled = Set(TrimmedRows.conditions.keys).union(TrimmedRows.whole).union(["seal"])
    #expect(ruled == Set(Schema.tables.map(\.name)))
    #expect(TrimmedRows.whole.isDisjoint(with: TrimmedRows.conditions.keys))
  }
}
