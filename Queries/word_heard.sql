-- When each word was spoken, as far as the synthesiser told by marks.
--
-- Definitions
--   A mark START:END names the characters of the plain text whose word begins; the word lasts until the next mark.
--   Words after the utterance's last sound were not heard, and have no row; nor have utterances without marks.
-- Parameters: none
-- Columns:
--   utterance_id  id in utterance
--   word          characters of its plain text
--   from_ns       ns since the session's start
--   to_ns         ns since the session's start
-- Order: from_ns, utterance_id
CREATE TEMP VIEW word_heard AS
WITH mark AS (
  SELECT id, utterance_id, time_ns,
    CAST(substr(name, 1, instr(name, ':') - 1) AS INTEGER) AS start_index,
    CAST(substr(name, instr(name, ':') + 1) AS INTEGER) AS end_index
  FROM utterance_mark WHERE name GLOB '[0-9]*:[0-9]*'
), line AS (
  SELECT *, lead(time_ns, 1, 4611686018427387904) OVER (PARTITION BY utterance_id ORDER BY time_ns, id) AS next_ns FROM mark
)
SELECT line.utterance_id AS utterance_id, substr(plain_text, start_index + 1, end_index - start_index) AS word,
  max(line.time_ns, heard.from_ns) AS from_ns, min(line.next_ns, heard.to_ns) AS to_ns
FROM line JOIN message ON message.utterance_id = line.utterance_id JOIN heard ON heard.utterance_id = line.utterance_id
WHERE line.time_ns < heard.to_ns AND line.next_ns > heard.from_ns AND end_index > start_index
ORDER BY from_ns, utterance_id;
