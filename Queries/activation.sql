-- Deliberate acts, each on one element.
--
-- Definitions
--   An act is a press of Return, Enter or space while an element has the focus, a press of the pointer's first button on an
--   element, or a DoAction that was not refused.
--   An act on nothing is none, nor is a press on an element that is known to have no action. With Control, Alt or Super it is a
--   command, not an act. In a text that can be edited, space is typed, the pointer places the caret, and Return is an act only
--   where there is one line.
--   The keyboard's repeat is none: a press of a key within key_repeat_ms of its last, none let go between, or within key_again_ms
--   of its release, as some keyboards' repeats are told, and as a press is that is seen in two ways.
--   A DoAction is also the press that caused it: the nearest on the same element within same_activation_ms, one for each press.
--   The press is the activation's time, where there is one, and the name is the one that the element had then.
-- Parameters: same_activation_ms, key_repeat_ms, key_again_ms
-- Columns:
--   activation_id   number in the session, from 1
--   time_ns         ns since the session's start
--   until_ns        ns since the session's start, of the next activation; NULL for the last
--   element_id      id in element
--   element_role    as AT-SPI names it, at that time
--   element_name    accessible name at that time
--   accessible_id   accessible id at that time
--   via             key or pointer where a press was seen, else action
--   input_id        id in input, of the press; NULL where none was seen
--   action_call_id  id in action_call; NULL where none was seen
-- Order: time_ns, activation_id
CREATE TEMP VIEW activation AS
WITH press AS (
  SELECT input.*, coalesce(hit_element_id, focus_element_id) AS element_id, key_name IN ('Return', 'KP_Enter') AS is_return,
    button IS NULL AND coalesce(time_ns - lag(time_ns) OVER same_key
      <= CASE lag(is_press) OVER same_key WHEN 1 THEN key_repeat_ms ELSE key_again_ms END * 1000000, 0) AS is_repeat
  FROM input, parameter
  WHERE key_name IN ('Return', 'KP_Enter', 'space', 'KP_Space') OR button = 1 AND hit_element_id IS NOT NULL
  WINDOW same_key AS (PARTITION BY key_name ORDER BY time_ns, input.id)
), act AS (
  SELECT time_ns, element_id, id AS input_id, NULL AS action_call_id, time_ns AS press_ns, button, is_return
  FROM press WHERE is_press AND NOT is_repeat AND element_id IS NOT NULL AND modifiers & 76 = 0
  UNION ALL
  SELECT time_ns, element_id, NULL, id, NULL, NULL, NULL FROM action_call
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
    max(button) AS button, max(is_return) AS is_return
  FROM placed GROUP BY element_id, cause_ns, place
)
SELECT
  row_number() OVER line AS activation_id, merged.time_ns, lead(merged.time_ns) OVER line AS until_ns, merged.element_id,
  was.role AS element_role, was.name AS element_name, was.accessible_id,
  CASE WHEN input_id IS NULL THEN 'action' WHEN button IS NULL THEN 'key' ELSE 'pointer' END AS via,
  input_id, action_call_id
FROM merged LEFT JOIN element_at AS was
  ON was.element_id = merged.element_id AND merged.time_ns >= was.from_ns AND merged.time_ns < was.until_ns
WHERE action_call_id IS NOT NULL
  OR was.role IS NULL
  OR was.has_action AND NOT (was.is_editable AND (NOT is_return OR was.is_multi_line))
WINDOW line AS (ORDER BY merged.time_ns, merged.element_id)
ORDER BY time_ns, activation_id;
