package import ByteBasics
package import NoteSyntax

/// A query in a note, whose answer is shown in its place.
package struct NoteQuery: Sendable {
  /// The languages that are read in notes.
  package enum Language: Sendable {
    case sheaf(QueryBlock)
    /// A query of another program, which an extension reads.
    case foreign(any ForeignQuery)
  }

  package let language: Language
  /// The source of the query: the lines of a fence, else the span.
  package let range: ByteRange
  /// The answer that was written below it.
  package private(set) var baked: BakedAnswer?
  /// The prefix of each line of the answer after the first, in a quotation or a list: `> `.
  package let prefix: String
  /// The range that the answer replaces.
  package var place: ByteRange { ByteRange(range.lowerBound, baked?.range.upperBound ?? range.upperBound) }
  /// True if an answer can be written below the query.
  package var canBeBaked: Bool { prefix.isEmpty && !isInline }
  /// True if the answer is a part of a table, where a bar has a meaning.
  package let isInCell: Bool
  /// True if the answer is a part of a line.
  package var isInline: Bool { if case .foreign(let query) = language { query.isInline } else { false } }

  /// Returns the queries of a note, in its order.
  package static func all(in document: Document) -> [NoteQuery] {
    let bytes = document.source.bytes
    let readers = QueryReader.all
    let unfenced = readers.filter { reader in
      reader.marks.contains { $0.place(in: bytes, from: document.body.lowerBound) != nil }
    }
    guard !unfenced.isEmpty || document.blocks.contains(where: { $0.kind == .codeBlock }) else { return [] }
    let fences = document.blocks.compactMap { block -> NoteQuery? in
      guard block.kind == .codeBlock, let fence = QueryFence(block, bytes, readers) else { return nil }
      return NoteQuery(fence.query, fence.range, prefix: fence.prefix)
    }
    var queries = fences + unfenced.flatMap { $0.unfenced(document) }
    queries.sort { $0.range.lowerBound < $1.range.lowerBound }
    let answers = queries.isEmpty ? [] : document.bakedAnswers
    for place in queries.indices where !queries[place].isInline { queries[place].find(answers, in: bytes) }
    return queries
  }

  /// Finds the answer that was written directly below the query.
  private mutating func find(_ answers: [BakedAnswer], in bytes: [UInt8]) {
    let next = answers[answers.firstOrderedIndex { $0.range.lowerBound >= range.upperBound }...].first
    baked = next.flatMap { answer in
      bytes[range.upperBound..<answer.range.lowerBound].allSatisfy(ASCII.isWhiteSpace) ? answer : nil
    }
  }

  package init(_ language: Language, _ range: ByteRange, prefix: String = "", isInCell: Bool = false) {
    self.language = language
    self.range = range
    self.prefix = prefix
    self.isInCell = isInCell
  }
}

/// A fenced block of a query's language: its lines without fences and without the marks of the quotation or list it is
/// in.
private struct QueryFence {
  let query: NoteQuery.Language
  /// The range: whole lines at the top of a note, otherwise from the fence on, without the last line ending.
  let range: ByteRange
  /// ``NoteQuery/prefix``
  let prefix: String

  init?(_ block: Block, _ bytes: [UInt8], _ readers: [QueryReader]) {
    let lineStart = bytes[..<block.range.lowerBound].lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? 0
    guard
      let start = bytes[lineStart..<block.range.upperBound].firstIndex(where: {
        $0 == ASCII.backtick || $0 == ASCII.tilde
      })
    else { return nil }
    let info = bytes[start..<block.range.upperBound].prefix { $0 != ASCII.lineFeed }
    let fence = info.prefix { $0 == bytes[start] }
    let words = String(decoding: info.dropFirst(fence.count), as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard fence.count >= 3, let word = words.first?.lowercased() else { return nil }
    let reader = readers.first { $0.fences.contains(word) }
    guard word == "sheaf" || reader != nil else { return nil }
    var end = block.range.upperBound
    while end > start, bytes[end - 1] == ASCII.lineFeed || bytes[end - 1] == ASCII.carriageReturn { end -= 1 }
    end = bytes[end...].firstIndex(where: { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn }) ?? bytes.count
    let container = block.depth == 0 ? [] : bytes[lineStart..<start]
    prefix = block.prefix(before: start, in: bytes)
    range = ByteRange(block.depth == 0 ? lineStart : start, end)
    let text = bytes[start..<end].split(separator: ASCII.lineFeed, omittingEmptySubsequences: false)
    let lines = text.enumerated().map { number, line in
      String(decoding: number == 0 ? line : Self.inner(line, in: container), as: UTF8.self)
        .trimmingEnd { $0.isNewline || $0 == " " }
    }
    let inner = lines.dropFirst()
    let isClosed = inner.last.map { last in
      let marks = trimmedSpaces(String(last)).utf8
      return marks.count >= fence.count && marks.allSatisfy { $0 == bytes[start] }
    }
    let content = inner.dropLast(isClosed == true ? 1 : 0).map(String.init)
    query =
      reader.map { .foreign($0.fenced(word, content.joined(separator: "\n"))) } ?? .sheaf(QueryBlock(lines: content))
  }

  /// Returns a line without the marks of its containers.
  private static func inner(_ line: ArraySlice<UInt8>, in container: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = line
    for mark in container {
      if mark == ASCII.greater {
        let quoted = rest.drop { $0 == ASCII.space }
        guard quoted.first == ASCII.greater else { return rest }
        rest = quoted.dropFirst()
      } else if let first = rest.first, ASCII.isBlank(first) {
        rest = rest.dropFirst()
      }
    }
    return rest
  }
}
