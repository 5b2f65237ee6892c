import Glibc
import System
import Testing

/// Writing to somebody who may not read.
@Suite struct WriteWholeTests {
  @Test func aFullPipeRefusesWholeLinesAndStaysAsItWas() throws {
    let (read, write) = try Descriptor.pipe()
    let line = String(repeating: "x", count: 99) + "\n"
    var written = 0
    while written < 10_000, write.writeWhole(line) { written += 1 }
    #expect(written > 100 && written < 10_000, "it is full once")
    #expect(fcntl(write.number, F_GETFL) & O_NONBLOCK == 0, "others may have the same pipe")
    read.setNonBlocking(true)
    var bytes = 0
    while let some = try read.readSome(), !some.isEmpty { bytes += some.count }
    #expect(bytes == written * 100, "no line was cut")
    #expect(write.writeWhole(line))
    #expect(!write.writeWhole(String(repeating: "x", count: 4097)))
  }
}
