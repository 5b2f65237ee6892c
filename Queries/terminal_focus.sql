-- Where the focus rested on a terminal's screen, by its highlights and its cursor.
--
-- Definitions
--   A program in a terminal tells nobody what has the focus: it is where a person would look on the settled screen.
--   highlight: the run that came within key_effect_ms after a key while another run of the same style and another text went. A run
--     over cells that had that style before neither came nor went; what is set apart by its letters alone has to be rare, and a
--     cursor that is shown and moved has to be in it, if in any. Of several styles that moved so, since what is left takes the look of the
--     rest, it is the one with a ground of its own, then of two that changed places the one of which fewer runs stand, then the one
--     that moved most often in the session, then the one of which fewest runs stand. Of runs in several rows it is the one in the cursor's row, or none. At one place another text counts
--     where that style has moved elsewhere, too, and nothing typed shows, as in a list that scrolls.
--     Also the one run of a style that came when the run with the focus went, and none of its style came, as a menu's bar does; and what
--     lost the highlight in the first move had it since it was drawn. Where nothing moved it is the run with the cursor in or
--     beside it, hidden, where no other run of its style stands. Where a cursor, shown, comes back to where it was when a run that still
--     stands got the focus, that run has it again, as when a dialog closes.
--   field: the run with the cursor in it, shown, where no highlight moved.
--   line: the row with the cursor in it, shown, outside every run, as in an editor or a shell. One without text counts only on the
--     screen of a full-screen program.
--   A field or a line counts where a key came within key_effect_ms before the cursor, or while it was there: what only scrolls by
--   is none. Within one row of an editor the cursor moves nothing.
--   Not known: the entry that a menu opens with, until the highlight moves, where other runs of its look come at the same time, as
--     shadows do in mc; and the line of an editor that comes under a cursor which stays in its row, as where text scrolls.
--   A table, not a view: it takes long where a session is, and is read by several queries. A "+" keeps SQLite to the index by time.
-- Parameters: key_effect_ms
-- Columns:
--   terminal_focus_id      number in the session, from 1
--   time_ns                ns since the session's start, when the screen had it
--   until_ns               ns since the session's start, when the focus was elsewhere or its highlight was gone; NULL: at the end
--   kind                   highlight, field or line
--   name                   what a person would call it; of a line its row's text
--   style                  how it is set apart, in words; NULL: a line
--   screen_row             row, from 0
--   screen_column          column of its first cell, from 0; of a line the cursor's
--   terminal_highlight_id  id in terminal_highlight; NULL: a line
-- Order: none
CREATE TEMP TABLE terminal_focus AS
WITH moment AS MATERIALIZED (
  -- Each settled screen with the last key before it, the cursor that it had, and whether what was typed shows in it.
  SELECT time_ns, max(key_ns) AS key_ns, max(cursor_id) AS cursor_id, max(screen_id) AS screen_id, max(is_typing) AS is_typing,
    max(has_moved) AS has_moved
  FROM (
    SELECT time_ns, place, is_typing, cursor IS NOT NULL AS has_moved,
      max(key) OVER line AS key_ns, max(cursor) OVER line AS cursor_id, max(screen) OVER line AS screen_id
    FROM (
      SELECT time_ns, 0 AS place, time_ns AS key, NULL AS cursor, NULL AS screen, 0 AS is_typing
      FROM input WHERE is_press AND button IS NULL
      UNION ALL
      SELECT time_ns, 1, NULL, CASE kind WHEN 'cursor' THEN id END, CASE kind WHEN 'screen' THEN id END, cause = 'typing'
      FROM terminal_change WHERE kind <> 'bell'
      UNION ALL SELECT time_ns, 1, NULL, NULL, NULL, 0 FROM terminal_run
      UNION ALL SELECT until_ns, 1, NULL, NULL, NULL, 0 FROM terminal_run WHERE until_ns IS NOT NULL)
    WINDOW line AS (ORDER BY time_ns, place ROWS UNBOUNDED PRECEDING))
  WHERE place = 1 GROUP BY time_ns
), standing AS MATERIALIZED (
  -- How many named runs of a style stand from a moment on.
  SELECT via, style, time_ns, sum(sum(step)) OVER (PARTITION BY via, style ORDER BY time_ns) AS runs
  FROM (
    SELECT via, style, time_ns, 1 AS step FROM terminal_run WHERE name <> ''
    UNION ALL SELECT via, style, until_ns, -1 FROM terminal_run WHERE name <> '' AND until_ns IS NOT NULL)
  GROUP BY via, style, time_ns
), came AS MATERIALIZED (
  SELECT run.*, max(old.terminal_highlight_id IS NOT NULL) AS is_over,
    max(old.screen_column = run.screen_column AND old.width_cells = run.width_cells) AS is_same_place
  FROM terminal_run AS run LEFT JOIN terminal_run AS old ON old.until_ns = run.time_ns AND old.style = run.style
    AND old.via = run.via AND +old.screen_row = run.screen_row
    AND old.screen_column < run.screen_column + run.width_cells AND run.screen_column < old.screen_column + old.width_cells
  WHERE run.name <> '' GROUP BY run.terminal_highlight_id
), went AS MATERIALIZED (
  SELECT run.*, max(new.terminal_highlight_id IS NOT NULL) AS is_over,
    max(new.screen_column = run.screen_column AND new.width_cells = run.width_cells) AS is_same_place
  FROM terminal_run AS run LEFT JOIN terminal_run AS new ON new.time_ns = run.until_ns AND new.style = run.style
    AND new.via = run.via AND +new.screen_row = run.screen_row
    AND new.screen_column < run.screen_column + run.width_cells AND run.screen_column < new.screen_column + new.width_cells
  WHERE run.name <> '' AND run.until_ns IS NOT NULL GROUP BY run.terminal_highlight_id
), gained AS (
  SELECT via, style, time_ns, is_over, max(has_ground) AS has_ground, min(screen_row) = max(screen_row) AS is_one_row,
    min(screen_row) AS gained_row, min(screen_column) AS gained_from, max(screen_column + width_cells) AS gained_to,
    CASE count(*) WHEN 1 THEN min(name) END AS name
  FROM came WHERE NOT is_over OR is_same_place GROUP BY via, style, time_ns, is_over
), lost AS (
  SELECT via, style, until_ns AS time_ns, is_over, min(terminal_highlight_id) AS lost_id, count(*) AS runs,
    min(screen_row) AS lost_row, min(screen_column) AS lost_from, max(screen_column + width_cells) AS lost_to,
    CASE count(*) WHEN 1 THEN min(name) END AS name
  FROM went WHERE NOT is_over OR is_same_place GROUP BY via, style, until_ns, is_over
), shift AS MATERIALIZED (
  SELECT gained.*, lost_id, lost_row, lost_from, lost_to, lost.runs = 1 AS was_one_run, cursor_id, is_typing, standing.runs,
    count(*) FILTER (WHERE NOT is_over AND is_one_row AND lost.runs = 1) OVER (PARTITION BY gained.via, gained.style) AS moves
  FROM gained JOIN lost USING (via, style, time_ns, is_over) JOIN standing USING (via, style, time_ns)
  JOIN moment USING (time_ns) JOIN parameter
  WHERE gained.time_ns - key_ns <= key_effect_ms * 1000000 AND gained.name IS NOT lost.name AND (has_ground OR standing.runs <= 3)
), held AS MATERIALIZED (
  -- The run that a cursor, shown, came to stand in.
  SELECT moment.time_ns, terminal_highlight_id AS held_id
  FROM moment JOIN terminal_change AS cursor ON cursor.id = cursor_id JOIN string AS shape ON shape.id = cursor.text_id
  JOIN terminal_run AS run ON run.screen_row = cursor.screen_row AND run.via = cursor.via AND run.time_ns <= moment.time_ns
    AND coalesce(run.until_ns, 4611686018427387904) > moment.time_ns
    AND cursor.screen_column >= run.screen_column AND cursor.screen_column < run.screen_column + width_cells
  LEFT JOIN terminal_change AS last ON last.id = (
    SELECT id FROM terminal_change WHERE kind = 'cursor' AND id < cursor_id ORDER BY id DESC LIMIT 1)
  WHERE has_moved AND shape.value <> 'hidden' AND (last.screen_row = run.screen_row AND last.screen_column >= run.screen_column
    AND last.screen_column < run.screen_column + width_cells) IS NOT 1
), ranked AS (
  -- Two looks that change places: what is left takes the look of the rest, of which more stands.
  SELECT shift.*, max(other.style IS NOT NULL) AS is_left
  FROM shift LEFT JOIN shift AS other ON other.time_ns = shift.time_ns AND other.via = shift.via AND other.style <> shift.style
    AND other.has_ground AND other.runs < shift.runs
    AND other.gained_row = shift.lost_row AND other.gained_from < shift.lost_to AND shift.lost_from < other.gained_to
    AND other.lost_row = shift.gained_row AND other.lost_from < shift.gained_to AND shift.gained_from < other.lost_to
  GROUP BY shift.via, shift.style, shift.time_ns, shift.is_over
), moved AS MATERIALIZED (
  SELECT chosen.*, (
      SELECT terminal_highlight_id FROM came
      WHERE came.time_ns = chosen.time_ns AND came.style = chosen.style AND came.via = chosen.via AND came.is_over = chosen.is_over
        AND (is_one_row OR screen_row = cursor.screen_row)
      ORDER BY screen_column LIMIT 1) AS gained_id
  FROM (
    SELECT *, row_number() OVER (PARTITION BY time_ns ORDER BY is_over, NOT has_ground, is_left, moves DESC, runs, style) AS place
    FROM ranked WHERE NOT is_over OR moves > 0 AND NOT is_typing) AS chosen
  LEFT JOIN terminal_change AS cursor ON cursor.id = cursor_id
  LEFT JOIN held ON held.time_ns = chosen.time_ns
  WHERE place = 1 AND (held_id IS NULL OR held_id IN (SELECT terminal_highlight_id FROM came
    WHERE came.time_ns = chosen.time_ns AND came.style = chosen.style AND came.via = chosen.via AND came.is_over = chosen.is_over))
), menu AS (
  -- The only run that came in its style when what had the focus went, and nothing moved.
  SELECT came.time_ns, min(came.terminal_highlight_id) AS gained_id
  FROM moved JOIN terminal_run AS last ON last.terminal_highlight_id = moved.gained_id
  JOIN came ON came.time_ns = last.until_ns AND came.has_ground AND NOT came.is_over AND came.style <> last.style AND came.via = last.via
  JOIN moment ON moment.time_ns = came.time_ns JOIN parameter
  WHERE came.time_ns NOT IN (SELECT time_ns FROM moved WHERE gained_id IS NOT NULL) AND came.time_ns - key_ns <= key_effect_ms * 1000000
  GROUP BY came.time_ns HAVING count(DISTINCT came.terminal_highlight_id) = 1
), pointed AS MATERIALIZED (
  SELECT * FROM (
    SELECT moment.time_ns, cursor.screen_row, cursor.screen_column, cursor.via, shape.value = 'hidden' AS is_hidden,
      instr(screen.value, 'alternate') > 0 AS is_full,
      moment.time_ns - key_ns <= key_effect_ms * 1000000
        OR coalesce(lead(coalesce(key_ns, -4611686018427387904), 1, (SELECT max(time_ns) FROM input WHERE is_press))
          OVER (ORDER BY moment.time_ns) > moment.time_ns, 0) AS is_used
    FROM moment JOIN terminal_change AS cursor ON cursor.id = cursor_id JOIN string AS shape ON shape.id = cursor.text_id
    LEFT JOIN terminal_change AS size ON size.id = screen_id LEFT JOIN string AS screen ON screen.id = size.text_id
    JOIN parameter
    WHERE has_moved)
  WHERE is_used AND time_ns NOT IN (SELECT time_ns FROM moved WHERE gained_id IS NOT NULL)
    AND time_ns NOT IN (SELECT time_ns FROM menu)
), within AS MATERIALIZED (
  -- The run that the cursor stands in; hidden, it may stand beside a mark.
  SELECT pointed.*, (
      SELECT terminal_highlight_id FROM terminal_run AS run
      WHERE run.screen_row = pointed.screen_row AND run.via = pointed.via AND run.time_ns <= pointed.time_ns
        AND coalesce(run.until_ns, 4611686018427387904) > pointed.time_ns
        AND pointed.screen_column >= run.screen_column AND (pointed.screen_column < run.screen_column + width_cells
          OR is_hidden AND width_cells <= 4 AND pointed.screen_column < run.screen_column + 8)
      ORDER BY run.screen_column DESC LIMIT 1) AS run_id
  FROM pointed
), reached AS (
  SELECT time_ns, gained_id FROM moved WHERE gained_id IS NOT NULL UNION SELECT time_ns, gained_id FROM menu
), back AS MATERIALIZED (
  SELECT within.time_ns, (
      SELECT gained_id FROM reached JOIN moment USING (time_ns) JOIN terminal_change AS cursor ON cursor.id = moment.cursor_id
      JOIN terminal_run AS run ON run.terminal_highlight_id = gained_id
      WHERE reached.time_ns < within.time_ns AND coalesce(run.until_ns, 4611686018427387904) > within.time_ns
        AND cursor.screen_row = within.screen_row AND cursor.screen_column = within.screen_column
      ORDER BY reached.time_ns DESC LIMIT 1) AS back_id
  FROM within WHERE NOT is_hidden
), line AS (
  SELECT time_ns, 'highlight' AS kind, gained_id AS run_id, NULL AS screen_row, NULL AS screen_column FROM reached
  UNION
  SELECT time_ns, 'highlight', back_id, NULL, NULL FROM back WHERE back_id IS NOT NULL
  UNION
  SELECT run.time_ns, 'highlight', lost_id, NULL, NULL
  FROM moved JOIN terminal_run AS run ON terminal_highlight_id = lost_id
  WHERE gained_id IS NOT NULL AND was_one_run AND NOT is_over
    AND lost_id NOT IN (SELECT gained_id FROM moved WHERE gained_id IS NOT NULL)
  UNION
  SELECT within.time_ns, CASE WHEN is_hidden THEN 'highlight' ELSE 'field' END, run_id, NULL, NULL
  FROM within JOIN terminal_run AS run ON terminal_highlight_id = run_id
  LEFT JOIN standing ON standing.via = run.via AND standing.style = run.style AND standing.time_ns = run.time_ns
  WHERE NOT is_hidden OR name <> '' AND runs = 1
  UNION
  SELECT time_ns, 'line', NULL, screen_row, screen_column FROM within WHERE run_id IS NULL AND NOT is_hidden
), named AS (
  SELECT line.time_ns, line.kind, run.until_ns, run.style, coalesce(run.screen_row, line.screen_row) AS screen_row,
    coalesce(run.screen_column, line.screen_column) AS screen_column, run_id,
    CASE line.kind WHEN 'line' THEN coalesce((
        SELECT trim(value) FROM terminal_change AS text LEFT JOIN string ON string.id = text.text_id
        WHERE text.kind = 'text' AND text.screen_row = line.screen_row AND text.time_ns <= line.time_ns
        ORDER BY text.time_ns DESC, text.id DESC LIMIT 1), '')
      ELSE run.name END AS name
  FROM line LEFT JOIN terminal_run AS run ON terminal_highlight_id = run_id
), told AS (
  SELECT * FROM (
    SELECT named.*, lag(kind) OVER told AS last_kind, lag(screen_row) OVER told AS last_row, lag(screen_column) OVER told AS last_column,
      lag(run_id) OVER told AS last_run_id
    FROM named
    WHERE (kind <> 'line' OR name <> '' OR time_ns IN (SELECT time_ns FROM pointed WHERE is_full))
      AND (kind = 'highlight' OR time_ns NOT IN (SELECT time_ns FROM line WHERE kind = 'highlight'))
    WINDOW told AS (ORDER BY time_ns, kind, run_id))
  WHERE CASE kind
    WHEN 'highlight' THEN last_run_id IS NOT run_id
    WHEN 'field' THEN last_kind IS NOT 'field' OR last_row <> screen_row OR last_column <> screen_column
    ELSE last_kind IS NOT 'line' OR last_row <> screen_row END
)
SELECT row_number() OVER told AS terminal_focus_id, time_ns,
  CASE WHEN kind <> 'highlight' THEN lead(time_ns) OVER told
    ELSE min(coalesce(until_ns, lead(time_ns) OVER told), coalesce(lead(time_ns) OVER told, until_ns)) END AS until_ns,
  kind, name, style, screen_row, screen_column, run_id AS terminal_highlight_id
FROM told WINDOW told AS (ORDER BY time_ns, kind, run_id)
ORDER BY terminal_focus_id;
