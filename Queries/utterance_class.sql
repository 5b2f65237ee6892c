-- What the words of each utterance are, and of which element.
--
-- Definitions
--   Compared are the element that had the focus when it was queued, the one before, and the one last activated, as each was
--   by then. key echo: a character or key, or the name of a key pressed up to echo_wait_ms before.
--   announcement: what an announcement said. hint: the description. name: the name, with its role or without.
--   changed name: a name given after the focus came to the element. value: a number up to speech_wait_ms after a change of value.
--   role: nothing but the role. state: a state's name. other: none of these.
-- Parameters: speech_wait_ms, echo_wait_ms
-- Columns:
--   utterance_id  id in utterance
--   class         name, changed name, hint, value, state, role, key echo, announcement or other
--   element_id    id in element, whose words they are; NULL where they are nobody's
-- Order: utterance_id
CREATE TEMP VIEW utterance_class AS
WITH stops AS MATERIALIZED (SELECT stop_id, time_ns, element_id FROM stop),
activations AS MATERIALIZED (SELECT activation_id, time_ns, element_id FROM activation),
line AS (
  SELECT queued_ns AS time_ns, 1 AS place, id AS utterance_id, NULL AS stop_id, NULL AS activation_id FROM utterance
  UNION ALL SELECT time_ns, 0, NULL, stop_id, NULL FROM stops
  UNION ALL SELECT time_ns, 0, NULL, NULL, activation_id FROM activations
), before AS MATERIALIZED (
  SELECT * FROM (
    SELECT utterance_id, time_ns AS queued_ns, max(stop_id) OVER so_far AS stop_id, max(activation_id) OVER so_far AS activation_id
    FROM line WINDOW so_far AS (ORDER BY time_ns, place ROWS UNBOUNDED PRECEDING))
  WHERE utterance_id IS NOT NULL
), candidate AS (
  SELECT utterance_id, queued_ns, element_id, max(since_ns) AS since_ns FROM (
    SELECT utterance_id, queued_ns, stops.element_id, stops.time_ns AS since_ns
    FROM before JOIN stops ON stops.stop_id IN (before.stop_id, before.stop_id - 1)
    UNION ALL
    SELECT utterance_id, queued_ns, activations.element_id, activations.time_ns FROM before JOIN activations USING (activation_id))
  GROUP BY utterance_id, element_id
), compared AS (
  SELECT utterance_id, candidate.element_id, element_at.from_ns, length(name_words) AS length,
    CASE
      WHEN words = description_words THEN 'hint'
      WHEN name_words <> '' AND instr(' ' || words || ' ', ' ' || name_words || ' ') > 0
        THEN CASE WHEN was_renamed AND element_at.from_ns > since_ns THEN 'changed name' ELSE 'name' END
      WHEN description_words <> '' AND instr(' ' || words || ' ', ' ' || description_words || ' ') > 0 THEN 'hint'
      WHEN words = lower(role) THEN 'role'
    END AS class
  FROM candidate JOIN utterance_words USING (utterance_id)
  JOIN element_at ON element_at.element_id = candidate.element_id AND element_at.from_ns <= candidate.queued_ns
), best AS MATERIALIZED (
  SELECT utterance_id, element_id, class FROM (
    SELECT *, row_number() OVER (PARTITION BY utterance_id
      ORDER BY class = 'role', length DESC, from_ns DESC, element_id, class) AS place
    FROM compared WHERE class IS NOT NULL)
  WHERE place = 1
), told AS MATERIALIZED (
  SELECT event.time_ns, event.element_id, string.value AS type, lower(any_data) AS data
  FROM event JOIN string ON string.id = type_id
  WHERE string.value IN ('object:announcement', 'object:property-change:accessible-value')
), classed AS (
  SELECT utterance.id AS utterance_id,
    CASE
      WHEN utterance.kind IN ('character', 'key') THEN 'key echo'
      WHEN EXISTS (SELECT 1 FROM told WHERE type = 'object:announcement' AND data = lower(plain_text)
        AND time_ns BETWEEN queued_ns - speech_wait_ms * 1000000 AND queued_ns) THEN 'announcement'
      WHEN best.class IS NOT NULL THEN best.class
      WHEN words GLOB '*[0-9]*' AND EXISTS (SELECT 1 FROM told WHERE type = 'object:property-change:accessible-value'
        AND time_ns BETWEEN queued_ns - speech_wait_ms * 1000000 AND queued_ns) THEN 'value'
      WHEN words IN ('pressed', 'not pressed', 'checked', 'not checked', 'partially checked', 'selected', 'not selected',
        'expanded', 'collapsed', 'grayed', 'unavailable', 'read only', 'required', 'on', 'off') THEN 'state'
      WHEN EXISTS (SELECT 1 FROM input WHERE is_press AND time_ns BETWEEN queued_ns - echo_wait_ms * 1000000 AND queued_ns
        AND words IN (lower(replace(key_name, '_', ' ')), CASE key_name WHEN 'Return' THEN 'enter' WHEN 'KP_Enter' THEN 'enter' END))
        THEN 'key echo'
      ELSE 'other'
    END AS class, best.element_id
  FROM utterance JOIN utterance_words ON utterance_words.utterance_id = utterance.id
  JOIN parameter LEFT JOIN best ON best.utterance_id = utterance.id
)
SELECT utterance_id, class,
  CASE WHEN class IN ('name', 'changed name', 'hint', 'role') THEN element_id END AS element_id
FROM classed
ORDER BY utterance_id;
