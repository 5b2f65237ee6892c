-- Where did the traversal rest?
--
-- Focus events that name the same element again within same_stop_ms, with nothing between, are one stop; A, B, A is three.
-- The name is the one known at the stop; where none was yet, the first that was learnt after it.
-- Columns:
--   event_id     row of event: the first of the stop
--   time_ns      nanoseconds since the session's start
--   element_id   row of element
--   role         AT-SPI role; NULL: never answered
--   name         accessible name; NULL: never answered
--   accessible_id  accessible id; NULL: none
-- Order: time_ns.
CREATE TEMP VIEW stop AS
WITH followed AS (
  SELECT
    event_id, time_ns, element_id,
    lag(element_id) OVER before_it AS previous_element_id,
    lag(time_ns) OVER before_it AS previous_time_ns
  FROM focus
  WINDOW before_it AS (ORDER BY time_ns, event_id)
), rested AS (
  SELECT
    followed.*,
    coalesce(
      (SELECT id FROM element_version AS v WHERE v.element_id = followed.element_id AND v.time_ns <= followed.time_ns
       ORDER BY v.time_ns DESC, v.id DESC LIMIT 1),
      (SELECT id FROM element_version AS v WHERE v.element_id = followed.element_id ORDER BY v.time_ns, v.id LIMIT 1)
    ) AS version_id
  FROM followed, parameter
  WHERE previous_element_id IS NOT element_id OR time_ns - previous_time_ns > same_stop_ms * 1e6
)
SELECT rested.event_id, rested.time_ns, rested.element_id, v.role, v.name, v.accessible_id
FROM rested
LEFT JOIN element_version AS v ON v.id = rested.version_id
ORDER BY rested.time_ns, rested.event_id;
