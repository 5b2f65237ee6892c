internal import Storage

/// What is chosen, step by step; each step is SQL over the timeline and the queries of Queries/.
extension TrimmedRows {
  static var choices: [String] { [spans, utterances, context, acts, sounds, events, snapshots, screen, elements] }

  /// Every element that a kept row names.
  private static var met: String {
    let named = Schema.tables.filter { !["element", "element_version"].contains($0.name) }.flatMap { table in
      table.columns.filter { $0.reference == "element" }.map {
        "SELECT \($0.name) AS id FROM \(table.name), trim_window WHERE \(conditions[table.name] ?? "1")"
      }
    }
    return named.joined(separator: " UNION ")
  }

  /// How long each utterance lasts, from its being queued on, and the span in which those that reach into the window could be
  /// heard: the core, in which nothing of the reader's may be missing.
  private static let spans = """
    CREATE TEMP TABLE trim_spoken AS SELECT * FROM speaking;
    CREATE TEMP TABLE trim_utterance AS
    SELECT id, queued_ns, trim_spoken.from_ns AS audible_ns, trim_spoken.to_ns AS silent_ns
    FROM utterance LEFT JOIN trim_spoken ON utterance_id = id, trim_window
    WHERE queued_ns <= trim_window.to_ns
      AND coalesce(trim_spoken.to_ns, ended_ns, cancelled_ns, begun_ns, queued_ns) >= trim_window.from_ns;
    CREATE TEMP TABLE trim_core AS
    SELECT max(-4611686018427387904, min(from_ns, coalesce((SELECT min(audible_ns) FROM trim_utterance), from_ns))) AS core_from_ns,
      min(4611686018427387904, max(to_ns, coalesce((SELECT max(silent_ns) FROM trim_utterance), to_ns))) AS core_to_ns,
      min(from_ns, coalesce((SELECT min(min(queued_ns, coalesce(audible_ns, queued_ns))) FROM trim_utterance), from_ns)) AS queued_ns
    FROM trim_window
    """

  /// Those, and what speaks right before and after them, since one's end is the next one's begin.
  private static let utterances = """
    CREATE TEMP TABLE kept_utterance AS
    SELECT id FROM trim_utterance
    UNION
    SELECT utterance_id FROM trim_spoken
    WHERE to_ns = (SELECT min(audible_ns) FROM trim_utterance) OR from_ns = (SELECT max(silent_ns) FROM trim_utterance)
    """

  /// From where on, and until where, acts, focus and the application's sound are kept: from the activation before the one that
  /// was last when the core began, or when the first of its utterances was queued, from the focus move before that one's, and
  /// from as early as an announcement may be answered.
  ///
  /// What is told twice within a short time is one, so a little more is kept on both sides.
  private static let context = """
    CREATE TEMP TABLE trim_act (activation_id INTEGER PRIMARY KEY, time_ns INTEGER);
    INSERT INTO trim_act SELECT activation_id, time_ns FROM activation;
    CREATE TEMP TABLE trim_callout AS SELECT * FROM callout;
    CREATE TEMP TABLE trim_stop (stop_id INTEGER PRIMARY KEY, time_ns INTEGER);
    INSERT INTO trim_stop SELECT stop_id, time_ns FROM stop;
    CREATE TEMP TABLE trim_context AS
    WITH short AS (
      SELECT *, (2 * same_activation_ms + callout_lead_ms) * 1000000 AS act_ns, 3 * same_stop_ms * 1000000 AS stop_ns
      FROM parameter
    )
    SELECT
      min(queued_ns - speech_wait_ms * 1000000,
        coalesce((SELECT time_ns FROM trim_act WHERE activation_id = max(1, -1 + min(
          coalesce((SELECT max(activation_id) FROM trim_act WHERE time_ns <= queued_ns), 4611686018427387904),
          coalesce((SELECT min(activation_id) FROM trim_callout WHERE to_ns > core_from_ns), 4611686018427387904)))
          ) - act_ns, queued_ns),
        coalesce((SELECT time_ns FROM trim_stop WHERE stop_id = max(1,
          (SELECT max(stop_id) FROM trim_stop WHERE time_ns <= queued_ns) - 1)) - stop_ns, queued_ns)) AS context_from_ns,
      max(core_to_ns, coalesce(
        (SELECT max(to_ns) FROM trim_callout WHERE from_ns < core_to_ns AND to_ns > core_from_ns), core_to_ns)) AS context_to_ns,
      queued_ns - echo_wait_ms * 1000000 AS echo_from_ns, act_ns, stop_ns
    FROM trim_core, short
    """

