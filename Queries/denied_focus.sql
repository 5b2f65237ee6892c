-- Focus that was told of, while the element itself, asked on the bus, did not have it.
--
-- Definitions
--   Compared are the states that the element told when it was asked, from the event until the focus was told of elsewhere: where it
--   told any, and none of them holds focused, it denies the focus. GTK 3 tells of a focus some ms before its element has it.
--   libatspi writes an event into its cache and shows the focus; a client that asks the object does not find it.
-- Parameters: none
-- Columns:
--   event_id    id in event, of the first in a row that names the element
--   time_ns     ns since the session's start, of the event
--   element_id  id in element
--   asked_ns    ns since the session's start, of the last answer
--   states      the states that it told then, JSON array
-- Order: time_ns, event_id
CREATE TEMP VIEW denied_focus AS
WITH line AS (
  SELECT event_id, time_ns, element_id, type, lag(element_id) OVER (ORDER BY time_ns, event_id) IS NOT element_id AS is_first FROM focus
), told AS (
  SELECT *, lead(time_ns, 1, 4611686018427387904) OVER (ORDER BY time_ns, event_id) AS until_ns FROM line WHERE is_first
), answer AS (
  SELECT event_id, told.time_ns, told.element_id, version.time_ns AS asked_ns, states.value AS states,
    max(instr(states.value, '"focused"') > 0) OVER (PARTITION BY event_id) AS has_focus,
    row_number() OVER (PARTITION BY event_id ORDER BY version.time_ns DESC, version.id DESC) AS place
  FROM told JOIN element_version AS version ON version.element_id = told.element_id AND version.cause <> 'event'
    AND version.time_ns >= told.time_ns AND version.time_ns < until_ns
  JOIN string AS states ON states.id = version.states_id
  WHERE told.type IN ('focus:', 'object:state-changed:focused')
)
SELECT event_id, time_ns, element_id, asked_ns, states FROM answer
WHERE place = 1 AND NOT has_focus
ORDER BY time_ns, event_id;
