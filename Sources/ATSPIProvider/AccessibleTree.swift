/// The accessibles of an application, by id; the application itself is 0.
struct AccessibleTree: Sendable {
  let applicationName: String
  private(set) var elements: [Int: ProviderElement] = [:]
  private(set) var children: [Int: [Int]] = [:]

  init(applicationName: String, _ list: [ProviderElement]) {
    self.applicationName = applicationName
    for element in list {
      elements[element.id] = element
      children[element.parentID, default: []].append(element.id)
    }
  }

  /// Changes one element; nil where there is none of that id.
  mutating func update<Result>(_ id: Int, _ change: (inout ProviderElement) -> Result) -> Result? {
    guard var element = elements[id] else { return nil }
    defer { elements[id] = element }
    return change(&element)
  }

  func indexInParent(_ id: Int) -> Int {
    guard let element = elements[id] else { return 0 }
    return children[element.parentID]?.firstIndex(of: id) ?? -1
  }

  /// The application's own entry, made up from its name.
  var application: ProviderElement { ProviderElement(id: 0, parentID: 0, role: .application, name: applicationName) }

  func element(_ id: Int) -> ProviderElement? { id == 0 ? application : elements[id] }

  /// Ids in the order of the tree, each before its children.
  var inOrder: [Int] {
    var order: [Int] = []
    var open = [0]
    while let id = open.popLast() {
      order.append(id)
      open += (children[id] ?? []).reversed()
    }
    return order
  }
}
