import Storage
import TestSupport
import Testing

extension DesktopTests {
  /// What a session ran on is in its file, and in the report.
  @Suite(.serialized) struct EnvironmentTests {
    @Test func everyPartOfTheDesktopIsNamed() throws {
      let folder = try TemporaryFolder()
      let ducking = "trigger_roles=a11y ducking_roles=music volume=40%"
      let script = """
        pactl load-module module-role-ducking \(ducking) && pactl set-sink-volume desk 70% && pactl set-sink-mute desk 1
        exec a11y-capture -o "$1/run.db" -- sh -c "sleep 1"
        """
      let result = try Tool.run("a11y-desktop", ["--", "sh", "-c", script, "sh", folder.path], within: 60)
      #expect(result.status == 2, "nothing of it is accessible: \(result)")
      let file = try TimelineFile(reading: folder.path + "/run.db")
      var found: [String: String] = [:]
      for row in try file.rows("SELECT name, value FROM environment") { found[row[0].text ?? ""] = row[1].text }
      for (name, value) in [
        "desktop": "private", "reader key echo": "off", "reader speech": "on", "reader verbosity": "verbose",
        "sound default sink": "desk (desk)", "sound default sink volume": "70 %, muted",
        "sound modules": "module-role-ducking \(ducking)", "speech-dispatcher audio method": "pulse",
        "speech-dispatcher output module": "espeak-ng", "application": "sh",
      ] { #expect(found[name] == value, "\(name)") }
      for (name, start) in [
        "a11y bus": "at-spi2-core ", "display": "X :", "kernel": "Linux ", "reader": "orca ",
        "sound server": "pulseaudio ",
        "speech-dispatcher": "speech-dispatcher ", "synthesiser": "eSpeak NG", "application process": "process ",
        "locale": "", "machine": "",
      ] { #expect(found[name]?.hasPrefix(start) == true, "\(name): \(found[name] ?? "nothing")") }
      #expect(found["display"]?.contains(", 1280x800, ") == true)

      let report = try Tool.run("a11y-report", ["capture", folder.path + "/run.db"])
      let lines = report.output.split(separator: "\n").drop { $0 != "Recorded on:" }.dropFirst()
      #expect(lines.map(String.init) == found.sorted { $0.key < $1.key }.map { "- \($0): \($1)" })
    }
  }
}
