-- Where the focus rested.
--
-- Definitions
--   Raw focus on the same element within same_stop_ms of the last, with no other element between, is one stop.
--   A, B and A again are three stops, however fast.
-- Parameters: same_stop_ms
-- Columns:
--   stop_id        number in the session, from 1
--   time_ns        ns since the session's start, of the first event
--   until_ns       ns since the session's start, of the next stop; NULL for the last
--   element_id     id in element
--   role           as AT-SPI names it, at that time
--   name           accessible name at that time
--   accessible_id  accessible id at that time
--   events         raw focus events merged in it
--   event_id       id in event, of the first
-- Order: stop_id
CREATE TEMP VIEW stop AS
WITH raw AS (
  SELECT focus.*, same_stop_ms * 1000000 AS limit_ns,
    lag(element_id) OVER line AS last_element_id, lag(time_ns) OVER line AS last_ns
  FROM focus, parameter
  WINDOW line AS (ORDER BY time_ns, event_id)
), numbered AS (
  SELECT raw.*,
    sum(last_element_id IS NOT element_id OR time_ns - last_ns > limit_ns)
      OVER (ORDER BY time_ns, event_id ROWS UNBOUNDED PRECEDING) AS stop_id
  FROM raw
), merged AS (
  SELECT stop_id, min(time_ns) AS time_ns, min(element_id) AS element_id, count(*) AS events, min(event_id) AS event_id
  FROM numbered GROUP BY stop_id
)
SELECT stop_id, merged.time_ns, lead(merged.time_ns) OVER (ORDER BY stop_id) AS until_ns, merged.element_id,
  was.role, was.name, was.accessible_id, events, event_id
FROM merged LEFT JOIN element_at AS was
  ON was.element_id = merged.element_id AND merged.time_ns >= was.from_ns AND merged.time_ns < was.until_ns
ORDER BY stop_id;
