// swift-tools-version: 6.2

import PackageDescription

/// Settings that every Swift target of ours is compiled with.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Loops over samples and rows are kept optimised in debug builds too: a recorder that cannot keep up would be measured, and
/// not what it records.
let strictAndFast = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// A system library: a module map and a header, nothing else.
func system(_ name: String, pkgConfig: String? = nil) -> Target {
  .systemLibrary(name: name, path: "Sources/\(name)", pkgConfig: pkgConfig)
}

func module(_ name: String, _ dependencies: [Target.Dependency], settings: [SwiftSetting] = strict) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func command(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
  name: "a11y-capture",
  targets: [
    // C libraries; each has exactly one Swift importer.
    // libpulse has no pkgConfig here: its flags would be warned of at every build.
    system("CLinux"), system("CGIO", pkgConfig: "gio-2.0"), system("CATSPI", pkgConfig: "atspi-2"),
    system("CPulse"), system("CSQLite"), system("CESpeak"), system("CVTerm"), system("CDBus", pkgConfig: "dbus-1"),

    // The ground: faces of the system, which know nothing of ours.
    module("System", ["CLinux"]),
    module("DBus", ["CDBus", "CGIO"]),
    module("Pulse", ["CPulse"]),
    module("CommandLineTable", []),

    // What is recorded, and where it is kept.
    module("Timeline", [], settings: strictAndFast),
    module("Storage", ["CSQLite", "Timeline"], settings: strictAndFast),
    module("Onsets", [], settings: strictAndFast),

    // What may be kept of it.
    module("Privacy", ["Timeline"]),

    // Collectors: each sees one side of a session.
    module("ATSPI", ["CATSPI", "DBus", "System", "Timeline"]),
    module("Speech", ["System", "Timeline"]),
    module("Terminal", ["CVTerm", "System", "Timeline"], settings: strictAndFast),
    module("Audio", ["Pulse", "Onsets", "System", "Timeline"]),

    // What the commands are made of.
    module("ATSPIProvider", ["DBus"]),
    module("Capture", ["ATSPI", "Speech", "Audio", "Privacy", "Storage", "System", "Terminal", "Timeline"]),
    // SQL is a link to Queries/: the files lie in the open, and in the programs, so that an installed one needs no folder.
    .target(name: "Queries", resources: [.embedInCode("SQL")], swiftSettings: strict),
    module("Report", ["Queries", "Storage", "System"]),
    module("Interchange", ["Privacy", "Queries", "Speech", "Storage", "System", "Timeline"]),
    module("Desktop", ["DBus", "Pulse", "System"]),

    command("a11y-capture", ["Capture", "CommandLineTable", "Speech", "System", "Timeline"]),
    command("a11y-report", ["CommandLineTable", "Interchange", "Report", "Storage"]),
    command("a11y-desktop", ["Desktop", "CommandLineTable", "System"]),
    command("soundscape-tui", ["ATSPIProvider", "CESpeak", "CommandLineTable", "Onsets", "Pulse", "System"]),
    command(
      "a11y-bench",
      [
        "ATSPIProvider", "Audio", "DBus", "Onsets", "Pulse", "Queries", "Report", "Storage", "System", "Timeline",
        "CommandLineTable",
      ]),
    // Keyboard walks that are recorded, for the demonstration, captures and tests; not installed.
    module("Walking", ["System"]),
    command("walk-bar", ["CommandLineTable", "System", "Walking"]),
    command("walk-screen", ["CommandLineTable", "System", "Walking"]),

    // What several tests need.
    .target(name: "TestSupport", dependencies: ["DBus", "System"], path: "Tests/TestSupport", swiftSettings: strict),
    tests("SystemTests", ["System"]),
    tests("CommandLineTableTests", ["CommandLineTable"]),
    tests("TimelineTests", ["Timeline"]),
    tests("PrivacyTests", ["Privacy", "Timeline"]),
    tests("StorageTests", ["Storage", "TestSupport", "Timeline"]),
    tests("OnsetsTests", ["Onsets"]),
    tests("ATSPITests", ["ATSPI", "ATSPIProvider", "DBus", "System", "TestSupport", "Timeline"]),
    tests("SpeechTests", ["Speech", "System", "TestSupport", "Timeline"]),
    .testTarget(
      name: "TerminalTests", dependencies: ["System", "Terminal", "TestSupport", "Timeline"], exclude: ["Screens"],
      swiftSettings: strict),
    tests("AudioTests", ["Audio", "Onsets", "System", "TestSupport", "Timeline"]),
    tests("ATSPIProviderTests", ["ATSPIProvider", "DBus", "TestSupport"]),
    tests("DBusTests", ["DBus", "System", "TestSupport"]),
    tests("CaptureTests", ["ATSPI", "Capture", "Privacy", "Storage", "System", "TestSupport", "Timeline"]),
    tests("InterchangeTests", ["Interchange", "Storage", "System", "TestSupport", "Timeline"]),
    tests("ReportTests", ["Interchange", "Queries", "Report", "Storage", "System", "TestSupport", "Timeline"]),
    tests("CommandTests", ["DBus", "Storage", "System", "TestSupport", "Timeline"]),
    .testTarget(
      name: "DesktopTests", dependencies: ["Queries", "Storage", "System", "TestSupport"],
      exclude: [
        "asked-elements.py", "broken-and-mended.py", "followed-application.py", "kill-recorder.sh", "moves.py",
        "moves-app.py", "moves-menu.py", "orca-log.py", "orca-log-reader.sh", "recording.py", "typed-text.py",
        "typed-text-app.py", "typed-text-reader.sh", "whiptail-walk.sh",
      ],
      swiftSettings: strict),
  ]
)
