-- What did the application sound after each activation?
--
-- Columns:
--   activation_id   row of activation
--   start_ns        first onset, nanoseconds since the session's start
--   end_ns          last offset, nanoseconds since the session's start
--   sounding_ms     milliseconds of sound in it, its pauses between sounds left out
--   delay_ms        milliseconds from the activation to the first onset
--   first_kind      what its first sound is: click, tone, speech or other
-- Order: activation_id.
CREATE TEMP VIEW callout AS
SELECT
  s.activation_id,
  min(s.start_ns) AS start_ns,
  max(s.end_ns) AS end_ns,
  sum(s.end_ns - s.start_ns) / 1e6 AS sounding_ms,
  (min(s.start_ns) - a.time_ns) / 1e6 AS delay_ms,
  (SELECT f.kind FROM callout_segment AS f WHERE f.activation_id = s.activation_id ORDER BY f.start_ns LIMIT 1) AS first_kind
FROM callout_segment AS s
JOIN activation AS a ON a.activation_id = s.activation_id
GROUP BY s.activation_id
ORDER BY s.activation_id;
