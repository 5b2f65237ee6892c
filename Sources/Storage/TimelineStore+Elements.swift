internal import Timeline

/// What is known of applications and their elements.
extension TimelineStore {
  func write(_ application: Application) throws(StorageError) {
    let id = try applicationID(application.busName)
    try run(
      """
      UPDATE application SET name = ?, process_id = ?, toolkit = ?, toolkit_version = ?, first_seen_ns = ?,
        last_seen_ns = ? WHERE id = ?
      """, application.name, application.processID, application.toolkit, application.toolkitVersion,
      time(application.firstSeen), time(application.lastSeen), id)
  }

  /// Writes what an element was, and gives its row's id.
  func write(_ version: ElementVersion) throws(StorageError) -> Int64 {
    let element = try elementID(version.key) as Int64
    let parent = try elementID(version.parent)
    let texts = [
      version.role?.rawValue, version.name, version.description, version.helpText, version.accessibleID,
      version.states.map { JSON.array($0.map(\.rawValue)) }, version.attributes.map(JSON.object),
      version.interfaces.map(JSON.array), version.actions.map(JSON.array), version.keyBindings.map(JSON.array),
      version.relations.map(JSON.object),
    ]
    var values: [any Bindable] = [element, time(version.time), version.cause.rawValue]
    for text in texts { values.append(try stringID(text)) }
    let (value, extents) = (version.value, version.extents)
    values += [value?.current, value?.minimum, value?.maximum] as [Double?]
    values += [extents?.x, extents?.y, extents?.width, extents?.height] as [Int32?]
    return try inserted(
      """
      INSERT INTO element_version (element_id, time_ns, cause, role_id, name_id, description_id, help_text_id,
        accessible_id_id, states_id, attributes_id, interfaces_id, actions_id, key_bindings_id, relations_id, value,
        value_minimum, value_maximum, x_px, y_px, width_px, height_px, parent_element_id, index_in_parent, child_count)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      RETURNING id
      """, values + [parent, version.indexInParent, version.childCount])
  }

  func write(_ call: ActionCall) throws(StorageError) {
    let element = try elementID(call.target) as Int64
    try run(
      """
      INSERT OR REPLACE INTO action_call (id, time_ns, caller, element_id, method, action_index, value, reply_ns,
        accepted, error_name) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, call.id, time(call.time), call.caller, element, call.method, call.actionIndex, call.value,
      time(call.replyTime), call.accepted, call.errorName)
  }

  func write(_ snapshot: Snapshot) throws(StorageError) {
    let application = try applicationID(snapshot.busName)
    try run(
      """
      INSERT INTO snapshot (id, application_id, reason, start_ns, end_ns, limit_reached) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET end_ns = excluded.end_ns, limit_reached = excluded.limit_reached
      """, snapshot.id, application, snapshot.reason, time(snapshot.start), time(snapshot.end), snapshot.limitReached)
  }

  func write(_ element: SnapshotElement) throws(StorageError) {
    let version = try write(element.version)
    try run(
      "INSERT INTO snapshot_element (snapshot_id, ordinal, element_version_id, depth) VALUES (?, ?, ?, ?)",
      element.snapshotID, element.ordinal, version, element.depth)
  }
}
