import Capture
import System
import Testing

@Suite struct ChannelTests {
  @Test func everyMessageComesAcross() throws {
    let (near, far) = try UnixSocket.pair()
    let sender = Channel(near)
    var receiver = Channel(far)
    let messages: [Channel.Message] = [
      .ready(environment: ["PULSE_SINK": "a11y-capture-7", "X": "a=b c"], sinkModule: 12),
      .ready(environment: [:], sinkModule: nil),
      .started(processID: 99), .stop, .ended(status: 3), .ended(status: nil),
    ]
    for message in messages { sender.send(message) }
    var received: [Channel.Message] = []
    while received.count < messages.count {
      guard let more = receiver.receive() else { break }
      received += more
    }
    #expect(received == messages)
  }

  @Test func theOthersEndIsTold() throws {
    let (near, far) = try UnixSocket.pair()
    var receiver = Channel(far)
    UnixSocket.endWriting(near)
    #expect(receiver.receive() == nil)
  }

  @Test func namesOfFilesAreSafeAndFree() {
    let name = OutputName.free(for: "../we ird/ñame")
    #expect(!name.contains("/") && !name.contains(" ") && !name.hasPrefix(".") && name.hasSuffix(".db"))
    #expect(OutputName.program(of: ["/usr/bin/gedit", "-x"]) == "gedit")
  }
}
