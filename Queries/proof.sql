-- What showed, in this session, that each source hears this application and its reader; one row.
--
-- Definitions
--   events: an event of the application arrived; what a reader tells of itself is none. keys: a key was seen. calls: a DoAction was seen.
--   speech: words queued for a focus move held the name of the element. application-audio: a sound followed an activation.
--   reader-audio: a focus move was heard to be spoken.
-- Parameters: none
-- Columns:
--   event_ns              ns since the session's start, of the first proof; NULL where there is none
--   key_ns                the same
--   call_ns               the same
--   speech_ns             the same
--   application_audio_ns  the same
--   reader_audio_ns       the same
-- Order: none
CREATE TEMP VIEW proof AS
SELECT
  (SELECT min(time_ns) FROM event
   WHERE type_id NOT IN (SELECT id FROM string WHERE substr(value, 1, 14) = 'screen-reader:')) AS event_ns,
  (SELECT min(time_ns) FROM input WHERE via <> 'terminal') AS key_ns,
  (SELECT min(time_ns) FROM action_call) AS call_ns,
  (SELECT min(utterance.queued_ns) FROM utterance_class JOIN utterance ON utterance.id = utterance_id
   JOIN (SELECT element_id, min(time_ns) AS first_ns FROM stop GROUP BY element_id) AS stopped
     ON stopped.element_id = utterance_class.element_id AND stopped.first_ns <= utterance.queued_ns
   WHERE class = 'name') AS speech_ns,
  (SELECT min(from_ns) FROM callout) AS application_audio_ns,
  (SELECT min(heard_ns) FROM stop_speech) AS reader_audio_ns;
