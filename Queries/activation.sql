-- Which deliberate acts were done on which element?
--
-- An act is a press of Return, Enter or space on the focused element, or a DoAction that was not refused. A held key's repeats
-- are its first press; acts on one element within same_activation_ms of each other are one activation, dated to the first. An
-- element that is known to have no action cannot be activated. The name is the one known at the act.
-- Columns:
--   activation_id   number in the order of time, from 1
--   time_ns         nanoseconds since the session's start
--   next_ns         the next activation's time; NULL: it was the last
--   element_id      row of element
--   via             key or action: what came first
--   source_id       row of input or of action_call
--   name            accessible name; NULL: never answered
--   accessible_id   accessible id; NULL: none
-- Order: time_ns.
CREATE TEMP VIEW activation AS
WITH press AS (
  SELECT id, time_ns, focus_element_id AS element_id, is_press, key_name,
    lag(is_press) OVER (PARTITION BY key_name ORDER BY time_ns, id) AS previous
  FROM input
), act AS (
  SELECT time_ns, element_id, 'key' AS via, id AS source_id
  FROM press
  WHERE is_press = 1 AND previous IS NOT 1 AND element_id IS NOT NULL
    AND key_name IN ('Return', 'KP_Enter', 'space', 'KP_Space')
  UNION ALL
  SELECT time_ns, element_id, 'action', id
  FROM action_call
  WHERE accepted IS NOT 0 AND error_name IS NULL
), first AS (
  SELECT *, lag(time_ns) OVER (PARTITION BY element_id ORDER BY time_ns, via DESC) AS previous_ns FROM act
), known AS (
  SELECT
    first.*,
    coalesce(
      (SELECT id FROM element_version AS v WHERE v.element_id = first.element_id AND v.time_ns <= first.time_ns
       ORDER BY v.time_ns DESC, v.id DESC LIMIT 1),
      (SELECT id FROM element_version AS v WHERE v.element_id = first.element_id ORDER BY v.time_ns, v.id LIMIT 1)
    ) AS version_id
  FROM first, parameter
  WHERE previous_ns IS NULL OR time_ns - previous_ns > same_activation_ms * 1e6
)
SELECT
  row_number() OVER (ORDER BY known.time_ns, known.source_id) AS activation_id,
  known.time_ns,
  lead(known.time_ns) OVER (ORDER BY known.time_ns, known.source_id) AS next_ns,
  known.element_id, known.via, known.source_id, v.name, v.accessible_id
FROM known
LEFT JOIN element_version AS v ON v.id = known.version_id
WHERE known.via = 'action' OR v.id IS NULL OR coalesce(v.actions, '[]') <> '[]'
ORDER BY known.time_ns;
