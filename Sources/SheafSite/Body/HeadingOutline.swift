/// The levels of headings as they are read out: none is more than one below the heading that it is under, so that who
/// hears a page misses no level where its writer chose `###` for its looks.
struct HeadingOutline {
  /// The headings that the next one may be under, with the levels that they are read out with.
  private var open: [(level: Int, shown: Int)] = []

  /// - Parameter level: 1 … 6, as written; a page has its title above.
  /// - Returns: 1 … 6.
  mutating func shownLevel(of level: Int) -> Int {
    while let last = open.last, last.level >= level { open.removeLast() }
    let shown = min(level, (open.last?.shown ?? 1) + 1)
    open.append((level, shown))
    return shown
  }
}
