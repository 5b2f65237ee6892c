-- The sounds of the synthesiser, each part of the utterance that it was heard as.
--
-- Definitions
--   A sound that reaches over the end of the utterance's time is cut there, and its edge is that of the first or last
--   audible frame (10 ms) within: two utterances can share one sound.
-- Parameters: none
-- Columns:
--   utterance_id  id in utterance
--   sound_id      id in audio_segment
--   stream_id     id in audio_stream
--   from_ns       ns since the session's start
--   to_ns         ns since the session's start
--   from_edge     exact: where the sound became audible; frame: the first audible frame's begin
--   to_edge       exact: where the sound ceased to be audible; frame: the last audible frame's end
-- Order: from_ns, utterance_id
CREATE TEMP VIEW heard_sound AS
WITH part AS (
  SELECT utterance_id, sound_id, stream_id,
    CASE WHEN onset_ns >= speaking.from_ns THEN onset_ns ELSE
      (SELECT min(frame) * 10000000 FROM audio_level WHERE audio_level.stream_id = sound.stream_id
         AND frame >= (speaking.from_ns + 9999999) / 10000000 AND frame <= offset_ns / 10000000) END AS from_ns,
    CASE WHEN offset_ns <= speaking.to_ns THEN offset_ns ELSE
      (SELECT (max(frame) + 1) * 10000000 FROM audio_level WHERE audio_level.stream_id = sound.stream_id
         AND frame < speaking.to_ns / 10000000 AND frame >= onset_ns / 10000000) END AS to_ns,
    CASE WHEN onset_ns >= speaking.from_ns AND is_covered THEN 'exact' ELSE 'frame' END AS from_edge,
    CASE WHEN offset_ns <= speaking.to_ns THEN 'exact' ELSE 'frame' END AS to_edge
  FROM speaking CROSS JOIN sound_length AS alike ON alike.role = 'reader'
  CROSS JOIN sound ON sound.role = alike.role AND sound.digits = alike.digits
    AND sound.onset_ns < speaking.to_ns AND sound.onset_ns > speaking.from_ns - alike.longest_ns
    AND sound.offset_ns > speaking.from_ns
)
SELECT * FROM part WHERE from_ns < to_ns
ORDER BY from_ns, utterance_id;
