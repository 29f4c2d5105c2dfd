package import ByteBasics
package import NoteSyntax

/// Emphasis that stays literal because punctuation is before its closing mark and a letter after it, as in
/// `**마크다운(Markdown)**을`.
package struct UnclosedEmphasis: Sendable, Hashable {
  /// The range from the opening mark to the end of the closing one.
  package let range: ByteRange
  /// The bytes with a mark moved past the punctuation to be emphasis. Nil if the rest would change.
  package let replacement: [UInt8]?

  package static func find(in document: Document) -> [UnclosedEmphasis] {
    document.blocks.flatMap { block -> [UnclosedEmphasis] in
      switch block.kind {
      case .paragraph, .heading, .tableRow: find(in: document.source, block.range)
      default: []
      }
    }
  }

  /// The most open marks that are searched for one that a mark may close.
  private static let openLimit = 64

  private static func find(in source: SourceBuffer, _ range: ByteRange) -> [UnclosedEmphasis] {
    let text = Array(source[range])
    guard text.contains(UInt8(ascii: "*")), text.contains(where: { $0 >= 0x80 }) else { return [] }
    var open: [DelimiterRun] = []
    var found: [EmphasisProof.Change] = []
    for run in DelimiterRun.runs(in: text) where run.mark == UInt8(ascii: "*") {
      let sides = DelimiterSides(text, run.start, run.end)
      let opener = open.suffix(openLimit).lastIndex { $0.length == run.length }
      if sides.canClose(run.mark), let opener {
        open.removeSubrange(opener...)
      } else if let opener, endsAtPunctuation(text, run), !sides.canOpenAtWordStart,
        let fixed = joined(text, open[opener], run) ?? moved(text, open[opener], run)
      {
        found.append(EmphasisProof.Change(range: open[opener].start..<run.end, replacement: fixed, mark: run.length))
        open.removeSubrange(opener...)
      } else if sides.canOpen(run.mark) {
        open.append(run)
      }
    }
    guard !found.isEmpty else { return [] }
    let allowed = EmphasisProof(text).allowed(found)
    return found.indices.map { index in
      let change = found[index]
      return UnclosedEmphasis(
        range: ByteRange(range.lowerBound + change.range.lowerBound, range.lowerBound + change.range.upperBound),
        replacement: allowed.contains(index) ? change.replacement : nil)
    }
  }

  /// Returns true if a letter follows the run and punctuation precedes it.
  private static func endsAtPunctuation(_ text: [UInt8], _ run: DelimiterRun) -> Bool {
    run.end < text.count && text[run.end] >= 0x80 && run.start > 0
      && DelimiterSides(text, run.start, run.end).isBetweenPunctuationAndLetter
  }

  /// Returns `***a***` for `**_a_**`, where the inner emphasis is the whole content. Otherwise nil.
  private static func joined(_ text: [UInt8], _ open: DelimiterRun, _ close: DelimiterRun) -> [UInt8]? {
    let inner = text[open.end..<close.start]
    let count = inner.prefix { $0 == ASCII.underscore }.count
    let closing = inner.reversed().prefix { $0 == ASCII.underscore }.count
    guard count > 0, count == closing, inner.count > 2 * count else { return nil }
    let mark = [UInt8](repeating: open.mark, count: open.length + count)
    return mark + inner.dropFirst(count).dropLast(count) + mark
  }

  /// Moves the closing mark before the last bracketed part or character, or both marks inside quotes.
  private static func moved(_ text: [UInt8], _ open: DelimiterRun, _ close: DelimiterRun) -> [UInt8]? {
    let mark = text[open.start..<open.end]
    let inner = text[open.end..<close.start]
    guard let last = lastScalarStart(inner) else { return nil }
    let tail = bracketStart(inner) ?? last
    let first = firstScalarEnd(inner)
    if tail == inner.startIndex || isPair(inner[..<first], inner[last...]) {
      guard first < last else { return nil }
      return Array(inner[..<first] + mark + inner[first..<last] + mark + inner[last...])
    }
    guard !ASCII.isBlank(text[tail - 1]) else { return nil }
    return Array(mark + inner[..<tail] + mark + inner[tail...])
  }

  /// Returns true if the two characters are a pair of quotes.
  private static func isPair(_ open: ArraySlice<UInt8>, _ close: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: open + close, as: UTF8.self)
    return ["\"\"", "''", "“”", "‘’", "「」", "『』", "《》", "〈〉"].contains(text)
  }

  private static func lastScalarStart(_ text: ArraySlice<UInt8>) -> Int? {
    guard !text.isEmpty else { return nil }
    var start = text.endIndex - 1
    while start > text.startIndex, text[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }

  private static func firstScalarEnd(_ text: ArraySlice<UInt8>) -> Int {
    var end = text.startIndex + 1
    while end < text.endIndex, text[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  /// Returns the opening of the bracket with which the text ends.
  private static func bracketStart(_ text: ArraySlice<UInt8>) -> Int? {
    guard text.last == ASCII.rightParenthesis else { return nil }
    return text.lastIndex(of: ASCII.leftParenthesis)
  }
}
