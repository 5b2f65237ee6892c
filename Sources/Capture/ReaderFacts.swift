internal import System

/// Which screen reader runs, and how it is set; read from its own files, which stay as they are.
enum ReaderFacts {
  /// Orca's settings that change what is said, and what each is when nobody has set it (Orca 43).
  private static let settings: [(name: String, key: String, standard: String)] = [
    ("reader speech", "enableSpeech", "true"), ("reader key echo", "enableKeyEcho", "true"),
    ("reader character echo", "enableEchoByCharacter", "false"), ("reader word echo", "enableEchoByWord", "false"),
    ("reader verbosity", "speechVerbosityLevel", "1"),
  ]

  /// Asks the reader that runs in this session.
  static func find() -> [EnvironmentSurvey.Fact] {
    guard let reader = SessionProcess.find("orca") else { return [("reader", "none that is known runs")] }
    let version = ProgramVersion.ask("orca") ?? "of unknown version"
    let folder =
      reader.option("-u", "--user-prefs")
      ?? reader.folder("XDG_DATA_HOME", orInHome: ".local/share").map { $0 + "/orca" }
    let file = folder.flatMap { ProcessTable.readFile($0 + "/user-settings.conf") }
    return [("reader", "orca " + version)] + settings(in: file)
  }

  /// What a settings file comes to, with what it leaves open as it is when nobody has set it.
  static func settings(in file: String?) -> [EnvironmentSurvey.Fact] {
    let tree = file.flatMap { SettingsTree(parsing: $0) }
    let name = tree?["general"]?["startingProfile"]?["1"]?.plain ?? "default"
    let profile = tree?["profiles"]?[name]
    return settings.map { setting in
      let value = profile?[setting.key] ?? tree?["general"]?[setting.key]
      return (setting.name, words(value?.plain ?? setting.standard, of: setting.key))
    }
  }

  private static func words(_ value: String, of key: String) -> String {
    switch value {
    case "true": "on"
    case "false": "off"
    case "0" where key == "speechVerbosityLevel": "brief"
    case "1" where key == "speechVerbosityLevel": "verbose"
    default: value
    }
  }
}
