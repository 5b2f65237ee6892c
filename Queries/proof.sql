-- What of this session is proven, and what is not?
--
-- "Nothing was talked over" is worth something only where every source that would have shown the contrary saw the whole session,
-- and was shown to see in it: an event of the application, a sound of it after an activation, a focus move heard to be spoken.
-- Columns:
--   claim       what has to hold
--   is_proven   1 or 0
--   detail      why not; NULL where it is proven
-- Order: as a person would check it.
CREATE TEMP VIEW proof AS
SELECT 'the recording is complete' AS claim, is_complete AS is_proven,
  CASE
    WHEN is_complete THEN NULL
    WHEN ended_ns IS NULL THEN 'it has no end: it still runs, or the recorder died'
    ELSE 'a source was missing or has lost something'
  END AS detail
FROM session
UNION ALL
SELECT name || ' were seen from the start', armed_ns IS NOT NULL, CASE WHEN armed_ns IS NULL THEN coalesce(note, 'it was never armed') END
FROM source
UNION ALL
SELECT source.name || ' has no gap', 0, gap.reason
FROM gap JOIN source ON source.id = gap.source_id
UNION ALL
SELECT source.name || ' lost nothing', 0, dropped || ' records were dropped'
FROM source WHERE dropped > 0
UNION ALL
SELECT 'an event of the application arrived', EXISTS (SELECT 1 FROM event),
  CASE WHEN NOT EXISTS (SELECT 1 FROM event) THEN 'none did' END
UNION ALL
SELECT 'the application was heard after one of its activations', EXISTS (SELECT 1 FROM callout),
  CASE
    WHEN NOT EXISTS (SELECT 1 FROM activation) THEN 'nothing was activated'
    WHEN NOT EXISTS (SELECT 1 FROM callout) THEN 'it was silent after each'
  END
UNION ALL
SELECT 'the reader was heard to speak a focus move', is_heard, CASE WHEN NOT is_heard THEN 'it was not' END
FROM (
  SELECT EXISTS (
    SELECT 1
    FROM stop AS s
    JOIN parameter
    JOIN heard AS h ON h.queued_ns BETWEEN s.time_ns AND s.time_ns + announcement_ms * 1e6 AND h.from_ns IS NOT NULL
    JOIN utterance AS u ON u.id = h.utterance_id
    WHERE s.name <> '' AND substr(lower(u.plain_text), 1, length(s.name)) = lower(s.name)
  ) AS is_heard
);
