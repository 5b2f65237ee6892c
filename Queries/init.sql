-- Loads every query as a temporary view, from the repository's root:
--   sqlite3 -readonly -init Queries/init.sql run.db "SELECT * FROM overlap"
-- A number is changed by: UPDATE parameter SET min_ms = 10;
.read Queries/parameter.sql
.read Queries/focus.sql
.read Queries/stop.sql
.read Queries/activation.sql
.read Queries/callout_segment.sql
.read Queries/callout.sql
.read Queries/heard.sql
.read Queries/overlap.sql
.read Queries/proof.sql
