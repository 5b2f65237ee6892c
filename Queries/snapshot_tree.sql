-- The elements of each snapshot, with what tells those on the screen and those that can be reached from the rest.
--
-- Definitions
--   An element is shown where it has the states visible and showing, and reachable where it has focusable and sensitive, too.
--   GTK 4.8 gives showing to its windows alone: where nothing below a window has it, visible is enough.
--   One that did not answer while the snapshot was taken has no role.
-- Parameters: none
-- Columns:
--   snapshot_id    id in snapshot
--   ordinal        place in it, from 0, breadth first
--   depth          steps from the application's root
--   element_id     id in element
--   role           as AT-SPI names it; NULL where it did not answer
--   name           accessible name
--   accessible_id  accessible id
--   is_shown       0 or 1; NULL where it did not answer
--   is_reachable   0 or 1; NULL where it did not answer
-- Order: snapshot_id, ordinal
CREATE TEMP VIEW snapshot_tree AS
WITH known AS MATERIALIZED (
  SELECT snapshot_id, ordinal, depth, version.element_id, role.value AS role, name.value AS name,
    accessible_id.value AS accessible_id, states.value AS states, instr(states.value, '"showing"') > 0 AS is_showing
  FROM snapshot_element JOIN element_version AS version ON version.id = element_version_id
  LEFT JOIN string AS role ON role.id = version.role_id
  LEFT JOIN string AS name ON name.id = version.name_id
  LEFT JOIN string AS accessible_id ON accessible_id.id = version.accessible_id_id
  LEFT JOIN string AS states ON states.id = version.states_id
), telling AS MATERIALIZED (
  SELECT snapshot_id, max(is_showing) AS tells_showing FROM known WHERE depth > 1 GROUP BY snapshot_id
), seen AS (
  SELECT known.*, instr(states, '"visible"') > 0 AND (is_showing OR coalesce(tells_showing, 0) = 0) AS is_shown
  FROM known LEFT JOIN telling USING (snapshot_id)
)
SELECT snapshot_id, ordinal, depth, element_id, role, name, accessible_id, is_shown,
  is_shown AND instr(states, '"focusable"') > 0 AND instr(states, '"sensitive"') > 0 AS is_reachable
FROM seen
ORDER BY snapshot_id, ordinal;
