-- How far each source of the session can be relied on.
--
-- Definitions
--   not armed: it never saw. gap: it may have missed something, or records of it were dropped. interrupted: it missed nothing but
--   what was paused, slept through or trimmed, as interruption tells. unproven: nothing showed that it hears this application.
--   proven: it was shown to, and lost nothing. A step of the wall clock loses nothing, and is no gap here.
--   The self-test is the recorder's own: it saw what the recorder itself had sent, before the application was there.
-- Parameters: none
-- Columns:
--   source          name in source
--   state           not armed, gap, interrupted, unproven or proven
--   armed_ns        ns since the session's start; NULL: never
--   self_tested_ns  ns since the session's start, when it saw what the recorder had sent; NULL: it did not
--   proven_ns       ns since the session's start, as in proof; NULL: never
--   received        records offered
--   stored          records stored
--   dropped         records dropped
--   gaps            number of gaps of the kinds loss and silence
--   gap_ms          ms of gaps; an open one reaches to the end of the recording
--   reason          why it is not armed, or the first gap's reason, a loss before others; NULL where there is nothing to say
-- Order: source
CREATE TEMP VIEW health AS
WITH shown AS MATERIALIZED (SELECT * FROM proof),
hole AS (
  SELECT source_id, sum(kind IN ('loss', 'silence')) AS gaps, max(kind NOT IN ('loss', 'silence')) AS is_interrupted,
    sum(CASE WHEN kind IN ('loss', 'silence') THEN max(0, coalesce(end_ns, (SELECT ended_ns FROM session), start_ns) - start_ns) END)
      / 1000000.0 AS gap_ms,
    (SELECT reason FROM gap AS first WHERE first.source_id = gap.source_id AND kind <> 'clock-step'
     ORDER BY kind NOT IN ('loss', 'silence'), start_ns, id LIMIT 1) AS reason
  FROM gap WHERE kind <> 'clock-step' GROUP BY source_id
), known AS (
  SELECT source.name AS source, armed_ns, self_tested_ns,
    CASE name
      WHEN 'events' THEN event_ns WHEN 'keys' THEN key_ns WHEN 'calls' THEN call_ns WHEN 'speech' THEN speech_ns
      WHEN 'application-audio' THEN application_audio_ns WHEN 'reader-audio' THEN reader_audio_ns ELSE proven_ns
    END AS proven_ns,
    received, stored, dropped, coalesce(gaps, 0) AS gaps, coalesce(gap_ms, 0.0) AS gap_ms, is_interrupted,
    coalesce(hole.reason, note) AS reason
  FROM source JOIN shown LEFT JOIN hole ON hole.source_id = source.id
)
SELECT source,
  CASE
    WHEN armed_ns IS NULL THEN 'not armed' WHEN gaps > 0 OR dropped > 0 THEN 'gap'
    WHEN is_interrupted THEN 'interrupted' WHEN proven_ns IS NULL THEN 'unproven'
    ELSE 'proven'
  END AS state,
  armed_ns, self_tested_ns, proven_ns, received, stored, dropped, gaps, gap_ms, reason
FROM known
ORDER BY source;
