/// How an application may be asked, by its toolkit; one that has not said yet what it is is asked as the most fragile.
struct ToolkitManners: Sendable {
  /// What extents count from, as AtspiCoordType has it.
  enum Coordinates: UInt32, Sendable {
    case screen = 0
    /// GTK 4 does not know where its windows are, and warns on its own terminal when it is asked.
    case window = 1
  }

  /// What extents are to count from; nil where they are not asked for.
  var coordinates: Coordinates?
  /// Whether all properties may be asked at once: Qt 5 takes a second argument that GetAll has not, and ends with a segmentation fault.
  var answersGetAll = false

  /// Those of an application that has not said what its toolkit is.
  static let ofStranger = ToolkitManners()
}

extension ToolkitManners {
  /// Those of a toolkit, by ToolkitName and Version of org.a11y.atspi.Application.
  init(toolkit: String, version: String) {
    let isGTK = toolkit.uppercased() == "GTK"
    coordinates = isGTK && version.hasPrefix("4") ? .window : .screen
    answersGetAll = isGTK
  }
}
