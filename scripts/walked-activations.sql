-- What a walk's expected activations are compared with: role and name of each, a line each; in a terminal the name alone.
SELECT trim(CASE WHEN terminal_focus_id IS NULL THEN coalesce(element_role, '') ELSE '' END || ' ' || coalesce(element_name, ''))
FROM activation ORDER BY activation_id;
