internal import ATSPI
internal import Audio
internal import Storage
internal import Timeline

/// What the session runs on goes into the file beside the records, and delays none of them.
extension Recorder {
  /// Begins to find out what the session runs on.
  func beginSurvey() {
    writer.setEnvironment("application", plan.name)
    for fact in HostEnvironment.facts() { writer.setEnvironment(fact.name, fact.value) }
    for part in HostEnvironment.parts { survey.ask(part) }
  }

  /// Tells of a process that is the application.
  func tell(ofProcess process: Int32) {
    writer.setEnvironment("application process", HostEnvironment.program(of: process))
  }

  /// Tells of an application on the a11y bus; one in a terminal may be there as the terminal alone.
  func tell(of target: RunningApplication) {
    if let terminal = target.terminal {
      writer.setEnvironment("application on the a11y bus", "its terminal, \(terminal.name)")
    } else if let entry = target.busEntries.first {
      writer.setEnvironment("application on the a11y bus", "itself, \(entry.name)")
    }
  }

  /// Tells what only the session itself could show, and waits a moment for answers that are still under way.
  func endSurvey() {
    let toolkits = Set(
      ledger.applications.compactMap { application in
        application.toolkit.map { "\($0) \(application.toolkitVersion ?? "")" }
      })
    if !toolkits.isEmpty {
      writer.setEnvironment("application toolkit", toolkits.sorted().joined(separator: ", "))
    }
    for (name, volume) in collectors.audio?.streamVolumes ?? [:] {
      writer.setEnvironment("sound volume of \(name)", volume)
    }
    survey.wait(within: 1)
  }
}
