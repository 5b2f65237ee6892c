-- Deliberate acts, each on one element.
--
-- Definitions
--   An act is a press of Return, Enter or space while an element has the focus, or a DoAction that was not refused.
--   An act on nothing is none, nor is a press on an element that is known to have no action. The keyboard's repeat is none. With Control, Alt or Super it is a command, not an act.
--   Acts on one element within same_activation_ms of each other are one: a press is also seen as the DoAction it causes.
--   The press is the activation's time, where there is one, and the name is the one that the element had then.
-- Parameters: same_activation_ms, key_repeat_ms
-- Columns:
--   activation_id   number in the session, from 1
--   time_ns         ns since the session's start
--   until_ns        ns since the session's start, of the next activation; NULL for the last
--   element_id      id in element
--   element_role    as AT-SPI names it, at that time
--   element_name    accessible name at that time
--   accessible_id   accessible id at that time
--   via             key where a press was seen, else action
--   input_id        id in input, of the press; NULL where none was seen
--   action_call_id  id in action_call; NULL where none was seen
-- Order: time_ns, activation_id
CREATE TEMP VIEW activation AS
WITH press AS (
  SELECT *,
    lag(is_press, 1, 0) OVER same_key = 1 AND time_ns - lag(time_ns) OVER same_key <= key_repeat_ms * 1000000 AS is_repeat
  FROM input, parameter
  WHERE key_name IN ('Return', 'KP_Enter', 'space', 'KP_Space')
  WINDOW same_key AS (PARTITION BY key_name ORDER BY time_ns, input.id)
), act AS (
  SELECT time_ns, focus_element_id AS element_id, id AS input_id, NULL AS action_call_id
  FROM press WHERE is_press AND NOT is_repeat AND focus_element_id IS NOT NULL AND modifiers & 76 = 0
  UNION ALL
  SELECT time_ns, element_id, NULL, id FROM action_call WHERE method = 'DoAction' AND accepted IS NOT 0 AND error_name IS NULL
), apart AS (
  SELECT act.*, same_activation_ms * 1000000
      < coalesce(time_ns - lag(time_ns) OVER (PARTITION BY element_id ORDER BY time_ns), 4611686018427387904) AS is_first
  FROM act, parameter
), numbered AS (
  SELECT *, sum(is_first) OVER (PARTITION BY element_id ORDER BY time_ns ROWS UNBOUNDED PRECEDING) AS part FROM apart
), merged AS (
  SELECT element_id, coalesce(min(CASE WHEN input_id IS NOT NULL THEN time_ns END), min(time_ns)) AS time_ns,
    min(input_id) AS input_id, min(action_call_id) AS action_call_id
  FROM numbered GROUP BY element_id, part
)
SELECT
  row_number() OVER line AS activation_id, merged.time_ns, lead(merged.time_ns) OVER line AS until_ns, merged.element_id,
  was.role AS element_role, was.name AS element_name, was.accessible_id,
  CASE WHEN input_id IS NULL THEN 'action' ELSE 'key' END AS via,
  input_id, action_call_id
FROM merged LEFT JOIN element_at AS was
  ON was.element_id = merged.element_id AND merged.time_ns >= was.from_ns AND merged.time_ns < was.until_ns
WHERE action_call_id IS NOT NULL OR was.element_id IS NULL OR was.has_action
WINDOW line AS (ORDER BY merged.time_ns, merged.element_id)
ORDER BY time_ns, activation_id;
