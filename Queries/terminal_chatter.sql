-- Rows of a terminal's screen that change by themselves: what a reader that speaks changes would say without a key.
--
-- Definitions
--   Counted are changes of a row's text that came neither right after a key nor with a new screen, and that leave text in it: a
--   clock, a progress bar, a log. Each is once the screen had settled, so that what is drawn four times a second or more often is
--   counted four times a second.
-- Parameters: none
-- Columns:
--   screen_row  row, from 0
--   changes     how often it changed
--   texts       how many different texts it had
--   first_ns    ns since the session's start, of the first change
--   last_ns     ns since the session's start, of the last
--   per_minute  changes a minute from the first to the last; NULL where there is one alone
--   last_text   what it was then
--   via         relay or accessible-text
-- Order: changes DESC, screen_row
CREATE TEMP VIEW terminal_chatter AS
WITH line AS MATERIALIZED (
  SELECT screen_row, time_ns, change.id, trim(value) AS text, via FROM terminal_change AS change
  JOIN string ON string.id = text_id
  WHERE change.kind = 'text' AND cause = 'program' AND trim(value) <> ''
    AND time_ns NOT IN (SELECT time_ns FROM terminal_change WHERE kind = 'screen')
    AND time_ns > (SELECT min(time_ns) FROM terminal_change WHERE kind = 'text')
)
SELECT screen_row, count(*) AS changes, count(DISTINCT text) AS texts, min(time_ns) AS first_ns, max(time_ns) AS last_ns,
  CASE WHEN count(*) > 1 THEN (count(*) - 1) * 60000000000.0 / max(1, max(time_ns) - min(time_ns)) END AS per_minute,
  (SELECT text FROM line AS last WHERE last.screen_row = line.screen_row AND last.via = line.via
   ORDER BY time_ns DESC, id DESC LIMIT 1) AS last_text, via
FROM line GROUP BY screen_row, via
ORDER BY changes DESC, screen_row;
