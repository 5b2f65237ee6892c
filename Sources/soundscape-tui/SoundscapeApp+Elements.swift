import ATSPIProvider

extension SoundscapeApp {
  /// An element's id by its button's place in the bar.
  static func id(of index: Int) -> Int { barID + 1 + index }
  /// A button's place in the bar by its element's id; nil where it is no button's.
  static func index(of id: Int) -> Int? {
    CalloutButton.all.indices.contains(id - barID - 1) ? id - barID - 1 : nil
  }

  /// Frame, bar, and the four buttons.
  ///
  /// The extents count a cell as 8 by 16 pixels from the frame's corner: where the terminal has put its letters, no
  /// terminal program can know.
  static var elements: [ProviderElement] {
    let frame = ProviderElement(
      id: frameID, parentID: 0, role: .frame, name: "Soundscape", extents: .init(width: 640, height: 384))
    let bar = ProviderElement(
      id: barID, parentID: frameID, role: .panel, name: "Callouts", accessibleID: "bar-callouts",
      extents: .init(y: 304, width: 640, height: 80))
    let buttons = CalloutButton.all.enumerated().map { index, button in
      ProviderElement(
        id: id(of: index), parentID: barID, role: .pushButton, name: button.name, description: button.hint,
        accessibleID: button.accessibleID, attributes: ["starts-media-session": "true", "plays-sound": "true"],
        states: [.focusable], actions: ["click"],
        extents: .init(x: Int32(8 + index * 152), y: 336, width: 128, height: 16))
    }
    return [frame, bar] + buttons
  }
}
