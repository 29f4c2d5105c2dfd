import NoteSyntax

/// Moves an edit of one side into the note to which the other side moved the edited lines.
package struct MovedLines {
  private let base, mover, editor: LineText
  private let others, formers: [LineText]
  /// The first lines of the bodies; fields stay where they are.
  private let start: Int
  private let starts: [Int]

  /// - Parameters:
  ///   - mover: The side that has moved lines away.
  ///   - others: The notes to which the side may have moved the lines.
  ///   - formers: Earlier versions of other notes. A line that already was in one of these versions was not moved.
  /// - Returns: nil for texts whose lines do not all end in LF.
  package init?(base: [UInt8], mover: [UInt8], editor: [UInt8], others: [[UInt8]], formers: [[UInt8]] = []) {
    guard ([base, mover, editor] + others).allSatisfy({ !$0.contains(0x0D) && ($0.isEmpty || $0.last == 0x0A) })
    else { return nil }
    func bodyLine(_ text: [UInt8]) -> Int { text[..<Document.bodyStart(of: text)].count { $0 == 0x0A } }
    var numbering = LineNumbering()
    self.base = LineText(base, &numbering)
    self.mover = LineText(mover, &numbering)
    self.editor = LineText(editor, &numbering)
    self.others = others.map { LineText($0, &numbering) }
    self.formers = formers.map { LineText($0, &numbering) }
    (start, starts) = (bodyLine(base), others.map(bodyLine))
  }

  /// Returns the editor's text without its edits of moved lines, and the other note with these edits.
  package func carried() -> (editor: [UInt8], place: Int, other: [UInt8])? {
    let removed = LineDiff.changes(from: base.exact, to: mover.exact).map(\.base)
    let all = LineDiff.changes(from: base.exact, to: editor.exact)
    for place in others.indices {
      let moved = removed.compactMap { self.moved($0, to: place) }
      let edits = all.filter { edit in
        moved.contains { lines in
          lines.contains(edit.base.lowerBound - (edit.base.isEmpty ? 1 : 0)) && edit.base.upperBound <= lines.upperBound
        }
      }
      guard !edits.isEmpty, let text = text(of: place, with: edits) else { continue }
      let rest = Self.text(base, with: all.filter { !edits.contains($0) }.map { ($0.base, Array(editor[$0.other])) })
      return (rest, place, text)
    }
    return nil
  }

  /// Returns the notes with lines that the mover took from places which the editor changed.
  package func destinations() -> [Int] {
    let removed = LineDiff.changes(from: base.exact, to: mover.exact).map(\.base)
    let edits = LineDiff.changes(from: base.exact, to: editor.exact).map(\.base)
    let touched = removed.filter { lines in
      edits.contains { $0.lowerBound <= lines.upperBound && lines.lowerBound <= $0.upperBound }
    }.joined()
    var lines = Set(touched.filter { $0 >= start && !BlockBoundary.isBlank(base[$0]) }.map { base.exact[$0] })
      .subtracting(mover.exact).subtracting(formers.flatMap(\.exact))
    var found: [Int] = []
    while !lines.isEmpty {
      let counts = others.map { lines.intersection($0.exact).count }
      guard let most = counts.max(), most > 0, let place = counts.firstIndex(of: most) else { break }
      lines.subtract(others[place].exact)
      found.append(place)
    }
    return found.sorted()
  }

  /// Returns the lines of the body, without a heading above them, that are together in another note and nowhere before.
  /// Nil if they are too few to be known again.
  private func moved(_ removed: Range<Int>, to place: Int) -> Range<Int>? {
    func isLead(_ line: Int) -> Bool {
      BlockBoundary.isBlank(base[line]) || BlockBoundary.headingLevel(base[line]) != nil
    }
    guard let first = removed.first(where: { $0 >= start && !isLead($0) }),
      let last = removed.last(where: { !BlockBoundary.isBlank(base[$0]) }), first <= last
    else { return nil }
    let lines = first..<(last + 1)
    let isKnown = formers.contains { Self.occurrences(of: base.exact[lines], in: $0.exact).isEmpty == false }
    let isLong = base[lines].count >= 40 || lines.count { !BlockBoundary.isBlank(base[$0]) } > 1
    return isLong && !isKnown && self.place(of: lines, in: place) != nil ? lines : nil
  }

  private func text(of place: Int, with edits: [LineChange]) -> [UInt8]? {
    var changes: [(Range<Int>, [UInt8])] = []
    for edit in edits {
      // Lines that were only added belong to the line above.
      var first = edit.base.lowerBound
      while first > start, (first..<edit.base.upperBound).allSatisfy({ BlockBoundary.isBlank(base[$0]) }) { first -= 1 }
      guard let line = self.place(of: first..<edit.base.upperBound, in: place) else { return nil }
      let lower = line + edit.base.lowerBound - first
      changes.append((lower..<(lower + edit.base.count), Array(editor[edit.other])))
    }
    return Self.text(others[place], with: changes.sorted { $0.0.lowerBound < $1.0.lowerBound })
  }

  /// Returns the line at which lines of the base begin in another note. Nil if they are not there exactly once.
  private func place(of lines: Range<Int>, in place: Int) -> Int? {
    guard lines.contains(where: { !BlockBoundary.isBlank(base[$0]) }) else { return nil }
    let found = Self.occurrences(of: base.exact[lines], in: others[place].exact).filter { $0 >= starts[place] }
    return found.count == 1 ? found[0] : nil
  }

  private static func occurrences(of lines: ArraySlice<Int32>, in text: [Int32]) -> [Int] {
    guard text.count >= lines.count else { return [] }
    return (0...(text.count - lines.count)).filter { text[$0...].starts(with: lines) }
  }

  private static func text(_ text: LineText, with changes: [(Range<Int>, [UInt8])]) -> [UInt8] {
    var result: [UInt8] = []
    var line = 0
    for (lines, bytes) in changes {
      result += text[line..<lines.lowerBound] + bytes
      line = lines.upperBound
    }
    return result + text[line..<text.count]
  }
}
