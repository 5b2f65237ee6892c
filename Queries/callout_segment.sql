-- Which sounds of the application belong to which activation?
--
-- A callout is what the application sounds from an activation on, until callout_silence_ms of its silence or the next activation;
-- its first sound comes within first_sound_ms. Sound that began before the activation and goes on is background and left out,
-- unless it began after the activation before: then the earlier callout's sound runs into this one, and each has its part.
-- Columns:
--   activation_id   row of activation
--   segment_id      row of audio_segment
--   start_ns        nanoseconds since the session's start
--   end_ns          nanoseconds since the session's start; a sound that was cut by the recording's end ends there
--   kind            click, tone, speech or other
-- Order: activation_id, start_ns.
CREATE TEMP VIEW callout_segment AS
WITH act AS (
  SELECT activation_id, time_ns, next_ns, lag(time_ns) OVER (ORDER BY time_ns) AS previous_ns FROM activation
), over AS (
  -- Where the recorder died, the last thing that is known ends what was open.
  SELECT coalesce(
    ended_ns,
    (SELECT max(coalesce(offset_ns, onset_ns)) FROM audio_segment)
  ) AS end_ns FROM session
), sound AS (
  SELECT s.id, s.onset_ns, coalesce(s.offset_ns, max(over.end_ns, s.onset_ns)) AS offset_ns, s.kind
  FROM audio_segment AS s
  JOIN audio_stream ON audio_stream.id = s.stream_id AND audio_stream.role = 'application'
  JOIN over
), part AS (
  SELECT
    act.activation_id, act.time_ns, sound.id AS segment_id, sound.kind,
    max(sound.onset_ns, act.time_ns) AS start_ns,
    min(sound.offset_ns, coalesce(act.next_ns, sound.offset_ns)) AS end_ns
  FROM act
  JOIN sound ON sound.offset_ns > act.time_ns
    AND sound.onset_ns < coalesce(act.next_ns, sound.onset_ns + 1)
    AND (sound.onset_ns >= act.time_ns OR sound.onset_ns >= act.previous_ns)
), chained AS (
  SELECT *,
    max(end_ns) OVER (PARTITION BY activation_id ORDER BY start_ns, segment_id
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before_ns
  FROM part
), broken AS (
  SELECT chained.*,
    sum(CASE
      WHEN before_ns IS NULL THEN start_ns - time_ns > first_sound_ms * 1e6
      ELSE start_ns - before_ns > callout_silence_ms * 1e6
    END) OVER (PARTITION BY activation_id ORDER BY start_ns, segment_id) AS breaks
  FROM chained, parameter
)
SELECT activation_id, segment_id, start_ns, end_ns, kind
FROM broken
WHERE breaks = 0
ORDER BY activation_id, start_ns, segment_id;
