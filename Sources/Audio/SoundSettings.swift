internal import Pulse

/// What a sound server is set to, as far as it changes what is heard.
public enum SoundSettings {
  /// Modules that turn streams down, silence them, move them or change them; the server's other modules do not matter here.
  private static let words = [
    "role-", "filter-", "equalizer", "ladspa", "echo-cancel", "virtual-", "remap", "combine", "loopback", "restore",
    "switch-on", "rescue", "intended-roles", "position-event", "suspend-on-idle", "always-sink",
  ]

  /// Asks the server `server`, or where nil the one that the environment names, on a connection of its own; names with values.
  public static func ask(server: String? = nil) throws(AudioError) -> [(name: String, value: String)] {
    do {
      let context = try PulseContext(name: "a11y-capture", server: server, within: 3)
      var facts = [("sound server", try context.serverVersion())]
      if let name = try? context.defaultSink(), let sink = try context.sink(name) {
        facts.append(("sound default sink", "\(name) (\(sink.description))"))
        facts.append(("sound default sink volume", sink.volume.text))
      }
      let modules = try context.modules().filter { module in
        // The recorder's own sink changes nothing, and tells nothing.
        words.contains { module.name.hasPrefix("module-" + $0) } && !module.arguments.contains("a11y-capture-")
      }
      let list = modules.map { $0.arguments.isEmpty ? $0.name : "\($0.name) \($0.arguments)" }
      facts.append(("sound modules", list.isEmpty ? "none that changes what is heard" : list.joined(separator: "; ")))
      for input in try context.sinkInputs() where !input.isModules && input.binary != "a11y-capture" {
        facts.append(("sound volume of " + label(of: input), input.volume.text))
      }
      return facts
    } catch {
      throw AudioError("the sound server does not tell what it is set to: \(error)")
    }
  }

  /// What a stream is called by its player.
  static func label(of input: SinkInput) -> String {
    [input.applicationName, input.binary, input.mediaName].first { !$0.isEmpty } ?? "stream \(input.index)"
  }
}