  /// Of presses before and after the window only those that activate, the one that may be echoed, and what belongs to one press:
  /// its repeats, by the same rule as in activation, and its being let go.
  private static let acts = """
    CREATE TEMP TABLE kept_input AS
    WITH press AS (
      SELECT input.*, is_press AND (button IS NOT NULL OR coalesce(time_ns - lag(time_ns) OVER same_key
        > CASE lag(is_press) OVER same_key WHEN 1 THEN key_repeat_ms ELSE key_again_ms END * 1000000, 1)) AS begins
      FROM input, parameter WINDOW same_key AS (PARTITION BY key_name, button ORDER BY time_ns, input.id)
    ), run AS (
      SELECT id, time_ns, key_name, button,
        sum(begins) OVER (PARTITION BY key_name, button ORDER BY time_ns, id ROWS UNBOUNDED PRECEDING) AS run
      FROM press
    ), wanted AS MATERIALIZED (
      SELECT DISTINCT key_name, button, run FROM run, trim_window, trim_core, trim_context
      WHERE time_ns BETWEEN from_ns AND to_ns OR time_ns BETWEEN echo_from_ns AND core_to_ns
        OR (time_ns BETWEEN context_from_ns AND context_to_ns + act_ns
          AND (key_name IN ('Return', 'KP_Enter', 'space', 'KP_Space') OR button = 1))
    )
    SELECT run.id FROM run JOIN wanted
      ON wanted.run = run.run AND wanted.key_name IS run.key_name AND wanted.button IS run.button;
    CREATE TEMP TABLE kept_call AS
    SELECT id FROM action_call, trim_window, trim_context
    WHERE time_ns BETWEEN context_from_ns AND context_to_ns + act_ns
      OR (time_ns <= to_ns AND coalesce(reply_ns, time_ns) >= from_ns)
    """

  /// Of loops also the pulses around, by which they are known as such.
  private static let sounds = """
    CREATE TEMP TABLE kept_segment AS
    WITH near AS (
      SELECT sound_id, row_number() OVER (PARTITION BY stream_id, kind ORDER BY onset_ns DESC) AS place
      FROM sound, trim_context WHERE sound_id IN (SELECT sound_id FROM loop_sound) AND offset_ns < context_from_ns
      UNION ALL
      SELECT sound_id, row_number() OVER (PARTITION BY stream_id, kind ORDER BY onset_ns)
      FROM sound, trim_context WHERE sound_id IN (SELECT sound_id FROM loop_sound) AND onset_ns > context_to_ns
    )
    SELECT sound_id AS id, stream_id, onset_ns, offset_ns FROM sound, trim_window, trim_core, trim_context
    WHERE CASE role
      WHEN 'reader' THEN onset_ns <= core_to_ns AND offset_ns >= core_from_ns
      WHEN 'application' THEN onset_ns <= context_to_ns AND offset_ns >= context_from_ns
        OR sound_id IN (SELECT sound_id FROM near WHERE place <= 6)
      ELSE onset_ns <= to_ns AND offset_ns >= from_ns END;
    CREATE TEMP TABLE kept_level (stream_id INTEGER, frame INTEGER, PRIMARY KEY (stream_id, frame)) WITHOUT ROWID;
    INSERT OR IGNORE INTO kept_level
    SELECT level.stream_id, frame FROM kept_segment AS segment CROSS JOIN audio_level AS level
      ON level.stream_id = segment.stream_id AND frame BETWEEN onset_ns / 10000000 - 1 AND offset_ns / 10000000 + 1
    UNION ALL
    SELECT stream_id, frame FROM audio_level, trim_window
    WHERE frame >= from_ns / 10000000 AND frame <= to_ns / 10000000
    """

