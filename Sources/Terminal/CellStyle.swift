internal import CVTerm

/// How a cell looks, as far as a person tells things apart by it: ground, letters, weight, underline.
struct CellStyle: Hashable {
  /// A colour as the program asked for it.
  enum Colour: Hashable {
    /// The terminal's own, for letters or for the ground.
    case letters, ground
    case indexed(UInt8)
    case rgb(UInt8, UInt8, UInt8)
  }

  var ground: Colour
  var letters: Colour
  var isBold: Bool
  var isUnderlined: Bool

  init(ground: Colour, letters: Colour, isBold: Bool = false, isUnderlined: Bool = false) {
    self.ground = ground
    self.letters = letters
    self.isBold = isBold
    self.isUnderlined = isUnderlined
  }

  init(_ cell: VTermScreenCell) {
    let (letters, ground) = (Self.colour(cell.fg), Self.colour(cell.bg))
    let isReverse = cell.attrs.reverse != 0
    self.init(
      ground: isReverse ? letters : ground, letters: isReverse ? ground : letters, isBold: cell.attrs.bold != 0,
      isUnderlined: cell.attrs.underline != 0)
  }

  /// A colour as libvterm has it.
  static func colour(_ colour: VTermColor) -> Colour {
    if Int(colour.type) & Int(VTERM_COLOR_DEFAULT_FG.rawValue) != 0 { return .letters }
    if Int(colour.type) & Int(VTERM_COLOR_DEFAULT_BG.rawValue) != 0 { return .ground }
    if Int(colour.type) & Int(VTERM_COLOR_TYPE_MASK.rawValue) == Int(VTERM_COLOR_INDEXED.rawValue) {
      return .indexed(colour.indexed.idx)
    }
    return .rgb(colour.rgb.red, colour.rgb.green, colour.rgb.blue)
  }

  /// What sets a cell apart from those that look like `other`, in words; nil where nothing does.
  ///
  /// A ground of its own comes alone: letters on it may differ, as the hot key of a menu's entry does, and it is one entry.
  func difference(from other: CellStyle) -> String? {
    guard ground == other.ground else {
      let words = ground == .letters ? "reverse" : "on " + ground.name
      return isUnderlined && !other.isUnderlined ? words + " underline" : words
    }
    var words: [String] = []
    if isUnderlined != other.isUnderlined { words.append(isUnderlined ? "underline" : "not underline") }
    if isBold != other.isBold { words.append(isBold ? "bold" : "not bold") }
    if letters != other.letters { words.append(letters.name) }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}

extension CellStyle.Colour {
  private static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

  /// "red", "bright red", "colour 17", "#ff8000"; "default" is the terminal's own ground.
  var name: String {
    switch self {
    case .letters: return "default letters"
    case .ground: return "default"
    case .indexed(let index) where index < 8: return Self.names[Int(index)]
    case .indexed(let index) where index < 16: return "bright " + Self.names[Int(index) - 8]
    case .indexed(let index): return "colour \(index)"
    case .rgb(let red, let green, let blue):
      let digits = [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
      return "#" + digits.joined()
    }
  }
}
