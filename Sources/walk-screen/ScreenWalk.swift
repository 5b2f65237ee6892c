internal import System
internal import Walking

/// Performs a script: each key waits for what the last one had to bring.
struct ScreenWalk {
  var script: Script
  var stream: StatusStream<Sightings>
  /// Seconds that a step may take.
  var limit: Double
  /// A folder for a picture of the screen after each step; nil for none.
  var pictures: String?

  private var screen: Screen { Screen(limit: limit) }
  /// The window's title is no event that a recording tells of: it is asked again this often.
  private static let titleSeconds = 0.05
  /// An application tells of a change before it has drawn it.
  private static let drawingSeconds = 0.4

  init(script: Script, stream: StatusStream<Sightings>, limit: Double, pictures: String?) {
    self.script = script
    self.stream = stream
    self.limit = limit
    self.pictures = pictures
  }

  func run() throws {
    for (number, step) in script.steps.enumerated() {
      do {
        try perform(step)
      } catch {
        throw WalkError("step \(number), '\(step.line)': \(error)")
      }
      if script.pace > 0, !stream.observation.hasEnded { try stream.rest(seconds: script.pace) }
      if let pictures, !stream.observation.hasEnded {
        try stream.rest(seconds: Self.drawingSeconds)
        try screen.takePicture("\(pictures)/\(number).png")
      }
    }
  }

  private func perform(_ step: Script.Step) throws {
    let before = stream.observation
    if step.keys.isEmpty {
      try stream.wait(for: "the recording to begin", within: limit) { $0.isRecording }
    } else {
      try screen.press(step.keys)
    }
    if step.waits != [.end] {
      try stream.wait(for: "the keys to be recorded", within: limit) {
        $0.presses >= before.presses + step.keys.count
      }
    }
    for wait in step.waits { try self.wait(for: wait, since: before) }
  }

  private func wait(for wait: Script.Wait, since before: Sightings) throws {
    let number = before.focuses.count
    switch wait {
    case .keys: break
    case .focus(let words):
      do {
        try stream.wait(for: "the focus", within: limit) { $0.focused(since: number).contains(words) }
      } catch let error as WalkError {
        throw WalkError("\(error) at '\(words)'; it was told at \(stream.observation.focused(since: number))")
      }
    case .said(let words):
      try stream.wait(for: "the reader to have '\(words)' to say", within: limit) {
        $0.sayings.dropFirst(before.sayings.count).contains { $0.hasPrefix(words) }
      }
    case .known(let words):
      try stream.wait(for: "'\(words)' to be known", within: limit) { $0.knows(words) }
    case .read:
      try stream.wait(for: "the application's tree to be read", within: limit) { $0.readings > before.readings }
    case .highlight(let text):
      try stream.wait(for: "'\(text)' to be highlighted", within: limit) {
        $0.highlights.dropFirst(before.highlights.count).contains { $0.hasPrefix(text) }
      }
    case .cursor(let place):
      try stream.wait(for: "the cursor at \(place)", within: limit) {
        $0.cursors.dropFirst(before.cursors.count).contains(place)
      }
    case .window(let title): try waitForWindow(title)
    case .end: try stream.wait(for: "the recording to end", within: limit) { $0.hasEnded }
    }
  }

  private func waitForWindow(_ title: String) throws {
    let deadline = Deadline.after(seconds: limit)
    var last: String?
    while last != title {
      guard !deadline.hasPassed, !stream.observation.hasEnded else {
        throw WalkError("waited for the window '\(title)'; the keys went to '\(last ?? "none")'")
      }
      last = try screen.title()
      if last != title { try stream.rest(seconds: Self.titleSeconds) }
    }
  }
}
