internal import Glibc
public import System
internal import Timeline

/// Passes bytes both ways between the terminal that a person sits at and an inner one that a program has.
///
/// Bytes are passed on first, and copied afterwards. Where one side is full, what was read for it waits here, and no more is read
/// for it; the other way goes on.
public final class TerminalRelay {
  /// The inner terminal's other end, to be given to the program and then let go.
  public private(set) var programsEnd: Descriptor?
  private static let pagesAtOnce = 16
  private let settingsBefore: TerminalSettings
  private let outerInput: Descriptor
  private let outerOutput: Descriptor
  private let master: Descriptor
  private var copies: RelayCopies?
  private var toProgram = Flow()
  private var toTerminal = Flow()
  private var hasInput = true
  private var hasProgram = true
  private var size: (rows: Int, columns: Int)?

  /// One way: what was read and not written yet.
  private struct Flow {
    var waiting: [UInt8] = []
    var isIdle: Bool { waiting.isEmpty }
  }

  /// A relay between the terminal that is standard input and output, and a new one like it; throws where they are none.
  public init(copies: RelayCopies?, input: Int32 = 0, output: Int32 = 1) throws(SystemError) {
    settingsBefore = try TerminalSettings(of: input)
    // Opened anew, so that not waiting for it is our own affair, and not that of everybody who has the same terminal.
    outerInput = try Descriptor.open("/proc/self/fd/\(input)", flags: O_RDONLY | O_NOCTTY | O_NONBLOCK)
    outerOutput = try Descriptor.open("/proc/self/fd/\(output)", flags: O_WRONLY | O_NOCTTY | O_NONBLOCK)
    let pair = try TerminalPair(like: input)
    (master, programsEnd) = (pair.master, pair.slave)
    self.copies = copies
  }

  /// Lets go of the program's end: from then on its end is known by the last of its holders letting go.
  public func letGoOfProgramsEnd() { programsEnd = nil }

  /// Begins: every key of the outer terminal goes to the inner one as it is.
  public func begin() {
    settingsBefore.raw.apply(to: outerInput.number)
    followSize()
  }

  /// Puts the outer terminal back as it was, for a while or at the end.
  public func putBack() { settingsBefore.apply(to: outerInput.number) }

  /// Gives the inner terminal the size of the outer one, if that has changed.
  public func followSize() {
    TerminalSize.copy(from: outerInput.number, to: master.number)
    guard let now = TerminalSize.of(outerInput.number), now != size ?? (0, 0) else { return }
    size = now
    copies?.add(RelayFrame(time: .now, .size(rows: now.rows, columns: now.columns)))
  }

  /// What is to be waited for before `pass()` is called again.
  public var wanted: [(descriptor: Int32, interest: PollInterest)] {
    var wanted: [(descriptor: Int32, interest: PollInterest)] = []
    if hasInput, toProgram.isIdle { wanted.append((outerInput.number, .read)) }
    if hasProgram {
      var interest: PollInterest = toTerminal.isIdle ? .read : []
      if !toProgram.isIdle { interest.insert(.write) }
      if !interest.isEmpty { wanted.append((master.number, interest)) }
    }
    if !toTerminal.isIdle { wanted.append((outerOutput.number, .write)) }
    if let waiting = copies?.waiting { wanted.append((waiting.number, .write)) }
    return wanted
  }

  /// Passes on what is there, both ways; keys first, since somebody waits for what they do.
  public func pass() {
    write(&toProgram, to: master)
    if hasInput, toProgram.isIdle { passInput() }
    write(&toTerminal, to: outerOutput)
    // A terminal gives no more than a page at once; between some of them somebody looks for a key.
    var pages = 0
    while hasProgram, toTerminal.isIdle, pages < Self.pagesAtOnce, passOutput() { pages += 1 }
    copies?.send()
  }

  /// Passes on what the program had written when it ended; others that it left behind may hold the terminal, and are not waited for
  /// longer than `seconds` at a time.
  public func drain(within seconds: Double) {
    var deadline = Deadline.after(seconds: seconds)
    while hasProgram || !toTerminal.isIdle {
      let wanted =
        toTerminal.isIdle
        ? [(master.number, PollInterest.read)] : [(outerOutput.number, PollInterest.write)]
      guard let found = try? pollDescriptors(wanted, until: deadline), !found[0].isEmpty else { break }
      write(&toTerminal, to: outerOutput)
      if toTerminal.isIdle { passOutput() }
      deadline = .after(seconds: seconds)
    }
    copies?.finish(within: 2)
  }

  private func passInput() {
    guard let bytes = read(outerInput) else { return }
    let time = MonotonicTime.now
    guard !bytes.isEmpty else { return hasInput = false }
    let isHidden = (try? TerminalSettings(of: master.number))?.hidesLines ?? false
    toProgram.waiting = bytes
    write(&toProgram, to: master)
    copies?.add(RelayFrame(time: time, .input(bytes, isHidden: isHidden)))
  }

  /// False where there is nothing yet, or nothing will come any more.
  @discardableResult private func passOutput() -> Bool {
    guard let bytes = read(master) else { return false }
    let time = MonotonicTime.now
    guard !bytes.isEmpty else {
      hasProgram = false
      return false
    }
    toTerminal.waiting = bytes
    write(&toTerminal, to: outerOutput)
    copies?.add(RelayFrame(time: time, .output(bytes)))
    return true
  }

  /// What is there; empty where nothing will come any more, nil where nothing is there yet.
  private func read(_ descriptor: Descriptor) -> [UInt8]? {
    do {
      return try descriptor.readSome(limit: 16_384)
    } catch {
      // EIO: the other end was let go by everybody.
      return []
    }
  }

  private func write(_ flow: inout Flow, to descriptor: Descriptor) {
    while !flow.waiting.isEmpty {
      let count = flow.waiting.withUnsafeBytes { Glibc.write(descriptor.number, $0.baseAddress, $0.count) }
      if count == flow.waiting.count {
        flow.waiting = []
      } else if count > 0 {
        flow.waiting.removeFirst(count)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        // Nobody is there to take it.
        flow.waiting = []
      }
    }
  }
}
