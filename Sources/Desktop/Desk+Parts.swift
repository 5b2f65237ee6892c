internal import DBus
internal import Glibc
internal import Pulse
internal import System

extension Desk {
  /// Starts every part in the order in which one needs the other, each awaited by an event of its own.
  func startParts() throws {
    try startDisplay()
    try startSessionBus()
    try startAccessibilityBus()
    try startWindowManager()
    try startSoundServer()
    try startSpeech()
    if plan.screenReader != .none { try startReader() }
  }

  @discardableResult
  func start(
    _ name: String, _ words: [String], log: String, descriptors: [Int32] = [], hidesTemporary: Bool = false
  ) throws -> Part {
    let part = try Part(
      name, words, environment: environment, logPath: logPath(log), descriptors: descriptors,
      hidesTemporary: hidesTemporary)
    parts.append(part)
    return part
  }

  private func startDisplay() throws {
    let (read, write) = try Descriptor.pipe()
    // With a /tmp of its own it leaves no lock and no socket file; clients come by the abstract socket.
    let part = try start(
      "Xvfb",
      [
        "Xvfb", "-displayfd", "3", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-nolisten", "unix", "-noreset",
        "-dpi", "96",
        "-auth", folders.authority,
      ],
      log: "xvfb", descriptors: [write.number], hidesTemporary: isIsolated)
    let line = try firstLine(from: read, of: part, within: 15) { !$0.isEmpty }
    environment["DISPLAY"] = ":" + line
  }

  private func startSessionBus() throws {
    let (read, write) = try Descriptor.pipe()
    let part = try start(
      "dbus-daemon",
      [
        "dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=unix:path=\(folders.run)/bus",
        "--print-address=3",
      ],
      log: "session-bus", descriptors: [write.number])
    _ = try firstLine(from: read, of: part, within: 10) { $0.hasPrefix("unix:") }
  }

  private func startAccessibilityBus() throws {
    try writeSettings()
    do {
      let session = try BusConnection(address: environment["DBUS_SESSION_BUS_ADDRESS"] ?? "")
      let answer = try session.call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", timeoutSeconds: 10)
      sessionBus = session
      try setStatus("IsEnabled", true)
      try setStatus("ScreenReaderEnabled", plan.screenReader != .none)
      let bus = try BusConnection(address: answer[0]?.string ?? "")
      let body = Variant.tuple([.string("org.a11y.atspi.Registry"), .uint32(0)])
      _ = try bus.call(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "StartServiceByName", body,
        timeoutSeconds: 10)
      listenerRegistered = try watchRegistry(bus)
      accessibilityBus = bus
    } catch {
      throw DesktopError("the a11y bus did not come up: \(error)", advice: "Install the package at-spi2-core")
    }
  }

  /// A pipe with something to read whenever somebody has registered for events.
  private func watchRegistry(_ bus: BusConnection) throws -> Descriptor {
    let (read, write) = try Descriptor.pipe()
    read.setNonBlocking(true)
    write.setNonBlocking(true)
    bus.addFilter { message in
      if message.member == "EventListenerRegistered" { _ = write.writeWhole("\n") }
      return false
    }
    try bus.addMatch("type='signal',interface='org.a11y.atspi.Registry',member='EventListenerRegistered'")
    return read
  }

  /// Tells applications what org.a11y.Status says.
  func setStatus(_ name: String, _ value: Bool) throws {
    let body = Variant.tuple([.string("org.a11y.Status"), .string(name), .variant(.bool(value))])
    _ = try sessionBus?.call("org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set", body)
  }

  /// There is no XSETTINGS daemon here, so GTK reads these files; animations would flood the bus with bounds-changed.
  private func writeSettings() throws {
    for version in ["gtk-3.0", "gtk-4.0"] {
      try Folders.write("[Settings]\ngtk-enable-animations=0\n", to: "\(folders.home)/.config/\(version)/settings.ini")
    }
    try Folders.write(
      "[org/gnome/desktop/interface]\ntoolkit-accessibility=true\nenable-animations=false\n",
      to: folders.home + "/.config/glib-2.0/settings/keyfile")
  }

  private func startWindowManager() throws {
    // It runs its startup command once it manages the windows.
    let sign = folders.run + "/window-manager-is-ready"
    let part = try start("openbox", ["openbox", "--sm-disable", "--startup", "touch \(sign)"], log: "openbox")
    try awaitPath(sign, of: part, until: .after(seconds: 10), orFail: "was not ready within 10 s")
  }

  private func startSoundServer() throws {
    // A program that plays through ALSA would else be heard from the caller's own loudspeakers.
    try Folders.write("pcm.!default pulse\nctl.!default pulse\n", to: folders.home + "/.asoundrc")
    // norewinds: without it a monitor's first samples come 2 s late.
    try Folders.write(
      """
      .fail
      load-module module-native-protocol-unix auth-anonymous=1 socket=\(folders.pulseSocket)
      load-module module-null-sink sink_name=desk rate=48000 channels=2 format=s16le norewinds=1 sink_properties=device.description=desk
      set-default-sink desk
      load-module module-rescue-streams

      """, to: folders.root + "/pulse.pa")
    let part = try start(
      "PulseAudio",
      [
        "pulseaudio", "-n", "-F", folders.root + "/pulse.pa", "--daemonize=no", "--exit-idle-time=-1",
        "--use-pid-file=no",
        "--disallow-exit", "--realtime=no", "--high-priority=no", "--log-level=info", "--log-target=stderr",
        "--log-time",
      ], log: "sound-server")
    try awaitSocket(folders.pulseSocket, of: part, within: 10)
    do {
      let context = try PulseContext(name: "a11y-desktop", server: environment["PULSE_SERVER"])
      guard try context.defaultSink() == "desk" else { throw part.failure("has another default sink than its own") }
    } catch let error as PulseError {
      throw part.failure("does not answer: \(error)")
    }
  }

