/// What to do about a source that is not there or shows nothing, in plain words.
enum Advice {
  /// Sources without any of which an overlap can be missed.
  static let needed = ["application-audio", "events", "reader-audio", "speech"]
  /// Sources of which one is enough to see activations.
  static let acts = ["calls", "keys"]

  static func arming(_ source: String, _ reason: String? = nil) -> String {
    if reason == "left out on request" { return "Record it without --no-atspi" }
    if reason?.hasPrefix("an Orca debug log") == true { return "Do it again with a11y-capture: a log holds no more" }
    return switch source {
    case "events", "keys", "calls": "Is there an a11y bus? a11y-desktop makes a desktop that has everything"
    case "speech": "The speech tap has to run before speech-dispatcher's clients: a11y-capture tap, or a11y-desktop"
    default: "Is the sound server running? a11y-capture list says what it finds"
    }
  }

  static func proving(_ source: String) -> Health.Doubt {
    switch source {
    case "events":
      Health.Doubt(
        text: "no event of the application arrived",
        advice: "Is the recorded application the right one? a11y-capture list")
    case "keys":
      Health.Doubt(
        text: "nothing was seen to be activated",
        advice: "Activate something by Return, space or an assistive technology")
    case "speech":
      Health.Doubt(
        text: "no focus move was put into words",
        advice: "Is a screen reader running, and does its speech go through the tap?")
    case "application-audio":
      Health.Doubt(
        text: "no sound of the application followed an activation",
        advice: "Let a11y-capture start the application, so that it plays where it is heard")
    default:
      Health.Doubt(
        text: "no focus move was heard to be spoken",
        advice: "Let a label be spoken to its end once; is the reader mute?")
    }
  }

  static func part(of origin: String) -> Health.Doubt {
    Health.Doubt(
      text: "this is a part of a recording: \(PlainLine.escaped(origin))",
      advice: "Ask the whole recording for the rest")
  }

  static func strays(_ count: Int) -> Health.Doubt {
    Health.Doubt(
      text: "the reader was audible during a callout \(Decimal.count(count, "time")) with words that nothing tells of",
      advice: "Something speaks past the speech tap")
  }
}
