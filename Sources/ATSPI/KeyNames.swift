internal import Glibc

/// Names of X keysyms (keysymdef.h) for the keys that do something and type nothing.
enum KeyNames {
  /// "Tab", "Return", "space"; nil for a key that types text, which is not recorded.
  static func name(_ keysym: UInt32) -> String? {
    if let name = named[keysym] { return name }
    if (0xffbe...0xffe0).contains(keysym) { return "F\(keysym - 0xffbd)" }
    return nil
  }

  /// What a keysym puts into a text; nil for one that types nothing.
  ///
  /// Kept in memory alone, to know typed text where it comes back. Keysyms of the old national sets are asked of libxkbcommon,
  /// where that is installed, as it is wherever GTK or Qt is.
  static func character(_ keysym: UInt32) -> Character? {
    switch keysym {
    case 0x20...0x7e, 0xa0...0xff: return Unicode.Scalar(keysym).map(Character.init)
    case 0x0100_0100...0x0110_ffff: return Unicode.Scalar(keysym - 0x0100_0000).map(Character.init)
    case 0xff80: return " "
    case 0xffaa...0xffaf, 0xffb0...0xffb9, 0xffbd: return Unicode.Scalar(keysym - 0xff80).map(Character.init)
    case 0x100..<0xfe00: return national(keysym).flatMap(Unicode.Scalar.init).map(Character.init)
    default: return nil
    }
  }

  private static let national: @Sendable (UInt32) -> UInt32? = {
    typealias Function = @convention(c) (UInt32) -> UInt32
    guard let library = dlopen("libxkbcommon.so.0", RTLD_NOW), let symbol = dlsym(library, "xkb_keysym_to_utf32") else {
      return { _ in nil }
    }
    let function = unsafeBitCast(symbol, to: Function.self)
    return { keysym in
      let scalar = function(keysym)
      return scalar == 0 ? nil : scalar
    }
  }()

  private static let named: [UInt32: String] = [
    0x20: "space", 0xff08: "BackSpace", 0xff09: "Tab", 0xfe20: "ISO_Left_Tab", 0xff0d: "Return", 0xff1b: "Escape",
    0xff50: "Home", 0xff51: "Left", 0xff52: "Up", 0xff53: "Right", 0xff54: "Down", 0xff55: "Page_Up",
    0xff56: "Page_Down", 0xff57: "End", 0xff63: "Insert", 0xffff: "Delete", 0xff67: "Menu",
    0xff8d: "KP_Enter", 0xff80: "KP_Space", 0xff89: "KP_Tab", 0xff95: "KP_Home", 0xff96: "KP_Left", 0xff97: "KP_Up",
    0xff98: "KP_Right", 0xff99: "KP_Down", 0xff9a: "KP_Page_Up", 0xff9b: "KP_Page_Down", 0xff9c: "KP_End",
    0xff9e: "KP_Insert", 0xff9f: "KP_Delete",
    0xffe1: "Shift_L", 0xffe2: "Shift_R", 0xffe3: "Control_L", 0xffe4: "Control_R", 0xffe5: "Caps_Lock",
    0xffe7: "Meta_L", 0xffe8: "Meta_R", 0xffe9: "Alt_L", 0xffea: "Alt_R", 0xffeb: "Super_L", 0xffec: "Super_R",
    0xfe03: "ISO_Level3_Shift",
  ]
}
