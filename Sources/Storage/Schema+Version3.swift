extension Schema {
  /// What a terminal's screen showed, until when, and by what it changed; and how each key was seen.
  static let version3 = """
    CREATE TABLE session ( -- The recording as a whole; one row. Every other time_ns counts from its start.
      id INTEGER PRIMARY KEY CHECK (id = 1), -- 1
      tool_version TEXT NOT NULL, -- what wrote the file
      origin TEXT NOT NULL DEFAULT 'recorded', -- recorded, or what it was made of, in plain words
      started_monotonic_ns INTEGER NOT NULL, -- CLOCK_MONOTONIC at time 0
      started_wall_ns INTEGER NOT NULL, -- CLOCK_REALTIME at time 0, ns since 1970; for people, never for order
      recorder_process_id INTEGER NOT NULL, -- the recorder's process
      command TEXT, -- what was started, words in JSON; NULL: the application ran already
      command_status INTEGER, -- its exit status; NULL: not started by us, or not ended
      keeps_text INTEGER NOT NULL DEFAULT 0 CHECK (keeps_text IN (0, 1)), -- 1: typed text is here as it was typed, else masked
      ended_ns INTEGER, -- NULL: still running, or the recorder died
      is_complete INTEGER NOT NULL DEFAULT 0 CHECK (is_complete IN (0, 1)) -- 1: every source was there and lost nothing
    ) STRICT;

    CREATE TABLE environment ( -- What the session ran on: application, toolkit, reader, daemons, versions, settings.
      name TEXT PRIMARY KEY, -- of what
      value TEXT NOT NULL -- what it was
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE wall_clock ( -- What the wall clock said: at the start, after each step of it, and at the end.
      id INTEGER PRIMARY KEY, -- number in the session
      time_ns INTEGER NOT NULL, -- ns since the session's start
      wall_ns INTEGER NOT NULL -- CLOCK_REALTIME then, ns since 1970
    ) STRICT;

    CREATE TABLE source ( -- Where records come from, and whether they could be seen.
      id INTEGER PRIMARY KEY, -- number in the session
      name TEXT NOT NULL UNIQUE, -- events, keys, calls, speech, application-audio, reader-audio, terminal, clock, markers, or a later one
      armed_ns INTEGER, -- ns since the session's start, when it began to see; NULL: never
      self_tested_ns INTEGER, -- ns since the session's start, when it saw what the recorder itself had made; NULL: it did not
      proven_ns INTEGER, -- ns since the session's start, of the application's first thing that came by it; NULL: unproven
      ended_ns INTEGER, -- ns since the session's start; NULL: it ran until the file ends
      received INTEGER NOT NULL DEFAULT 0 CHECK (received >= 0), -- records offered
      stored INTEGER NOT NULL DEFAULT 0 CHECK (stored >= 0), -- records written
      dropped INTEGER NOT NULL DEFAULT 0 CHECK (dropped >= 0), -- records refused: the queue was full, or they broke a constraint
      note TEXT -- why it is missing or unsure; NULL: nothing to say
    ) STRICT;

    CREATE TABLE gap ( -- Times in which a source may have missed something.
      id INTEGER PRIMARY KEY, -- number in the session
      source_id INTEGER NOT NULL REFERENCES source (id), -- which source
      kind TEXT NOT NULL CHECK (kind IN ('loss', 'silence', 'pause', 'suspend', 'trim', 'clock-step')), -- clock-step loses nothing: the wall clock was set
      start_ns INTEGER NOT NULL, -- ns since the session's start
      end_ns INTEGER CHECK (end_ns >= start_ns), -- NULL: open when the recording ended
      reason TEXT NOT NULL -- what happened, in plain words
    ) STRICT;

    CREATE TABLE string ( -- Texts that many rows share, each here once as far as the writer remembers.
      id INTEGER PRIMARY KEY, -- what other tables name it by
      value TEXT NOT NULL -- the text
    ) STRICT;

    CREATE TABLE application ( -- Connections on the a11y bus.
      id INTEGER PRIMARY KEY, -- number in the session
      bus_name TEXT NOT NULL UNIQUE, -- unique name on the a11y bus
      name TEXT NOT NULL, -- accessible name; empty until known
      process_id INTEGER, -- NULL: the bus did not say
      toolkit TEXT, -- NULL: unanswered
      toolkit_version TEXT, -- NULL: unanswered
      first_seen_ns INTEGER NOT NULL, -- ns since the session's start
      last_seen_ns INTEGER -- ns since the session's start, when it left the bus; NULL: it was there until the end
    ) STRICT;

    CREATE TABLE element ( -- Accessible objects; what they were is in element_version.
      id INTEGER PRIMARY KEY, -- number in the session
      application_id INTEGER NOT NULL REFERENCES application (id), -- whose
      object_path TEXT NOT NULL, -- D-Bus path on that connection
      UNIQUE (application_id, object_path)
    ) STRICT;

    CREATE TABLE element_version ( -- What an element was from time_ns on. NULL: unanswered, or the toolkit has none.
      id INTEGER PRIMARY KEY, -- number in the session
      element_id INTEGER NOT NULL REFERENCES element (id), -- which element
      time_ns INTEGER NOT NULL, -- ns since the session's start, when it was read or told; later than the event that caused it
      cause TEXT NOT NULL CHECK (cause IN ('look-up', 'event', 'read-back', 'snapshot')), -- asked after an event, told by one, asked after an act, or for a snapshot
      role_id INTEGER REFERENCES string (id), -- AT-SPI role, push button
      name_id INTEGER REFERENCES string (id), -- accessible name
      description_id INTEGER REFERENCES string (id), -- accessible description
      help_text_id INTEGER REFERENCES string (id), -- help text
      accessible_id_id INTEGER REFERENCES string (id), -- accessible id
      states_id INTEGER REFERENCES string (id), -- AT-SPI states, JSON array, sorted
      attributes_id INTEGER REFERENCES string (id), -- object attributes, JSON object, sorted
      interfaces_id INTEGER REFERENCES string (id), -- AT-SPI interfaces, JSON array, sorted
      actions_id INTEGER REFERENCES string (id), -- names of the actions, JSON array, in order
      key_bindings_id INTEGER REFERENCES string (id), -- key bindings of the actions, JSON array, in their order
      relations_id INTEGER REFERENCES string (id), -- object paths by relation, JSON object of arrays, sorted
      value REAL, -- Value interface: as it is
      value_minimum REAL, -- Value interface: the least
      value_maximum REAL, -- Value interface: the greatest
      x_px INTEGER, -- screen pixels from the left
      y_px INTEGER, -- screen pixels from the top
      width_px INTEGER, -- pixels
      height_px INTEGER, -- pixels
      parent_element_id INTEGER REFERENCES element (id), -- the parent
      index_in_parent INTEGER, -- place among the parent's children, from 0
      child_count INTEGER -- number of its children
    ) STRICT;
    CREATE INDEX element_version_by_element ON element_version (element_id, time_ns);

    CREATE TABLE event ( -- AT-SPI events as they arrived.
      id INTEGER PRIMARY KEY, -- number in the session, in order of arrival
      time_ns INTEGER NOT NULL, -- ns since the session's start, stamped at arrival
      type_id INTEGER NOT NULL REFERENCES string (id), -- as libatspi names it, object:state-changed:focused
      element_id INTEGER NOT NULL REFERENCES element (id), -- its source
      detail1 INTEGER NOT NULL, -- first detail
      detail2 INTEGER NOT NULL, -- second detail
      any_data_id INTEGER REFERENCES string (id), -- the any data, where it is a text or a number; NULL: none
      any_data_element_id INTEGER REFERENCES element (id) -- the element that the any data names; NULL: none
    ) STRICT;

    CREATE TABLE input ( -- Keys and pointer buttons, pressed and let go while the application had the focus, or over it.
      id INTEGER PRIMARY KEY, -- number in the session
      time_ns INTEGER NOT NULL, -- ns since the session's start
      is_press INTEGER NOT NULL CHECK (is_press IN (0, 1)), -- 1: pressed, 0: let go
      key_name TEXT, -- X keysym name, Tab or Return; NULL: it types text, and text is masked; or a pointer
      modifiers INTEGER NOT NULL, -- modifier bits as AT-SPI has them
      focus_element_id INTEGER REFERENCES element (id), -- the element that had the focus; NULL: none was known
      button INTEGER CHECK (button > 0), -- the pointer's button, from 1; NULL: a key
      hit_element_id INTEGER REFERENCES element (id), -- the element under the pointer; NULL: a key, or none was found
      via TEXT NOT NULL CHECK (via IN ('key-watcher', 'pointer', 'terminal')) -- how it was seen; terminal: its bytes on their way to a terminal program, which tell no release
    ) STRICT;

    CREATE TABLE action_call ( -- Calls that act on an element, by whoever.
      id INTEGER PRIMARY KEY, -- number in the session
      time_ns INTEGER NOT NULL, -- ns since the session's start, of the call
      caller TEXT NOT NULL, -- unique bus name
      element_id INTEGER NOT NULL REFERENCES element (id), -- the element called
      method TEXT NOT NULL, -- DoAction, GrabFocus, or CurrentValue where a value is set
      action_index INTEGER, -- which of its actions, from 0; NULL: another method
      value REAL, -- the value that is set; NULL: another method
      reply_ns INTEGER, -- ns since the session's start; NULL: no reply was seen
      accepted INTEGER CHECK (accepted IN (0, 1)), -- the reply; NULL: none, one that says neither, or an error
      error_name TEXT -- the D-Bus error's name; NULL: there was none
    ) STRICT;

    CREATE TABLE utterance ( -- Messages given to speech-dispatcher, by whichever client.
      id INTEGER PRIMARY KEY, -- number in the session
      connection INTEGER NOT NULL, -- the tap's number of the client's connection
      client_id INTEGER REFERENCES string (id), -- the client's name as it gave it; NULL: it gave none
      priority_id INTEGER REFERENCES string (id), -- SSIP priority; NULL: never set
      message_id TEXT, -- SSIP message id; NULL: the daemon did not tell
      kind TEXT NOT NULL CHECK (kind IN ('message', 'character', 'key', 'soundIcon')), -- what SSIP was asked to speak
      text_id INTEGER NOT NULL REFERENCES string (id), -- the text as sent
      plain_text_id INTEGER NOT NULL REFERENCES string (id), -- its words: SSML taken out
      queued_ns INTEGER NOT NULL, -- ns since the session's start, its last byte on the way to the daemon
      begun_ns INTEGER, -- ns since the session's start, BEGIN; NULL: it was not seen
      ended_ns INTEGER, -- ns since the session's start, END, some 300 ms after the sound; NULL: it was not seen
      cancelled_ns INTEGER -- ns since the session's start, CANCELED; NULL: it was not seen
    ) STRICT;

    CREATE TABLE utterance_mark ( -- Index marks that the synthesiser reached.
      id INTEGER PRIMARY KEY, -- number in the session
      utterance_id INTEGER NOT NULL REFERENCES utterance (id), -- in which utterance
      time_ns INTEGER NOT NULL, -- ns since the session's start
      name TEXT NOT NULL -- as the client gave it; Orca's are START:END, in characters of the plain text
    ) STRICT;
    CREATE INDEX utterance_mark_by_utterance ON utterance_mark (utterance_id, time_ns);

    CREATE TABLE audio_stream ( -- Streams of sound.
      id INTEGER PRIMARY KEY, -- number in the session
      role TEXT NOT NULL CHECK (role IN ('application', 'reader', 'event', 'bystander')), -- whose sound it is
      process_id INTEGER, -- NULL: several, or the server did not say
      application_name TEXT, -- the server's application.name; NULL: none
      media_name TEXT, -- the server's media.name; NULL: none
      media_role TEXT, -- the server's media.role; NULL: none
      route TEXT NOT NULL CHECK (route IN ('sink-monitor', 'stream-monitor')), -- how it was heard; the latter may miss its head
      rate_hz INTEGER NOT NULL CHECK (rate_hz > 0), -- samples a second, as recorded
      opened_ns INTEGER NOT NULL, -- ns since the session's start
      closed_ns INTEGER -- ns since the session's start; NULL: open when the recording ended
    ) STRICT;

    CREATE TABLE audio_segment ( -- Sounds: times in which a stream was audible.
      id INTEGER PRIMARY KEY, -- number in the session
      stream_id INTEGER NOT NULL REFERENCES audio_stream (id), -- whose
      onset_ns INTEGER NOT NULL, -- ns since the session's start, where it became audible
      onset_frame INTEGER, -- the stream's own number of that sample; NULL: unknown
      offset_ns INTEGER CHECK (offset_ns >= onset_ns), -- ns since the session's start; NULL: sounding when the recording ended
      offset_frame INTEGER, -- the stream's own number of that sample; NULL: unknown
      peak_db REAL NOT NULL, -- dBFS
      kind TEXT NOT NULL CHECK (kind IN ('click', 'tone', 'speech', 'other')) -- what it sounds like
    ) STRICT;
    CREATE INDEX audio_segment_by_stream ON audio_segment (stream_id, onset_ns);

    CREATE TABLE audio_level ( -- Levels of audible 10 ms frames.
      stream_id INTEGER NOT NULL REFERENCES audio_stream (id), -- whose
      frame INTEGER NOT NULL, -- frame N covers 10 N to 10 (N + 1) ms of the session
      level_db REAL NOT NULL, -- dBFS, root mean square of the loudest channel
      PRIMARY KEY (stream_id, frame)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE snapshot ( -- Trees of applications, each as it was while it was read.
      id INTEGER PRIMARY KEY, -- number in the session
      application_id INTEGER NOT NULL REFERENCES application (id), -- whose
      reason TEXT NOT NULL, -- why it was taken: start, screen-change, request, end
      start_ns INTEGER NOT NULL, -- ns since the session's start, when reading began
      end_ns INTEGER CHECK (end_ns >= start_ns), -- ns since the session's start; NULL: not ended
      limit_reached TEXT -- what cut it short; NULL: nothing
    ) STRICT;

    CREATE TABLE snapshot_element ( -- Elements of a snapshot, breadth first.
      snapshot_id INTEGER NOT NULL REFERENCES snapshot (id), -- of which snapshot
      ordinal INTEGER NOT NULL, -- place in it, from 0
      element_version_id INTEGER NOT NULL REFERENCES element_version (id), -- what it was
      depth INTEGER NOT NULL CHECK (depth >= 0), -- steps from the root, whose depth is 0
      PRIMARY KEY (snapshot_id, ordinal)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE terminal_highlight ( -- Runs of cells that are set apart on a terminal's screen, once it has settled.
      id INTEGER PRIMARY KEY, -- number in the session
      time_ns INTEGER NOT NULL, -- ns since the session's start, when the screen had it; what one settled screen brought has one time
      until_ns INTEGER CHECK (until_ns >= time_ns), -- ns since the session's start, when it had it no more; NULL: it stood at the end
      screen_row INTEGER NOT NULL CHECK (screen_row >= 0), -- from 0
      screen_column INTEGER NOT NULL CHECK (screen_column >= 0), -- of the first cell, from 0
      width_cells INTEGER NOT NULL CHECK (width_cells > 0), -- cells
      text_id INTEGER NOT NULL REFERENCES string (id), -- what stands in them, without blanks and lines at the ends
      label_id INTEGER REFERENCES string (id), -- what a person would call it, of a check box's mark the words beside it; NULL: the text
      style_id INTEGER NOT NULL REFERENCES string (id), -- how they are set apart, in words
      via TEXT NOT NULL CHECK (via IN ('relay', 'accessible-text')) -- by the bytes on their way to the terminal, or as the terminal tells assistive technology
    ) STRICT;
    CREATE INDEX terminal_highlight_by_time ON terminal_highlight (time_ns);

    CREATE TABLE terminal_change ( -- What changed on a terminal's screen, once it has settled.
      id INTEGER PRIMARY KEY, -- number in the session
      time_ns INTEGER NOT NULL, -- ns since the session's start, when the screen had it; what one settled screen brought has one time
      kind TEXT NOT NULL CHECK (kind IN ('text', 'cursor', 'title', 'bell', 'screen')), -- text of a row, place and shape of the cursor, the title, a bell, or size and buffer of the screen
      cause TEXT NOT NULL CHECK (cause IN ('key', 'typing', 'program')), -- came right after a key, shows what was just typed, or came by itself
      screen_row INTEGER CHECK (screen_row >= 0), -- from 0; NULL: not of a row
      screen_column INTEGER CHECK (screen_column >= 0), -- the cursor's, from 0; NULL: another kind
      text_id INTEGER REFERENCES string (id), -- text: the whole row as it is now; cursor: its shape, or hidden; title: the title; screen: rows, columns, and alternate; NULL: a bell
      via TEXT NOT NULL CHECK (via IN ('relay', 'accessible-text')) -- as in terminal_highlight
    ) STRICT;
    CREATE INDEX terminal_change_by_time ON terminal_change (time_ns);

    CREATE TABLE marker ( -- Marks that a person, a test or a hotkey put in.
      id INTEGER PRIMARY KEY, -- number in the session
      time_ns INTEGER NOT NULL, -- ns since the session's start, when it was asked for
      text TEXT NOT NULL -- what it says
    ) STRICT;

    CREATE TABLE seal ( -- A digest of the file, made when it was closed; by it a later change is seen. No row: it was not closed.
      id INTEGER PRIMARY KEY CHECK (id = 1), -- 1
      digest TEXT NOT NULL CHECK (length(digest) = 16) -- SipHash-2-4 under the key 0 of all bytes of the file, these 16 hexadecimal digits as zeros
    ) STRICT;

    """

  /// Takes the rows of version 2, whose tables are called old_…, over; its seal is that of another file.
  static let migration3 = """
    INSERT INTO session SELECT * FROM old_session;
    INSERT INTO environment SELECT * FROM old_environment;
    INSERT INTO wall_clock SELECT * FROM old_wall_clock;
    INSERT INTO source SELECT * FROM old_source;
    INSERT INTO gap SELECT * FROM old_gap;
    INSERT INTO string SELECT * FROM old_string;
    INSERT INTO application SELECT * FROM old_application;
    INSERT INTO element SELECT * FROM old_element;
    INSERT INTO element_version SELECT * FROM old_element_version;
    INSERT INTO event SELECT * FROM old_event;
    INSERT INTO input SELECT *, CASE WHEN button IS NULL THEN 'key-watcher' ELSE 'pointer' END FROM old_input;
    INSERT INTO action_call SELECT * FROM old_action_call;
    INSERT INTO utterance SELECT * FROM old_utterance;
    INSERT INTO utterance_mark SELECT * FROM old_utterance_mark;
    INSERT INTO audio_stream SELECT * FROM old_audio_stream;
    INSERT INTO audio_segment SELECT * FROM old_audio_segment;
    INSERT INTO audio_level SELECT * FROM old_audio_level;
    INSERT INTO snapshot SELECT * FROM old_snapshot;
    INSERT INTO snapshot_element SELECT * FROM old_snapshot_element;
    INSERT INTO terminal_highlight (id, time_ns, screen_row, screen_column, width_cells, text_id, style_id, via)
      SELECT id, time_ns, screen_row, screen_column, width_cells, text_id, style_id, 'relay' FROM old_terminal_highlight;
    INSERT INTO marker SELECT * FROM old_marker;
    """
}
