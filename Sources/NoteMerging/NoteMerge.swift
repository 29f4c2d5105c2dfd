import ByteBasics
import NoteSyntax

/// Merges two versions of a note that grew out of one.
///
/// Front matter is merged field by field, check boxes by what they say, the rest line by line as git does it.
/// Bytes that neither side changed stay as they are. A clean result has every line that a side added and every
/// line that neither removed, but for those that a rule decides; it is read again before it is handed out.
package struct NoteMerge: Sendable {
  private let rules: MergeRules
  private let style: ConflictStyle

  package init(rules: MergeRules, style: ConflictStyle = ConflictStyle()) {
    self.rules = rules
    self.style = style
  }

  /// Merges two files.
  ///
  /// - Parameters:
  ///   - base: What both grew out of; nil where that is not known. Then nothing counts as removed.
  ///   - ours: The side that keeps its order, comments and quotes.
  ///   - theirs: The other side.
  /// - Returns: nil for what is no note, has front matter that cannot be read, or could not be merged safely: such
  ///   files are merged as plain text, by git.
  package func merge(base: [UInt8]?, ours: [UInt8], theirs: [UInt8]) -> MergeOutcome? {
    if ours == theirs || theirs == base { return MergeOutcome(bytes: ours, conflicts: []) }
    if ours == base { return MergeOutcome(bytes: theirs, conflicts: []) }
    let files = [base, ours, theirs].compactMap(\.self)
    guard files.allSatisfy({ $0.count <= NoteLimit.bytes && !$0.contains(0) }) else { return nil }
    let (mine, yours) = (TextShape(of: ours), TextShape(of: theirs))
    let old = base.map { TextShape(of: $0) } ?? yours
    let unifies = [old, mine, yours].allSatisfy { $0.usesCRLF != nil }
    guard
      let texts = Texts(
        base: base.map { old.plainText(of: $0, unifies: unifies) },
        ours: mine.plainText(of: ours, unifies: unifies),
        theirs: yours.plainText(of: theirs, unifies: unifies))
    else { return nil }
    var shape = TextShape.merged(old, mine, yours)
    guard let merged = merge(texts) else { return nil }
    if merged.endsInConflict { shape.endsInLineFeed = true }
    return MergeOutcome(
      bytes: shape.file(of: merged.bytes, unified: unifies), conflicts: merged.conflicts)
  }

  /// The files as lines that end in LF, and their front matter.
  private struct Texts {
    let base: [UInt8]?
    let ours: [UInt8]
    let theirs: [UInt8]
    let parts: (base: FrontMatterParts, ours: FrontMatterParts, theirs: FrontMatterParts)

    init?(base: [UInt8]?, ours: [UInt8], theirs: [UInt8]) {
      guard let old = base.map({ FrontMatterParts(of: $0) }) ?? FrontMatterParts.none,
        let mine = FrontMatterParts(of: ours), let yours = FrontMatterParts(of: theirs)
      else { return nil }
      self.base = base
      self.ours = ours
      self.theirs = theirs
      parts = (old, mine, yours)
    }
  }

  private struct Merged {
    let bytes: [UInt8]
    let conflicts: [MergeOutcome.Conflict]
    let endsInConflict: Bool
  }

  private func merge(_ texts: Texts) -> Merged? {
    let head = FrontMatterMerge(
      base: texts.parts.base, ours: texts.parts.ours, theirs: texts.parts.theirs, rules: rules,
      form: style.form, hasBase: texts.base != nil
    ).merged()
    let body = mergedBody(texts)
    let (headBytes, _) = head.text.written(in: style)
    let (bodyBytes, offsets) = body.written(in: style)
    let bytes = headBytes + bodyBytes
    let conflicts =
      head.conflicts.map { MergeOutcome.Conflict.field($0) }
      + Self.lines(at: offsets.map { $0 + headBytes.count }, in: bytes).map { .lines(at: $0) }
    let proof = MergeProof(decided: head.text.decided + body.decided)
    guard proof.keepsLines(base: texts.base, ours: texts.ours, theirs: texts.theirs, in: bytes),
      !conflicts.isEmpty || proof.reads(bytes, as: head.expected)
    else { return nil }
    return Merged(
      bytes: bytes, conflicts: conflicts,
      endsInConflict: offsets.last != nil && body.lastLine == nil)
  }

  private func mergedBody(_ texts: Texts) -> MergedText {
    func body(_ text: [UInt8]) -> [UInt8] { Array(text[Document.bodyStart(of: text)...]) }
    let (ours, theirs) = (body(texts.ours), body(texts.theirs))
    return LineMerge.merge(
      base: texts.base.map(body) ?? SharedLines.of(ours, theirs), ours: ours, theirs: theirs,
      form: style.form, hasBase: texts.base != nil)
  }

  /// The lines, counted from 1, of ascending offsets.
  private static func lines(at offsets: [Int], in bytes: [UInt8]) -> [Int] {
    var (line, position) = (1, 0)
    return offsets.map { offset in
      line += bytes[position..<offset].count { $0 == ASCII.lineFeed }
      position = offset
      return line
    }
  }
}

/// What two texts have in common: the base of a merge that has none.
enum SharedLines {
  static func of(_ ours: [UInt8], _ theirs: [UInt8]) -> [UInt8] {
    var numbering = LineNumbering()
    let (left, right) = (LineText(ours, &numbering), LineText(theirs, &numbering))
    var shared: [UInt8] = []
    var position = 0
    for change in LineDiff.changes(from: left.numbers, to: right.numbers) {
      shared += left[position..<change.base.lowerBound]
      position = change.base.upperBound
    }
    return shared + left[position..<left.count]
  }
}
