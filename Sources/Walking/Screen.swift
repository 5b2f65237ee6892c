internal import Glibc
internal import System

/// The X display that a walk is on: keys, the active window's title, pictures.
package struct Screen {
  /// Seconds that a program that is asked may take.
  private let limit: Double

  /// The display of the environment.
  package init(limit: Double) { self.limit = limit }

  /// Presses combinations of keys one after another, as xdotool names them; throws where xdotool fails.
  package func press(_ combinations: [String]) throws {
    guard try run("xdotool", ["key"] + combinations) != nil else { throw WalkError("xdotool failed") }
  }

  /// The title of the window that gets the keys; nil where none does.
  package func title() throws -> String? { try run("xdotool", ["getactivewindow", "getwindowname"]) }

  /// Puts a PNG of the whole screen into `path`; throws where it is not made.
  package func takePicture(_ path: String) throws {
    guard try run("import", ["-window", "root", "png:" + path]) != nil else { throw WalkError("no picture was taken") }
  }

  /// Runs a program to its end; gives its first line of output, or nil where it failed.
  private func run(_ program: String, _ words: [String]) throws -> String? {
    let (read, write) = try Descriptor.pipe()
    let quiet = try Descriptor.open("/dev/null", flags: O_WRONLY)
    var options = Child.Options()
    options.descriptors = [-1, write.number, quiet.number]
    let child = try Child(program, words, options)
    guard try child.wait(until: .after(seconds: limit)) == .exited(0) else { return nil }
    read.setNonBlocking(true)
    let output = try withExtendedLifetime(write) { try read.readSome() } ?? []
    return String(decoding: output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
