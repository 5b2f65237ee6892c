import Interchange
import Report
import System
import Timeline

/// A session of a minute in which much goes on at once, the same for the same seed: what no person would do, but a file can hold.
struct MadeUpSession {
  let session: RecordedSession
  private var random: SeededGenerator

  init(seed: UInt64) throws {
    session = try RecordedSession()
    random = SeededGenerator(seed: seed)
    for number in 1...5 {
      try session.version(
        number, Double(number), "Name \(number)", hint: "Hint \(number)", states: number == 5 ? ["editable"] : [],
        in: number < 4 ? 6 : 7)
    }
    try elements()
    try acts()
    try sounds()
    try words()
    try session.close()
  }

  private mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
  private mutating func chance(_ share: Double) -> Bool { number(0...1) < share }
  private mutating func element() -> Int { Int.random(in: 1...6, using: &random) }

  private mutating func elements() throws {
    var time = 10.0
    while time < 60_000 {
      let element = element()
      switch number(0...1) {
      case ..<0.6: try session.focus(element, time)
      case ..<0.8:
        try session.select(element, time)
        if chance(0.5) { try session.select(element, time + number(1...300), false) }
        if chance(0.3) { try session.select(self.element(), time + number(1...90)) }
      default:
        try session.event("object:active-descendant-changed", Int(number(6...7.99)), time, names: element)
      }
      if chance(0.3) { try session.focus(element, time + number(1...70)) }
      if chance(0.3) { try session.version(element, time + number(1...900), "Name \(Int(number(1...12)))", in: 6) }
      if chance(0.1) { try session.event("object:property-change:accessible-value", element, time + 5, data: "7") }
      if chance(0.1) {
        try session.event("object:announcement", element, time + 5, data: "Words \(Int(number(1...9)))")
      }
      time += chance(0.2) ? number(1...100) : number(200...6000)
    }
  }

  private mutating func acts() throws {
    var time = 500.0
    while time < 60_000 {
      let element = element()
      switch number(0...1) {
      case ..<0.5: try session.press(on: element, time)
      case ..<0.6: try session.press("space", on: element, time, modifiers: chance(0.3) ? 4 : 0)
      case ..<0.75:
        // Held: the keyboard repeats it.
        for _ in 0...Int(number(1...30)) {
          try session.press(chance(0.8) ? "Return" : "space", on: element, time, isHeld: true)
          time += 33
        }
      case ..<0.85: try session.call(element, time, accepted: chance(0.9))
      case ..<0.9: try session.click(chance(0.8) ? element : nil, time, button: chance(0.8) ? 1 : 3)
      case ..<0.95:
        for _ in 0...Int(number(1...9)) {
          try session.stroke(on: element, time, isPress: true)
          try session.stroke(on: element, time + 30, isPress: false)
          time += 33
        }
      default: try session.press("Tab", on: element, time)
      }
      if chance(0.3) { try session.call(element, time + number(-200...500)) }
      time += chance(0.3) ? number(10...400) : number(500...7000)
    }
  }

  private mutating func sounds() throws {
    var time = 0.0
    while time < 60_000 {
      let length = chance(0.05) ? number(5000...20_000) : number(20...1500)
      let stream: Int64 = chance(0.1) ? RecordedSession.bystander : RecordedSession.application
      if chance(0.1) {
        let distance = number(150...1500)
        for pulse in 0..<Int(number(2...9)) {
          try session.sound(time + Double(pulse) * distance, time + Double(pulse) * distance + 100, kind: .tone)
        }
      } else {
        let pause = Int(time / 10) + 20
        try session.sound(
          time, time + length, by: stream, silentFrames: chance(0.3) ? pause...pause + Int(number(1...9)) : nil)
      }
      time += length + (chance(0.5) ? number(20...590) : number(610...5000))
    }
  }

  private mutating func words() throws {
    var time = 300.0
    var queued = 300.0
    while time < 60_000 {
      let length = number(250...3000)
      let begun = time + number(0...30)
      let sounds = [(begun + number(-15...60), begun + length * 0.4), (begun + length * 0.5, begun + length - 50)]
      queued = max(queued, chance(0.8) ? begun - 10 : begun - number(0...4000))
      let words = [
        "Name \(Int(number(1...12)))", "Hint \(element())", "Words \(Int(number(1...9)))", "5 percent", "return",
      ]
      let text = words[Int(number(0...4.99))]
      switch number(0...1) {
      case ..<0.5: try session.say(text, queued: queued, begun: begun, ended: begun + length + 300, heard: sounds)
      case ..<0.75:
        try session.say(text, queued: queued, begun: begun, cancelled: begun + length * 0.7, heard: [sounds[0]])
      case ..<0.85: try session.say(text, queued: queued, begun: begun, heard: sounds)
      case ..<0.9: try session.say(text, queued: queued, begun: nil, cancelled: begun)
      case ..<0.95: try session.say(text, queued: queued, begun: nil)
      default: try session.sound(begun, begun + length, by: RecordedSession.reader)
      }
      time += length + (chance(0.4) ? 0 : number(0...4000))
    }
  }
}
