/// The SQL of the folder Queries/, as it lay there when the program was built.
public enum Queries {
  /// Name and text of each, in the order in which one needs the other; the order is written in init.sql and nowhere else.
  public static let all: [(name: String, sql: String)] = names(in: text(of: "init.sql")).map {
    ($0, text(of: $0 + ".sql"))
  }

  /// What a file says; empty where there is none of that name.
  public static func text(of name: String) -> String { String(decoding: embedded[name] ?? [], as: UTF8.self) }

  /// The names of all files that were built in.
  public static var embeddedNames: [String] { embedded.keys.sorted() }

  private static func names(in script: String) -> [String] {
    script.split(separator: "\n").compactMap { line in
      line.hasPrefix(".read ") ? line.split(separator: "/").last.map { String($0.dropLast(4)) } : nil
    }
  }

  private static let embedded: [String: [UInt8]] = [
    "activation.sql": PackageResources.activation_sql,
    "callout.sql": PackageResources.callout_sql,
    "callout_sound.sql": PackageResources.callout_sound_sql,
    "denied_focus.sql": PackageResources.denied_focus_sql,
    "element_at.sql": PackageResources.element_at_sql,
    "focus.sql": PackageResources.focus_sql,
    "health.sql": PackageResources.health_sql,
    "heard.sql": PackageResources.heard_sql,
    "heard_sound.sql": PackageResources.heard_sound_sql,
    "init.sql": PackageResources.init_sql,
    "interruption.sql": PackageResources.interruption_sql,
    "loop_sound.sql": PackageResources.loop_sound_sql,
    "message.sql": PackageResources.message_sql,
    "named_event.sql": PackageResources.named_event_sql,
    "overlap.sql": PackageResources.overlap_sql,
    "parameter.sql": PackageResources.parameter_sql,
    "proof.sql": PackageResources.proof_sql,
    "snapshot_tree.sql": PackageResources.snapshot_tree_sql,
    "sound.sql": PackageResources.sound_sql,
    "sound_length.sql": PackageResources.sound_length_sql,
    "speaking.sql": PackageResources.speaking_sql,
    "stop.sql": PackageResources.stop_sql,
    "stop_speech.sql": PackageResources.stop_speech_sql,
    "stray_speech.sql": PackageResources.stray_speech_sql,
    "terminal_chatter.sql": PackageResources.terminal_chatter_sql,
    "terminal_focus.sql": PackageResources.terminal_focus_sql,
    "terminal_run.sql": PackageResources.terminal_run_sql,
    "together.sql": PackageResources.together_sql,
    "utterance_class.sql": PackageResources.utterance_class_sql,
    "utterance_words.sql": PackageResources.utterance_words_sql,
    "word_heard.sql": PackageResources.word_heard_sql,
  ]
}
