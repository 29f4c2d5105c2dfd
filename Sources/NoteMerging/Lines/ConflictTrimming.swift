/// Narrows a conflict to the lines that differ, as git does for each style.
struct ConflictTrimming {
  private let form: ConflictStyle.Form
  /// Conflicts with fewer common lines between them stay one, as in git.
  private static let gap = 3

  init(_ form: ConflictStyle.Form) {
    self.form = form
  }

  /// What is written for a conflict of these texts.
  func pieces(base: [UInt8], ours: LineText, theirs: LineText) -> MergedText {
    switch form {
    case .diff3:
      var result = MergedText()
      let (left, right) = (ours[0..<ours.count], theirs[0..<theirs.count])
      result.append(ConflictingLines(base: base, ours: Array(left), theirs: Array(right)))
      return result
    case .zdiff3: return withoutCommonEnds(base, ours, theirs)
    case .merge: return split(ours, theirs)
    }
  }

  private func withoutCommonEnds(_ base: [UInt8], _ ours: LineText, _ theirs: LineText)
    -> MergedText
  {
    let shorter = min(ours.count, theirs.count)
    var head = 0
    while head < shorter, ours.exact[head] == theirs.exact[head] { head += 1 }
    var tail = 0
    while tail < shorter - head,
      ours.exact[ours.count - 1 - tail] == theirs.exact[theirs.count - 1 - tail]
    {
      tail += 1
    }
    var result = MergedText()
    if head > 0 { result.append(ours[0..<head]) }
    let (left, right) = (head..<(ours.count - tail), head..<(theirs.count - tail))
    result.append(
      ConflictingLines(base: base, ours: Array(ours[left]), theirs: Array(theirs[right])))
    if tail > 0 { result.append(ours[(ours.count - tail)..<ours.count]) }
    return result
  }

  private func split(_ ours: LineText, _ theirs: LineText) -> MergedText {
    var joined: [LineChange] = []
    for change in LineDiff.changes(from: ours.exact, to: theirs.exact) {
      if let last = joined.last, change.base.lowerBound - last.base.upperBound <= Self.gap {
        joined[joined.count - 1] = LineChange(
          base: last.base.lowerBound..<change.base.upperBound,
          other: last.other.lowerBound..<change.other.upperBound)
      } else {
        joined.append(change)
      }
    }
    var result = MergedText()
    var position = 0
    for change in joined {
      if change.base.lowerBound > position {
        result.append(ours[position..<change.base.lowerBound])
      }
      result.append(
        ConflictingLines(
          base: [], ours: Array(ours[change.base]), theirs: Array(theirs[change.other])))
      position = change.base.upperBound
    }
    if position < ours.count { result.append(ours[position..<ours.count]) }
    return result
  }
}
