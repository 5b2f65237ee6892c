internal import CVTerm

/// A terminal's screen as a program draws it, by libvterm's screen layer; used by one thread at a time.
///
/// Concealed letters (SGR 8) are not concealed here: libvterm 0.1.4 does not know them.
public final class TerminalScreen {
  /// Rows and columns that are followed at most; a window beyond is cut.
  public static let sizeLimit = 1000
  /// A wide character on a line of double width takes four: libvterm 0.1.4 ends the process where there are less.
  static let leastColumns = 4

  /// What libvterm tells while it takes bytes.
  private final class Told {
    var bells = 0
    var title: String?
    var cursorIsVisible = true
    var isAlternate = false
    var isDamaged = true
  }

  private var handle: OpaquePointer
  private var screen: OpaquePointer
  private var sequences = SequenceBuffer()
  private let told = Told()
  /// libvterm keeps a pointer to it.
  private let callbacks: UnsafeMutablePointer<VTermScreenCallbacks>
  private var kept: (lines: [String], highlights: [ScreenRun], cursor: ScreenCursor)?

  /// A blank screen, of one row and four columns at least.
  public init(rows: Int, columns: Int) {
    callbacks = .allocate(capacity: 1)
    callbacks.initialize(to: Self.listeners)
    (handle, screen) = Self.terminal(Self.limited(rows, columns), callbacks, told)
  }

  deinit {
    vterm_free(handle)
    callbacks.deallocate()
  }

  /// Takes what the program has written; bytes may be cut anywhere.
  public func take(_ bytes: UnsafeRawBufferPointer) { write(sequences.harmless(sequences.take(bytes))) }

  /// The window has another size.
  public func resize(rows: Int, columns: Int) {
    let size = Self.limited(rows, columns)
    let picture = ScreenPainting(of: screen, handle).bytes(
      rows: size.rows, columns: size.columns, isAlternate: told.isAlternate, cursorIsVisible: told.cursorIsVisible)
    let title = told.title
    vterm_free(handle)
    (handle, screen) = Self.terminal(size, callbacks, told)
    write(picture)
    told.title = title
    told.isDamaged = true
  }

  private func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
      _ = vterm_input_write(handle, start, bytes.count)
    }
    vterm_screen_flush_damage(screen)
  }

  private static func terminal(
    _ size: (rows: Int, columns: Int), _ callbacks: UnsafeMutablePointer<VTermScreenCallbacks>, _ told: Told
  ) -> (OpaquePointer, OpaquePointer) {
    let handle: OpaquePointer = vterm_new(Int32(size.rows), Int32(size.columns))
    vterm_set_utf8(handle, 1)
    let screen: OpaquePointer = vterm_obtain_screen(handle)
    vterm_screen_set_callbacks(screen, callbacks, Unmanaged.passUnretained(told).toOpaque())
    vterm_screen_enable_altscreen(screen, 1)
    vterm_screen_set_damage_merge(screen, VTERM_DAMAGE_SCREEN)
    // What it would answer a program: nobody asked for it.
    vterm_output_set_callback(handle, { _, _, _ in }, nil)
    vterm_screen_reset(screen, 1)
    return (handle, screen)
  }

  /// How often the bell rang since this was last asked.
  public func takeBells() -> Int {
    defer { told.bells = 0 }
    return told.bells
  }

  /// What it shows now.
  public func read() -> ScreenState {
    var place = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(handle), &place)
    let cursor = ScreenCursor(row: Int(place.row), column: Int(place.col), isVisible: told.cursorIsVisible)
    if told.isDamaged || kept?.cursor != cursor {
      let cells = ScreenCells(screen, handle)
      kept = (cells.lines, cells.highlights(cursor), cursor)
      told.isDamaged = false
    }
    return ScreenState(
      lines: kept?.lines ?? [], highlights: kept?.highlights ?? [], cursor: cursor, title: told.title,
      isAlternate: told.isAlternate)
  }

  private static func limited(_ rows: Int, _ columns: Int) -> (rows: Int, columns: Int) {
    (min(max(rows, 1), sizeLimit), min(max(columns, leastColumns), sizeLimit))
  }

  private static func told(_ user: UnsafeMutableRawPointer?) -> Told? {
    user.map { Unmanaged<Told>.fromOpaque($0).takeUnretainedValue() }
  }

  private static let listeners: VTermScreenCallbacks = {
    var listeners = VTermScreenCallbacks()
    listeners.damage = { _, user in
      told(user)?.isDamaged = true
      return 1
    }
    listeners.bell = { user in
      told(user)?.bells += 1
      return 1
    }
    listeners.settermprop = { property, value, user in
      guard let told = told(user), let value else { return 0 }
      switch property {
      case VTERM_PROP_CURSORVISIBLE: told.cursorIsVisible = value.pointee.boolean != 0
      case VTERM_PROP_ALTSCREEN:
        told.isAlternate = value.pointee.boolean != 0
        told.isDamaged = true
      case VTERM_PROP_TITLE: told.title = value.pointee.string.map { String(cString: $0) }
      default: break
      }
      return 1
    }
    return listeners
  }()
}
