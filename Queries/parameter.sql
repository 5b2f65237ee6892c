-- The numbers that the derived words rest on; one row.
--
-- Definitions
--   A number is changed by UPDATE parameter SET min_ms = 10; every query after it goes by the new one.
-- Parameters: none
-- Columns:
--   min_ms              ms; a shorter overlap is not reported
--   callout_silence_ms  ms; so long a silence of the application ends a callout
--   callout_wait_ms     ms; so long after an activation its first sound may come
--   callout_lead_ms     ms; a sound may be dated so much before the activation that caused it
--   same_activation_ms  ms; a press and a DoAction on one element no further apart are one activation
--   key_repeat_ms       ms; a press so soon after a press of the same key, none let go between, is the keyboard's repeat
--   key_again_ms        ms; and so soon after the same key was let go: nobody presses so fast
--   byte_repeat_ms      ms; bytes of one key no further apart are the keyboard's repeat
--   key_effect_ms       ms; so long after a key its effect may still come
--   key_lag_ms          ms; a key may be told of so much later than the focus that it moved
--   same_stop_ms        ms; focus on one element named again so soon is one stop
--   heard_lead_ms       ms; an utterance may be heard so long before its BEGIN was seen
--   heard_tail_ms       ms; and so long after its CANCELED
--   cut_ms              ms; sound that ends no longer before a CANCELED was cut by it
--   speech_wait_ms      ms; so long after a focus move, a rename or a change of value its words may be queued
--   echo_wait_ms        ms; so long after a key press its echo may be queued
--   loop_pulses         count; so many like sounds, evenly spaced, are a loop
--   loop_tolerance_ms   ms; lengths and distances so close are like and even
--   include_background  0 or 1; whether background takes part in overlaps
-- Order: none
CREATE TEMP TABLE parameter AS
SELECT
  30 AS min_ms,
  600 AS callout_silence_ms,
  3000 AS callout_wait_ms,
  20 AS callout_lead_ms,
  300 AS same_activation_ms,
  1000 AS key_repeat_ms,
  5 AS key_again_ms,
  60 AS byte_repeat_ms,
  1000 AS key_effect_ms,
  10 AS key_lag_ms,
  50 AS same_stop_ms,
  20 AS heard_lead_ms,
  10 AS heard_tail_ms,
  100 AS cut_ms,
  5000 AS speech_wait_ms,
  1000 AS echo_wait_ms,
  4 AS loop_pulses,
  25 AS loop_tolerance_ms,
  0 AS include_background;
