internal import CATSPI
internal import Dispatch
internal import Glibc
internal import Synchronization
internal import System
public import Timeline

/// Watches keys through AT-SPI's device, without taking them from anybody.
///
/// libatspi has no locks: everything of it stays on the one thread made here.
public final class KeyWatcher: Sendable {
  /// A key seen.
  public struct Key: Sendable {
    /// When the watcher told of it.
    public var time: MonotonicTime
    /// Pressed, else released.
    public var isPress: Bool
    /// X keysym's name, as "Tab" or "Return"; nil where it types text.
    public var name: String?
    /// What it types, which is for memory alone; nil where it types nothing.
    public var character: Character?
    /// Which key of the keyboard it is.
    public var code: Int32
    /// Modifier bits as AT-SPI has them.
    public var modifiers: UInt32
  }

  /// Is told of each key.
  public typealias Handler = @Sendable (Key) -> Void

  private let handler: Handler
  private let onLost: @Sendable () -> Void
  private let queue = DispatchQueue(label: "libatspi")

  /// A watcher that tells `handler` of each key, and `onLost` that the display is gone, on libatspi's thread.
  public init(onLost: @escaping @Sendable () -> Void = {}, _ handler: @escaping Handler) {
    self.handler = handler
    self.onLost = onLost
  }

  /// Starts watching; throws where there is no device to watch within `seconds`.
  public func start(within seconds: Double) throws(ATSPIError) {
    try KeyWatcher.checkDisplay()
    let ready = DispatchSemaphore(value: 0)
    queue.async { self.run { ready.signal() } }
    guard ready.wait(timeout: .now() + seconds) == .success else {
      throw ATSPIError(
        "no key watcher after \(seconds) s",
        advice: "Is DISPLAY right, and the a11y bus there? On Wayland it sees nothing")
    }
  }

  /// libatspi makes a device without a display, too, and never tells of a key then.
  private static func checkDisplay() throws(ATSPIError) {
    let advice = "Keys are watched on X alone: set DISPLAY, or use a11y-desktop; on Wayland they are not seen"
    guard let display = currentEnvironment()["DISPLAY"], !display.isEmpty else {
      throw ATSPIError("no display: DISPLAY is not set", advice: advice)
    }
    // "host:0" is somewhere else, and only the library can tell.
    guard display.hasPrefix(":") else { return }
    let number = display.dropFirst().prefix { $0.isNumber }
    let path = "/tmp/.X11-unix/X\(number)"
    if (try? UnixSocket.connect("@" + path)) == nil, (try? UnixSocket.connect(path)) == nil {
      throw ATSPIError("nobody answers at the display \(display)", advice: advice)
    }
  }

  private func run(_ ready: () -> Void) {
    // The watcher lives as long as the process does: libatspi cannot take one back.
    let context = Unmanaged.passRetained(self).toOpaque()
    KeyWatcher.current.withLock { $0 = self }
    KeyWatcher.outliveTheDisplay()
    // What libatspi has to say of an application's faults would be written over the application's own terminal.
    g_log_set_default_handler({ _, _, _, _ in }, nil)
    atspi_init()
    guard let device = atspi_device_new() else { return }
    atspi_device_add_key_watcher(
      device,
      { _, pressed, code, keysym, modifiers, _, context in
        let time = MonotonicTime.now
        guard let context else { return }
        let watcher = Unmanaged<KeyWatcher>.fromOpaque(context).takeUnretainedValue()
        watcher.handler(
          Key(
            time: time, isPress: pressed != 0, name: KeyNames.name(keysym), character: KeyNames.character(keysym),
            code: Int32(truncatingIfNeeded: code), modifiers: modifiers))
      }, context, nil)
    ready()
    let loop = g_main_loop_new(nil, 0)
    g_main_loop_run(loop)
  }

  /// The one that Xlib's handler, which is given no context, tells of the end.
  private static let current = Mutex<KeyWatcher?>(nil)

  /// Xlib ends the whole process where the display goes away, and the file with it; its handler must not return.
  private static func outliveTheDisplay() {
    typealias Handler = @convention(c) (OpaquePointer?) -> Int32
    typealias Setter = @convention(c) (Handler?) -> OpaquePointer?
    // Xlib comes with libatspi where that was built for X, and by no header of its.
    guard let symbol = dlsym(nil, "XSetIOErrorHandler") else { return }
    _ = unsafeBitCast(symbol, to: Setter.self)({ _ in
      KeyWatcher.current.withLock { $0 }?.onLost()
      while true { pause() }
    })
  }
}
