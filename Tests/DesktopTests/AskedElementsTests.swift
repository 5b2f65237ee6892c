import Storage
import Testing

extension DesktopTests {
  /// Applications with nearly every widget of their toolkit: that all of it is asked makes none of them abort, or complain.
  @Suite(.serialized) struct AskedElementsTests {
    struct Asked: CustomTestStringConvertible {
      var command: String
      /// The least that it shows.
      var elements: Int
      var testDescription: String { command }
    }

    // GTK 3 complains so as it closes a notebook while anybody listens, asked or not.
    private static let ownComplaint = "gtk_notebook_get_tab_label: assertion"

    @Test(arguments: [
      Asked(command: "gtk3-demo", elements: 100), Asked(command: "gtk3-widget-factory", elements: 250),
      Asked(command: "gtk4-demo", elements: 400),
    ])
    func everyElementIsAskedAndTheApplicationGoesOn(_ asked: Asked) throws {
      let recorded = try RecordedScript("asked-elements.py", [asked.command], within: 100)
      let complaints = recorded.errors.split(separator: "\n").filter { line in
        (line.contains("CRITICAL") || line.contains("WARNING")) && !line.contains(Self.ownComplaint)
      }
      #expect(complaints.isEmpty)
      let file = recorded.timeline
      #expect(try file.rows("SELECT command_status FROM session") == [[.integer(0)]])
      let read = try file.rows(
        """
        SELECT reason, limit_reached, count(*), sum(states_id IS NOT NULL)
        FROM snapshot JOIN snapshot_element ON snapshot_id = snapshot.id
          JOIN element_version ON element_version.id = element_version_id
        WHERE reason IN ('start', 'request') AND limit_reached IS NOT 'the application did not answer'
        GROUP BY snapshot.id ORDER BY snapshot.id
        """)
      #expect(read.map { $0[0] } == [.text("start"), .text("request")])
      for row in read {
        #expect(row[1] == .null)
        #expect(row[2].integer ?? 0 >= asked.elements)
        #expect(row[3] == row[2], "all of them have answered")
      }
    }
  }
}
