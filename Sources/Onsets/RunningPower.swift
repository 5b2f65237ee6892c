/// Mean square of the last `length` samples of one channel.
struct RunningPower {
  private var squares: [Float]
  private var next = 0
  private var sum: Float = 0

  init(length: Int) { squares = Array(repeating: 0, count: length) }

  mutating func add(_ sample: Float) -> Float {
    let square = sample * sample
    sum += square - squares[next]
    squares[next] = square
    next += 1
    if next == squares.count {
      next = 0
      // Summed anew once a window, so that rounding never piles up.
      sum = squares.reduce(0, +)
    }
    return max(0, sum) / Float(squares.count)
  }
}
