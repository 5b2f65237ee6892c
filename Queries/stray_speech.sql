-- Sound of the synthesiser during a callout, of which no utterance tells.
--
-- Definitions
--   Its words are not known: the speech source missed them, or the daemon never told of them.
--   Together for less than min_ms is left out, as in overlap.
-- Parameters: min_ms
-- Columns:
--   activation_id  number in activation
--   sound_id       id in audio_segment, of the synthesiser's sound
--   from_ns        ns since the session's start, where both became audible
--   to_ns          ns since the session's start, where one ceased to be
-- Order: from_ns, sound_id
CREATE TEMP VIEW stray_speech AS
WITH told AS MATERIALIZED (SELECT DISTINCT sound_id FROM heard_sound),
playing AS MATERIALIZED (SELECT * FROM callout_sound WHERE activation_id IS NOT NULL),
pair AS (
  SELECT activation_id, reader_sound_id AS sound_id, max(playing.from_ns, together.from_ns) AS from_ns,
    min(playing.to_ns, together.to_ns) AS to_ns
  FROM together CROSS JOIN playing USING (sound_id)
  WHERE reader_sound_id NOT IN (SELECT sound_id FROM told)
)
SELECT activation_id, sound_id, from_ns, to_ns
FROM pair, parameter
WHERE to_ns - from_ns >= min_ms * 1000000
ORDER BY from_ns, sound_id;
