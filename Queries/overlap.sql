-- When did the screen reader talk while a callout of the application could be heard?
--
-- Both as they were heard: the utterance by the synthesiser's own stream, the callout by the application's. Touching ends do
-- not overlap; utterances that were never heard, background and bystanders take no part; below min_ms nothing is reported. The
-- class tells what was said: the name of the activated element, a name that it was given after the activation, its hint, a key
-- echo, or other. The words are those that index marks place in the overlap; all of them where the utterance has no marks.
-- Columns:
--   start_ns         first moment of both, nanoseconds since the session's start
--   overlap_ms       milliseconds between the edges of both
--   level_ms         milliseconds in which both really had level, in frames of 10 ms
--   covered          share of the callout's sound that was talked over, 0 to 1
--   started_first    application or reader
--   activation_id    row of activation
--   activation_ns    the activation, nanoseconds since the session's start
--   via              key or action
--   element_id       row of element
--   element_name     its name at the activation
--   accessible_id    its accessible id; NULL: none
--   utterance_id     row of utterance
--   utterance_text   its words
--   words            those of them that fell into the overlap
--   class            name, changed name, hint, key echo or other
--   said_after       1 where the utterance was queued after the activation, 0 where it was being said already
--   edge             measured, or split where two utterances ran together
-- Order: start_ns.
CREATE TEMP VIEW overlap AS
WITH piece AS (
  SELECT c.activation_id, h.utterance_id, h.edge,
    max(c.start_ns, h.from_ns) AS start_ns,
    min(c.end_ns, h.to_ns) AS end_ns
  FROM callout_segment AS c
  JOIN heard AS h ON h.from_ns < c.end_ns AND h.to_ns > c.start_ns
), common AS (
  SELECT p.activation_id, p.start_ns, count(*) * 10.0 AS level_ms, p.utterance_id
  FROM piece AS p
  JOIN audio_level AS a ON a.frame BETWEEN p.start_ns / 10000000 AND (p.end_ns - 1) / 10000000
  JOIN audio_stream AS s ON s.id = a.stream_id AND s.role = 'application'
  WHERE EXISTS (
    SELECT 1 FROM audio_stream AS r JOIN audio_level AS b ON b.stream_id = r.id AND b.frame = a.frame WHERE r.role = 'reader')
  GROUP BY p.activation_id, p.utterance_id, p.start_ns
), whole AS (
  SELECT p.activation_id, p.utterance_id, p.edge,
    min(p.start_ns) AS start_ns, max(p.end_ns) AS end_ns,
    sum(p.end_ns - p.start_ns) / 1e6 AS overlap_ms,
    coalesce(sum(c.level_ms), 0.0) AS level_ms
  FROM piece AS p
  LEFT JOIN common AS c
    ON c.activation_id = p.activation_id AND c.utterance_id = p.utterance_id AND c.start_ns = p.start_ns
  GROUP BY p.activation_id, p.utterance_id
), marked AS (
  SELECT w.*,
    (SELECT m.name FROM utterance_mark AS m WHERE m.utterance_id = w.utterance_id AND m.time_ns <= w.start_ns
     ORDER BY m.time_ns DESC, m.id DESC LIMIT 1) AS first_mark,
    (SELECT m.name FROM utterance_mark AS m WHERE m.utterance_id = w.utterance_id AND m.time_ns < w.end_ns
     ORDER BY m.time_ns DESC, m.id DESC LIMIT 1) AS last_mark
  FROM whole AS w
)
SELECT
  m.start_ns, m.overlap_ms, m.level_ms,
  m.overlap_ms / c.sounding_ms AS covered,
  CASE WHEN h.from_ns < c.start_ns THEN 'reader' ELSE 'application' END AS started_first,
  m.activation_id, a.time_ns AS activation_ns, a.via, a.element_id, a.name AS element_name, a.accessible_id,
  m.utterance_id, u.plain_text AS utterance_text,
  CASE
    WHEN last_mark LIKE '%:%' THEN trim(substr(
      u.plain_text, coalesce(CAST(first_mark AS INTEGER), 0) + 1,
      CAST(substr(last_mark, instr(last_mark, ':') + 1) AS INTEGER) - coalesce(CAST(first_mark AS INTEGER), 0)))
    ELSE u.plain_text
  END AS words,
  CASE
    WHEN u.kind IN ('key', 'character') THEN 'key echo'
    WHEN EXISTS (
      SELECT 1 FROM element_version AS v
      WHERE v.element_id = a.element_id AND v.time_ns BETWEEN a.time_ns AND u.queued_ns AND v.name <> '' AND v.name IS NOT a.name
        AND substr(lower(u.plain_text), 1, length(v.name)) = lower(v.name)) THEN 'changed name'
    WHEN a.name <> '' AND substr(lower(u.plain_text), 1, length(a.name)) = lower(a.name) THEN 'name'
    WHEN EXISTS (
      SELECT 1 FROM element_version AS v
      WHERE v.element_id = a.element_id AND v.description <> ''
        AND substr(lower(u.plain_text), 1, length(v.description)) = lower(v.description)) THEN 'hint'
    ELSE 'other'
  END AS class,
  u.queued_ns >= a.time_ns AS said_after,
  m.edge
FROM marked AS m
JOIN parameter
JOIN activation AS a ON a.activation_id = m.activation_id
JOIN callout AS c ON c.activation_id = m.activation_id
JOIN heard AS h ON h.utterance_id = m.utterance_id
JOIN utterance AS u ON u.id = m.utterance_id
WHERE m.overlap_ms >= min_ms
ORDER BY m.start_ns, m.utterance_id;
