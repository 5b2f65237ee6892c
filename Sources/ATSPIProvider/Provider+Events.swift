internal import DBus
internal import Synchronization

extension Provider {
  /// Says that the window of the element `frame` is the active one, and that its focused element has the focus.
  ///
  /// window:activate always goes with state-changed:active: clients renew a state that they have cached by the latter alone.
  public func claim(frame: Int) {
    let name = shared.withLock { shared in
      shared.tree.update(frame) { _ = $0.states.insert(.active) }
      return shared.tree.element(frame)?.name ?? ""
    }
    emit(frame, "Window", "Activate", detail: "", data: .string(name))
    emitState(frame, .active, true)
    tellFocus()
  }

  /// Says that the window of the element `frame` is not the active one any more.
  public func release(frame: Int) {
    let name = shared.withLock { shared in
      shared.tree.update(frame) { _ = $0.states.remove(.active) }
      return shared.tree.element(frame)?.name ?? ""
    }
    emit(frame, "Window", "Deactivate", detail: "", data: .string(name))
    emitState(frame, .active, false)
  }

  /// Moves the focus; with `isTold` false the state changes and no event says so, since the window is not active.
  public func focus(_ id: Int, isTold: Bool = true) {
    shared.withLock { shared in
      if let before = shared.focusedID { shared.tree.update(before) { _ = $0.states.remove(.focused) } }
      shared.tree.update(id) { _ = $0.states.insert(.focused) }
      shared.focusedID = id
    }
    if isTold { tellFocus() }
  }

  /// Says which element has the focus, and of the one that was last said to have it, that it has not.
  private func tellFocus() {
    let (before, now) = shared.withLock { shared in
      defer { shared.toldFocusID = shared.focusedID }
      return (shared.toldFocusID, shared.focusedID)
    }
    if let before, before != now { emitState(before, .focused, false) }
    if let now { emitState(now, .focused, true) }
  }

  /// Waits until all that was said is on the bus.
  public func flush() { try? bus.flush() }

  /// Turns a state of an element on or off, and says so.
  public func set(_ state: ProviderElement.State, _ isOn: Bool, of id: Int) {
    let changed = shared.withLock { shared in
      shared.tree.update(id) { isOn ? $0.states.insert(state).inserted : $0.states.remove(state) != nil } ?? false
    }
    if changed { emitState(id, state, isOn) }
  }

  /// Gives an element another name, and says so; toolkits give no first detail.
  public func rename(_ id: Int, _ name: String, detail1: Int32 = 0) {
    let changed = shared.withLock { shared in
      shared.tree.update(id) { element in
        defer { element.name = name }
        return element.name != name
      } ?? false
    }
    if changed {
      emit(id, "Object", "PropertyChange", detail: "accessible-name", detail1: detail1, data: .string(name))
    }
  }

  private func emitState(_ id: Int, _ state: ProviderElement.State, _ isOn: Bool) {
    emit(id, "Object", "StateChanged", detail: state.eventDetail, detail1: isOn ? 1 : 0, data: .int32(0))
  }

  private func emit(_ id: Int, _ category: String, _ member: String, detail: String, detail1: Int32 = 0, data: Variant)
  {
    let body = Variant.tuple([
      .string(detail), .int32(detail1), .int32(0), .variant(data), .array(of: "{sv}", []),
    ])
    // An application whose bus has gone goes on without being heard.
    try? bus.emit(Self.path(of: id), Self.prefix + "Event." + category, member, body)
  }
}
