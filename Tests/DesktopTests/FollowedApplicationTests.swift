import Storage
import Testing

extension DesktopTests {
  /// An application that is killed and started again is recorded in both its lives.
  @Suite(.serialized) struct FollowedApplicationTests {
    // As it is called on the a11y bus, and by its program. Of its first focus GTK 3 tells before its name can be asked there, or after.
    @Test(arguments: [("3.0", "typed-text"), ("4.0", "typed-text-app")])
    func bothLivesAreThere(_ toolkit: String, _ name: String) throws {
      let file = try RecordedScript(
        "followed-application.py", [name, RecordedScript.path("typed-text-app.py"), toolkit], within: 100
      ).timeline
      let lives = try file.rows(
        """
        SELECT name, last_seen_ns IS NOT NULL, (SELECT stop.role FROM stop JOIN element ON element.id = stop.element_id
          WHERE element.application_id = application.id ORDER BY stop_id DESC LIMIT 1)
        FROM application WHERE name <> '' ORDER BY id
        """)
      #expect(lives == Array(repeating: [.text("typed-text"), .integer(1), .text("password text")], count: 2))
      #expect(try file.rows("SELECT reason FROM gap") == [], "an application that ends is no loss")
      #expect(try file.rows("SELECT is_complete FROM session") == [[.integer(1)]])
    }
  }
}
