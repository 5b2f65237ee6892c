import ATSPI
import System
import Testing

@testable import Capture

/// Which application a name means, on desktops made up.
@Suite struct TargetTests {
  /// A desktop: a session with a panel and a terminal, the shell in it, and us in that.
  private static func desktop(
    _ processes: [ProcessEntry], applications: [BusApplications.Entry] = [], programs: Set<String> = []
  ) -> Surroundings {
    let base = [
      process(1, 0, "systemd"), process(10, 1, "panel"), process(20, 1, "terminal"),
      process(30, 20, "bash", terminal: 1),
      process(31, 30, "timeout", words: ["timeout", "9", "a11y-capture"], terminal: 1),
      process(32, 31, "a11y-capture", words: ["a11y-capture", "--app", "x"], terminal: 1),
    ]
    let bus = [entry(":1.1", "panel", 10), entry(":1.2", "Terminal", 20)]
    return Surroundings(
      processes: base + processes, applications: bus + applications, userID: 7, processID: 32,
      hasProgram: programs.contains)
  }

  private static func process(
    _ id: Int32, _ parent: Int32, _ name: String, words: [String]? = nil, terminal: Int32 = 0, user: UInt32 = 7,
    isAlive: Bool = true
  ) -> ProcessEntry {
    ProcessEntry(
      id: id, parent: parent, userID: user, name: String(name.prefix(15)), words: words ?? ["/usr/bin/" + name],
      terminal: terminal, isAlive: isAlive)
  }

  private static func entry(_ busName: String, _ name: String, _ process: Int32?) -> BusApplications.Entry {
    BusApplications.Entry(busName: busName, name: name, processID: process)
  }

  /// What is found, in a word: the process with its connections, or the command.
  private static func found(_ name: String, _ desktop: Surroundings) -> String {
    do {
      switch try desktop.find(name) {
      case .command(let words): return "start " + words.joined(separator: " ")
      case .running(let found):
        let connections = found.busEntries.map(\.busName) + (found.terminal.map { ["in " + $0.busName] } ?? [])
        return ([found.processID.map(String.init) ?? "?"] + connections).joined(separator: " ")
      }
    } catch {
      return "\(error.exitStatus): \(error)"
    }
  }

  @Test func anApplicationOnTheBusComesBeforeAProcessAndThatBeforeAProgram() {
    let processes = [Self.process(40, 1, "gedit"), Self.process(41, 1, "other")]
    let onBus = [Self.entry(":1.9", "gedit", 41)]
    #expect(Self.found("gedit", Self.desktop(processes, applications: onBus, programs: ["gedit"])) == "41 :1.9")
    #expect(Self.found("gedit", Self.desktop(processes, programs: ["gedit"])) == "40")
    #expect(Self.found("gedit", Self.desktop([], programs: ["gedit"])) == "start gedit")
  }

  @Test func anExactNameComesBeforeABeginningWhateverItIsOf() {
    let processes = [Self.process(40, 1, "gedit-helper"), Self.process(41, 1, "calculator")]
    let onBus = [Self.entry(":1.8", "gedit-helper", 40)]
    let desktop = Self.desktop(processes, applications: onBus, programs: ["gedit"])
    #expect(Self.found("gedit", desktop) == "start gedit")
    #expect(Self.found("gedit-h", desktop) == "40 :1.8")
    #expect(Self.found("calc", desktop) == "41")
    #expect(Self.found("calculator2", desktop).hasPrefix("66:"))
  }

  @Test func namesAreFoundWhateverTheirCaseBlanksAndDomain() {
    let processes = [Self.process(40, 1, "gnome-calculator"), Self.process(41, 1, "app")]
    let onBus = [Self.entry(":1.8", "org.gnome.Calculator", 40), Self.entry(":1.9", "My First App", 41)]
    let desktop = Self.desktop(processes, applications: onBus)
    for name in ["org.gnome.Calculator", "gnome-calculator", "Calculator", "GNOME-Calculator"] {
      #expect(Self.found(name, desktop) == "40 :1.8", "\(name)")
    }
    for name in ["My First App", "my first app", "my-first-app", "my f"] {
      #expect(Self.found(name, desktop) == "41 :1.9", "\(name)")
    }
  }

