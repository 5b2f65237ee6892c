-- Which numbers do the other queries work with?
--
-- A table and no view, so that a person can change them. All are milliseconds.
-- Columns:
--   min_ms               shortest overlap that is reported
--   callout_silence_ms   silence of the application that ends a callout
--   first_sound_ms       longest wait for a callout's first sound after its activation
--   same_activation_ms   acts on one element within this time are one activation
--   same_stop_ms         focus events on one element within this time are one stop
--   begin_slack_ms       sound may be heard so much before its BEGIN, and after its end, was told
--   announcement_ms      longest wait for what is said of a stop
-- Order: one row.
CREATE TEMP TABLE parameter AS
SELECT
  30.0 AS min_ms,
  600.0 AS callout_silence_ms,
  3000.0 AS first_sound_ms,
  300.0 AS same_activation_ms,
  50.0 AS same_stop_ms,
  20.0 AS begin_slack_ms,
  5000.0 AS announcement_ms;
