-- When was each utterance really heard?
--
-- Measured on the synthesiser's own stream, between BEGIN and END or CANCELED with begin_slack_ms on either side: END itself comes
-- some 300 ms after the sound. A sound that began well before BEGIN and goes on runs together with the utterance before; it is
-- split at BEGIN, which is less certain. A table and no view, since the reports ask it many times.
-- Columns:
--   utterance_id   row of utterance
--   queued_ns      nanoseconds since the session's start
--   from_ns        first audible moment, nanoseconds since the session's start; NULL: never heard, or unknown
--   to_ns          last audible moment, nanoseconds since the session's start; NULL: never heard, or unknown
--   edge           measured, or split where two utterances ran together; NULL: not heard
--   outcome        heard, partly heard (it was cancelled), never heard, or unknown
-- Order: queued_ns.
CREATE TEMP TABLE heard AS
WITH over AS (
  SELECT coalesce(ended_ns, (SELECT max(coalesce(offset_ns, onset_ns)) FROM audio_segment)) AS end_ns FROM session
), sound AS (
  SELECT s.onset_ns, coalesce(s.offset_ns, max(over.end_ns, s.onset_ns)) AS offset_ns
  FROM audio_segment AS s
  JOIN audio_stream ON audio_stream.id = s.stream_id AND audio_stream.role = 'reader'
  JOIN over
), told AS (
  SELECT u.id, u.queued_ns, u.begun_ns, u.cancelled_ns,
    coalesce(
      min(u.ended_ns, coalesce(u.cancelled_ns, u.ended_ns)), u.cancelled_ns,
      lead(u.begun_ns) OVER (ORDER BY u.begun_ns), over.end_ns
    ) AS until_ns
  FROM utterance AS u, over
), measured AS (
  SELECT told.id,
    min(CASE WHEN sound.onset_ns >= told.begun_ns - begin_slack_ms * 1e6 THEN sound.onset_ns ELSE told.begun_ns END) AS from_ns,
    max(min(sound.offset_ns, told.until_ns + CAST(begin_slack_ms * 1e6 AS INTEGER))) AS to_ns,
    max(sound.onset_ns < told.begun_ns - begin_slack_ms * 1e6
      OR sound.offset_ns > told.until_ns + begin_slack_ms * 1e6) AS is_split
  FROM told
  JOIN parameter
  JOIN sound ON sound.onset_ns <= told.until_ns
    AND (sound.onset_ns >= told.begun_ns - begin_slack_ms * 1e6 OR sound.offset_ns > told.begun_ns + 3 * begin_slack_ms * 1e6)
  WHERE told.begun_ns IS NOT NULL
  GROUP BY told.id
)
SELECT
  told.id AS utterance_id, told.queued_ns, measured.from_ns, measured.to_ns,
  CASE WHEN measured.from_ns IS NULL THEN NULL WHEN measured.is_split THEN 'split' ELSE 'measured' END AS edge,
  CASE
    WHEN measured.from_ns IS NOT NULL AND told.cancelled_ns IS NOT NULL THEN 'partly heard'
    WHEN measured.from_ns IS NOT NULL THEN 'heard'
    WHEN NOT EXISTS (SELECT 1 FROM source WHERE name = 'reader-audio' AND armed_ns <= told.queued_ns) THEN 'unknown'
    WHEN told.begun_ns IS NULL AND told.cancelled_ns IS NULL THEN 'unknown'
    ELSE 'never heard'
  END AS outcome
FROM told
LEFT JOIN measured ON measured.id = told.id
ORDER BY told.queued_ns, told.id;
