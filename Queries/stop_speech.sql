-- Whether each focus move was heard to be spoken.
--
-- Definitions
--   The first utterance that was queued after the stop, no later than speech_wait_ms and before the same element's next stop,
--   that holds the element's name as it then was, and was heard.
-- Parameters: speech_wait_ms
-- Columns:
--   stop_id       number in stop
--   time_ns       ns since the session's start, of the stop
--   element_id    id in element
--   name          accessible name at that time
--   utterance_id  id in utterance; NULL where the move was not heard to be spoken
--   heard_ns      ns since the session's start, where it became audible; NULL where it was not
-- Order: stop_id
CREATE TEMP VIEW stop_speech AS
WITH named AS MATERIALIZED (
  SELECT stop.stop_id, stop.time_ns, stop.element_id, was.name, was.name_words,
    min(stop.time_ns + speech_wait_ms * 1000000,
      lead(stop.time_ns, 1, 4611686018427387904) OVER (PARTITION BY stop.element_id ORDER BY stop.time_ns)) AS until_ns
  FROM stop JOIN parameter LEFT JOIN element_at AS was
    ON was.element_id = stop.element_id AND stop.time_ns >= was.from_ns AND stop.time_ns < was.until_ns
), audible AS MATERIALIZED (
  SELECT utterance_id, from_ns FROM heard WHERE from_ns IS NOT NULL
), answer AS (
  SELECT stop_id, said.utterance_id, audible.from_ns,
    row_number() OVER (PARTITION BY stop_id ORDER BY queued_ns, said.utterance_id) AS place
  FROM named CROSS JOIN utterance_words AS said ON queued_ns >= named.time_ns AND queued_ns < named.until_ns
    AND name_words <> '' AND instr(' ' || words || ' ', ' ' || name_words || ' ') > 0
  JOIN audible ON audible.utterance_id = said.utterance_id
)
SELECT named.stop_id AS stop_id, named.time_ns, named.element_id, named.name, answer.utterance_id, answer.from_ns AS heard_ns
FROM named LEFT JOIN answer ON answer.stop_id = named.stop_id AND place = 1
ORDER BY stop_id;
