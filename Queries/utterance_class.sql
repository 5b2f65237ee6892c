-- What the words of each utterance are, and of which element.
--
-- Definitions
--   Compared are the element that had the focus when it was queued, the one before, and the one last activated, as each was
--   from when it got it until then. key echo: a character or key, or the name of the last key pressed, up to echo_wait_ms before.
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
presses AS MATERIALIZED (
  SELECT row_number() OVER (ORDER BY time_ns, id) AS number, time_ns, lower(replace(key_name, '_', ' ')) AS name
  FROM input WHERE is_press
),
line AS (
  SELECT queued_ns AS time_ns, 1 AS place, id AS utterance_id, NULL AS stop_id, NULL AS activation_id, NULL AS press FROM utterance
  UNION ALL SELECT time_ns, 0, NULL, stop_id, NULL, NULL FROM stops
  UNION ALL SELECT time_ns, 0, NULL, NULL, activation_id, NULL FROM activations
  UNION ALL SELECT time_ns, 0, NULL, NULL, NULL, number FROM presses
), before AS MATERIALIZED (
  SELECT * FROM (
    SELECT utterance_id, time_ns AS queued_ns, max(stop_id) OVER so_far AS stop_id,
      max(activation_id) OVER so_far AS activation_id, max(press) OVER so_far AS press
    FROM line WINDOW so_far AS (ORDER BY time_ns, place ROWS UNBOUNDED PRECEDING))
  WHERE utterance_id IS NOT NULL
), candidate AS (
  SELECT utterance_id, queued_ns, press, element_id, max(since_ns) AS since_ns FROM (
    SELECT before.*, stops.element_id, stops.time_ns AS since_ns FROM before JOIN stops USING (stop_id)
    UNION ALL
    SELECT before.*, stops.element_id, stops.time_ns FROM before JOIN stops ON stops.stop_id = before.stop_id - 1
    UNION ALL
    SELECT before.*, activations.element_id, activations.time_ns FROM before JOIN activations USING (activation_id))
  GROUP BY utterance_id, element_id
), compared AS (
  SELECT utterance_id, candidate.queued_ns, press, candidate.element_id, element_at.from_ns, length(name_words) AS length,
    CASE
      WHEN words = description_words THEN 'hint'
      WHEN name_words <> '' AND instr(' ' || words || ' ', ' ' || name_words || ' ') > 0
        THEN CASE WHEN was_renamed AND element_at.from_ns > since_ns THEN 'changed name' ELSE 'name' END
      WHEN description_words <> '' AND instr(' ' || words || ' ', ' ' || description_words || ' ') > 0 THEN 'hint'
      WHEN words = lower(role) THEN 'role'
    END AS class
  FROM candidate CROSS JOIN utterance_words USING (utterance_id)
  CROSS JOIN element_at ON element_at.element_id = candidate.element_id AND element_at.from_ns BETWEEN
    (SELECT max(from_ns) FROM element_at AS was
     WHERE was.element_id = candidate.element_id AND was.from_ns <= candidate.since_ns)
    AND candidate.queued_ns
  UNION ALL
  SELECT utterance_id, queued_ns, press, NULL, NULL, NULL, NULL FROM before
), best AS (
  SELECT * FROM (
    SELECT *, row_number() OVER (PARTITION BY utterance_id
      ORDER BY class IS NULL, class = 'role', length DESC, from_ns DESC, element_id, class) AS place
    FROM compared)
  WHERE place = 1
), told AS MATERIALIZED (
  SELECT time_ns, element_id, type, lower(any_data) AS data FROM named_event
  WHERE type IN ('object:announcement', 'object:property-change:accessible-value')
), classed AS (
  SELECT best.utterance_id,
    CASE
      WHEN message.kind IN ('character', 'key') THEN 'key echo'
      WHEN EXISTS (SELECT 1 FROM told WHERE type = 'object:announcement' AND data = lower(message.plain_text)
        AND told.time_ns BETWEEN best.queued_ns - speech_wait_ms * 1000000 AND best.queued_ns) THEN 'announcement'
      WHEN best.class IS NOT NULL THEN best.class
      WHEN words GLOB '*[0-9]*' AND EXISTS (SELECT 1 FROM told WHERE type = 'object:property-change:accessible-value'
        AND told.time_ns BETWEEN best.queued_ns - speech_wait_ms * 1000000 AND best.queued_ns) THEN 'value'
      WHEN words IN ('pressed', 'not pressed', 'checked', 'not checked', 'partially checked', 'selected', 'not selected',
        'expanded', 'collapsed', 'grayed', 'unavailable', 'read only', 'required', 'on', 'off') THEN 'state'
      WHEN best.queued_ns - presses.time_ns <= echo_wait_ms * 1000000
        AND words IN (presses.name, CASE presses.name WHEN 'return' THEN 'enter' WHEN 'kp enter' THEN 'enter' END)
        THEN 'key echo'
      ELSE 'other'
    END AS class, best.element_id
  FROM best CROSS JOIN message ON message.utterance_id = best.utterance_id
  CROSS JOIN utterance_words ON utterance_words.utterance_id = best.utterance_id
  CROSS JOIN parameter LEFT JOIN presses ON presses.number = best.press
)
SELECT utterance_id, class,
  CASE WHEN class IN ('name', 'changed name', 'hint', 'role') THEN element_id END AS element_id
FROM classed
ORDER BY utterance_id;
