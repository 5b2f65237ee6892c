import Testing

/// Everything that needs a private desktop, one after another: they are measured by ear, and two cores are few.
@Suite(.serialized) enum DesktopTests {}
