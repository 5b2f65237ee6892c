import Glibc
import System
import TestSupport
import Testing

/// What the documents show is what the commands print.
@Suite struct DocumentTests {
  /// Every document that shows commands, with how many it shows at least.
  private static let documents = [("README.md", 4), ("Queries/SCHEMA.md", 5), ("Queries/EXPORT.md", 2)]

  /// A command of a console block, with what stands below it.
  struct Example {
    var command: String
    var output: String
  }

  @Test(arguments: documents) func commandsPrintWhatIsShown(_ name: String, _ count: Int) throws {
    let path = Tool.root + "/" + name
    let document = try #require(FileContents.read(path))
    var rewritten = document
    for example in Self.examples(in: document) {
      let result = try Tool.run("/bin/sh", ["-c", example.command + " 2>&1"], directory: Tool.root)
      #expect(result.output == example.output, "\(name): \(example.command)")
      rewritten = rewritten.replacing(
        "$ \(example.command)\n\(example.output)```", with: "$ \(example.command)\n\(result.output)```")
    }
    #expect(Self.examples(in: document).count >= count)
    if getenv("REWRITE_EXPECTED") != nil {
      try Descriptor.open(path, flags: O_WRONLY | O_TRUNC).writeAll(Array(rewritten.utf8))
      Issue.record("\(name) was rewritten: look at it")
    }
  }

  @Test func everyMakeTargetThatItNamesIsThere() throws {
    let readme = try #require(FileContents.read(Tool.root + "/README.md"))
    let makefile = try #require(FileContents.read(Tool.root + "/Makefile"))
    let targets = readme.matches(of: /make ([a-z]+)/).map { String($0.1) }
    #expect(targets.contains("demo") && targets.contains("test"))
    for target in Set(targets) where target != "install" {
      #expect(makefile.contains("\n\(target):"), "make \(target)")
    }
  }

  static func examples(in text: String) -> [Example] {
    text.split(separator: "```console\n").dropFirst().compactMap { block in
      guard let end = block.firstRange(of: "```") else { return nil }
      let body = String(block[..<end.lowerBound])
      guard body.hasPrefix("$ "), let line = body.firstIndex(of: "\n") else { return nil }
      return Example(
        command: String(body[body.index(body.startIndex, offsetBy: 2)..<line]),
        output: String(body[body.index(after: line)...]))
    }
  }
}
