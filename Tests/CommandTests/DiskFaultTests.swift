import Glibc
import Storage
import System
import TestSupport
import Testing

/// The real a11y-capture where its file can no longer be written: it says so and ends with 74, and the application goes on.
@Suite struct DiskFaultTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private var environment: [String: String] {
    [
      "AT_SPI_BUS_ADDRESS": PrivateBus.shared.address, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere", "DISPLAY": "",
      "XDG_RUNTIME_DIR": folder.path, "PULSE_SERVER": "unix:/nowhere", "FOLDER": folder.path,
      "PATH": Tool.folder + ":/usr/sbin:/usr/bin:/sbin:/bin",
    ]
  }

  /// Words before a command that give it the right to mount, for itself alone; nil where this user cannot have it.
  private static let mounting: [String]? = {
    for words in [["unshare", "--mount"], ["unshare", "--map-current-user", "--keep-caps", "--mount"]] {
      let trial = try? Tool.run("/usr/bin/env", words + ["mount", "-t", "tmpfs", "none", "/mnt"])
      if trial?.status == 0 { return words }
    }
    return nil
  }()

  /// Records the script in `application`, and gives what came; the file is `place`/run.db.
  private func capture(_ application: String, before: [String] = [], setUp: String = "", place: String) throws
    -> Tool.Result
  {
    let script = """
      \(setUp)
      a11y-capture -o "\(place)/run.db" -- sh -c '\(application)'
      status=$?
      a11y-report capture "\(place)/run.db" >"$FOLDER/report" 2>&1
      echo "report: $?" >>"$FOLDER/report"
      exit $status
      """
    return try Tool.run(
      "/usr/bin/env", before + ["sh", "-c", script], environment: environment, directory: folder.path, within: 60)
  }

  private var report: String { FileContents.read(folder.path + "/report") ?? "" }

  @Test(.enabled(if: mounting != nil, "nobody here may mount a small disk"))
  func aDiskThatFillsIsNamedAndWhatWasWrittenIsThere() throws {
    let disk = folder.path + "/disk"
    mkdir(disk, 0o700)
    let result = try capture(
      """
      a11y-bench emit --count 2000
      dd if=/dev/zero of="$FOLDER/disk/fill" 2>/dev/null
      a11y-bench emit --count 20000
      echo the application went on
      """, before: Self.mounting ?? [],
      setUp: "mount -t tmpfs -o size=2m,mode=700 none '\(disk)' || exit 99", place: disk)
    #expect(result.status == 74, "\(result)")
    #expect(result.output.contains("the application went on"))
    #expect(result.errors.contains("the disk is full"), "\(result.errors)")
    #expect(report.hasPrefix("BROKEN OFF") && report.hasSuffix("report: 2\n"), "\(report)")
  }

  @Test func aFileThatIsDeletedIsNamed() throws {
    let result = try capture(
      """
      a11y-bench emit --count 200; rm "$FOLDER/run.db"; a11y-bench emit --count 200; echo the application went on
      """, place: folder.path)
    #expect(result.status == 74, "\(result)")
    #expect(result.output.contains("the application went on"))
    #expect(result.errors.contains("was deleted or moved away"), "\(result.errors)")
  }

  @Test func aFolderThatBecomesReadOnlyIsNamed() throws {
    // Root may write everywhere, as long as it has not given that right up.
    let before = geteuid() == 0 ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner", "--"] : []
    let result = try capture(
      """
      a11y-bench emit --count 200; chmod 500 "$FOLDER"; a11y-bench emit --count 200; echo the application went on
      """, before: before, place: folder.path)
    chmod(folder.path, 0o700)
    #expect(result.output.contains("the application went on"))
    #expect(result.status == 74, "\(result)")
    #expect(
      result.errors.contains("cannot write \(folder.path)/run.db: the file or its folder is read-only"), "\(result)")
    // The report could not be written in there before.
    let report = try Tool.run("a11y-report", ["capture", folder.path + "/run.db"])
    #expect(report.status == 2 && report.errors.isEmpty, "\(report)")
    let file = try TimelineFile(reading: folder.path + "/run.db")
    #expect(try file.rows("SELECT EXISTS (SELECT 1 FROM event) OR EXISTS (SELECT 1 FROM gap)") == [[.integer(1)]])
  }
}
