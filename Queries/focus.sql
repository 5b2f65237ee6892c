-- Which elements were told to have the focus, event by event?
--
-- Raw: what a toolkit says twice is here twice. Some say state-changed:focused, some focus:, some both.
-- Columns:
--   event_id     row of event
--   time_ns      arrival, nanoseconds since the session's start
--   element_id   row of element
--   type         the event's type
-- Order: time_ns.
CREATE TEMP VIEW focus AS
SELECT event.id AS event_id, event.time_ns, event.element_id, string.value AS type
FROM event
JOIN string ON string.id = event.type_id
WHERE (string.value = 'object:state-changed:focused' AND event.detail1 = 1) OR string.value = 'focus:'
ORDER BY event.time_ns, event.id;
