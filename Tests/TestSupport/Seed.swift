internal import Glibc
public import System

/// What tests that draw lots go by: the same numbers each time, unless SEED says otherwise.
public enum Seed {
  /// SEED of the environment; 1 where it is not set.
  public static let value: UInt64 = UInt64(text("SEED")) ?? 1

  /// How often a test that is repeated is: ROUNDS of the environment, or `count`.
  public static func rounds(_ count: Int) -> Int { Int(text("ROUNDS")) ?? count }

  /// How many focus moves and activations are made: MOVES of the environment, or `count`.
  public static func moves(_ count: Int) -> Int { Int(text("MOVES")) ?? count }

  /// The generator of one round.
  public static func generator(_ round: Int) -> SeededGenerator {
    SeededGenerator(seed: value &* 1_000_003 &+ UInt64(truncatingIfNeeded: round))
  }

  private static func text(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
}
