import ByteBasics

/// Keeps the insertions of both sides between the same two lines: list items, lines of a diary, paragraphs.
struct InsertionUnion {
  let ours: LineText
  let theirs: LineText
  /// The lines around the position.
  let before: ArraySlice<UInt8>?
  let after: ArraySlice<UInt8>?
  let isCode: Bool
  let hasBase: Bool

  /// The side whose completion of a repeating task counts, if both sides completed the task.
  struct Finished {
    let isOurs: Bool
  }

  /// Unites both insertions. Nil if they cannot be separated.
  func united(_ left: Range<Int>, _ right: Range<Int>, finished: Finished?) -> MergedText? {
    if let finished, let result = withoutDoubledOccurrence(left, right, finished) { return result }
    if !isCode, let result = sectionwise(left, right) { return result }
    let changes = LineDiff.changes(from: Array(ours.numbers[left]), to: Array(theirs.numbers[right]))
    let isApart = !sharesText(left, changes)
    if isApart { return isCode ? nil : sideBySide(left, right, before) }
    return interleaved(left, right, changes)
  }

  /// Unites the lines that continue the section above first, then new sections.
  ///
  /// - Returns: nil if no side has both, or if they cannot be separated.
  private func sectionwise(_ left: Range<Int>, _ right: Range<Int>) -> MergedText? {
    let (mine, yours) = (sectionStart(ours, left), sectionStart(theirs, right))
    guard mine < left.upperBound || yours < right.upperBound,
      mine > left.lowerBound || yours > right.lowerBound
    else { return nil }
    let next = mine < left.upperBound ? ours[mine] : yours < right.upperBound ? theirs[yours] : after
    let head = InsertionUnion(
      ours: ours, theirs: theirs, before: before, after: next, isCode: false, hasBase: hasBase
    ).united(left.lowerBound..<mine, right.lowerBound..<yours, finished: nil)
    guard var result = head else { return nil }
    let tail = InsertionUnion(
      ours: ours, theirs: theirs, before: result.lastLine, after: after, isCode: false, hasBase: hasBase
    ).united(mine..<left.upperBound, yours..<right.upperBound, finished: nil)
    guard let tail else { return nil }
    result.append(tail)
    return result
  }

  /// Returns the first heading that is not code, with the blank lines above it; the end if there is none.
  private func sectionStart(_ text: LineText, _ lines: Range<Int>) -> Int {
    guard lines.contains(where: { BlockBoundary.headingLevel(text[$0]) != nil }) else {
      return lines.upperBound
    }
    let code = CodeLines(of: text)
    let heading = lines.first { BlockBoundary.headingLevel(text[$0]) != nil && !code.joins(at: $0) }
    guard var start = heading else { return lines.upperBound }
    while start > lines.lowerBound, BlockBoundary.isBlank(text[start - 1]) { start -= 1 }
    return start
  }

  private func sharesText(_ left: Range<Int>, _ changes: [LineChange]) -> Bool {
    var position = 0
    for change in changes + [LineChange(base: left.count..<left.count, other: 0..<0)] {
      for line in position..<change.base.lowerBound
      where !BlockBoundary.isBlank(ours[left.lowerBound + line]) { return true }
      position = change.base.upperBound
    }
    return false
  }

  /// Returns both insertions in sequence. Nil if no block begins between the insertions.
  private func sideBySide(_ left: Range<Int>, _ right: Range<Int>, _ before: ArraySlice<UInt8>?) -> MergedText? {
    var result = MergedText()
    if left.isEmpty || right.isEmpty {
      result.append(left.isEmpty ? theirs[right] : ours[left])
      return result
    }
    let lines = left.map { ours[$0] } + right.map { theirs[$0] }
    let areRows = before.flatMap(BlockBoundary.rowWidth).map { width in
      lines.allSatisfy { BlockBoundary.rowWidth($0) == width }
    }
    let oursFirst = areRows ?? false || isInOrder(ours, left, theirs, right, before)
    let theirsFirst = isInOrder(theirs, right, ours, left, before)
    guard oursFirst || theirsFirst else { return nil }
    let swaps = !oursFirst || theirsFirst && comesFirst(theirs, right, before: ours, left)
    result.append(swaps ? theirs[right] : ours[left])
    result.append(swaps ? ours[left] : theirs[right])
    return result
  }

  private func isInOrder(
    _ first: LineText, _ firstLines: Range<Int>, _ second: LineText, _ secondLines: Range<Int>,
    _ before: ArraySlice<UInt8>?
  ) -> Bool {
    let end = first[firstLines.upperBound - 1]
    let start = second[secondLines.lowerBound]
    return BlockBoundary.separates(before, first[firstLines.lowerBound])
      && BlockBoundary.separates(before, start) && BlockBoundary.separates(end, start)
      && BlockBoundary.separates(end, after)
      && BlockBoundary.separates(second[secondLines.upperBound - 1], after)
  }

