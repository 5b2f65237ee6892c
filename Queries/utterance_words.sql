-- The words of each utterance, to be compared with those of elements.
--
-- Definitions
--   Lower case, without the punctuation that a synthesiser leaves out.
--   A table, not a view: no number changes it, and several queries compare the same words, looked up by time.
-- Parameters: none
-- Columns:
--   utterance_id  id in utterance
--   queued_ns     ns since the session's start
--   words         words of its plain text
-- Order: none
CREATE TEMP TABLE utterance_words AS
SELECT
  utterance_id, queued_ns,
  trim(replace(replace(replace(replace(replace(replace(
    lower(plain_text), '.', ''), ',', ''), ':', ''), ';', ''), '!', ''), '?', '')) AS words
FROM message;
CREATE INDEX temp.utterance_words_by_utterance ON utterance_words (utterance_id);
CREATE INDEX temp.utterance_words_by_time ON utterance_words (queued_ns);
