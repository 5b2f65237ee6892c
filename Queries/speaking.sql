-- When an utterance could be heard at most.
--
-- Definitions
--   From heard_lead_ms before BEGIN was seen until END was, which comes late, or until heard_tail_ms after CANCELED; one that
--   has neither lasts until the next begins, or until the speech source has a gap. The synthesiser speaks one at a time: no two of these times have a moment in common.
--   An utterance that began before anything could tell has no BEGIN; it counts from when it was queued, where it has an END.
--   One that has neither BEGIN nor END has no row.
-- Parameters: heard_lead_ms, heard_tail_ms
-- Columns:
--   utterance_id  id in utterance
--   from_ns       ns since the session's start
--   to_ns         ns since the session's start
--   cut_ns        ns since the session's start, when it was cancelled or another began instead; NULL where it ended by itself
--   is_covered    1: the reader's sound was being recorded, without a gap
-- Order: from_ns
CREATE TEMP VIEW speaking AS
WITH known AS (
  SELECT id AS utterance_id, coalesce(begun_ns, queued_ns) AS begun_ns,
    coalesce(ended_ns, cancelled_ns + heard_tail_ms * 1000000,
      (SELECT min(start_ns) FROM gap JOIN source ON source.id = source_id
       WHERE source.name = 'speech' AND start_ns > coalesce(begun_ns, queued_ns))) AS over_ns, cancelled_ns, heard_lead_ms * 1000000 AS lead_ns
  FROM utterance, parameter WHERE begun_ns IS NOT NULL OR ended_ns IS NOT NULL
), followed AS (
  SELECT *, lead(begun_ns) OVER (ORDER BY begun_ns, utterance_id) AS next_ns FROM known
), ended AS (
  SELECT *,
    min(coalesce(over_ns, next_ns, 4611686018427387904), coalesce(next_ns, 4611686018427387904)) AS to_ns,
    coalesce(cancelled_ns, CASE WHEN over_ns IS NULL THEN next_ns END) AS cut_ns
  FROM followed
), apart AS (
  SELECT *, max(begun_ns - lead_ns, coalesce(lag(to_ns) OVER (ORDER BY begun_ns, utterance_id), begun_ns - lead_ns)) AS from_ns
  FROM ended
)
SELECT utterance_id, from_ns, to_ns, cut_ns,
  EXISTS (
    SELECT 1 FROM source WHERE source.name = 'reader-audio' AND armed_ns <= from_ns AND NOT EXISTS (
      SELECT 1 FROM gap WHERE source_id = source.id AND start_ns < to_ns AND coalesce(end_ns, to_ns) >= from_ns))
    AS is_covered
FROM apart
ORDER BY from_ns;
