-- How long each highlighted run stood on a terminal's screen.
--
-- Definitions
--   A run is cells of one row that are set apart in one way, as the screen was once it had settled. One that is drawn again in
--   another row, or with another text, is another run.
--   A table, not a view: no number changes it, and it is joined by time and place, which needs its indexes.
-- Parameters: none
-- Columns:
--   terminal_highlight_id  id in terminal_highlight
--   time_ns                ns since the session's start, when the screen had it
--   until_ns               ns since the session's start, when it had it no more; NULL: it stood at the end
--   stood_ms               ms that it stood; NULL where its end, or that of the recording, is not known
--   screen_row             row, from 0
--   screen_column          column of its first cell, from 0
--   width_cells            cells
--   name                   what a person would call it; empty where nothing stands in or beside it
--   style                  how it is set apart, in words
--   has_ground             1: by the colour of its ground or reverse video, else by its letters alone
--   via                    relay or accessible-text
-- Order: none
CREATE TEMP TABLE terminal_run AS
SELECT highlight.id AS terminal_highlight_id, time_ns, until_ns,
  (coalesce(until_ns, (SELECT ended_ns FROM session)) - time_ns) / 1000000.0 AS stood_ms,
  screen_row, screen_column, width_cells, coalesce(label.value, text.value) AS name,
  style.value AS style, style.value LIKE 'on %' OR style.value LIKE 'reverse%' AS has_ground, via
FROM terminal_highlight AS highlight
JOIN string AS text ON text.id = text_id
JOIN string AS style ON style.id = style_id
LEFT JOIN string AS label ON label.id = label_id
ORDER BY time_ns, highlight.id;
CREATE INDEX temp.terminal_run_by_time ON terminal_run (time_ns);
CREATE INDEX temp.terminal_run_by_end ON terminal_run (until_ns);
CREATE INDEX temp.terminal_run_by_row ON terminal_run (screen_row, time_ns);
