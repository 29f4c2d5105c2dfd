import ByteBasics
import NoteSyntax

/// Merges two versions of a note with a common ancestor.
///
/// Front matter is merged field by field, check boxes by their text, and the rest line by line as in git. Bytes that
/// neither side changed are kept. A result without conflicts has every line that a side added and every line that
/// neither side removed, except lines that a rule decides. The result is parsed and checked before it is returned.
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
  ///   - base: The common ancestor; nil if it is not known. Then nothing counts as removed.
  ///   - ours: The side that keeps its order, comments and quotes.
  ///   - theirs: The other side.
  /// - Returns: nil for a file that is not a note, has invalid front matter, or cannot be merged safely: such files are
  ///   merged as plain text, by git.
  package func merge(base: [UInt8]?, ours: [UInt8], theirs: [UInt8]) -> MergeOutcome? {
    if ours == theirs || theirs == base { return MergeOutcome(bytes: ours, conflicts: []) }
    if ours == base { return MergeOutcome(bytes: theirs, conflicts: []) }
    let base = rules.areTwo(ours, theirs) ? nil : base
    let files = [base, ours, theirs].compactMap(\.self)
    guard files.allSatisfy({ $0.count <= NoteLimit.bytes && !$0.contains(0) && !Self.isPointer($0) })
    else { return nil }
    let (mine, yours) = (TextShape(of: ours), TextShape(of: theirs))
    let old = base.map { TextShape(of: $0) } ?? yours
    let unifies = [old, mine, yours].allSatisfy { $0.usesCRLF != nil }
    let answers = AnswerMerge(
      base: base.map { old.plainText(of: $0, unifies: unifies) },
      ours: mine.plainText(of: ours, unifies: unifies),
      theirs: yours.plainText(of: theirs, unifies: unifies))
    guard let texts = Texts(base: answers.base, ours: answers.ours, theirs: answers.theirs) else { return nil }
    var shape = TextShape.merged(old, mine, yours)
    guard let merged = merge(texts) else { return nil }
    if merged.endsInConflict { shape.endsInLineFeed = true }
    return MergeOutcome(bytes: shape.file(of: merged.bytes, unified: unifies), conflicts: merged.conflicts)
  }

  /// Returns true for the pointer to a file that Git LFS or git-annex keeps elsewhere: lines of two such would
  /// make a pointer to nothing.
  private static func isPointer(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "version https://git-lfs.github.com/spec/".utf8) || bytes.starts(with: "/annex/objects/".utf8)
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
    return Merged(bytes: bytes, conflicts: conflicts, endsInConflict: offsets.last != nil && body.lastLine == nil)
  }

  /// Returns true if a merge by lines, such as git's, has the fields of both sides and shows no text that a side keeps
  /// from readers.
  package func admits(_ result: [UInt8], base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> Bool {
    func body(_ text: [UInt8]) -> [UInt8] { Array(text[Document.bodyStart(of: text)...]) }
    let all = [base, ours, theirs, result].map { TextShape(of: $0).plainText(of: $0, unifies: true) }
    guard MergeProof.keepsComments(body(all[0]), body(all[1]), body(all[2]), in: body(all[3])) else { return false }
    guard let texts = Texts(base: all[0], ours: all[1], theirs: all[2]) else { return true }
    let head = FrontMatterMerge(
      base: texts.parts.base, ours: texts.parts.ours, theirs: texts.parts.theirs, rules: rules, form: style.form,
      hasBase: true
    ).merged()
    return head.conflicts.isEmpty && MergeProof(decided: []).reads(all[3], as: head.expected)
  }

  /// Returns the whole texts of both sides as one conflict.
  package func conflict(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> [UInt8] {
    let all = [base, ours, theirs].map { TextShape(of: $0).plainText(of: $0, unifies: true) }
    return ConflictingLines(base: all[0], ours: all[1], theirs: all[2]).written(in: style)
  }

  private func mergedBody(_ texts: Texts) -> MergedText {
    func body(_ text: [UInt8]) -> [UInt8] { Array(text[Document.bodyStart(of: text)...]) }
    let (ours, theirs) = (body(texts.ours), body(texts.theirs))
    let base = texts.base.map(body) ?? SharedLines.of(ours, theirs)
    let merged = LineMerge.merge(base: base, ours: ours, theirs: theirs, form: style.form, hasBase: texts.base != nil)
    guard merged.isClean, !MergeProof.keepsComments(base, ours, theirs, in: merged.written(in: style).bytes) else {
      return merged
    }
    var open = MergedText()
    open.append(ConflictingLines(base: base, ours: ours, theirs: theirs))
    return open
  }

  /// Returns the lines, counted from 1, of ascending offsets.
  private static func lines(at offsets: [Int], in bytes: [UInt8]) -> [Int] {
    var (line, position) = (1, 0)
    return offsets.map { offset in
      line += bytes[position..<offset].count { $0 == ASCII.lineFeed }
      position = offset
      return line
    }
  }
}

/// The lines that two texts share: the base of a merge that has none.
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

/// Looks at a merged text from outside: nothing is lost, and it reads as it was meant.
struct MergeProof {
  /// Lines of either side that a rule decided about.
  let decided: [[UInt8]]

  /// Returns true if the result has every line that a side added and every line that neither side removed, with the
  /// right number of copies.
  ///
  /// Blank lines are not counted: if one side adds a blank line and the other side adds the same blank line and removes
  /// another, their numbers are meaningless.
  func keepsLines(base: [UInt8]?, ours: [UInt8], theirs: [UInt8], in result: [UInt8]) -> Bool {
    var counter = LineCounter()
    let old = counter.count(base ?? [])
    let mine = counter.count(ours)
    let yours = counter.count(theirs)
    let there = counter.count(result)
    var allowance = [Int](repeating: 0, count: counter.size)
    for line in decided {
      let number = counter.number(of: line)
      if number < allowance.count { allowance[number] += 1 }
    }
    for line in 0..<min(counter.size, allowance.count) {
      let (b, o, t) = (Self.at(line, old), Self.at(line, mine), Self.at(line, yours))
      let kept = max(0, b - max(0, b - o) - max(0, b - t))
      let needed = kept + max(0, o - b, t - b) - allowance[line]
      if Self.at(line, there) < needed { return false }
    }
    return true
  }

  /// Returns true if the result shows no word more often than the changes of both sides do, among the words that a side
  /// keeps from readers in a comment.
  static func keepsComments(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], in result: [UInt8]) -> Bool {
    // Nothing at the beginning of a body is front matter.
    func readable(_ text: [UInt8]) -> [UInt8] { Document.withoutComments([ASCII.lineFeed] + text) }
    let (mine, yours) = (readable(ours), readable(theirs))
    // Most notes have no comment.
    if mine.count > ours.count, yours.count > theirs.count { return true }
    let (shownHere, shownThere) = (words(mine), words(yours))
    let hidden = Set(
      [(words(ours), shownHere), (words(theirs), shownThere)].flatMap { all, shown in
        all.filter { $0.value > shown[$0.key, default: 0] }.keys
      })
    let (old, shown) = (words(readable(base)), words(readable(result)))
    return hidden.allSatisfy { word in
      func count(_ words: [ArraySlice<UInt8>: Int]) -> Int { words[word, default: 0] }
      let (here, there) = (count(shownHere), count(shownThere))
      return count(shown) <= min(here + max(0, there - count(old)), there + max(0, here - count(old)))
    }
  }

  /// Counts the words of a text, and its characters beyond ASCII, of which a side can hide a part of a word.
  private static func words(_ text: [UInt8]) -> [ArraySlice<UInt8>: Int] {
    var counts: [ArraySlice<UInt8>: Int] = [:]
    var start = 0
    while start < text.count {
      var end = start + 1
      if ASCII.isAlphanumeric(text[start]) {
        while end < text.count, ASCII.isAlphanumeric(text[end]) { end += 1 }
      } else if text[start] >= 0x80 {
        while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
      } else {
        start = end
        continue
      }
      counts[text[start..<end], default: 0] += 1
      start = end
    }
    return counts
  }

  private static func at(_ line: Int, _ counts: [Int]) -> Int { line < counts.count ? counts[line] : 0 }

  /// Returns true if the front matter has exactly these keys, with these values if they are known.
  func reads(_ bytes: [UInt8], as expected: [(key: String, value: FrontMatterValue?)]) -> Bool {
    guard let parts = FrontMatterParts(of: bytes), parts.fields.count == expected.count else { return false }
    return zip(parts.fields, expected).allSatisfy { field, wanted in
      field.key == wanted.key && (wanted.value.map { $0 == field.value } ?? true)
    }
  }
}

