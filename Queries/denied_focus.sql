-- Focus that was told of, while the element itself, asked on the bus, did not have it.
--
-- Definitions
--   Compared are the states that the element told when it was asked after the event, before any later event of it.
--   libatspi writes an event into its cache and shows the focus; a client that asks the object does not find it.
-- Parameters: none
-- Columns:
--   event_id    id in event
--   time_ns     ns since the session's start, of the event
--   element_id  id in element
--   asked_ns    ns since the session's start, of the answer
--   states      the states that it told, JSON array
-- Order: time_ns, event_id
CREATE TEMP VIEW denied_focus AS
WITH told AS (
  SELECT event_id, time_ns, element_id, lead(time_ns, 1, 4611686018427387904) OVER (PARTITION BY element_id ORDER BY time_ns, event_id)
    AS next_ns
  FROM focus WHERE type <> 'object:active-descendant-changed'
), asked AS (
  SELECT event_id, told.time_ns, told.element_id, version.time_ns AS asked_ns, states.value AS states,
    row_number() OVER (PARTITION BY event_id ORDER BY version.time_ns, version.id) AS place
  FROM told JOIN element_version AS version ON version.element_id = told.element_id AND version.time_ns BETWEEN told.time_ns AND next_ns
    AND version.cause <> 'event'
  JOIN string AS states ON states.id = version.states_id
)
SELECT event_id, time_ns, element_id, asked_ns, states FROM asked
WHERE place = 1 AND instr(states, '"focused"') = 0
  -- The focus may have gone on before the element was asked.
  AND NOT EXISTS (SELECT 1 FROM focus AS later WHERE later.time_ns > asked.time_ns AND later.time_ns <= asked_ns
    AND later.element_id <> asked.element_id)
ORDER BY time_ns, event_id;
