import TestSupport
import Testing

extension DesktopTests {
  /// Real applications, walked again by keyboard: `make apps` does it with all of Captures/.
  @Suite(.serialized) struct ApplicationWalkTests {
    @Test(arguments: ["gtk3-demo", "gtk4-demo", "whiptail", "nano"])
    func aWalkBringsWhatTheScreenShowed(_ name: String) throws {
      let result = try Tool.run("/bin/sh", ["scripts/walk-apps", name], directory: Tool.root, within: 120)
      #expect(result.status == 0 && result.output == "\(name): passed\n", "\(result)")
    }
  }
}