  /// Returns true for an earlier time of a diary, and for an item that goes on with the list above.
  private func comesFirst(
    _ one: LineText, _ lines: Range<Int>, before other: LineText, _ otherLines: Range<Int>
  ) -> Bool {
    let (first, second) = (firstText(one, lines), firstText(other, otherLines))
    if let first, let second, let early = BlockBoundary.time(of: first),
      let late = BlockBoundary.time(of: second)
    {
      return early < late
    }
    guard let before, BlockBoundary.itemIndent(before) != nil else { return false }
    let goesOn = BlockBoundary.itemIndent(one[lines.lowerBound]) != nil
    return goesOn && BlockBoundary.itemIndent(other[otherLines.lowerBound]) == nil
  }

  private func firstText(_ text: LineText, _ lines: Range<Int>) -> ArraySlice<UInt8>? {
    lines.lazy.map { text[$0] }.first { !BlockBoundary.isBlank($0) }
  }

  /// Merges insertions with common lines: common lines appear once, with the lines of each side between them.
  private func interleaved(_ left: Range<Int>, _ right: Range<Int>, _ changes: [LineChange]) -> MergedText? {
    var result = MergedText()
    var (line, other) = (0, 0)
    for change in changes + [LineChange(base: left.count..<left.count, other: right.count..<right.count)] {
      while line < change.base.lowerBound {
        guard append(left.lowerBound + line, right.lowerBound + other, to: &result) else { return nil }
        line += 1
        other += 1
      }
      let mine = (left.lowerBound + change.base.lowerBound)..<(left.lowerBound + change.base.upperBound)
      let yours = (right.lowerBound + change.other.lowerBound)..<(right.lowerBound + change.other.upperBound)
      guard let union = part(mine, yours, result.lastLine) else { return nil }
      result.append(union)
      (line, other) = (change.base.upperBound, change.other.upperBound)
    }
    return result
  }

  private func part(_ mine: Range<Int>, _ yours: Range<Int>, _ last: ArraySlice<UInt8>?) -> MergedText? {
    if mine.isEmpty || yours.isEmpty { return sideBySide(mine, yours, last) }
    guard !isCode, isOfItems(ours, mine), isOfItems(theirs, yours) else { return nil }
    let swaps = comesFirst(theirs, yours, before: ours, mine)
    var result = MergedText()
    result.append(swaps ? theirs[yours] : ours[mine])
    // Lines of a diary that are paragraphs stay paragraphs.
    if isParagraph(ours, mine), isParagraph(theirs, yours), last.map(BlockBoundary.isBlank) ?? true {
      result.append([ASCII.lineFeed])
    }
    result.append(swaps ? ours[mine] : theirs[yours])
    return result
  }

  private func isParagraph(_ text: LineText, _ lines: Range<Int>) -> Bool {
    lines.first.map { BlockBoundary.itemIndent(text[$0]) == nil } ?? false
  }

  /// Returns true for lines of a list or a diary.
  private func isOfItems(_ text: LineText, _ lines: Range<Int>) -> Bool {
    guard let first = lines.first else { return true }
    return BlockBoundary.itemIndent(text[first]) != nil || BlockBoundary.isTimed(text[first])
  }

  /// Appends a line that both insertions have, apart from its tick.
  private func append(_ left: Int, _ right: Int, to result: inout MergedText) -> Bool {
    guard ours.exact[left] != theirs.exact[right] else {
      result.append(ours[left])
      return true
    }
    switch TickDecision.decide(base: nil, ours: ours[left], theirs: theirs[right]) {
    case .ours:
      result.append(ours[left])
      result.decided.append(Array(theirs[right]))
    case .theirs:
      result.append(theirs[right])
      result.decided.append(Array(ours[left]))
    case .conflict: return false
    }
    return true
  }

  /// Keeps the next occurrence of a task that both sides finished only once.
  private func withoutDoubledOccurrence(_ left: Range<Int>, _ right: Range<Int>, _ finished: Finished) -> MergedText? {
    guard let mine = left.last, let yours = right.last, let one = CheckboxLine(ours[mine]),
      let two = CheckboxLine(theirs[yours]), one.repeats, two.repeats, !one.isTicked, !two.isTicked
    else { return nil }
    var result = MergedText()
    let rest = united(left.dropLast(), right.dropLast(), finished: nil)
    guard let rest else { return nil }
    result.append(rest)
    result.append(finished.isOurs ? ours[mine] : theirs[yours])
    if ours.exact[mine] != theirs.exact[yours] {
      result.decided.append(Array(finished.isOurs ? theirs[yours] : ours[mine]))
    }
    return result
  }
}
