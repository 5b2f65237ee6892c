-- What the application let hear after an activation.
--
-- Definitions
--   A callout reaches from its first sound to its last, pauses included; which sounds are its, callout_sound says.
--   An activation without sound has no row.
-- Parameters: none
-- Columns:
--   activation_id  number in activation
--   from_ns        ns since the session's start
--   to_ns          ns since the session's start
--   sounds         sounds in it
-- Order: activation_id
CREATE TEMP VIEW callout AS
SELECT activation_id, min(from_ns) AS from_ns, max(to_ns) AS to_ns, count(*) AS sounds
FROM callout_sound
WHERE activation_id IS NOT NULL
GROUP BY activation_id
ORDER BY activation_id;
