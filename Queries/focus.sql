-- Raw focus, as the application told it.
--
-- Definitions
--   Focus is told by state-changed:focused with detail1 1, and by focus:.
--   A container that has the focus tells where in it the focus rests by active-descendant-changed, and by state-changed:selected
--   with detail1 1 of an element in it. It has the focus where it, what contains it, or an element in it was the last to tell,
--   and for an active descendant also where nobody has told yet, or it tells within same_stop_ms.
--   A selection is no move where within same_stop_ms the focus is told of an element in the same container, as GTK 3 tells it of
--   a cell when a row is selected; nor one of several within same_stop_ms that stay so; nor one of what has the focus.
--   Nor is a selection of what was deselected last, within same_stop_ms, as GTK 3 tells of a row that is activated.
--   selection-changed, which does not say what was selected, is none.
-- Parameters: same_stop_ms
-- Columns:
--   event_id      id in event
--   time_ns       ns since the session's start
--   element_id    id in element
--   container_id  id in element, of the container that told it of an element in it, or that was told before it; NULL: none
--   type          the event's type
-- Order: time_ns, event_id
CREATE TEMP VIEW focus AS
WITH event_of_focus AS MATERIALIZED (
  SELECT event.id AS event_id, event.time_ns,
    CASE WHEN string.value = 'object:active-descendant-changed' THEN coalesce(event.any_data_element_id, event.element_id)
      ELSE event.element_id END AS element_id,
    event.element_id AS source_id, string.value AS type,
    string.value IN ('object:state-changed:focused', 'focus:') AS is_plain,
    string.value = 'object:state-changed:selected' AS is_selection, event.detail1
  FROM event CROSS JOIN string ON string.id = event.type_id
  WHERE event.type_id IN (SELECT id FROM string WHERE value IN ('object:state-changed:focused', 'focus:',
      'object:active-descendant-changed', 'object:state-changed:selected'))
    AND (string.value <> 'object:state-changed:focused' OR event.detail1 = 1)
), told AS (
  SELECT *,
    sum(is_plain) OVER (ORDER BY time_ns, event_id ROWS UNBOUNDED PRECEDING) AS plain_number,
    sum(NOT is_selection) OVER (ORDER BY time_ns, event_id ROWS UNBOUNDED PRECEDING) AS number,
    lead(CASE WHEN detail1 = 0 THEN time_ns END)
      OVER (PARTITION BY is_selection, element_id ORDER BY time_ns, event_id) AS deselected_ns,
    is_selection AND lag(element_id) OVER kind = element_id AND lag(detail1) OVER kind = 0
      AND time_ns - lag(time_ns) OVER kind <= (SELECT same_stop_ms FROM parameter) * 1000000 AS is_again,
    (SELECT parent_element_id FROM element_at AS was WHERE was.element_id = event_of_focus.element_id
      AND from_ns <= time_ns ORDER BY from_ns DESC LIMIT 1) AS parent_id
  FROM event_of_focus
  WINDOW kind AS (PARTITION BY is_selection ORDER BY time_ns, event_id)
), plain AS MATERIALIZED (
  SELECT plain_number, time_ns, event_id, element_id, parent_id, type FROM told WHERE is_plain
), pointed AS MATERIALIZED (
  SELECT number, time_ns, CASE WHEN is_plain THEN parent_id ELSE source_id END AS container_id FROM told WHERE NOT is_selection
), within AS (
  SELECT told.*, CASE WHEN is_selection THEN told.parent_id ELSE source_id END AS container_id,
    holder.element_id AS holder_id, holder.parent_id AS holder_parent_id,
    next.element_id AS next_id, next.time_ns - told.time_ns AS next_ns, same_stop_ms * 1000000 AS limit_ns
  FROM told JOIN parameter
  LEFT JOIN plain AS holder ON holder.plain_number = told.plain_number
  LEFT JOIN plain AS next ON next.plain_number = told.plain_number + 1
  WHERE NOT is_plain AND (NOT is_selection OR told.detail1 = 1 AND is_again IS NOT 1)
), claimed AS (
  SELECT within.*,
    lag(element_id) OVER line AS last_element_id, lag(within.time_ns) OVER line AS last_ns,
    lag(deselected_ns) OVER line AS last_deselected_ns,
    lead(element_id) OVER line AS after_element_id, lead(within.time_ns) OVER line AS after_ns
  FROM within
  LEFT JOIN pointed AS last ON is_selection AND last.number = within.number
  LEFT JOIN pointed AS next ON is_selection AND next.number = within.number + 1
  WHERE (holder_id IN (element_id, within.container_id) OR holder_parent_id = within.container_id
      OR NOT is_selection AND (holder_id IS NULL OR next_id = within.container_id AND next_ns <= limit_ns)
      OR holder_id = (SELECT parent_element_id FROM element_at AS container
        WHERE container.element_id = within.container_id AND from_ns <= within.time_ns ORDER BY from_ns DESC LIMIT 1))
    AND NOT coalesce(last.container_id = within.container_id AND within.time_ns - last.time_ns <= limit_ns, 0)
    AND NOT coalesce(next.container_id = within.container_id AND next.time_ns - within.time_ns <= limit_ns, 0)
  WINDOW line AS (PARTITION BY is_selection ORDER BY within.time_ns, event_id)
), line AS (
  SELECT time_ns, event_id, element_id,
    CASE WHEN lag(element_id) OVER (ORDER BY time_ns, event_id) = parent_id THEN parent_id END AS container_id, type
  FROM plain
  UNION ALL
  SELECT time_ns, event_id, element_id, nullif(container_id, element_id), type FROM claimed
  WHERE NOT is_selection
    OR NOT coalesce(after_element_id <> element_id AND after_ns - time_ns <= limit_ns
        AND coalesce(deselected_ns - after_ns > limit_ns, 1), 0)
      AND NOT coalesce(last_element_id <> element_id AND time_ns - last_ns <= limit_ns
        AND coalesce(last_deselected_ns - time_ns > limit_ns, 1), 0)
)
SELECT event_id, time_ns, element_id, container_id, type
FROM (SELECT line.*, lag(element_id) OVER (ORDER BY time_ns, event_id) AS last_element_id FROM line)
WHERE type <> 'object:state-changed:selected' OR last_element_id IS NOT element_id
ORDER BY time_ns, event_id;
