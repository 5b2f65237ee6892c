-- Times that the recording leaves out on purpose or because nothing ran, and steps of the wall clock; one row for all sources.
--
-- Definitions
--   pause: the person had it paused. What had begun before is here to its end; what began in it is not, and no end of it.
--   suspend: the machine slept; no time passed on the session's clock. trim: it was cut off afterwards.
--   clock-step: the wall clock was set; nothing is missing.
-- Parameters: none
-- Columns:
--   kind     pause, suspend, trim or clock-step
--   from_ns  ns since the session's start
--   to_ns    ns since the session's start; NULL where it was open when the recorder died
--   reason   what happened, in plain words
-- Order: from_ns, kind
CREATE TEMP VIEW interruption AS
SELECT kind, start_ns AS from_ns, CASE WHEN count(end_ns) = count(*) THEN min(end_ns) END AS to_ns, min(reason) AS reason
FROM gap WHERE kind NOT IN ('loss', 'silence') GROUP BY kind, start_ns
ORDER BY from_ns, kind;
