/// Merges two texts line by line, as git does, and in addition separates changes of different blocks.
struct LineMerge {
  private let base: LineText
  private let ours: LineText
  private let theirs: LineText
  private let form: ConflictStyle.Form
  /// False if the base is only the common text of both sides, not a common ancestor.
  private let hasBase: Bool
  private let code: CodeLines
  private let ourChanges: [LineChange]
  private let theirChanges: [LineChange]
  private var result = MergedText()

  /// The most moves of lines that are followed in one merge.
  private static let moveLimit = 16

  /// Merges texts whose lines all end in LF.
  static func merge(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], form: ConflictStyle.Form, hasBase: Bool = true
  ) -> MergedText {
    var result = MergedText()
    if ours == theirs || hasBase && theirs == base {
      result.append(ours)
      return result
    }
    if hasBase, ours == base {
      result.append(theirs)
      return result
    }
    var merge = LineMerge(base, ours, theirs, form: form, hasBase: hasBase)
    for _ in 0..<moveLimit {
      guard let other = merge.followingMove() else { break }
      merge = other
    }
    merge.run()
    return merge.result
  }

  private init(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], form: ConflictStyle.Form, hasBase: Bool) {
    var numbering = LineNumbering()
    self.base = LineText(base, &numbering)
    self.ours = LineText(ours, &numbering)
    self.theirs = LineText(theirs, &numbering)
    self.form = form
    self.hasBase = hasBase
    code = CodeLines(of: self.base)
    ourChanges = LineDiff.changes(from: self.base.numbers, to: self.ours.numbers)
    theirChanges = LineDiff.changes(from: self.base.numbers, to: self.theirs.numbers)
  }

  /// Returns this merge with the edited lines moved to where the other side moved them. Nil if there are no such lines.
  private func followingMove() -> LineMerge? {
    guard hasBase else { return nil }
    func bytes(_ text: LineText) -> [UInt8] { Array(text[0..<text.count]) }
    let byOurs = MoveTransfer(base: base, mover: ours, moves: ourChanges, editor: theirs, edits: theirChanges)
    if let moved = byOurs.followed() {
      return LineMerge(moved.base, bytes(ours), moved.editor, form: form, hasBase: true)
    }
    let byTheirs = MoveTransfer(base: base, mover: theirs, moves: theirChanges, editor: ours, edits: ourChanges)
    return byTheirs.followed().map { LineMerge($0.base, $0.editor, bytes(theirs), form: form, hasBase: true) }
  }

  private mutating func run() {
    let grouping = ChangeGrouping(base: base, ours: ours, theirs: theirs, code: code)
    var place = Place()
    for group in grouping.groups(ourChanges, theirChanges) {
      let sides = group.sides(from: place)
      appendShared(from: place, until: group.base.lowerBound)
      append(group, sides)
      place = Place(base: group.base.upperBound, ours: sides.ours.upperBound, theirs: sides.theirs.upperBound)
    }
    appendShared(from: place, until: base.count)
  }

  // MARK: - Lines that both sides kept

  /// Appends lines of the base in which the sides changed only ticks.
  private mutating func appendShared(from place: Place, until end: Int) {
    var start = 0
    let count = end - place.base
    for offset in 0..<max(0, count) {
      let (old, left, right) = (place.base + offset, place.ours + offset, place.theirs + offset)
      guard theirs.exact[right] != ours.exact[left] else { continue }
      if hasBase, theirs.exact[right] == base.exact[old] { continue }
      result.append(ours[(place.ours + start)..<left])
      start = offset + 1
      appendTicked(old, left, right)
    }
    if start < count { result.append(ours[(place.ours + start)..<(place.ours + count)]) }
  }

  private mutating func appendTicked(_ old: Int, _ left: Int, _ right: Int) {
    if hasBase, ours.exact[left] == base.exact[old] { return result.append(theirs[right]) }
    let answer = TickDecision.decide(base: hasBase ? base[old] : nil, ours: ours[left], theirs: theirs[right])
    switch answer {
    case .ours:
      result.append(ours[left])
      result.decided.append(Array(theirs[right]))
    case .theirs:
      result.append(theirs[right])
      result.decided.append(Array(ours[left]))
    case .conflict:
      result.append(ConflictingLines(base: Array(base[old]), ours: Array(ours[left]), theirs: Array(theirs[right])))
    }
  }

  // MARK: - Lines that a side changed

  private mutating func append(_ group: ChangeGroup, _ sides: Sides) {
    let (left, right) = (ours[sides.ours], theirs[sides.theirs])
    if group.isOfBoth, appendRepeated(group, sides) { return }
    if left == right { return result.append(left) }
    if group.isOfBoth {
      // Lines that both put in the place of blank lines are an insertion too.
      if group.base.allSatisfy({ BlockBoundary.isBlank(base[$0]) }) { return unite(sides, at: group.base) }
      if hasBase, !code.joins(at: group.base.lowerBound), !group.base.contains(where: code.joins),
        let words = WordMerge(base: base[group.base], ours: left, theirs: right).merged()
          ?? TableMerge(base: base[group.base], ours: left, theirs: right)?.merged()
      {
        result.append(words)
        result.decided += sides.ours.map { Array(ours[$0]) } + sides.theirs.map { Array(theirs[$0]) }
        return
      }
      return appendConflict(group.base, sides)
    }
    let isOurs = !group.ours.isEmpty
    let transfer = TickTransfer(
      base: base, lines: group.base, ticked: isOurs ? theirs : ours,
      tickedStart: isOurs ? sides.theirs.lowerBound : sides.ours.lowerBound,
      edited: isOurs ? ours : theirs, editedLines: isOurs ? sides.ours : sides.theirs)
    guard let merged = transfer.merged() else { return appendConflict(group.base, sides) }
    result.append(merged.bytes)
    result.decided += merged.decided
  }

  /// Merges a run of identical lines from which both sides removed some. Both removals count, but if each side keeps a
  /// line, one line stays.
  ///
  /// - Returns: False for other changes.
  private mutating func appendRepeated(_ group: ChangeGroup, _ sides: Sides) -> Bool {
    let (old, left, right) = (group.base.count, sides.ours.count, sides.theirs.count)
    guard left < old, right < old, let line = group.base.first, !BlockBoundary.isBlank(base[line]) else { return false }
    func isSame(_ text: LineText, _ lines: Range<Int>) -> Bool {
      lines.allSatisfy { text.exact[$0] == base.exact[line] }
    }
    guard isSame(base, group.base), isSame(ours, sides.ours), isSame(theirs, sides.theirs) else {
      return false
    }
    var first = line
    while first > 0, isSame(base, (first - 1)..<first) { first -= 1 }
    // Equal lines below could also be the removed lines.
    let outside = line - first
    guard outside + old > 2 else { return false }
    let fewest = outside + min(left, right) == 0 ? 0 : 1
    let wanted = max(fewest, outside + left + right - old) - outside
    for _ in 0..<max(0, wanted) { result.append(base[line]) }
    for _ in 0..<max(0, -wanted) { result.removeLast(base[line]) }
    return true
  }

  /// Merges lines that both sides inserted between the same two lines.
  private mutating func unite(_ sides: Sides, at lines: Range<Int>) {
    let union = InsertionUnion(
      ours: ours, theirs: theirs, before: base.line(at: lines.lowerBound - 1),
      after: base.line(at: lines.upperBound), isCode: code.joins(at: lines.lowerBound),
      hasBase: hasBase)
    if let united = union.united(sides.ours, sides.theirs, finished: finished(at: lines.upperBound, sides)) {
      result.append(united)
    } else {
      appendConflict(lines, sides)
    }
  }

  /// Returns the side whose next occurrence counts, if both sides completed the repeating task below.
  private func finished(at position: Int, _ sides: Sides) -> InsertionUnion.Finished? {
    let (left, right) = (sides.ours.upperBound, sides.theirs.upperBound)
    guard let old = base.line(at: position).flatMap({ CheckboxLine($0) }), old.repeats,
      let one = ours.line(at: left).flatMap({ CheckboxLine($0) }), one.isTicked,
      let two = theirs.line(at: right).flatMap({ CheckboxLine($0) }), two.isTicked,
      ours.numbers[left] == base.numbers[position], theirs.numbers[right] == base.numbers[position], !old.isTicked
    else { return nil }
    let answer = TickDecision.decide(base: base[position], ours: ours[left], theirs: theirs[right])
    return answer == .conflict ? nil : InsertionUnion.Finished(isOurs: answer == .ours)
  }

  private mutating func appendConflict(_ lines: Range<Int>, _ sides: Sides) {
    var numbering = LineNumbering()
    result.append(
      ConflictTrimming(form: form).pieces(
        base: Array(base[lines]), ours: LineText(Array(ours[sides.ours]), &numbering),
        theirs: LineText(Array(theirs[sides.theirs]), &numbering)))
  }
}