/// Counts how often each line occurs.
private struct LineCounter {
  private var numbering = LineNumbering()
  private(set) var size = 0

  mutating func number(of line: [UInt8]) -> Int {
    let number = Int(numbering.number(of: line, 0, line.count))
    size = max(size, number + 1)
    return number
  }

  /// Returns the count of each line, by its number.
  mutating func count(_ text: [UInt8]) -> [Int] {
    var counts = [Int](repeating: 0, count: size)
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? text.count
      if end - start > 1 {
        let number = Int(numbering.number(of: text, start, end))
        while counts.count <= number { counts.append(0) }
        counts[number] += 1
      }
      start = end
    }
    size = max(size, counts.count)
    return counts
  }
}

/// The properties of a file besides its lines: a byte order mark, the ends of its lines, the end of the last one.
///
/// A merge takes these off, merges lines that all end in LF, and gives the result the shape that the three
/// files agree on. So a side that converts line ends does not conflict with one that edits a line.
struct TextShape: Equatable {
  var hasByteOrderMark: Bool
  /// nil for a file whose lines end in different ways: these ends stay part of the lines.
  var usesCRLF: Bool?
  /// True for an empty file as well.
  var endsInLineFeed: Bool

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  init(of bytes: [UInt8]) {
    hasByteOrderMark = bytes.starts(with: Self.mark)
    endsInLineFeed = bytes.last.map { $0 == ASCII.lineFeed } ?? true
    var feeds = 0
    var pairs = 0
    bytes.withUnsafeBufferPointer { bytes in
      for index in bytes.indices where bytes[index] == ASCII.lineFeed {
        feeds += 1
        if index > 0, bytes[index - 1] == ASCII.carriageReturn { pairs += 1 }
      }
    }
    usesCRLF = pairs == 0 ? false : pairs == feeds ? true : nil
  }

