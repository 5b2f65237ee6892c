internal import Storage

/// Exit statuses of what can go wrong while recording.
public enum Failure {
  /// The status of sysexits(3) that an error ends with.
  public static func exitStatus(of error: any Error) -> Int32 {
    switch error {
    case let error as CaptureError: error.exitStatus
    case let error as StorageError: error.exitStatus
    default: 70
    }
  }
}
