internal import Capture
internal import CommandLineTable

/// `a11y-capture doctor`: what can be recorded on this desktop, and how to mend what cannot.
enum DoctorCommand {
  static let table = Command(
    "doctor", summary: "Prove each source on this desktop, and say how to mend what is missing",
    options: [
      Option("app", letter: "a", value: "NAME", "Look at the application NAME too, as the recorder would find it"),
      Option("format", letter: "f", value: "FORMAT", choices: ["text", "json"], "Print as FORMAT; text by default"),
    ],
    examples: [
      .init("a11y-capture doctor", "See what a recording made here will hold"),
      .init("a11y-capture doctor --app gedit --format json", "The same for one application, for a program"),
    ],
    exitStatuses: [
      (0, "every source can be recorded"), (2, "something is missing or not proven"), (64, "usage"),
      (74, "nothing can be recorded"),
    ])

  static func run(_ arguments: Arguments) throws(UsageError) -> Int32 {
    let name = arguments.value("app")
    if let name, name.isEmpty { throw UsageError("--app needs a name") }
    let diagnosis = Doctor.examine(application: name)
    print(arguments.value("format") == "json" ? diagnosis.json : diagnosis.text, terminator: "")
    return diagnosis.exitStatus
  }
}
