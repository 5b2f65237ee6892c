internal import Storage

/// What a program finds that has all sounds in memory: both kinds in order of time, and of each those under way.
struct Sweep {
  /// A sound, with the id that it has in the timeline.
  struct Sound {
    var onset: Int64
    var offset: Int64
    var id: Int64
  }
  /// Two sounds with the time that they have in common.
  struct Pair {
    var sound: Int64
    var readerSound: Int64
    var from: Int64
    var to: Int64
  }

  private(set) var spoken: [Sound] = []
  private(set) var played: [Sound] = []

  /// Loads the sounds of a timeline.
  init(_ file: TimelineFile) throws(StorageError) {
    for (role, path) in [("reader", \Sweep.spoken), ("application", \Sweep.played)] {
      let rows = try file.rows(
        """
        SELECT onset_ns, offset_ns, segment.id FROM audio_segment AS segment JOIN audio_stream AS stream
          ON stream.id = stream_id WHERE role = ? AND offset_ns IS NOT NULL
        """, [.text(role)])
      self[keyPath: path] = rows.map {
        Sound(onset: $0[0].integer ?? 0, offset: $0[1].integer ?? 0, id: $0[2].integer ?? 0)
      }
    }
  }

  /// Hands every pair to `take`, in the order of where the later of the two began.
  func forEachPair(_ take: (Pair) -> Void) {
    let spoken = spoken.sorted { $0.onset < $1.onset }
    let played = played.sorted { $0.onset < $1.onset }
    var (nextSpoken, nextPlayed) = (0, 0)
    var (speaking, playing): ([Sound], [Sound]) = ([], [])
    while nextSpoken < spoken.count || nextPlayed < played.count {
      let isSpoken =
        nextPlayed == played.count || nextSpoken < spoken.count && spoken[nextSpoken].onset <= played[nextPlayed].onset
      if isSpoken {
        let sound = spoken[nextSpoken]
        nextSpoken += 1
        playing.removeAll { $0.offset <= sound.onset }
        guard sound.offset > sound.onset else { continue }
        for other in playing {
          take(Pair(sound: other.id, readerSound: sound.id, from: sound.onset, to: min(sound.offset, other.offset)))
        }
        speaking.append(sound)
      } else {
        let sound = played[nextPlayed]
        nextPlayed += 1
        speaking.removeAll { $0.offset <= sound.onset }
        guard sound.offset > sound.onset else { continue }
        for other in speaking {
          take(Pair(sound: sound.id, readerSound: other.id, from: sound.onset, to: min(sound.offset, other.offset)))
        }
        playing.append(sound)
      }
    }
  }
}
