-- Where the focus rested.
--
-- Definitions
--   Raw focus on the same element within same_stop_ms of the last, with no other element between, is one stop.
--   GTK 3 names an element a second time once nothing is left to do, which a key that it still deals with delays: within key_effect_ms
--   of the last, with another press between than Tab, and not told to have lost the focus, it is the same stop.
--   A container's focus is its element's stop where it comes within same_stop_ms of what it told of that element, before or after,
--   and where within same_stop_ms the element tells of its own, as GTK 3's tabs do.
--   A, B and A again are three stops, however fast, and so is every lap of a walk that returns to its first stop.
--   In a terminal the focus is told by nobody: its stops are those of terminal_focus, which have no element. They count where the last
--   element that told of its focus, or the first one where none had yet, is a terminal, or there is none: a program in a terminal
--   that tells of elements of its own says itself what has the focus. A check box that is checked, "[ ] a" and "[x] a" at one place,
--   is one stop.
-- Parameters: same_stop_ms, key_effect_ms, key_lag_ms
-- Columns:
--   stop_id        number in the session, from 1
--   time_ns        ns since the session's start, of the first event
--   until_ns       ns since the session's start, of the next stop; NULL for the last
--   element_id     id in element; NULL: on a terminal's screen
--   role           as AT-SPI names it, at that time; NULL: on a terminal's screen
--   name           accessible name at that time, or what terminal_focus calls it
--   accessible_id  accessible id at that time
--   events         raw focus events merged in it
--   event_id       id in event, of the first; NULL: on a terminal's screen
--   terminal_focus_id  number in terminal_focus; NULL: an element's
-- Order: stop_id
CREATE TEMP VIEW stop AS
WITH raw AS (
  SELECT focus.*, same_stop_ms * 1000000 AS limit_ns, key_effect_ms * 1000000 AS late_ns, key_lag_ms * 1000000 AS lag_ns,
    lag(element_id) OVER line AS last_element_id, lag(time_ns) OVER line AS last_ns, lag(event_id) OVER line AS last_event_id
  FROM focus, parameter
  WINDOW line AS (ORDER BY time_ns, event_id)
), marked AS (
  SELECT raw.*, CASE
      WHEN last_element_id IS NOT element_id OR time_ns - last_ns > late_ns THEN 1
      WHEN time_ns - last_ns <= limit_ns THEN 0
      -- The key may have been seen before the first of the two was.
      ELSE NOT EXISTS (SELECT 1 FROM input WHERE is_press AND button IS NULL AND coalesce(key_name, '') NOT IN ('Tab', 'ISO_Left_Tab')
          AND input.time_ns BETWEEN last_ns - limit_ns AND raw.time_ns)
        OR EXISTS (SELECT 1 FROM input WHERE is_press AND key_name IN ('Tab', 'ISO_Left_Tab')
          AND input.time_ns BETWEEN last_ns AND raw.time_ns - lag_ns)
        OR EXISTS (SELECT 1 FROM event JOIN string ON string.id = type_id
          WHERE event.id > last_event_id AND event.id < raw.event_id AND event.element_id = raw.element_id AND detail1 = 0
            AND value = 'object:state-changed:focused')
    END AS is_new
  FROM raw
), run AS (
  SELECT number, min(time_ns) AS time_ns, max(time_ns) AS end_ns, min(element_id) AS element_id,
    max(container_id) AS container_id, count(*) AS events, min(event_id) AS event_id, limit_ns
  FROM (
    SELECT marked.*, sum(is_new) OVER (ORDER BY time_ns, event_id ROWS UNBOUNDED PRECEDING) AS number
    FROM marked)
  GROUP BY number
), placed AS (
  SELECT number, time_ns, end_ns, events, event_id, limit_ns,
    CASE
      WHEN lead(container_id) OVER line = element_id AND lead(time_ns) OVER line - end_ns <= limit_ns
        THEN lead(element_id) OVER line
      WHEN lag(container_id) OVER line = element_id AND time_ns - lag(end_ns) OVER line <= limit_ns
        THEN lag(element_id) OVER line
      ELSE element_id
    END AS element_id
  FROM run
  WINDOW line AS (ORDER BY number)
), numbered AS (
  SELECT placed.*,
    sum(is_new) OVER (ORDER BY number ROWS UNBOUNDED PRECEDING) AS stop_id
  FROM (
    SELECT placed.*,
      lag(element_id) OVER line IS NOT element_id OR time_ns - lag(end_ns) OVER line > limit_ns AS is_new
    FROM placed
    WINDOW line AS (ORDER BY number)) AS placed
), merged AS (
  SELECT stop_id, min(time_ns) AS time_ns, min(element_id) AS element_id, sum(events) AS events, min(event_id) AS event_id
  FROM numbered GROUP BY stop_id
), told AS MATERIALIZED (
  SELECT stop_id, merged.time_ns, merged.element_id, was.role, was.name, was.accessible_id, events, event_id
  FROM merged LEFT JOIN element_at AS was
    ON was.element_id = merged.element_id AND merged.time_ns >= was.from_ns AND merged.time_ns < was.until_ns
), on_screen AS (
  SELECT terminal_focus.*, coalesce(
      (SELECT role IS NOT 'terminal' FROM told WHERE told.time_ns <= terminal_focus.time_ns ORDER BY stop_id DESC LIMIT 1),
      (SELECT role IS NOT 'terminal' FROM told ORDER BY stop_id LIMIT 1), 0) AS is_elements,
    coalesce(lag(until_ns) OVER line = time_ns AND lag(screen_row) OVER line = screen_row
      AND lag(screen_column) OVER line = screen_column AND lag(entry) OVER line = entry, 0) AS is_again
  FROM (SELECT *, CASE WHEN name GLOB '[[(<]?[])>] *' THEN substr(name, 4) ELSE name END AS entry FROM terminal_focus) AS terminal_focus
  WINDOW line AS (ORDER BY terminal_focus_id)
)
SELECT row_number() OVER line AS stop_id, time_ns, lead(time_ns) OVER line AS until_ns, element_id, role, name, accessible_id, events,
  event_id, terminal_focus_id
FROM (
  SELECT stop_id AS number, time_ns, element_id, role, name, accessible_id, events, event_id, NULL AS terminal_focus_id FROM told
  UNION ALL
  SELECT terminal_focus_id, time_ns, NULL, NULL, name, NULL, 1, NULL, terminal_focus_id FROM on_screen
  WHERE NOT is_elements AND NOT is_again)
WINDOW line AS (ORDER BY time_ns, terminal_focus_id, number)
ORDER BY stop_id;