/// The position of a merge in each text.
struct Place {
  var base = 0
  var ours = 0
  var theirs = 0
}

/// The lines of the two sides that a group is about.
struct Sides {
  let ours: Range<Int>
  let theirs: Range<Int>
}

extension ChangeGroup {
  /// - Parameter place: The end of the group before.
  fileprivate func sides(from place: Place) -> Sides {
    let distance = base.lowerBound - place.base
    return Sides(
      ours: Self.range(ours, from: place.ours + distance, length: base.count),
      theirs: Self.range(theirs, from: place.theirs + distance, length: base.count))
  }

  private static func range(_ changes: [LineChange], from start: Int, length: Int) -> Range<Int> {
    let growth = changes.reduce(0) { $0 + $1.other.count - $1.base.count }
    return start..<(start + length + growth)
  }
}

/// Narrows a conflict to the lines that differ, as git does for each style.
struct ConflictTrimming {
  let form: ConflictStyle.Form
  /// Conflicts with fewer common lines between them stay one, as in git.
  private static let gap = 3

  /// Returns the pieces of the result for a conflict of these texts.
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

  private func withoutCommonEnds(_ base: [UInt8], _ ours: LineText, _ theirs: LineText) -> MergedText {
    let shorter = min(ours.count, theirs.count)
    var head = 0
    while head < shorter, ours.exact[head] == theirs.exact[head] { head += 1 }
    var tail = 0
    while tail < shorter - head, ours.exact[ours.count - 1 - tail] == theirs.exact[theirs.count - 1 - tail] {
      tail += 1
    }
    var result = MergedText()
    if head > 0 { result.append(ours[0..<head]) }
    let (left, right) = (head..<(ours.count - tail), head..<(theirs.count - tail))
    result.append(ConflictingLines(base: base, ours: Array(ours[left]), theirs: Array(theirs[right])))
    if tail > 0 { result.append(ours[(ours.count - tail)..<ours.count]) }
    return result
  }

