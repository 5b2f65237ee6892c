internal import CPulse

/// How loud a sink or a stream is set.
public struct Volume: Hashable, Sendable {
  /// The loudest channel in percent of the full volume, which leaves samples as they are.
  public var percent: Int
  /// Whether it is silenced.
  public var isMuted: Bool

  /// As a person reads it: "100 %", "40 %, muted".
  public var text: String { "\(percent) %" + (isMuted ? ", muted" : "") }

  init(_ volume: pa_cvolume, isMuted: Bool) {
    var volume = volume
    // PA_VOLUME_NORM is a cast, which does not come over from C.
    percent = Int((Double(pa_cvolume_max(&volume)) * 100 / 0x10000).rounded())
    self.isMuted = isMuted
  }
}

/// A sink.
public struct SinkEntry: Hashable, Sendable {
  /// What it is called for people; empty where nothing is known.
  public var description: String
  /// How loud it is set.
  public var volume: Volume
}

/// A module that the server has loaded.
public struct ModuleEntry: Hashable, Sendable {
  /// Its name, "module-role-cork".
  public var name: String
  /// What it was loaded with; empty where with nothing.
  public var arguments: String
}

extension PulseContext {
  /// A sink by its name; nil where there is none.
  public func sink(_ name: String) throws(PulseError) -> SinkEntry? {
    try ask("look at the sink \(name)") { answer in
      pa_context_get_sink_info_by_name(
        handle, name,
        { _, info, end, answer in
          guard let info, end == 0 else {
            return Answer<SinkEntry>.complete(answer, Answer<SinkEntry>.peek(answer)?.value)
          }
          Answer<SinkEntry>.peek(answer)?.value = SinkEntry(
            description: info.pointee.description.map { String(cString: $0) } ?? "",
            volume: Volume(info.pointee.volume, isMuted: info.pointee.mute != 0))
        }, answer)
    }
  }

  /// Every module that is loaded, in the order of loading.
  public func modules() throws(PulseError) -> [ModuleEntry] {
    let found: [ModuleEntry]? = try ask("list the modules") { answer in
      pa_context_get_module_info_list(
        handle,
        { _, info, end, answer in
          let known = Answer<[ModuleEntry]>.peek(answer)?.value ?? []
          guard let info, end == 0 else { return Answer<[ModuleEntry]>.complete(answer, known) }
          let module = ModuleEntry(
            name: info.pointee.name.map { String(cString: $0) } ?? "",
            arguments: info.pointee.argument.map { String(cString: $0) } ?? "")
          Answer<[ModuleEntry]>.peek(answer)?.value = known + [module]
        }, answer)
    }
    return found ?? []
  }
}
