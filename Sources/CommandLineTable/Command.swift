/// One command, or a subcommand of one, as a table: parsing, help, completions and the man page are all made from it.
public struct Command: Sendable {
  /// The word that calls it.
  public var name: String
  /// What it does, one line without a final stop.
  public var summary: String
  /// What stands after the options, as "FILE" or "[NAME…]"; empty where nothing may.
  public var operands: String
  /// How many operands there may be.
  public var operandCount: ClosedRange<Int>
  /// Its options; `--help` and `--version` need no entry.
  public var options: [Option]
  /// Its subcommands.
  public var subcommands: [Command]
  /// Whether everything after `--`, or after the first operand where `operandCount` is 0, is a command to run.
  public var runsCommand: Bool
  /// Commands to learn from, each with a line that says what it is for.
  public var examples: [Example]
  /// Exit statuses that need saying.
  public var exitStatuses: [(code: Int32, meaning: String)]
  /// Left out of help and completions: for our own processes only.
  public var isHidden: Bool

  /// A command of this table.
  public init(
    _ name: String, summary: String, operands: String = "", operandCount: ClosedRange<Int> = 0...0,
    runsCommand: Bool = false, options: [Option] = [], subcommands: [Command] = [], examples: [Example] = [],
    exitStatuses: [(code: Int32, meaning: String)] = [], isHidden: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.operandCount = operandCount
    self.runsCommand = runsCommand
    self.options = options
    self.subcommands = subcommands
    self.examples = examples
    self.exitStatuses = exitStatuses
    self.isHidden = isHidden
  }

  /// A command line with what it is for.
  public struct Example: Sendable {
    /// The command line.
    public var line: String
    /// What it is for.
    public var purpose: String
    /// The command line `line`, to be used for `purpose`.
    public init(_ line: String, _ purpose: String) {
      self.line = line
      self.purpose = purpose
    }
  }
}

/// One option of a command.
public struct Option: Sendable {
  /// Name without dashes.
  public var name: String
  /// One letter, or nil.
  public var letter: Character?
  /// What its value is called, as "FILE"; nil for a switch.
  public var value: String?
  /// What it does, a sentence without a final stop.
  public var help: String
  /// The values that it may have; empty where any may be given.
  public var choices: [String]

  /// An option `--name`, with a value where `value` is given.
  public init(_ name: String, letter: Character? = nil, value: String? = nil, choices: [String] = [], _ help: String) {
    self.name = name
    self.letter = letter
    self.value = value
    self.choices = choices
    self.help = help
  }
}
