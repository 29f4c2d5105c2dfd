/// Changes of the two sides that touch the same lines of the base, or one side's change alone.
struct ChangeGroup {
  /// Lines of the base.
  private(set) var base: Range<Int>
  private(set) var ours: [LineChange] = []
  private(set) var theirs: [LineChange] = []

  init(_ change: LineChange, isOurs: Bool) {
    base = change.base
    add(change, isOurs: isOurs)
  }

  mutating func add(_ change: LineChange, isOurs: Bool) {
    base = base.lowerBound..<max(base.upperBound, change.base.upperBound)
    if isOurs { ours.append(change) } else { theirs.append(change) }
  }

  var isOfBoth: Bool { !ours.isEmpty && !theirs.isEmpty }

  /// True where both sides only put lines between two lines of the base.
  var isInsertion: Bool { base.isEmpty }
}

/// Puts the changes of both sides into groups.
///
/// Changes that only touch end to end are one group, as in git, unless a new block begins between them: then they
/// are changes of two paragraphs, items or headings.
struct ChangeGrouping {
  let base: LineText
  let ours: LineText
  let theirs: LineText
  let code: CodeLines

  func groups(_ ourChanges: [LineChange], _ theirChanges: [LineChange]) -> [ChangeGroup] {
    var groups: [ChangeGroup] = []
    var (left, right) = (ourChanges[...], theirChanges[...])
    while let (change, isOurs) = Self.next(&left, &right) {
      if let last = groups.last, joins(change, isOurs, to: last) {
        groups[groups.count - 1].add(change, isOurs: isOurs)
      } else {
        groups.append(ChangeGroup(change, isOurs: isOurs))
      }
    }
    return groups
  }

  /// The change that comes first in the base; where both begin at one line, the one that removes none.
  private static func next(
    _ left: inout ArraySlice<LineChange>, _ right: inout ArraySlice<LineChange>
  ) -> (LineChange, isOurs: Bool)? {
    guard let ours = left.first else { return right.popFirst().map { ($0, false) } }
    guard let theirs = right.first else { return left.popFirst().map { ($0, true) } }
    let order = (ours.base.lowerBound, ours.base.isEmpty ? 0 : 1)
    let other = (theirs.base.lowerBound, theirs.base.isEmpty ? 0 : 1)
    if order <= other {
      left.removeFirst()
      return (ours, true)
    }
    right.removeFirst()
    return (theirs, false)
  }

  private func joins(_ change: LineChange, _ isOurs: Bool, to group: ChangeGroup) -> Bool {
    let start = change.base.lowerBound
    if start < group.base.upperBound { return true }
    guard start == group.base.upperBound else { return false }
    // Two insertions at one place are looked at together: they may be the same.
    if group.isInsertion, change.base.isEmpty { return true }
    return code.joins(at: start) || !isSeparate(change, isOurs, group)
  }

  /// True where a block begins between the two, whichever of the versions are put together.
  private func isSeparate(_ change: LineChange, _ isOurs: Bool, _ group: ChangeGroup) -> Bool {
    var before = [base.line(at: group.base.upperBound - 1)]
    before += group.ours.suffix(1).compactMap { lastLine(of: $0, in: ours) }
    before += group.theirs.suffix(1).compactMap { lastLine(of: $0, in: theirs) }
    if group.base.isEmpty == false, before.count < 2 || isEmptied(group) {
      before.append(base.line(at: group.base.lowerBound - 1))
    }
    var after = [base.line(at: change.base.lowerBound)]
    let text = isOurs ? ours : theirs
    after.append(
      change.other.isEmpty
        ? base.line(at: change.base.upperBound) : text.line(at: change.other.lowerBound))
    return before.allSatisfy { line in after.allSatisfy { BlockBoundary.separates(line, $0) } }
  }

  private func isEmptied(_ group: ChangeGroup) -> Bool {
    group.ours.last?.other.isEmpty == true || group.theirs.last?.other.isEmpty == true
  }

  /// - Returns: nil for a change that only removes.
  private func lastLine(of change: LineChange, in text: LineText) -> ArraySlice<UInt8>?? {
    change.other.isEmpty ? nil : .some(text.line(at: change.other.upperBound - 1))
  }
}
