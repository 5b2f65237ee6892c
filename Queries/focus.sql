-- Raw focus, as the application told it.
--
-- Definitions
--   Focus is told by state-changed:focused with detail1 1, by focus:, and by a container's active-descendant-changed.
-- Parameters: none
-- Columns:
--   event_id    id in event
--   time_ns     ns since the session's start
--   element_id  id in element
--   type        the event's type
-- Order: time_ns, event_id
CREATE TEMP VIEW focus AS
SELECT event.id AS event_id, event.time_ns, event.element_id, string.value AS type
FROM event JOIN string ON string.id = event.type_id
WHERE
  (string.value = 'object:state-changed:focused' AND event.detail1 = 1)
  OR string.value IN ('focus:', 'object:active-descendant-changed')
ORDER BY time_ns, event_id;
