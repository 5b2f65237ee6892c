-- Sounds of the reader and of the application that were audible together, pair by pair.
--
-- Definitions
--   Two sounds have a moment in common where one begins within the other, so each is looked for by its begin alone, and no
--   sound, however long, makes another's search longer. Touching ends have none.
--   Whose utterance the one was, and whose callout the other, heard_sound and callout_sound say.
-- Parameters: none
-- Columns:
--   sound_id         id in audio_segment, of the application's sound
--   reader_sound_id  id in audio_segment, of the reader's sound
--   from_ns          ns since the session's start, where both became audible
--   to_ns            ns since the session's start, where one ceased to be
-- Order: from_ns, sound_id, reader_sound_id
CREATE TEMP VIEW together AS
SELECT played.sound_id AS sound_id, spoken.sound_id AS reader_sound_id, spoken.onset_ns AS from_ns,
  min(played.offset_ns, spoken.offset_ns) AS to_ns
FROM sound AS played CROSS JOIN sound AS spoken ON spoken.role = 'reader'
  AND spoken.onset_ns >= played.onset_ns AND spoken.onset_ns < played.offset_ns AND spoken.offset_ns > spoken.onset_ns
WHERE played.role = 'application'
UNION ALL
SELECT played.sound_id, spoken.sound_id, played.onset_ns, min(played.offset_ns, spoken.offset_ns)
FROM sound AS spoken CROSS JOIN sound AS played ON played.role = 'application'
  AND played.onset_ns > spoken.onset_ns AND played.onset_ns < spoken.offset_ns AND played.offset_ns > played.onset_ns
WHERE spoken.role = 'reader'
ORDER BY from_ns, sound_id, reader_sound_id;
