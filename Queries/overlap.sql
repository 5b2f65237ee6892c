-- Reader and application audible together: who talked over whom, for how long, after which activation.
--
-- Definitions
--   One row for each utterance and callout. Touching ends do not overlap. Shorter than min_ms is not reported.
--   Utterances never heard are left out. Background takes part only where include_background is 1, each sound of it by
--   itself; a bystander never does.
--   length_ms is between the edges. both_ms counts the whole 10 ms frames in which both have level, since speech pauses.
-- Parameters: min_ms, include_background
-- Columns:
--   activation_id     number in activation; NULL over background
--   activation_ns     ns since the session's start; NULL over background
--   element_id        id in element, that was activated; NULL over background
--   element_role      its role at that time
--   element_name      its name at that time
--   accessible_id     its accessible id at that time
--   sound             callout or background
--   sound_from_ns     ns since the session's start, of the callout or background sound
--   sound_to_ns       ns since the session's start, of the callout or background sound
--   utterance_id      id in utterance
--   utterance         its plain text
--   class             what the words are, as in utterance_class
--   said_after        1: queued after the activation; 0: being said already, or waiting to be; NULL over background
--   words_element_id  id in element, whose words they are; NULL where they are nobody's
--   words             the words spoken in the overlap; NULL where the synthesiser set no marks
--   from_ns           ns since the session's start, where both became audible
--   to_ns             ns since the session's start, where one ceased to be
--   length_ms         ms from from_ns to to_ns
--   both_ms           ms in which both have level
--   covered           share of the sound's audible frames, 0 to 1; NULL where it has none
--   started_first     reader or application
--   edges             exact; frame where the utterance's begin or end is known to 10 ms only
-- Order: from_ns, utterance_id, sound_from_ns
CREATE TEMP VIEW overlap AS
WITH playing AS MATERIALIZED (
  SELECT activation_id, CASE WHEN activation_id IS NULL THEN -sound_id ELSE activation_id END AS part,
    sound_id, stream_id, from_ns, to_ns
  FROM callout_sound, parameter WHERE activation_id IS NOT NULL OR include_background
), whole AS MATERIALIZED (
  SELECT part, activation_id, min(from_ns) AS from_ns, max(to_ns) AS to_ns FROM playing GROUP BY part
), said AS MATERIALIZED (SELECT * FROM heard_sound),
pair AS MATERIALIZED (
  SELECT part, said.utterance_id, playing.stream_id AS stream_id, said.stream_id AS reader_stream_id,
    max(playing.from_ns, said.from_ns) AS from_ns, min(playing.to_ns, said.to_ns) AS to_ns
  FROM together CROSS JOIN playing USING (sound_id) CROSS JOIN said ON said.sound_id = reader_sound_id
  WHERE said.from_ns < playing.to_ns AND said.to_ns > playing.from_ns
), joined AS MATERIALIZED (
  SELECT part, utterance_id, min(from_ns) AS from_ns, max(to_ns) AS to_ns FROM pair GROUP BY part, utterance_id
), long AS MATERIALIZED (
  SELECT joined.* FROM joined, parameter WHERE to_ns - from_ns >= min_ms * 1000000
), level_both AS MATERIALIZED (
  SELECT part, utterance_id, count(DISTINCT ours.frame) AS frames
  FROM long JOIN pair USING (part, utterance_id)
  JOIN audio_level AS ours ON ours.stream_id = pair.stream_id
    AND ours.frame BETWEEN max(pair.from_ns / 10000000, (long.from_ns + 9999999) / 10000000)
      AND min((pair.to_ns - 1) / 10000000, long.to_ns / 10000000 - 1)
  JOIN audio_level AS readers ON readers.stream_id = pair.reader_stream_id AND readers.frame = ours.frame
  GROUP BY part, utterance_id
), level_whole AS MATERIALIZED (
  SELECT part, count(DISTINCT frame) AS frames
  FROM playing JOIN audio_level ON audio_level.stream_id = playing.stream_id
    AND frame BETWEEN playing.from_ns / 10000000 AND (playing.to_ns - 1) / 10000000
  WHERE part IN (SELECT part FROM long) GROUP BY part
), spoken AS MATERIALIZED (
  SELECT DISTINCT part, long.utterance_id,
    group_concat(word, ' ') OVER (PARTITION BY part, long.utterance_id ORDER BY word_heard.from_ns
      ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS words
  FROM long JOIN word_heard ON word_heard.utterance_id = long.utterance_id
    AND word_heard.from_ns < long.to_ns AND word_heard.to_ns > long.from_ns
), class AS MATERIALIZED (SELECT * FROM utterance_class), audible AS MATERIALIZED (SELECT * FROM heard),
act AS MATERIALIZED (SELECT * FROM activation)
SELECT
  whole.activation_id, act.time_ns AS activation_ns, act.element_id, act.element_role, act.element_name, act.accessible_id,
  CASE WHEN whole.activation_id IS NULL THEN 'background' ELSE 'callout' END AS sound,
  whole.from_ns AS sound_from_ns, whole.to_ns AS sound_to_ns,
  long.utterance_id AS utterance_id, message.plain_text AS utterance, class.class,
  message.queued_ns >= act.time_ns AS said_after, class.element_id AS words_element_id, spoken.words,
  long.from_ns AS from_ns, long.to_ns AS to_ns,
  (long.to_ns - long.from_ns) / 1000000.0 AS length_ms, coalesce(level_both.frames, 0) * 10 AS both_ms,
  coalesce(level_both.frames, 0) * 1.0 / level_whole.frames AS covered,
  CASE WHEN audible.from_ns < whole.from_ns THEN 'reader' ELSE 'application' END AS started_first,
  CASE WHEN 'frame' IN (audible.from_edge, audible.to_edge) THEN 'frame' ELSE 'exact' END AS edges
FROM long
JOIN whole USING (part)
JOIN message ON message.utterance_id = long.utterance_id
JOIN class ON class.utterance_id = long.utterance_id
JOIN audible ON audible.utterance_id = long.utterance_id
LEFT JOIN act ON act.activation_id = whole.activation_id
LEFT JOIN level_both ON level_both.part = long.part AND level_both.utterance_id = long.utterance_id
LEFT JOIN level_whole ON level_whole.part = long.part
LEFT JOIN spoken ON spoken.part = long.part AND spoken.utterance_id = long.utterance_id
ORDER BY from_ns, utterance_id, sound_from_ns;
