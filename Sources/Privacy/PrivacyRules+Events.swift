internal import Timeline

extension Event {
  /// Whether it tells of text or of a value, and so has to wait until it is known whose.
  var isOfText: Bool { type.rawValue.hasPrefix("object:text-") || type == "object:property-change:accessible-value" }

  /// Whether it tells nothing of what stands in a field.
  fileprivate var isOfPlace: Bool {
    type.rawValue.hasPrefix("object:state-changed:") || type.rawValue.hasPrefix("window:") || type == "focus:"
      || type.rawValue.hasPrefix("object:children-changed")
      || type.rawValue.hasPrefix("object:property-change:") && !type.rawValue.hasSuffix("-value")
  }

  /// The change of the text that it tells of; nil where it is another event, or its text is masked already.
  var change: TypedContent.Change? {
    if type.rawValue.hasPrefix("object:text-changed:insert"), let anyData, !TextMask.isMask(anyData) {
      return .insert(at: Int(detail1), Array(anyData))
    }
    return type.rawValue.hasPrefix("object:text-changed:delete") ? .delete(at: Int(detail1), length: Int(detail2)) : nil
  }
}

extension PrivacyRules {
  /// What is kept of an event; nil for nothing.
  func take(_ event: Event) -> Event? {
    var event = event
    switch kind(of: event.source) {
    case .password:
      guard event.isOfPlace else { return nil }
    case .unknown where event.isOfText && unknownElements == .hidden:
      event.detail1 = 0
      event.detail2 = 0
      event.anyData = event.anyData.map { _ in TextMask.hidden }
      return event
    case .editable, .terminal, .unknown:
      if event.type.rawValue.hasPrefix("object:text-"), !keepsText {
        event.anyData = event.anyData.map(mask.mask)
        return event
      }
    case .plain: break
    }
    event.anyData = event.anyData.map { masked($0, at: event.time).text }
    return event
  }
}