  /// Beside the window: what tells of focus, also where it was when the context began, what is spoken of without it, and which
  /// window was active last.
  private static let events = """
    CREATE TEMP TABLE kept_event AS
    SELECT event.id FROM event, trim_window WHERE time_ns BETWEEN from_ns AND to_ns
    UNION
    SELECT event_id FROM named_event, trim_core, trim_context
    WHERE time_ns BETWEEN context_from_ns AND core_to_ns + stop_ns AND type IN ('object:state-changed:focused', 'focus:',
      'object:active-descendant-changed', 'object:state-changed:selected', 'object:announcement',
      'object:property-change:accessible-value')
    UNION
    SELECT * FROM (SELECT event_id FROM named_event, trim_context
      WHERE time_ns < context_from_ns AND (type = 'focus:' OR type = 'object:state-changed:focused' AND detail1 = 1)
      ORDER BY time_ns DESC, event_id DESC LIMIT 1)
    UNION
    SELECT * FROM (SELECT event_id FROM named_event, trim_window
      WHERE time_ns < from_ns AND type IN ('window:activate', 'window:deactivate', 'object:state-changed:active')
      ORDER BY time_ns DESC, event_id DESC LIMIT 1)
    """

  /// Those taken in the window, and the last one of each application before.
  private static let snapshots = """
    CREATE TEMP TABLE kept_snapshot AS
    SELECT id FROM snapshot, trim_window WHERE start_ns <= to_ns AND coalesce(end_ns, start_ns) >= from_ns
    UNION
    SELECT id FROM (
      SELECT id, row_number() OVER (PARTITION BY application_id ORDER BY start_ns DESC, id DESC) AS place
      FROM snapshot, trim_window WHERE start_ns < from_ns)
    WHERE place = 1
    """

  /// What changed in the window, and what the screen showed before.
  private static let screen = """
    CREATE TEMP TABLE kept_change AS
    SELECT id FROM terminal_change, trim_window WHERE time_ns BETWEEN from_ns AND to_ns
    UNION
    SELECT id FROM (
      SELECT id, row_number() OVER (PARTITION BY kind, CASE kind WHEN 'text' THEN screen_row END ORDER BY time_ns DESC, id DESC)
        AS place
      FROM terminal_change, trim_window WHERE time_ns < from_ns AND kind <> 'bell')
    WHERE place = 1
    """

  /// Every version of the context, and of each element the last before it, or the first where it is only read later.
  private static var elements: String {
    """
    CREATE TEMP TABLE kept_version AS
    SELECT id FROM element_version, trim_context WHERE time_ns BETWEEN context_from_ns AND context_to_ns
    UNION
    SELECT id FROM (
      SELECT id, row_number() OVER (PARTITION BY element_id ORDER BY time_ns DESC, id DESC) AS place
      FROM element_version, trim_context WHERE time_ns < context_from_ns)
    WHERE place = 1
    UNION
    SELECT element_version_id FROM snapshot_element WHERE snapshot_id IN (SELECT id FROM kept_snapshot);
    CREATE TEMP TABLE trim_met AS \(met);
    INSERT INTO kept_version
    SELECT id FROM (
      SELECT id, min(time_ns) FROM element_version
      WHERE element_id IN (SELECT id FROM trim_met)
        AND element_id NOT IN (SELECT element_id FROM element_version WHERE id IN (SELECT id FROM kept_version))
      GROUP BY element_id);
    CREATE TEMP TABLE kept_element AS
    SELECT id FROM trim_met
    UNION SELECT element_id FROM element_version WHERE id IN (SELECT id FROM kept_version)
    UNION SELECT parent_element_id FROM element_version WHERE id IN (SELECT id FROM kept_version)
    """
  }
}
