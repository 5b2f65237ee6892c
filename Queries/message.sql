-- The messages given to speech-dispatcher, with their texts.
--
-- Definitions
--   As in utterance, whose texts are kept in string.
-- Parameters: none
-- Columns:
--   utterance_id  id in utterance
--   connection    the tap's number of the client's connection
--   client        the client's name as it gave it; NULL: it gave none
--   priority      SSIP priority; NULL: never set
--   message_id    SSIP message id; NULL: the daemon did not tell
--   kind          what SSIP was asked to speak
--   text          as sent
--   plain_text    its words: SSML taken out
--   queued_ns     ns since the session's start
--   begun_ns      ns since the session's start; NULL: BEGIN was not seen
--   ended_ns      ns since the session's start; NULL: END was not seen
--   cancelled_ns  ns since the session's start; NULL: CANCELED was not seen
-- Order: utterance_id
CREATE TEMP VIEW message AS
SELECT utterance.id AS utterance_id, connection, client.value AS client, priority.value AS priority, message_id, kind,
  text.value AS text, plain_text.value AS plain_text, queued_ns, begun_ns, ended_ns, cancelled_ns
FROM utterance
JOIN string AS text ON text.id = text_id
JOIN string AS plain_text ON plain_text.id = plain_text_id
LEFT JOIN string AS client ON client.id = client_id
LEFT JOIN string AS priority ON priority.id = priority_id
ORDER BY utterance_id;
