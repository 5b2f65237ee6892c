-- Every sound, with the stream's role and a known end.
--
-- Definitions
--   A sound still open when the recording ended ends with its last audible frame.
--   A table, not a view: no number changes it, and other queries look sounds up by time, which needs its index.
-- Parameters: none
-- Columns:
--   sound_id   id in audio_segment
--   stream_id  id in audio_stream
--   role       whose sound: application, reader, event or bystander
--   kind       click, tone, speech or other
--   onset_ns   ns since the session's start
--   offset_ns  ns since the session's start
--   digits     digits of its length in ns, by which sound_length goes
-- Order: none
CREATE TEMP TABLE sound AS
SELECT sound_id, stream_id, role, kind, onset_ns, offset_ns, length(offset_ns - onset_ns) AS digits
FROM (
  SELECT
    segment.id AS sound_id, segment.stream_id, stream.role, segment.kind, segment.onset_ns,
    coalesce(
      segment.offset_ns,
      (SELECT (max(frame) + 1) * 10000000 FROM audio_level
       WHERE audio_level.stream_id = segment.stream_id AND frame >= segment.onset_ns / 10000000),
      segment.onset_ns) AS offset_ns
  FROM audio_segment AS segment JOIN audio_stream AS stream ON stream.id = segment.stream_id);
CREATE UNIQUE INDEX temp.sound_by_id ON sound (sound_id);
CREATE INDEX temp.sound_by_onset ON sound (role, onset_ns, offset_ns, sound_id);
CREATE INDEX temp.sound_by_length ON sound (role, digits, onset_ns);
