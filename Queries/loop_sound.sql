-- Sounds of the application that are pulses of a loop, as a beacon's.
--
-- Definitions
--   Sounds of one stream and kind, of like length and evenly spaced, loop_pulses or more in a row, are a loop.
--   Like and even are within loop_tolerance_ms.
-- Parameters: loop_pulses, loop_tolerance_ms
-- Columns:
--   sound_id  id in audio_segment
-- Order: sound_id
CREATE TEMP VIEW loop_sound AS
WITH spaced AS (
  SELECT sound_id, stream_id, kind, onset_ns, loop_pulses, loop_tolerance_ms * 1000000 AS tolerance_ns,
    offset_ns - onset_ns AS length_ns,
    lag(offset_ns - onset_ns) OVER line AS last_length_ns,
    onset_ns - lag(onset_ns) OVER line AS distance_ns,
    lag(onset_ns) OVER line - lag(onset_ns, 2) OVER line AS last_distance_ns,
    lead(onset_ns) OVER line - onset_ns AS next_distance_ns
  FROM sound, parameter WHERE role = 'application'
  WINDOW line AS (PARTITION BY stream_id, kind ORDER BY onset_ns)
), linked AS (
  SELECT *,
    coalesce(abs(length_ns - last_length_ns) <= tolerance_ns, 0)
      AND (coalesce(abs(distance_ns - last_distance_ns) <= tolerance_ns, 0)
        OR coalesce(abs(distance_ns - next_distance_ns) <= tolerance_ns, 0)) AS goes_on
  FROM spaced
), numbered AS (
  SELECT *, sum(NOT goes_on) OVER (PARTITION BY stream_id, kind ORDER BY onset_ns ROWS UNBOUNDED PRECEDING) AS run
  FROM linked
)
SELECT sound_id
FROM (SELECT *, count(*) OVER (PARTITION BY stream_id, kind, run) AS pulses FROM numbered)
WHERE pulses >= loop_pulses
ORDER BY sound_id;
