package import ByteBasics
package import NoteSyntax

/// A query in a note, whose answer is shown in its place.
package struct NoteQuery: Sendable {
  /// The languages that are read in notes.
  package enum Language: Sendable {
    case sheaf(QueryBlock)
    /// A query of the plugin Dataview.
    case dataview(String)
    /// `= this.due` of Dataview, in a span of code.
    case expression(String)
    /// Dataview's JavaScript, which is never run.
    case script
    /// A query of the plugin Tasks.
    case tasks(String)
    /// A base of Obsidian, in a fence.
    case base(String)
    /// `![[Books.base#Unread]]`, on a line of its own.
    case baseFile(String, view: String?)
  }

  package let language: Language
  /// The source of the query: the lines of a fence, else the span.
  package let range: ByteRange
  /// The answer that was written below it.
  package let baked: BakedAnswer?
  /// The prefix of each line of the answer after the first, in a quotation or a list: `> `.
  package let prefix: String
  /// The range that the answer replaces.
  package var place: ByteRange { ByteRange(range.lowerBound, baked?.range.upperBound ?? range.upperBound) }
  /// An answer can be written below it.
  package var canBeBaked: Bool { prefix.isEmpty && !isInline }
  /// True if the answer is a part of a table, where a bar has a meaning.
  package private(set) var isInCell = false
  /// True if the answer is a part of a line.
  package var isInline: Bool { if case .expression = language { true } else { false } }

  /// Returns the queries of a note, in its order.
  package static func all(in document: Document) -> [NoteQuery] {
    let bytes = document.source.bytes
    let hasCode = document.blocks.contains { $0.kind == .codeBlock }
    guard hasCode || marks.contains(where: { $0.place(in: bytes, from: document.body.lowerBound) != nil }) else {
      return []
    }
    let answers = document.bakedAnswers
    let fences = document.blocks.compactMap { block -> NoteQuery? in
      guard block.kind == .codeBlock, let fence = QueryFence(block, bytes),
        let language = Language(of: fence)
      else { return nil }
      return NoteQuery(language, fence.range, fence.prefix, bytes, answers)
    }
    let others = embeddedBases(document, answers) + expressions(document)
    return (fences + others).sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The marks of queries outside of fences.
  private static let marks = [".base", "`="].compactMap { ByteSearch(Array($0.utf8)) }

  /// Returns the embedded bases that are the only content of a paragraph.
  private static func embeddedBases(_ document: Document, _ answers: [BakedAnswer]) -> [NoteQuery] {
    let embeds = document.links.filter { $0.kind == .embed && $0.destination.hasSuffix(".base") }
    guard !embeds.isEmpty else { return [] }
    let bytes = document.source.bytes
    return document.separate(embeds).map { link, range, block in
      let language = Language.baseFile(link.destination, view: link.fragment)
      return NoteQuery(language, range, block.prefix(before: range.lowerBound, in: bytes), bytes, answers)
    }
  }

  /// Returns the code spans that are expressions about a note or the day. Other spans may be of a spreadsheet.
  private static func expressions(_ document: Document) -> [NoteQuery] {
    let bytes = document.source.bytes
    guard inlineMark?.place(in: bytes, from: document.body.lowerBound) != nil else { return [] }
    let hidden = document.privateRanges
    return document.blocks.filter { [.paragraph, .heading, .tableCell].contains($0.kind) }.flatMap { block in
      var found: [NoteQuery] = []
      var offset = block.range.lowerBound
      while let start = firstOffset(of: ASCII.backtick, in: bytes, from: offset, to: block.range.upperBound) {
        offset = codeSpanEnd(in: bytes, at: start, to: block.range.upperBound)
        let text = trimmedSpaces(document.source.text(in: ByteRange(start, offset)).filter { $0 != "`" })
        let nextHidden = hidden[hidden.firstOrderedIndex { $0.upperBound > start }...].first
        guard text.hasPrefix("="), nextHidden.map({ $0.lowerBound > start }) ?? true else { continue }
        let expression = trimmedSpaces(String(text.dropFirst()))
        guard ["this", "[[", "date("].contains(where: expression.contains),
          (try? ExpressionParser.parse(expression, .dataview)) != nil
        else { continue }
        var query = NoteQuery(.expression(expression), ByteRange(start, offset), "", bytes, [])
        query.isInCell = block.kind == .tableCell
        found.append(query)
      }
      return found
    }
  }

  private static let inlineMark = ByteSearch(Array("`=".utf8))

  private init(
    _ language: Language, _ range: ByteRange, _ prefix: String, _ bytes: [UInt8], _ answers: [BakedAnswer]
  ) {
    self.language = language
    self.range = range
    self.prefix = prefix
    let next = answers[answers.firstOrderedIndex { $0.range.lowerBound >= range.upperBound }...].first
    baked = next.flatMap { answer in
      bytes[range.upperBound..<answer.range.lowerBound].allSatisfy(ASCII.isWhiteSpace) ? answer : nil
    }
  }
}

/// A fenced block of a query's language: its lines without fences and without the marks of the quotation or list it is
/// in.
private struct QueryFence {
  static let languages: Set<String> = ["sheaf", "dataview", "dataviewjs", "tasks", "base"]

  /// One of ``languages``.
  let language: String
  let lines: [String]
  /// The range: whole lines at the top of a note, otherwise from the fence on, without the last line ending.
  let range: ByteRange
  /// ``NoteQuery/prefix``
  let prefix: String

  init?(_ block: Block, _ bytes: [UInt8]) {
    let lineStart = bytes[..<block.range.lowerBound].lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? 0
    guard
      let start = bytes[lineStart..<block.range.upperBound].firstIndex(where: {
        $0 == ASCII.backtick || $0 == ASCII.tilde
      })
    else { return nil }
    let info = bytes[start..<block.range.upperBound].prefix { $0 != ASCII.lineFeed }
    let fence = info.prefix { $0 == bytes[start] }
    let words = String(decoding: info.dropFirst(fence.count), as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard fence.count >= 3, let language = words.first?.lowercased(), Self.languages.contains(language) else {
      return nil
    }
    self.language = language
    var end = block.range.upperBound
    while end > start, bytes[end - 1] == ASCII.lineFeed || bytes[end - 1] == ASCII.carriageReturn { end -= 1 }
    end = bytes[end...].firstIndex(where: { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn }) ?? bytes.count
    let container = block.depth == 0 ? [] : bytes[lineStart..<start]
    prefix = block.prefix(before: start, in: bytes)
    range = ByteRange(block.depth == 0 ? lineStart : start, end)
    let text = bytes[start..<end].split(separator: ASCII.lineFeed, omittingEmptySubsequences: false)
    let lines = text.enumerated().map { number, line in
      String(decoding: number == 0 ? line : Self.inner(line, in: container), as: UTF8.self)
        .trimmingSuffix { $0.isNewline || $0 == " " }
    }
    let inner = lines.dropFirst()
    let isClosed = inner.last.map { last in
      let marks = trimmedSpaces(String(last)).utf8
      return marks.count >= fence.count && marks.allSatisfy { $0 == bytes[start] }
    }
    self.lines = inner.dropLast(isClosed == true ? 1 : 0).map(String.init)
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

extension NoteQuery.Language {
  /// Returns the language of a fence, or nil for code.
  fileprivate init?(of fence: QueryFence) {
    let text = fence.lines.joined(separator: "\n")
    switch fence.language {
    case "sheaf": self = .sheaf(QueryBlock(lines: fence.lines))
    case "dataview": self = .dataview(text)
    case "dataviewjs": self = .script
    case "tasks": self = .tasks(text)
    case "base": self = .base(text)
    default: return nil
    }
  }
}

extension String {
  fileprivate func trimmingSuffix(while isLoose: (Character) -> Bool) -> Substring {
    var text = self[...]
    while let last = text.last, isLoose(last) { text.removeLast() }
    return text
  }
}
