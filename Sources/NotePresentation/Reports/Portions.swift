import ParallelWork

/// Makes a long text of many rows on all cores.
enum Portions {
  /// Rows for a thread at a time: fewer are made faster by one.
  private static let size = 256

  /// What `make` makes of all rows, in their order.
  static func joined<Element: Sendable>(
    _ count: Int, _ make: @escaping @Sendable (_ rows: Range<Int>) -> [Element]
  ) -> [Element] {
    guard count > size else { return make(0..<count) }
    return Array(made(count, make).joined())
  }

  /// What `make` makes of each portion of the rows, in their order.
  static func made<Piece: Sendable>(
    _ count: Int, _ make: @escaping @Sendable (_ rows: Range<Int>) -> Piece
  ) -> [Piece] {
    guard count > size else { return [make(0..<count)] }
    let portions = (count + size - 1) / size
    return OrderedWindow.all(portions) { number in
      make(number * size..<min((number + 1) * size, count))
    }
  }
}
