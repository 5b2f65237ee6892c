import Glibc
import System
import TestSupport
import Testing

/// The import table: who may lean on whom.
///
/// A new arrow is a decision, made here.
@Suite struct ImportTests {
  static let mayImport: [String: Set<String>] = [
    "System": ["CLinux"], "DBus": ["CDBus", "CGIO"], "Pulse": ["CPulse"], "CommandLineTable": [], "Timeline": [],
    "Privacy": ["Timeline"],
    "Onsets": [],
    "Storage": ["CSQLite", "Timeline"], "ATSPI": ["CATSPI", "DBus", "System", "Timeline"],
    "Speech": ["System", "Timeline"],
    "Terminal": ["CVTerm", "System", "Timeline"],
    "Audio": ["Onsets", "Pulse", "System", "Timeline"], "ATSPIProvider": ["DBus"],
    "Capture": ["ATSPI", "Audio", "DBus", "Privacy", "Speech", "Storage", "System", "Terminal", "Timeline"],
    "Queries": [], "Report": ["Queries", "Storage", "System", "Timeline"], "Desktop": ["DBus", "Pulse", "System"],
    "a11y-capture": ["Capture", "CommandLineTable", "Speech", "System", "Timeline"],
    "Interchange": ["Privacy", "Queries", "Speech", "Storage", "System", "Timeline"],
    "a11y-report": ["CommandLineTable", "Interchange", "Report", "Storage"],
    "a11y-desktop": ["CommandLineTable", "Desktop", "System"],
    "soundscape-tui": ["ATSPIProvider", "CESpeak", "CommandLineTable", "Onsets", "Pulse", "System"],
    "a11y-bench": [
      "ATSPIProvider", "Audio", "CommandLineTable", "DBus", "Onsets", "Pulse", "Queries", "Report", "Storage", "System",
      "Timeline",
    ],
    "Walking": ["System"], "walk-bar": ["CommandLineTable", "System", "Walking"],
    "walk-screen": ["CommandLineTable", "System", "Walking"],
  ]
  /// What comes with the toolchain.
  static let standard: Set<String> = ["Dispatch", "FoundationEssentials", "Glibc", "Synchronization"]

  @Test(arguments: mayImport.keys.sorted())
  func onlyTheAllowedModulesAreImported(_ module: String) throws {
    let folder = "\(Tool.root)/Sources/\(module)"
    let files = TemporaryFolder.names(in: folder).filter { $0.hasSuffix(".swift") }
    #expect(!files.isEmpty)
    for file in files {
      let text = try #require(FileContents.read("\(folder)/\(file)"))
      for line in text.split(separator: "\n") where line.contains("import ") && !line.contains("//") {
        let words = line.split(separator: " ")
        guard let place = words.firstIndex(of: "import"), place <= 1, words.count == place + 2 else { continue }
        let imported = String(words[place + 1])
        #expect(
          Self.standard.contains(imported) || Self.mayImport[module]?.contains(imported) == true,
          "\(module)/\(file) imports \(imported)")
      }
    }
  }

  @Test func everyModuleIsInTheTableAndEachCModuleHasOneImporter() {
    let modules = Set(TemporaryFolder.names(in: Tool.root + "/Sources"))
    let foreign = modules.filter { $0.hasPrefix("C") && $0.dropFirst().first?.isUppercase == true }
    #expect(modules.subtracting(foreign) == Set(Self.mayImport.keys))
    for name in foreign { #expect(Self.mayImport.values.filter { $0.contains(name) }.count == 1, "\(name)") }
  }
}
