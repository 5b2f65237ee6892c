internal import System
internal import Walking

/// Walks a bar of buttons by keyboard, as a person who listens does: each move waits to be heard, each callout for its end.
struct Walk {
  /// Buttons in the order in which they are to be activated.
  var order: [String]
  /// All buttons of the bar.
  var names: [String]
  /// Seconds that a step may take.
  var limit: Double
  var random: SeededGenerator?
  var stream: StatusStream<Observation>
  /// Where a picture of the screen is put while the first callout sounds; nil for none.
  var picture: String?

  /// An application is silent when nothing was heard of it for this long.
  private static let silenceSeconds = 0.6

  mutating func run() throws {
    try step("start") { walk in
      try walk.stream.wait(for: "the recording to begin", within: walk.limit) { $0.isRecording }
    }
    // What is said on arrival is long, and cut by the first key once all of it waits to be said: the first move is the first
    // that can be heard whole.
    var current = try step("arrive at the bar") { walk in
      let names = walk.names
      try walk.stream.wait(for: "the application's window to be active", within: walk.limit) { $0.isActive }
      try walk.stream.wait(for: "the reader to have the bar to say", within: walk.limit) { $0.hasQueued(names) }
      return try walk.move(.forward)
    }
    say("heard \(current)")
    for name in order {
      var moves = 0
      while current != name {
        guard moves < 2 * names.count else { throw WalkError("\(name) was not reached in \(moves) moves") }
        moves += 1
        current = try step("move towards \(name)") { walk in try walk.move(walk.direction(from: current, to: name)) }
        say("heard \(current)")
      }
      try step("activate \(name)") { walk in try walk.activate() }
      say("activated \(name)")
    }
    try step("leave") { walk in
      try Screen(limit: walk.limit).press(["q"])
      try walk.stream.wait(for: "the recording to end", within: walk.limit) { $0.hasEnded }
    }
  }

  private enum Direction { case forward, backward }

  /// A bar may stop at its ends, so the way never leads over them.
  private func direction(from current: String, to wanted: String) -> Direction {
    let (from, to) = (names.firstIndex(of: current) ?? 0, names.firstIndex(of: wanted) ?? 0)
    return from < to ? .forward : .backward
  }

  private mutating func move(_ direction: Direction) throws -> String {
    let keys = direction == .forward ? ["Tab", "Right", "Down"] : ["shift+Tab", "Left", "Up"]
    return try hear(since: try press(choose(keys)))
  }

  private mutating func activate() throws {
    try pause()
    let since = try press(choose(["Return", "space"]))
    if let path = picture {
      try stream.wait(for: "the callout to be heard", within: limit) { $0.applicationSounds(since: since) }
      try Screen(limit: limit).takePicture(path)
      picture = nil
    }
    var changes = -1
    for _ in 0..<100 where changes != stream.observation.applicationChanges {
      try stream.wait(for: "the callout to sound and to end", within: limit) { $0.applicationFellSilent(since: since) }
      changes = stream.observation.applicationChanges
      try stream.rest(seconds: Self.silenceSeconds)
    }
  }

  /// Waits for the name of a button to be heard.
  private func hear(since: Int64) throws -> String {
    var heard: String?
    try stream.wait(for: "one of \(names.joined(separator: ", ")) to be heard", within: limit) {
      heard = $0.heardName(of: names, since: since)
      return heard != nil
    }
    return heard ?? ""
  }

  /// Presses a key and waits until it was recorded; gives when that was.
  private func press(_ combination: String) throws -> Int64 {
    let count = stream.observation.presses.count
    try Screen(limit: limit).press([combination])
    let name = combination == "shift+Tab" ? "ISO_Left_Tab" : combination
    try stream.wait(for: "the key \(name) to be recorded", within: limit) {
      $0.presses.dropFirst(count).contains { $0.key == name }
    }
    return stream.observation.presses.dropFirst(count).first { $0.key == name }?.time ?? 0
  }

  private mutating func pause() throws {
    guard random != nil else { return }
    try stream.rest(seconds: Double(choose(Array(0...40))) / 100)
  }

  /// One of the elements; without a seed the first.
  private mutating func choose<Element>(_ elements: [Element]) -> Element {
    guard var generator = random else { return elements[0] }
    defer { random = generator }
    return elements[Int.random(in: elements.indices, using: &generator)]
  }

  private mutating func step<Result>(_ name: String, _ body: (inout Walk) throws -> Result) throws -> Result {
    do {
      return try body(&self)
    } catch {
      throw WalkError("\(name): \(error)")
    }
  }

  private func say(_ line: String) { print("walk-bar: \(line)") }
}
