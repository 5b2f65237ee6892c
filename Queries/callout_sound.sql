-- The application's sounds, each part of a callout or of the background.
--
-- Definitions
--   An activation's sounds begin after it, or up to callout_lead_ms before, since both are dated with some error.
--   Its first sound comes within callout_wait_ms, each other within callout_silence_ms of the silence before it.
--   The next activation, of whichever element, cuts it.
--   A sound of the callout before that runs into this one has its part in each, since where one ends and the other begins
--   cannot be heard. Any other sound that began before the activation and goes on is background, until it pauses for two
--   frames (20 ms) or more: what comes after the pause is new.
--   Background is also a loop, and sound that no activation asked for.
-- Parameters: callout_silence_ms, callout_wait_ms, callout_lead_ms
-- Columns:
--   activation_id  number in activation; NULL for background
--   sound_id       id in audio_segment
--   stream_id      id in audio_stream
--   from_ns        ns since the session's start
--   to_ns          ns since the session's start
-- Order: from_ns, sound_id
CREATE TEMP VIEW callout_sound AS
WITH asked AS MATERIALIZED (
  SELECT activation_id, time_ns, time_ns - callout_lead_ms * 1000000 AS begin_ns,
    coalesce(until_ns - callout_lead_ms * 1000000, 4611686018427387904) AS until_ns,
    lag(time_ns) OVER (ORDER BY activation_id) - callout_lead_ms * 1000000 AS last_begin_ns,
    callout_silence_ms * 1000000 AS silence_ns, callout_wait_ms * 1000000 AS wait_ns
  FROM activation, parameter
), looped AS MATERIALIZED (SELECT sound_id FROM loop_sound),
under_way AS (
  SELECT asked.activation_id, sound.*, asked.begin_ns, asked.last_begin_ns
  FROM asked CROSS JOIN sound_length AS alike ON alike.role = 'application'
  CROSS JOIN sound ON sound.role = alike.role AND sound.digits = alike.digits
    AND sound.onset_ns < asked.begin_ns AND sound.offset_ns > asked.begin_ns
    AND sound.onset_ns > asked.begin_ns - alike.longest_ns
  WHERE sound_id NOT IN (SELECT sound_id FROM looped)
), resumed AS (
  SELECT activation_id, sound_id,
    CASE WHEN onset_ns >= last_begin_ns THEN begin_ns ELSE
    (SELECT min(frame) * 10000000
     FROM (SELECT frame, lag(frame) OVER (ORDER BY frame) AS last_frame FROM audio_level
           WHERE audio_level.stream_id = under_way.stream_id
             AND frame BETWEEN under_way.begin_ns / 10000000 - 1 AND under_way.offset_ns / 10000000)
     WHERE frame - last_frame > 2 AND frame * 10000000 >= under_way.begin_ns) END AS onset_ns
  FROM under_way
), begun AS (
  SELECT asked.*, sound_id, stream_id, onset_ns AS from_ns, min(offset_ns, until_ns) AS to_ns
  FROM asked CROSS JOIN sound ON sound.role = 'application'
    AND sound.onset_ns >= asked.begin_ns AND sound.onset_ns < asked.until_ns
  WHERE sound_id NOT IN (SELECT sound_id FROM looped)
  UNION ALL
  SELECT asked.*, sound.sound_id, stream_id, resumed.onset_ns, min(offset_ns, until_ns)
  FROM resumed JOIN asked USING (activation_id) JOIN sound USING (sound_id)
  WHERE resumed.onset_ns < asked.until_ns
), spaced AS (
  SELECT begun.*,
    max(to_ns) OVER (PARTITION BY activation_id ORDER BY from_ns, sound_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
      AS last_ns
  FROM begun
), kept AS MATERIALIZED (
  SELECT activation_id, sound_id, stream_id, from_ns, to_ns
  FROM (
    SELECT *,
      sum(CASE WHEN last_ns IS NULL THEN from_ns - time_ns > wait_ns ELSE from_ns - last_ns > silence_ns END)
        OVER (PARTITION BY activation_id ORDER BY from_ns, sound_id ROWS UNBOUNDED PRECEDING) AS breaks
    FROM spaced)
  WHERE breaks = 0 AND from_ns < to_ns
), rest AS (
  SELECT NULL, sound.sound_id, sound.stream_id, coalesce(max(kept.to_ns), sound.onset_ns) AS from_ns, sound.offset_ns AS to_ns
  FROM sound LEFT JOIN kept USING (sound_id)
  WHERE sound.role = 'application'
  GROUP BY sound.sound_id
)
SELECT * FROM kept UNION ALL SELECT * FROM rest WHERE from_ns < to_ns
ORDER BY from_ns, sound_id;