  @Test func theSameNameInAnotherCaseIsNotThatOne() {
    let onBus = [Self.entry(":1.8", "Files", 40), Self.entry(":1.9", "files", 41)]
    let desktop = Self.desktop([Self.process(40, 1, "a"), Self.process(41, 1, "b")], applications: onBus)
    #expect(Self.found("Files", desktop) == "40 :1.8")
    #expect(Self.found("files", desktop) == "41 :1.9")
    #expect(Self.found("FILES", desktop).hasPrefix("64: 'FILES' means 2 of them"))
  }

  @Test func severalAreAnErrorThatListsThemAndANumberSettlesIt() {
    let processes = [Self.process(40, 1, "player"), Self.process(50, 1, "player"), Self.process(60, 1, "playlist")]
    let text = Self.found("player", Self.desktop(processes))
    #expect(
      text.hasPrefix("64: 'player' means 2 of them: process player, number 40; process player, number 50"), "\(text)")
    #expect(text.contains("a11y-capture --app 40"))
    #expect(Self.found("50", Self.desktop(processes)) == "50")
    #expect(Self.found("play", Self.desktop(processes)).hasPrefix("64: 'play' means 3 of them"))
    let onBus = [Self.entry(":1.8", "player", 40), Self.entry(":1.9", "player", 50)]
    #expect(Self.found("player", Self.desktop(processes, applications: onBus)).hasPrefix("64:"))
  }

  @Test func severalProcessesAndConnectionsOfOneApplicationAreOne() {
    let processes = [
      Self.process(40, 1, "browser"), Self.process(41, 40, "browser", words: ["browser", "--type=renderer"]),
      Self.process(42, 41, "Web Content"),
    ]
    let onBus = [
      Self.entry(":1.7", "browser", 40), Self.entry(":1.8", "browser", 40), Self.entry(":1.9", "browser", 42),
    ]
    #expect(Self.found("browser", Self.desktop(processes, applications: onBus)) == "40 :1.7 :1.8 :1.9")
    #expect(Self.found("browser", Self.desktop(processes)) == "40")
  }

  @Test func toFollowANameIsToTakeAllThatHaveIt() {
    let processes = [
      Self.process(40, 1, "player"), Self.process(41, 40, "player"), Self.process(50, 1, "Player"),
      Self.process(60, 1, "playlist"), Self.process(61, 1, "x"),
    ]
    let desktop = Self.desktop(
      processes, applications: [Self.entry(":1.8", "player", 61), Self.entry(":1.9", "x", 41)])
    #expect(desktop.running("player").map(\.processID) == [40, 50, 61])
    #expect(desktop.running("player").map { $0.busEntries.map(\.busName) } == [[":1.9"], [], [":1.8"]])
    #expect(desktop.running("none").isEmpty)
  }

  @Test func aWrapperIsTheApplicationThatItRuns() {
    let processes = [
      Self.process(40, 1, "flatpak", words: ["flatpak", "run", "org.gnome.Calculator"]),
      Self.process(41, 40, "bwrap", words: ["bwrap", "--args", "41", "gnome-calculator"]),
      Self.process(42, 41, "gnome-calculator"),
    ]
    let onBus = [Self.entry(":1.9", "gnome-calculator", 42)]
    #expect(Self.found("flatpak", Self.desktop(processes, applications: onBus)) == "40 :1.9")
    #expect(Self.found("bwrap", Self.desktop(processes, applications: onBus)) == "41 :1.9")
    #expect(Self.found("org.gnome.Calculator", Self.desktop(processes)) == "40")
    #expect(Self.found("gnome-calculator", Self.desktop(processes)) == "41", "the first of those that are called so")
  }

  @Test func aScriptIsFoundByItsFile() {
    let script = Self.process(40, 1, "python3", words: ["python3", "-u", "/opt/app.py"])
    for name in ["app.py", "app"] { #expect(Self.found(name, Self.desktop([script])) == "40", "\(name)") }
    let program = Self.process(41, 1, "app")
    #expect(Self.found("app", Self.desktop([script, program])) == "41", "a program of just that name comes first")
    #expect(Self.found("app", Self.desktop([script], programs: ["app"])) == "40")
  }

  @Test func aProgramInATerminalTakesItsTerminalAndOneOutsideTakesNone() {
    let processes = [
      Self.process(40, 20, "bash", terminal: 2), Self.process(41, 40, "mc", terminal: 2),
      Self.process(42, 10, "silent"), Self.process(43, 10, "xterm"), Self.process(44, 43, "nano", terminal: 3),
    ]
    let desktop = Self.desktop(processes)
    #expect(Self.found("mc", desktop) == "41 in :1.2", "even where the terminal is also ours")
    #expect(Self.found("silent", desktop) == "42", "the panel that started it is not its terminal")
    #expect(
      Self.found("nano", desktop) == "44 in :1.1", "the nearest on the bus stands for a terminal that is not there")
    let both = Self.desktop(processes, applications: [Self.entry(":1.9", "mc", 41)])
    #expect(Self.found("mc", both) == "41 :1.9", "one with a connection of its own needs no terminal's")
  }

  @Test func oneThatNeverJoinedTheRegistryIsFoundByItsProcessAndAMereClientTakesItsTerminal() {
    var desktop = Self.desktop([Self.process(40, 1, "shy"), Self.process(41, 30, "client", terminal: 1)])
    desktop.unlisted = [(":1.7", 41), (":1.8", 40), (":1.9", 1)]
    desktop.ask = { name, process in name == ":1.8" ? Self.entry(name, "", process) : nil }
    #expect(Self.found("shy", desktop) == "40 :1.8")
    #expect(Self.found("client", desktop) == "41 in :1.2")
  }

  @Test func ourOwnAndTheDeadAndTheKernelsAndOthersAreNever() {
    let processes = [
      Self.process(2, 0, "kthreadd", words: [], isAlive: false), Self.process(40, 1, "gone", words: [], isAlive: false),
      Self.process(41, 1, "theirs", user: 8), Self.process(42, 1, "a11y-tap"), Self.process(43, 1, "a11y-desktop"),
    ]
    let onBus = [Self.entry(":1.8", "gone", 40), Self.entry(":1.9", "a11y-tap", 42)]
    let desktop = Self.desktop(processes, applications: onBus)
    for name in [
      "kthreadd", "gone", "a11y-tap", "a11y-desktop", "a11y-capture", "a11y-capture --app", "timeout", "bash",
    ] {
      #expect(Self.found(name, desktop).hasPrefix("66: no application"), "\(name)")
    }
    #expect(Self.found("theirs", desktop).hasPrefix("66: 'theirs' is process 41 of another user"))
    #expect(Self.found("Terminal", desktop) == "20 :1.2", "the terminal that we were typed into is an application too")
  }

  @Test func whereNothingMatchesTheErrorListsWhatCould() {
    let text = Self.found("nothing", Self.desktop([]))
    #expect(
      text.hasPrefix("66: no application, process or program is called 'nothing'. On the a11y bus: Terminal, panel"))
    var busless = Self.desktop([])
    busless.applications = []
    busless.hasBus = false
    #expect(Self.found("nothing", busless).contains("No a11y bus can be reached"))
    #expect(Self.found("", Self.desktop([])).hasPrefix("66:"))
  }

  @Test func anApplicationWhoseProcessTheBusDoesNotKnowIsFoundByItsName() {
    #expect(Self.found("far", Self.desktop([], applications: [Self.entry(":1.9", "far", nil)])) == "? :1.9")
  }
}
