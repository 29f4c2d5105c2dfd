/// Merges two texts line by line, as git does, and in addition keeps apart what happens in different blocks.
struct LineMerge {
  private let base: LineText
  private let ours: LineText
  private let theirs: LineText
  private let form: ConflictStyle.Form
  /// False where what looks like a base is only what both sides share.
  private let hasBase: Bool
  private let code: CodeLines
  private var result = MergedText()

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
    var numbering = LineNumbering()
    var merge = LineMerge(
      base: LineText(base, &numbering), ours: LineText(ours, &numbering),
      theirs: LineText(theirs, &numbering), form: form, hasBase: hasBase)
    merge.run()
    return merge.result
  }

  private init(
    base: LineText, ours: LineText, theirs: LineText, form: ConflictStyle.Form, hasBase: Bool
  ) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.form = form
    self.hasBase = hasBase
    code = CodeLines(of: base)
  }

  private mutating func run() {
    let ourChanges = LineDiff.changes(from: base.numbers, to: ours.numbers)
    let theirChanges = LineDiff.changes(from: base.numbers, to: theirs.numbers)
    let grouping = ChangeGrouping(base: base, ours: ours, theirs: theirs, code: code)
    var place = Place()
    for group in grouping.groups(ourChanges, theirChanges) {
      let sides = group.sides(from: place)
      appendShared(from: place, until: group.base.lowerBound)
      append(group, sides)
      place = Place(
        base: group.base.upperBound, ours: sides.ours.upperBound, theirs: sides.theirs.upperBound)
    }
    appendShared(from: place, until: base.count)
  }

  // MARK: - Lines that both sides kept

  /// Appends lines of the base that neither side changed but for what is ticked.
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
    let answer = TickDecision.decide(
      base: hasBase ? base[old] : nil, ours: ours[left], theirs: theirs[right])
    switch answer {
    case .ours:
      result.append(ours[left])
      result.decided.append(Array(theirs[right]))
    case .theirs:
      result.append(theirs[right])
      result.decided.append(Array(ours[left]))
    case .conflict:
      result.append(
        ConflictingLines(
          base: Array(base[old]), ours: Array(ours[left]), theirs: Array(theirs[right])))
    }
  }

  // MARK: - Lines that a side changed

  private mutating func append(_ group: ChangeGroup, _ sides: Sides) {
    let (left, right) = (ours[sides.ours], theirs[sides.theirs])
    if left == right { return result.append(left) }
    if group.isOfBoth {
      if group.isInsertion { return unite(sides, at: group.base.lowerBound) }
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

  /// Both sides put lines between the same two lines.
  private mutating func unite(_ sides: Sides, at position: Int) {
    let union = InsertionUnion(
      ours: ours, theirs: theirs, before: base.line(at: position - 1),
      after: base.line(at: position), isCode: code.joins(at: position), hasBase: hasBase)
    if let united = union.united(sides.ours, sides.theirs, finished: finished(at: position, sides))
    {
      result.append(united)
    } else {
      appendConflict(position..<position, sides)
    }
  }

  /// Which side's next occurrence counts, where both sides finished the task that comes back below.
  private func finished(at position: Int, _ sides: Sides) -> InsertionUnion.Finished? {
    let (left, right) = (sides.ours.upperBound, sides.theirs.upperBound)
    guard let old = base.line(at: position).flatMap({ CheckboxLine($0) }), old.repeats,
      let one = ours.line(at: left).flatMap({ CheckboxLine($0) }), one.isTicked,
      let two = theirs.line(at: right).flatMap({ CheckboxLine($0) }), two.isTicked,
      ours.numbers[left] == base.numbers[position], theirs.numbers[right] == base.numbers[position],
      !old.isTicked
    else { return nil }
    let answer = TickDecision.decide(base: base[position], ours: ours[left], theirs: theirs[right])
    return answer == .conflict ? nil : InsertionUnion.Finished(isOurs: answer == .ours)
  }

  private mutating func appendConflict(_ lines: Range<Int>, _ sides: Sides) {
    var numbering = LineNumbering()
    result.append(
      ConflictTrimming(form).pieces(
        base: Array(base[lines]), ours: LineText(Array(ours[sides.ours]), &numbering),
        theirs: LineText(Array(theirs[sides.theirs]), &numbering)))
  }
}

/// How far a merge has come in each text.
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
