internal import CPulse

/// A stream that plays into a sink.
public struct SinkInput: Hashable, Sendable {
  /// The server's number of it.
  public var index: UInt32
  /// The server's number of the sink.
  public var sink: UInt32
  /// Whether a module of the server plays it, and no client: a virtual sink's way into the real one.
  public var isModules: Bool
  /// Whether it is paused.
  public var isCorked: Bool
  /// `media.name`; empty where it has none.
  public var mediaName: String
  /// `application.name`; empty where it has none.
  public var applicationName: String
  /// `application.process.binary`; empty where it has none.
  public var binary: String
  /// `application.process.id`; nil where it has none.
  public var processID: Int32?
  /// `media.role`; nil where it has none.
  public var mediaRole: String?
  /// How loud it is let through.
  public var volume: Volume
}

extension PulseContext {
  /// The default sink's name.
  public func defaultSink() throws(PulseError) -> String {
    let name: String? = try ask("ask for the default sink") { answer in
      pa_context_get_server_info(
        handle,
        { _, info, answer in
          Answer<String>.complete(answer, info?.pointee.default_sink_name.map { String(cString: $0) })
        }, answer)
    }
    guard let name, !name.isEmpty else { throw PulseError("ask for the default sink", reason: "there is none") }
    return name
  }

  /// The number of a sink; nil where there is none of that name.
  public func sinkIndex(_ name: String) throws(PulseError) -> UInt32? {
    let found: UInt32? = try ask("look for the sink \(name)") { answer in
      pa_context_get_sink_info_by_name(
        handle, name,
        { _, info, end, answer in
          if let info, end == 0 {
            Answer<UInt32>.peek(answer)?.value = info.pointee.index
          } else {
            Answer<UInt32>.complete(answer, Answer<UInt32>.peek(answer)?.value)
          }
        }, answer)
    }
    return found
  }

  /// The server's name and version, as "pulseaudio 16.1".
  public func serverVersion() throws(PulseError) -> String {
    let text: String? = try ask("ask for the server's version") { answer in
      pa_context_get_server_info(
        handle,
        { _, info, answer in
          let name = info?.pointee.server_name.map { String(cString: $0) } ?? "?"
          let version = info?.pointee.server_version.map { String(cString: $0) } ?? "?"
          Answer<String>.complete(answer, "\(name) \(version)")
        }, answer)
    }
    return text ?? "?"
  }

  /// Every stream that plays into a sink.
  public func sinkInputs() throws(PulseError) -> [SinkInput] {
    let found: [SinkInput]? = try ask("list the streams") { answer in
      pa_context_get_sink_input_info_list(handle, PulseContext.sinkInputCallback, answer)
    }
    return found ?? []
  }

  /// One stream that plays into a sink; nil where it is gone.
  public func sinkInput(_ index: UInt32) throws(PulseError) -> SinkInput? {
    let found: [SinkInput]? = try ask("look at stream \(index)") { answer in
      pa_context_get_sink_input_info(handle, index, PulseContext.sinkInputCallback, answer)
    }
    return found?.first
  }

  /// One stream that plays into a sink, told on libpulse's thread; nil where it is gone.
  public func sinkInputLater(_ index: UInt32, _ completion: @escaping @Sendable (SinkInput?) -> Void) {
    let box = Unmanaged.passRetained(Completion(completion)).toOpaque()
    locked {
      let operation = pa_context_get_sink_input_info(
        handle, index,
        { _, info, end, box in
          guard let box else { return }
          let completion = Unmanaged<Completion>.fromOpaque(box)
          if let info, end == 0 {
            completion.takeUnretainedValue().found = PulseContext.sinkInput(info.pointee)
          } else {
            let completion = completion.takeRetainedValue()
            completion.action(completion.found)
          }
        }, box)
      operation.map { pa_operation_unref($0) }
    }
  }

  private static let sinkInputCallback: pa_sink_input_info_cb_t = { _, info, end, answer in
    if let info, end == 0 {
      Answer<[SinkInput]>.peek(answer)?.value =
        (Answer<[SinkInput]>.peek(answer)?.value ?? []) + [sinkInput(info.pointee)]
    } else {
      Answer<[SinkInput]>.complete(answer, Answer<[SinkInput]>.peek(answer)?.value ?? [])
    }
  }

  private static func sinkInput(_ info: pa_sink_input_info) -> SinkInput {
    func property(_ name: String) -> String? { pa_proplist_gets(info.proplist, name).map { String(cString: $0) } }
    return SinkInput(
      index: info.index, sink: info.sink, isModules: info.client == UInt32.max, isCorked: info.corked != 0,
      mediaName: info.name.map { String(cString: $0) } ?? "", applicationName: property("application.name") ?? "",
      binary: property("application.process.binary") ?? "",
      processID: property("application.process.id").flatMap { Int32($0) }, mediaRole: property("media.role"),
      volume: Volume(info.volume, isMuted: info.mute != 0))
  }
}

/// Carries a completion, and what was found, through a callback's data pointer.
private final class Completion {
  let action: @Sendable (SinkInput?) -> Void
  var found: SinkInput?
  init(_ action: @escaping @Sendable (SinkInput?) -> Void) { self.action = action }
}
