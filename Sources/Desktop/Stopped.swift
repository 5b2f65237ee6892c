/// A signal that asked the desktop to end while it was coming up.
struct Stopped: Error {}
