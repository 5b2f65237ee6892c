extension Schema {
  /// As released with 0.1.0.
  static let version1 = """
    -- The recording as a whole; one row. Every other time_ns counts from its start.
    CREATE TABLE session (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      tool_version TEXT NOT NULL,
      started_monotonic_ns INTEGER NOT NULL, -- CLOCK_MONOTONIC at time 0
      started_wall_ns INTEGER NOT NULL,      -- CLOCK_REALTIME at time 0, ns since 1970; for people, never for order
      recorder_process_id INTEGER NOT NULL,
      command TEXT,                          -- what was started, words in JSON; NULL: the application ran already
      command_status INTEGER,                -- its exit status; NULL: not started by us, or not ended
      ended_ns INTEGER,                      -- NULL: still running, or the recorder died
      is_complete INTEGER NOT NULL DEFAULT 0 CHECK (is_complete IN (0, 1))
    ) STRICT;

    -- What the session ran on: application, toolkit, reader, daemons, versions, settings.
    CREATE TABLE environment (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- Where records come from, and whether they could be seen.
    CREATE TABLE source (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      armed_ns INTEGER,    -- NULL: it never saw
      proven_ns INTEGER,   -- first thing of the application that came by it; NULL: unproven
      ended_ns INTEGER,
      received INTEGER NOT NULL DEFAULT 0 CHECK (received >= 0),
      stored INTEGER NOT NULL DEFAULT 0 CHECK (stored >= 0),
      dropped INTEGER NOT NULL DEFAULT 0 CHECK (dropped >= 0),
      note TEXT
    ) STRICT;

    -- Times in which a source may have missed something.
    CREATE TABLE gap (
      id INTEGER PRIMARY KEY,
      source_id INTEGER NOT NULL REFERENCES source (id),
      start_ns INTEGER NOT NULL,
      end_ns INTEGER CHECK (end_ns >= start_ns), -- NULL: open when the recording ended
      reason TEXT NOT NULL
    ) STRICT;

    -- Strings that many rows share.
    CREATE TABLE string (
      id INTEGER PRIMARY KEY,
      value TEXT NOT NULL UNIQUE
    ) STRICT;

    -- Connections on the a11y bus.
    CREATE TABLE application (
      id INTEGER PRIMARY KEY,
      bus_name TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      process_id INTEGER,
      toolkit TEXT,
      toolkit_version TEXT,
      first_seen_ns INTEGER NOT NULL,
      last_seen_ns INTEGER
    ) STRICT;

    -- Accessible objects; what they were is in element_version.
    CREATE TABLE element (
      id INTEGER PRIMARY KEY,
      application_id INTEGER NOT NULL REFERENCES application (id),
      object_path TEXT NOT NULL,
      UNIQUE (application_id, object_path)
    ) STRICT;

    -- What an element was from time_ns on. NULL: unanswered, or the toolkit has none.
    CREATE TABLE element_version (
      id INTEGER PRIMARY KEY,
      element_id INTEGER NOT NULL REFERENCES element (id),
      time_ns INTEGER NOT NULL,
      role TEXT,
      name TEXT,
      description TEXT,
      accessible_id TEXT,
      states TEXT,         -- JSON array, sorted
      attributes TEXT,     -- JSON object
      actions TEXT,        -- JSON array, in order
      parent_element_id INTEGER REFERENCES element (id),
      index_in_parent INTEGER
    ) STRICT;
    CREATE INDEX element_version_by_element ON element_version (element_id, time_ns);

    -- AT-SPI events as they arrived.
    CREATE TABLE event (
      id INTEGER PRIMARY KEY,
      time_ns INTEGER NOT NULL,
      type_id INTEGER NOT NULL REFERENCES string (id),
      element_id INTEGER NOT NULL REFERENCES element (id),
      detail1 INTEGER NOT NULL,
      detail2 INTEGER NOT NULL,
      any_data TEXT
    ) STRICT;

    -- Keys pressed while the application had the focus.
    CREATE TABLE input (
      id INTEGER PRIMARY KEY,
      time_ns INTEGER NOT NULL,
      is_press INTEGER NOT NULL CHECK (is_press IN (0, 1)),
      key_name TEXT,       -- X keysym name; NULL: masked
      modifiers INTEGER NOT NULL,
      focus_element_id INTEGER REFERENCES element (id)
    ) STRICT;

    -- Calls of Action.DoAction, by whoever.
    CREATE TABLE action_call (
      id INTEGER PRIMARY KEY,
      time_ns INTEGER NOT NULL,
      caller TEXT NOT NULL,
      element_id INTEGER NOT NULL REFERENCES element (id),
      action_index INTEGER NOT NULL,
      reply_ns INTEGER,    -- NULL: no reply was seen
      accepted INTEGER CHECK (accepted IN (0, 1)),
      error_name TEXT
    ) STRICT;

    -- Messages given to speech-dispatcher, by whichever client.
    CREATE TABLE utterance (
      id INTEGER PRIMARY KEY,
      connection INTEGER NOT NULL,
      client TEXT,
      priority TEXT,
      message_id TEXT,
      kind TEXT NOT NULL CHECK (kind IN ('message', 'character', 'key', 'soundIcon')),
      text TEXT NOT NULL,
      plain_text TEXT NOT NULL,
      queued_ns INTEGER NOT NULL,
      begun_ns INTEGER,
      ended_ns INTEGER,    -- END, some 300 ms after the sound
      cancelled_ns INTEGER
    ) STRICT;

    -- Index marks that the synthesiser reached.
    CREATE TABLE utterance_mark (
      id INTEGER PRIMARY KEY,
      utterance_id INTEGER NOT NULL REFERENCES utterance (id),
      time_ns INTEGER NOT NULL,
      name TEXT NOT NULL
    ) STRICT;
    CREATE INDEX utterance_mark_by_utterance ON utterance_mark (utterance_id, time_ns);

    -- Streams of sound.
    CREATE TABLE audio_stream (
      id INTEGER PRIMARY KEY,
      role TEXT NOT NULL CHECK (role IN ('application', 'reader', 'event', 'bystander')),
      process_id INTEGER,
      application_name TEXT,
      media_name TEXT,
      media_role TEXT,
      route TEXT NOT NULL CHECK (route IN ('sink-monitor', 'stream-monitor')),
      rate_hz INTEGER NOT NULL CHECK (rate_hz > 0),
      opened_ns INTEGER NOT NULL,
      closed_ns INTEGER
    ) STRICT;

    -- Sounds: times in which a stream was audible.
    CREATE TABLE audio_segment (
      id INTEGER PRIMARY KEY,
      stream_id INTEGER NOT NULL REFERENCES audio_stream (id),
      onset_ns INTEGER NOT NULL,
      offset_ns INTEGER CHECK (offset_ns >= onset_ns), -- NULL: sounding when the recording ended
      peak_db REAL NOT NULL,                            -- dBFS
      kind TEXT NOT NULL CHECK (kind IN ('click', 'tone', 'speech', 'other'))
    ) STRICT;
    CREATE INDEX audio_segment_by_stream ON audio_segment (stream_id, onset_ns);

    -- Levels of audible 10 ms frames; frame N covers 10 N to 10 (N + 1) ms of the session.
    CREATE TABLE audio_level (
      stream_id INTEGER NOT NULL REFERENCES audio_stream (id),
      frame INTEGER NOT NULL,
      level_db REAL NOT NULL,                           -- dBFS, root mean square of the loudest channel
      PRIMARY KEY (stream_id, frame)
    ) STRICT, WITHOUT ROWID;

    """
}
