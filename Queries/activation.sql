-- Deliberate acts, each on one element.
--
-- Definitions
--   An act is a press of Return, Enter or space while an element has the focus, a press of the pointer's first button on an
--   element, or a DoAction that was not refused.
--   In a terminal an act is such a press while a highlight has the focus, and Return in a field; see terminal_focus. It is one also where
--   no element is known, and none is told of what is only the terminal itself.
--   A press that the key watcher saw within same_activation_ms of the terminal's byte of the same key is one press, the key watcher's.
--   The program may have answered before the key watcher told, or after: it acts on what had the focus as the press's own byte was
--   given, no more than byte_repeat_ms before, or same_activation_ms after.
--   A press is on what its byte was given after got the focus, or what got it no more than same_stop_ms before, whatever the recorder
--   knew then. After a key that moves the focus, and that nothing has come of, it is on what gets it within same_activation_ms, and
--   after an arrow within same_stop_ms: the application deals with its keys in order, and had not told yet. In a field only the
--   arrows up and down leave it.
--   Bytes tell no release: those of one key no further apart than byte_repeat_ms, and the one before them, are one press.
--   An act on nothing is none, nor is a press on an element that is known to have no action, but for check boxes, radio buttons
--   and toggle buttons: GTK 4.8 names no action of theirs, and a press turns them over. With Control, Alt or Super it is a
--   command, not an act. In a text that can be edited, space is typed, the pointer places the caret, and Return is an act only
--   where there is one line.
--   The keyboard's repeat is none: a press of a key within key_repeat_ms of its last, none let go between, or within key_again_ms
--   of its release, as some keyboards' repeats are told, and as a press is that is seen in two ways.
--   A DoAction is also the press that caused it: the nearest on the same element within same_activation_ms, one for each press.
--   The press is the activation's time, where there is one, and the name is the one that the element had then.
-- Parameters: same_activation_ms, same_stop_ms, key_effect_ms, key_lag_ms, key_repeat_ms, key_again_ms, byte_repeat_ms
-- Columns:
--   activation_id   number in the session, from 1
--   time_ns         ns since the session's start
--   until_ns        ns since the session's start, of the next activation; NULL for the last
--   element_id      id in element; NULL: in a terminal that is not known as one
--   element_role    as AT-SPI names it, at that time
--   element_name    accessible name at that time; in a terminal the name of what had the focus there
--   accessible_id   accessible id at that time
--   via             key or pointer where a press was seen, else action
--   input_id        id in input, of the press; NULL where none was seen
--   action_call_id  id in action_call; NULL where none was seen
--   terminal_focus_id  number in terminal_focus; NULL where it is not on a terminal's screen
-- Order: time_ns, activation_id
CREATE TEMP VIEW activation AS
WITH seen AS (
  SELECT input.id, time_ns, is_press, modifiers, focus_element_id, button, hit_element_id, via,
    CASE key_name WHEN 'KP_Enter' THEN 'Return' WHEN 'KP_Space' THEN 'space' ELSE key_name END AS key,
    key_name
  FROM input
  WHERE key_name IN ('Return', 'KP_Enter', 'space', 'KP_Space') OR button = 1 AND hit_element_id IS NOT NULL
), clustered AS (
  SELECT seen.*, sum(is_first) OVER (PARTITION BY key ORDER BY time_ns, id) AS cluster
  FROM (
    SELECT seen.*, coalesce(time_ns - lag(time_ns) OVER (PARTITION BY key ORDER BY time_ns, id) > key_repeat_ms * 1000000, 1) AS is_first
    FROM seen, parameter) AS seen
), near_watched AS (
  -- The key watcher's presses of the same key around each byte, and how many of each were seen of those that are near each other.
  SELECT seen.*,
    count(CASE WHEN via = 'terminal' AND is_press THEN 1 END) OVER together AS bytes,
    count(CASE WHEN via = 'key-watcher' AND is_press THEN 1 END) OVER together AS watched,
    min(CASE WHEN via = 'terminal' THEN time_ns END) OVER (PARTITION BY key ORDER BY time_ns DESC ROWS UNBOUNDED PRECEDING)
      AS next_byte_ns,
    max(CASE WHEN via = 'key-watcher' AND is_press THEN time_ns END) OVER (PARTITION BY key ORDER BY time_ns ROWS UNBOUNDED PRECEDING)
      AS last_ns,
    min(CASE WHEN via = 'key-watcher' AND is_press THEN time_ns END)
      OVER (PARTITION BY key ORDER BY time_ns DESC ROWS UNBOUNDED PRECEDING) AS next_ns,
    max(CASE WHEN via = 'terminal' THEN time_ns END) OVER (PARTITION BY key ORDER BY time_ns ROWS UNBOUNDED PRECEDING) AS byte_ns
  FROM clustered AS seen
  WINDOW together AS (PARTITION BY key, cluster ORDER BY time_ns ROWS UNBOUNDED PRECEDING)
), one AS (
  SELECT near_watched.*, via = 'terminal' AND (
      coalesce(time_ns - lag(time_ns) OVER same_byte <= byte_repeat_ms * 1000000, 0)
      OR coalesce(lead(time_ns) OVER same_byte - time_ns <= byte_repeat_ms * 1000000
        AND time_ns - lag(time_ns) OVER same_byte <= key_repeat_ms * 1000000, 0)) AS is_byte_repeat
  FROM near_watched, parameter
  WHERE via <> 'terminal' OR NOT (coalesce(time_ns - last_ns <= same_activation_ms * 1000000, 0)
    OR coalesce(next_ns - time_ns <= same_activation_ms * 1000000, 0))
  WINDOW same_byte AS (PARTITION BY via, key ORDER BY time_ns, near_watched.id)
), given AS (
  SELECT one.*, CASE
      WHEN via <> 'key-watcher' THEN time_ns
      WHEN time_ns - byte_ns <= byte_repeat_ms * 1000000 AND bytes >= watched THEN byte_ns
      WHEN next_byte_ns - time_ns <= same_activation_ms * 1000000 THEN next_byte_ns
      ELSE time_ns
    END AS given_ns,
    key IS 'Return' AS is_return,
    is_byte_repeat OR via = 'key-watcher' AND coalesce(time_ns - lag(time_ns) OVER same_key
      <= CASE lag(is_press) OVER same_key WHEN 1 THEN key_repeat_ms ELSE key_again_ms END * 1000000, 0) AS is_repeat
  FROM one, parameter
  WINDOW same_key AS (PARTITION BY via, key_name ORDER BY time_ns, one.id)
), keyed AS (
  -- Presses of more than a modifier, with the one before.
  SELECT id, lag(time_ns) OVER line AS last_key_ns, lag(key_name) OVER line AS last_key
  FROM input WHERE is_press AND button IS NULL AND coalesce(key_name, '') NOT GLOB '*_[LR]'
  WINDOW line AS (PARTITION BY via ORDER BY time_ns, id)
), arrival AS MATERIALIZED (
  -- Where the focus came to; not stop, which would be many times in whatever is asked of activations.
  SELECT time_ns, element_id, max(event_id) AS event_id
  FROM (
    SELECT time_ns, event_id, element_id, lag(element_id) OVER (ORDER BY time_ns, event_id) AS last_element_id
    FROM (
      SELECT time_ns, id AS event_id,
        CASE type_id WHEN (SELECT id FROM string WHERE value = 'object:active-descendant-changed')
          THEN coalesce(any_data_element_id, element_id) ELSE element_id END AS element_id
      FROM event
      WHERE type_id IN (SELECT id FROM string WHERE value IN ('focus:', 'object:active-descendant-changed'))
        OR type_id = (SELECT id FROM string WHERE value = 'object:state-changed:focused') AND detail1 = 1))
  WHERE element_id IS NOT last_element_id GROUP BY time_ns
), told AS (
  -- The arrivals around each press.
  SELECT line.*, max(CASE WHEN id IS NULL THEN given_ns END) OVER (ORDER BY given_ns ROWS UNBOUNDED PRECEDING) AS last_ns,
    min(CASE WHEN id IS NULL THEN given_ns END) OVER (ORDER BY given_ns DESC ROWS UNBOUNDED PRECEDING) AS next_ns
  FROM (
    SELECT given_ns, id, time_ns, last_key_ns, last_key FROM given JOIN keyed USING (id) WHERE is_press AND button IS NULL
    UNION ALL SELECT time_ns, NULL, NULL, NULL, NULL FROM arrival) AS line
), moving AS MATERIALIZED (
  -- Where the focus was on its way as a key was pressed, or had just come to.
  SELECT id, last_key, is_coming, arrival.element_id
  FROM (
    SELECT told.*, coalesce(last_ns >= time_ns - same_stop_ms * 1000000, 0) AS is_there,
      given_ns = time_ns AND coalesce(last_ns < last_key_ns - key_lag_ms * 1000000, 1) AND next_ns - last_key_ns <= key_effect_ms * 1000000
        AND last_key IN ('Tab', 'ISO_Left_Tab', 'Up', 'Down', 'Left', 'Right', 'Home', 'End', 'Page_Up', 'Page_Down')
        AND next_ns - time_ns <= iif(last_key LIKE '%Tab', same_activation_ms, same_stop_ms) * 1000000 AS is_coming
    FROM told, parameter WHERE id IS NOT NULL) AS told
  JOIN arrival ON arrival.time_ns = iif(is_coming, next_ns, last_ns)
  WHERE is_coming OR is_there
), press AS (
  SELECT given.*, coalesce(hit_element_id, (
      SELECT moving.element_id FROM moving LEFT JOIN element_at AS was
        ON was.element_id = focus_element_id AND given.time_ns >= was.from_ns AND given.time_ns < was.until_ns
      WHERE moving.id = given.id AND was.role IS NOT 'terminal'
        AND (NOT is_coming OR last_key IN ('Tab', 'ISO_Left_Tab', 'Up', 'Down') OR was.is_editable IS NOT 1)),
    focus_element_id) AS element_id
  FROM given
), in_terminal AS MATERIALIZED (
  -- Presses that are the terminal program's: nothing else than the terminal itself is known to have the focus.
  SELECT press.id AS input_id, (
      SELECT max(terminal_focus_id) FROM terminal_focus AS held
      WHERE held.time_ns <= given_ns AND coalesce(held.until_ns, 4611686018427387904) >= given_ns) AS terminal_focus_id
  FROM press LEFT JOIN element_at AS was
    ON was.element_id = press.element_id AND press.time_ns >= was.from_ns AND press.time_ns < was.until_ns
  WHERE is_press AND button IS NULL AND (press.element_id IS NULL OR was.role = 'terminal')
    AND EXISTS (SELECT 1 FROM terminal_focus)
), act AS (
  SELECT press.time_ns, element_id, press.id AS input_id, NULL AS action_call_id, press.time_ns AS press_ns, button, is_return,
    focus.terminal_focus_id
  FROM press LEFT JOIN in_terminal ON in_terminal.input_id = press.id
  LEFT JOIN terminal_focus AS focus ON focus.terminal_focus_id = in_terminal.terminal_focus_id
  WHERE is_press AND NOT is_repeat AND modifiers & 76 = 0
    AND CASE WHEN in_terminal.input_id IS NULL THEN element_id IS NOT NULL
      ELSE focus.kind = 'highlight' OR focus.kind = 'field' AND is_return END
  UNION ALL
  SELECT time_ns, element_id, NULL, id, NULL, NULL, NULL, NULL FROM action_call
  WHERE method = 'DoAction' AND accepted IS NOT 0 AND error_name IS NULL
), near AS (
  SELECT act.*, same_activation_ms * 1000000 AS limit_ns,
    max(press_ns) OVER (PARTITION BY element_id ORDER BY time_ns ROWS UNBOUNDED PRECEDING) AS last_ns,
    min(press_ns) OVER (PARTITION BY element_id ORDER BY time_ns DESC ROWS UNBOUNDED PRECEDING) AS next_ns
  FROM act, parameter
), caused AS (
  SELECT near.*,
    CASE
      WHEN press_ns IS NOT NULL THEN press_ns
      WHEN time_ns - last_ns <= min(limit_ns, coalesce(next_ns - time_ns, limit_ns)) THEN last_ns
      WHEN next_ns - time_ns <= limit_ns THEN next_ns
    END AS cause_ns
  FROM near
), placed AS (
  SELECT caused.*, row_number() OVER (
      PARTITION BY element_id, cause_ns, action_call_id IS NULL ORDER BY abs(time_ns - cause_ns), input_id, action_call_id)
      AS place
  FROM caused
), merged AS (
  SELECT element_id, coalesce(min(press_ns), min(time_ns)) AS time_ns,
    min(input_id) AS input_id, min(action_call_id) AS action_call_id,
    max(button) AS button, max(is_return) AS is_return, max(terminal_focus_id) AS terminal_focus_id
  FROM placed GROUP BY element_id, cause_ns, place
)
SELECT
  row_number() OVER line AS activation_id, merged.time_ns AS time_ns, lead(merged.time_ns) OVER line AS until_ns, merged.element_id,
  was.role AS element_role, coalesce(focus.name, was.name) AS element_name, was.accessible_id,
  CASE WHEN input_id IS NULL THEN 'action' WHEN button IS NULL THEN 'key' ELSE 'pointer' END AS via,
  input_id, action_call_id, merged.terminal_focus_id
FROM merged LEFT JOIN terminal_focus AS focus ON focus.terminal_focus_id = merged.terminal_focus_id
LEFT JOIN element_at AS was
  ON was.element_id = merged.element_id AND merged.time_ns >= was.from_ns AND merged.time_ns < was.until_ns
WHERE action_call_id IS NOT NULL OR merged.terminal_focus_id IS NOT NULL
  OR was.role IS NULL
  OR (was.has_action OR was.role IN ('check box', 'radio button', 'toggle button')) AND NOT (was.is_editable AND (NOT is_return OR was.is_multi_line))
WINDOW line AS (ORDER BY merged.time_ns, merged.element_id)
ORDER BY time_ns, activation_id;