  private init(hasByteOrderMark: Bool, usesCRLF: Bool?, endsInLineFeed: Bool) {
    self.hasByteOrderMark = hasByteOrderMark
    self.usesCRLF = usesCRLF
    self.endsInLineFeed = endsInLineFeed
  }

  /// Returns the shape of the result: each property from the side that has changed it.
  static func merged(_ base: TextShape, _ ours: TextShape, _ theirs: TextShape) -> TextShape {
    TextShape(
      hasByteOrderMark: threeWay(base.hasByteOrderMark, ours.hasByteOrderMark, theirs.hasByteOrderMark),
      usesCRLF: threeWay(base.usesCRLF, ours.usesCRLF, theirs.usesCRLF),
      endsInLineFeed: threeWay(base.endsInLineFeed, ours.endsInLineFeed, theirs.endsInLineFeed))
  }

  private static func threeWay<Value: Equatable>(_ base: Value, _ ours: Value, _ theirs: Value) -> Value {
    ours == base ? theirs : ours
  }

  /// Returns the text without its mark, each line with an LF; CR LF becomes LF if `unifies` is true.
  func plainText(of bytes: [UInt8], unifies: Bool) -> [UInt8] {
    let start = hasByteOrderMark ? Self.mark.count : 0
    var text =
      unifies && usesCRLF == true ? Self.withoutReturns(bytes[start...]) : start == 0 ? bytes : Array(bytes[start...])
    if !endsInLineFeed, !text.isEmpty { text.append(ASCII.lineFeed) }
    return text
  }

  private static func withoutReturns(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let isPair =
        bytes[index] == ASCII.carriageReturn && index + 1 < bytes.endIndex && bytes[index + 1] == ASCII.lineFeed
      if !isPair { text.append(bytes[index]) }
      index += 1
    }
    return text
  }

  /// Returns the file that has this shape and the lines of `text`.
  func file(of text: [UInt8], unified: Bool) -> [UInt8] {
    var lines = text[...]
    if !endsInLineFeed, lines.last == ASCII.lineFeed { lines.removeLast() }
    var bytes: [UInt8] = hasByteOrderMark ? Self.mark : []
    guard unified, usesCRLF == true else { return bytes + lines }
    bytes.reserveCapacity(lines.count + lines.count / 16)
    for byte in lines {
      if byte == ASCII.lineFeed { bytes.append(ASCII.carriageReturn) }
      bytes.append(byte)
    }
    return bytes
  }
}
