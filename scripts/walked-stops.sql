-- What a walk's expected stops are compared with: role and name of each stop, a line each.
-- What is told once more without a key between, or as the container of what was told, however late, is no stop of a walk: on a busy
-- machine toolkits take their time.
SELECT trim(coalesce(role, '') || ' ' || coalesce(name, ''))
FROM (
  SELECT stop.*, lead(element_id) OVER line AS next_id, lead(time_ns) OVER line AS next_ns,
    lag(element_id) OVER line AS last_id, lag(time_ns) OVER line AS last_ns
  FROM stop WINDOW line AS (ORDER BY stop_id)
) AS told
WHERE ((last_id = element_id OR element_id IN (SELECT parent_element_id FROM element_version WHERE element_id = last_id))
    AND NOT EXISTS (SELECT 1 FROM input WHERE is_press AND time_ns BETWEEN last_ns AND told.time_ns))
  IS NOT 1
  AND (element_id IN (SELECT parent_element_id FROM element_version WHERE element_id = next_id)
    AND NOT EXISTS (SELECT 1 FROM input WHERE is_press AND time_ns BETWEEN told.time_ns AND next_ns)) IS NOT 1
ORDER BY stop_id;
