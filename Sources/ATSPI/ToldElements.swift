internal import DBus
internal import Timeline

/// What toolkits tell of elements unasked, or of all at once: kept for those that could not be asked themselves before they were gone.
///
/// It is the toolkit's own list for clients that keep a cache (org.a11y.atspi.Cache), and less than an element's own answers: no
/// actions, no place, no attributes.
struct ToldElements {
  static let path = "/org/a11y/atspi/cache"
  static let interface = "org.a11y.atspi.Cache"
  /// Elements of one application that are kept.
  private static let limit = 20_000

  private var versions: [String: [ElementKey: ElementVersion]] = [:]

  /// Takes over what was told, by GetItems or by AddAccessible.
  mutating func take(_ items: [Variant], cause: ElementVersion.Cause, at time: MonotonicTime) {
    for item in items {
      guard var version = Self.version(item, at: time) else { continue }
      version.cause = cause
      guard versions[version.key.busName, default: [:]].count < Self.limit else { continue }
      versions[version.key.busName, default: [:]][version.key] = version
    }
  }

  /// Gives what was told of an application's elements, of those that are `wanted`, in the order of their paths, and forgets all of it.
  mutating func give(of busName: String, where wanted: (ElementKey) -> Bool) -> [ElementVersion] {
    (versions.removeValue(forKey: busName) ?? [:]).values.filter { wanted($0.key) }
      .sorted { $0.key.objectPath < $1.key.objectPath }
  }

  /// Reads an item: ((so)(so)(so)iiassusau), or with a list of children for the two numbers, as Qt 5 and old GTK have it.
  private static func version(_ item: Variant, at time: MonotonicTime) -> ElementVersion? {
    guard let key = item[0].flatMap(ElementReader.key) else { return nil }
    let hasChildList = item[3]?.integer == nil
    let rest = hasChildList ? 4 : 5
    guard let interfaces = item[rest], let states = item[rest + 4] else { return nil }
    var version = ElementVersion(key: key, time: time)
    version.parent = item[2].flatMap(ElementReader.key)
    version.childCount = hasChildList ? item[3]?.children.count : item[4]?.integer.map { Int($0) }
    version.indexInParent = hasChildList ? nil : item[3]?.integer.map { Int($0) }
    version.interfaces = Names.interfaces(interfaces)
    version.name = item[rest + 1]?.string
    version.role = item[rest + 2]?.integer.map { Names.role(UInt32(truncatingIfNeeded: $0)) }
    version.description = item[rest + 3]?.string
    version.states = Names.states(states.children.map { UInt32(truncatingIfNeeded: $0.integer ?? 0) })
    return version
  }
}