  private func startSpeech() throws {
    let copy = try Part(
      "cp", ["cp", "-rT", "/etc/speech-dispatcher", folders.speechConfiguration], environment: environment,
      logPath: logPath("speech"))
    guard try copy.child.wait(until: .after(seconds: 5)) == .exited(0) else {
      throw DesktopError(
        "speech-dispatcher has no configuration in /etc", advice: "Install the package speech-dispatcher")
    }
    let configuration = folders.speechConfiguration + "/speechd.conf"
    let given = ProcessTable.readFile(configuration) ?? ""
    try Folders.write(
      given + """

        AudioOutputMethod "pulse"
        AddModule "espeak-ng" "sd_espeak-ng" "espeak-ng.conf"
        DefaultModule espeak-ng
        DefaultLanguage "en-US"
        DisableAutoSpawn

        """, to: configuration)
    let daemon = try start(
      "speech-dispatcher",
      [
        "speech-dispatcher", "-s", "-t", "0", "-c", "unix_socket", "-S", folders.daemonSocket, "-C",
        folders.speechConfiguration, "-P", folders.run + "/speech-dispatcher.pid", "-L", folders.log, "-l", "3",
      ], log: "speech-dispatcher")
    try awaitSocket(folders.daemonSocket, of: daemon, within: 10)
    let tap = try start(
      "the speech tap",
      [
        toolFolder + "/a11y-capture", "tap", "--listen", folders.speechSocket, "--daemon", folders.daemonSocket,
        "--publish", folders.publishSocket,
      ], log: "speech-tap")
    try awaitSocket(folders.speechSocket, of: tap, within: 10)
    try awaitSocket(folders.publishSocket, of: tap, within: 10)
    try exchange(folders.speechSocket, of: daemon)
  }

  /// Asks speech-dispatcher which synthesisers it has: it hears and answers, and it can speak.
  private func exchange(_ path: String, of daemon: Part) throws {
    let socket = try UnixSocket.connect(path)
    try socket.writeAll(Array("LIST OUTPUT_MODULES\r\nQUIT\r\n".utf8))
    let deadline = Deadline.after(seconds: 10)
    var answer = ""
    while !answer.contains("\n231 ") {
      let found = try pollDescriptors([(socket.number, .read), (stop.descriptor.number, .read)], until: deadline)
      try checkStop()
      guard found[0].contains(.read), let bytes = try socket.readSome(), !bytes.isEmpty else {
        throw daemon.failure("does not answer within 10 s")
      }
      // Without its CRs, which Swift takes for one character with the LF.
      answer += String(decoding: bytes.filter { $0 != 0x0d }, as: UTF8.self)
    }
    guard answer.contains("-espeak-ng\n") else {
      var failure = daemon.failure("has no espeak-ng to speak with")
      failure.advice = "Install the package speech-dispatcher-espeak-ng"
      throw failure
    }
  }

  /// Waits until somebody answers at a socket.
  ///
  /// Between its file's appearance and listen(2) a connection is refused.
  private func awaitSocket(_ path: String, of part: Part, within seconds: Double) throws {
    let deadline = Deadline.after(seconds: seconds)
    try awaitPath(path, of: part, until: deadline, orFail: "has no socket at \(path) within \(seconds) s")
    while (try? UnixSocket.connect(path)) == nil {
      let ended = try pollDescriptors([(part.child.ended.number, .read)], until: .after(seconds: 0.005))[0]
      guard ended.isEmpty, !deadline.hasPassed else {
        throw part.failure("does not answer at \(path) within \(seconds) s")
      }
      try checkStop()
    }
  }

  private func awaitPath(_ path: String, of part: Part, until deadline: Deadline, orFail failure: String) throws {
    let isThere = try FileWatch.waitForPath(path, until: deadline, orEndOf: part.child.ended, stop.descriptor)
    try checkStop()
    guard isThere else { throw part.failure(failure) }
  }

  /// The first line of a pipe that is as wanted.
  private func firstLine(
    from pipe: Descriptor, of part: Part, within seconds: Double, _ isWanted: (String) -> Bool
  ) throws -> String {
    let deadline = Deadline.after(seconds: seconds)
    var text = ""
    while true {
      let found = try pollDescriptors(
        [(pipe.number, .read), (part.child.ended.number, .read), (stop.descriptor.number, .read)], until: deadline)
      try checkStop()
      guard found[0].contains(.read) else { throw part.failure("was not ready within \(seconds) s") }
      let bytes = try pipe.readSome() ?? []
      guard !bytes.isEmpty else { throw part.failure("was not ready") }
      text += String(decoding: bytes, as: UTF8.self)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      if let line = lines.first(where: { isWanted(String($0)) }) { return String(line) }
    }
  }
}