  private func split(_ ours: LineText, _ theirs: LineText) -> MergedText {
    var joined: [LineChange] = []
    for change in LineDiff.changes(from: ours.exact, to: theirs.exact) {
      if let last = joined.last, change.base.lowerBound - last.base.upperBound <= Self.gap {
        joined[joined.count - 1] = LineChange(
          base: last.base.lowerBound..<change.base.upperBound, other: last.other.lowerBound..<change.other.upperBound)
      } else {
        joined.append(change)
      }
    }
    var result = MergedText()
    var position = 0
    for change in joined {
      if change.base.lowerBound > position { result.append(ours[position..<change.base.lowerBound]) }
      result.append(ConflictingLines(base: [], ours: Array(ours[change.base]), theirs: Array(theirs[change.other])))
      position = change.base.upperBound
    }
    if position < ours.count { result.append(ours[position..<ours.count]) }
    return result
  }
}

/// Changes of the two sides that touch the same lines of the base, or one side's change alone.
struct ChangeGroup {
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

  /// True if both sides only put lines between two lines of the base.
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

  /// Returns the change that comes first in the base. If both changes begin at the same line, an insertion comes
  /// first.
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

  /// Returns true if a block begins between the two, whichever of the versions are put together.
  private func isSeparate(_ change: LineChange, _ isOurs: Bool, _ group: ChangeGroup) -> Bool {
    var before = [base.line(at: group.base.upperBound - 1)]
    before += group.ours.suffix(1).compactMap { lastLine(of: $0, in: ours) }
    before += group.theirs.suffix(1).compactMap { lastLine(of: $0, in: theirs) }
    if group.base.isEmpty == false, before.count < 2 || isEmptied(group) {
      before.append(base.line(at: group.base.lowerBound - 1))
    }
    var after = [base.line(at: change.base.lowerBound)]
    let text = isOurs ? ours : theirs
    after.append(change.other.isEmpty ? base.line(at: change.base.upperBound) : text.line(at: change.other.lowerBound))
    return before.allSatisfy { line in after.allSatisfy { BlockBoundary.separates(line, $0) } }
  }

  private func isEmptied(_ group: ChangeGroup) -> Bool {
    group.ours.last?.other.isEmpty == true || group.theirs.last?.other.isEmpty == true
  }

  /// Returns the last line of a change. Nil for a change that only removes lines.
  private func lastLine(of change: LineChange, in text: LineText) -> ArraySlice<UInt8>?? {
    change.other.isEmpty ? nil : .some(text.line(at: change.other.upperBound - 1))
  }
}
