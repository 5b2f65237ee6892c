-- The AT-SPI events, with the names of their types.
--
-- Definitions
--   As in event, whose texts are kept in string.
-- Parameters: none
-- Columns:
--   event_id             id in event
--   time_ns              ns since the session's start
--   type                 as libatspi names it
--   element_id           id in element
--   detail1              first detail
--   detail2              second detail
--   any_data             the any data, where it is a text or a number; NULL: none
--   any_data_element_id  id in element, that the any data names; NULL: none
-- Order: time_ns, event_id
CREATE TEMP VIEW named_event AS
SELECT event.id AS event_id, event.time_ns, type.value AS type, event.element_id, event.detail1, event.detail2,
  any_data.value AS any_data, event.any_data_element_id
FROM event
JOIN string AS type ON type.id = event.type_id
LEFT JOIN string AS any_data ON any_data.id = event.any_data_id
ORDER BY time_ns, event_id;
