import System
import Testing

@testable import Capture

/// What a process is called, and which names are alike.
@Suite struct NameTests {
  private static func names(_ words: [String], kernel: String = "k") -> [String] {
    let names = ProgramNames(ProcessEntry(id: 2, parent: 1, userID: 0, name: kernel, words: words))
    return names.names + (names.stem.map { ["(\($0))"] } ?? [])
  }

  @Test(arguments: [
    (["/usr/bin/gedit", "file"], ["gedit"]), (["-bash"], ["bash"]), ([], []),
    (["/opt/My App/my app", "-x"], ["my app"]),
    (["python3", "app.py"], ["python3", "app.py", "(app)"]),
    (["/usr/bin/python3.11", "-X", "dev", "-u", "/opt/app.py", "other.py"], ["python3.11", "app.py", "(app)"]),
    (["python3", "-m", "http.server"], ["python3", "http.server", "(http)"]),
    (["python3", "-c", "import app"], ["python3"]), (["bash", "-c", "app"], ["bash"]),
    (["/bin/sh", "/usr/bin/my-app"], ["sh", "my-app"]),
    (["java", "-cp", "a.jar:b.jar", "-jar", "/opt/tool.jar"], ["java", "tool.jar", "(tool)"]),
    (["node", "--inspect", "-r", "ts-node", "main.js"], ["node", "main.js", "(main)"]),
    (
      ["flatpak", "run", "--branch=stable", "org.gnome.Calculator", "-x"],
      ["flatpak", "org.gnome.Calculator", "(org.gnome)"]
    ),
    (["bwrap", "--args", "41", "gnome-calculator"], ["bwrap", "gnome-calculator"]),
    (["timeout", "-k", "5", "10", "app"], ["timeout", "app"]),
    (["env", "-u", "X", "A=1", "app"], ["env", "app"]),
    (["gedit", "script.py"], ["gedit"]), (["python3"], ["python3"]),
  ])
  func aProcessIsCalledByItsProgramOrItsScript(_ words: [String], _ names: [String]) {
    #expect(Self.names(words) == ["k"] + names)
  }

  @Test(arguments: [
    ("gedit", "gedit", NameLikeness.exact), ("My App", "My App", .exact), ("é", "e\u{301}", .alike),
    ("Gedit", "gedit", .alike), ("my-app", "My App", .alike), ("my_app", "my-app", .alike),
    ("org.gnome.Calculator", "gnome-calculator", .alike), ("gnome-calculator", "org.gnome.Calculator", .alike),
    ("Calculator", "org.gnome.Calculator", .alike), ("org.gnome.calculator", "org.gnome.Calculator", .alike),
    ("ged", "gedit", .prefix), ("my a", "My App", .prefix), ("gnome-c", "org.gnome.Calculator", .prefix),
    ("org.gnome.C", "org.gnome.Calculator", .prefix),
  ])
  func namesAreLikeOneAnother(_ wanted: String, _ name: String, _ likeness: NameLikeness) {
    #expect(NameLikeness(wanted, name) == likeness)
  }

  @Test(arguments: [
    ("", "gedit"), ("gedit", ""), ("gedit", "edit"), ("gedit2", "gedit"),
    ("org.gnome.Calculator", "org.mate.Calculator"),
  ])
  func namesAreNotLikeOneAnother(_ wanted: String, _ name: String) { #expect(NameLikeness(wanted, name) == nil) }
}
