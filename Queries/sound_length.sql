-- How long sounds are: of each role, the longest of those whose length has as many digits.
--
-- Definitions
--   A sound under way at a moment began no longer before it than the longest of its kind is. Looked for digits by digits, one
--   very long sound does not make the search among all others as long.
--   A table, not a view: no number changes it, and sounds do not change.
-- Parameters: none
-- Columns:
--   role        whose sound: application, reader, event or bystander
--   digits      digits of the length in ns, as in sound
--   longest_ns  ns, of the longest of these
-- Order: none
CREATE TEMP TABLE sound_length AS
SELECT role, digits, max(offset_ns - onset_ns) AS longest_ns FROM sound GROUP BY role, digits;
