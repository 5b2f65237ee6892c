-- Makes every query of this folder, in order; from the folder above:
--   sqlite3 -readonly -init Queries/init.sql run.db "SELECT * FROM overlap"
.read Queries/parameter.sql
.read Queries/named_event.sql
.read Queries/message.sql
.read Queries/sound.sql
.read Queries/sound_length.sql
.read Queries/together.sql
.read Queries/element_at.sql
.read Queries/utterance_words.sql
.read Queries/focus.sql
.read Queries/stop.sql
.read Queries/activation.sql
.read Queries/loop_sound.sql
.read Queries/callout_sound.sql
.read Queries/callout.sql
.read Queries/speaking.sql
.read Queries/heard_sound.sql
.read Queries/heard.sql
.read Queries/utterance_class.sql
.read Queries/word_heard.sql
.read Queries/overlap.sql
.read Queries/stray_speech.sql
.read Queries/stop_speech.sql
.read Queries/proof.sql
.read Queries/interruption.sql
.read Queries/health.sql
