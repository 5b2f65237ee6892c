-- When each utterance was really heard, on the synthesiser's own sound.
--
-- Definitions
--   heard: its sound ended by itself. partly heard: it was cut no later than cut_ms after its last sound.
--   never heard: no sound in its time, or cancelled before it began. unknown: the reader's sound was not recorded then, or the
--   daemon never told what became of it.
-- Parameters: cut_ms
-- Columns:
--   utterance_id  id in utterance
--   outcome       heard, partly heard, never heard or unknown
--   from_ns       ns since the session's start; NULL where it was not heard
--   to_ns         ns since the session's start; NULL where it was not heard
--   from_edge     exact or frame, as in heard_sound; NULL where it was not heard
--   to_edge       exact or frame, as in heard_sound; NULL where it was not heard
-- Order: utterance_id
CREATE TEMP VIEW heard AS
WITH said AS MATERIALIZED (SELECT * FROM heard_sound),
-- Beside a lone min or max, SQLite gives the other columns of the row that it stands in.
first AS (SELECT utterance_id, min(from_ns) AS from_ns, from_edge FROM said GROUP BY utterance_id),
last AS (SELECT utterance_id, max(to_ns) AS to_ns, to_edge FROM said GROUP BY utterance_id),
whole AS MATERIALIZED (SELECT * FROM first JOIN last USING (utterance_id))
SELECT
  utterance.id AS utterance_id,
  CASE
    WHEN whole.from_ns IS NOT NULL AND speaking.cut_ns - whole.to_ns <= cut_ms * 1000000 THEN 'partly heard'
    WHEN whole.from_ns IS NOT NULL THEN 'heard'
    WHEN speaking.is_covered OR (speaking.utterance_id IS NULL AND utterance.cancelled_ns IS NOT NULL) THEN 'never heard'
    ELSE 'unknown'
  END AS outcome,
  whole.from_ns, whole.to_ns, whole.from_edge, whole.to_edge
FROM utterance
JOIN parameter
LEFT JOIN speaking ON speaking.utterance_id = utterance.id
LEFT JOIN whole ON whole.utterance_id = utterance.id
ORDER BY utterance_id;
