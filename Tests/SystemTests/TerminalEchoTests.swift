import Glibc
import System
import Testing

@Suite struct TerminalEchoTests {
  @Test func echoIsOffWhereAProgramTakesLinesAndShowsNothingOfThem() throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    guard openpty(&master, &slave, nil, nil, nil) == 0 else { throw SystemError("open a pseudo-terminal") }
    let ends = [Descriptor(owning: master), Descriptor(owning: slave)]
    var options = Child.Options()
    // A program that asks on its terminal need not have it as its standard input.
    options.descriptors = [-1, -1, slave]
    options.deathSignal = SIGKILL
    let child = try Child("sleep", ["60"], options)
    defer { child.terminate() }
    func set(_ flags: Int32...) {
      var settings = termios()
      tcgetattr(ends[1].number, &settings)
      settings.c_lflag &= ~tcflag_t(ECHO | ICANON)
      for flag in flags { settings.c_lflag |= tcflag_t(flag) }
      tcsetattr(ends[1].number, TCSANOW, &settings)
    }
    set(ECHO, ICANON)
    #expect(!TerminalEcho.isOff(for: [child.processID]))
    set(ICANON)
    #expect(TerminalEcho.isOff(for: [getpid(), child.processID]))
    set()
    #expect(!TerminalEcho.isOff(for: [child.processID]), "an editor takes each key at once")
    set(ICANON)
    #expect(!TerminalEcho.isOff(for: []) && !TerminalEcho.isOff(for: [-1]))
  }
}
