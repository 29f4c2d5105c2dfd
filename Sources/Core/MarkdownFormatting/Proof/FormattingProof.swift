import ByteBasics
import NoteModel
import NoteSyntax

/// A proof that two texts have the same meaning. The proof compares the HTML that cmark-gfm generates, the words of the
/// sources, and the facts that Sheaf reads.
struct FormattingProof {
  /// True if a paragraph may be broken at other places, so that a line break in the HTML may be a space.
  let allowsRewrapping: Bool
  private let before: [UInt8]
  private let html: [UInt8]
  /// The syntax of other programs.
  private let foreign: ForeignRegions
  /// The front matter.
  private let head: [UInt8]
  private let facts: NoteFacts

  init(_ body: borrowing ParsedBody, after head: [UInt8], allowsRewrapping: Bool) {
    before = body.bytes
    self.head = head
    facts = NoteFacts(head + body.bytes)
    self.allowsRewrapping = allowsRewrapping
    html = allowsRewrapping ? Self.withoutSoftBreaks(body.tree.html) : body.tree.html
    foreign = body.foreign
  }

  enum Failure: Sendable, Hashable {
    /// The HTML or the facts would differ.
    case meaning
    /// A word, a comment, a definition or protected text of the source would be lost.
    case words
  }

  /// Returns the loss in `after`, or nil if it has the same meaning.
  func failure(of after: borrowing ParsedBody) -> Failure? {
    guard SourceComparison.haveSameWords(before, after.bytes) else { return .words }
    guard SourceComparison.haveSameProtectedText(before, after.bytes) else { return .words }
    guard foreign.texts == after.foreign.texts else { return .words }
    let other = allowsRewrapping ? Self.withoutSoftBreaks(after.tree.html) : after.tree.html
    return other == html && NoteFacts(head + after.bytes) == facts ? nil : .meaning
  }

  /// Returns the outermost blocks of a text, each with its lines and its HTML.
  func blocks(of text: [UInt8], tree: borrowing MarkdownTree) -> [FormattedBlock] {
    let table = LineTable(text, in: ByteRange(0, text.count))
    let found = tree.blocks
    var blocks: [FormattedBlock] = []
    blocks.reserveCapacity(found.count)
    for (index, block) in found.enumerated() {
      // Text before the first block or between blocks counts with the block before, or with the first.
      let first = index == 0 ? 0 : block.startLine - 1
      let end = index + 1 < found.count ? found[index + 1].startLine - 1 : table.count
      guard first <= end, end <= table.count else { return [] }
      let start = first < table.count ? table.range(of: first).lowerBound : text.count
      let last = end < table.count ? table.range(of: end).lowerBound : text.count
      let html = allowsRewrapping ? Self.withoutSoftBreaks(block.html) : block.html
      blocks.append(FormattedBlock(firstLine: first, text: Array(text[start..<max(start, last)]), html: html))
    }
    return blocks
  }

  // MARK: - Line breaks

  /// Replaces every line break outside `<pre>` by a space.
  private static func withoutSoftBreaks(_ html: [UInt8]) -> [UInt8] {
    var result = html
    var isInCode = false
    for offset in html.indices where html[offset] == ASCII.lineFeed || html[offset] == ASCII.less {
      if html[offset] == ASCII.less {
        if html[offset...].starts(with: "<pre".utf8) { isInCode = true }
        if html[offset...].starts(with: "</pre".utf8) { isInCode = false }
      } else if !isInCode {
        result[offset] = ASCII.space
      }
    }
    return result
  }
}

/// Facts of a note that its HTML does not show: who may read the note, and the words and fields that find the note.
struct NoteFacts: Equatable {
  private let publication: PublicationStatement
  private let seal: String?
  private let found: [String]

  init(_ bytes: [UInt8]) {
    let document = Document(parsing: bytes)
    // The name of the file is the same before and after.
    publication = PublicationStatement(of: document, at: NotePath(trusted: "note.md"))
    seal = document.unseal.map { "\($0)" }
    let comments = document.marks.filter { $0.kind == .comment }
    found =
      document.tags.map { "#" + $0.name } + document.links.map { "\($0.kind) \($0.written)" }
      + document.blockIdentifiers.map { "^" + $0.name } + document.checkboxes.map { "[\($0.state.lowercased())]" }
      + document.fields.map { $0.key + "::" + $0.value.filter { !"*_~ \t".contains($0) } }
      + comments.map { document.source.text(in: $0.range).filter { !$0.isWhitespace && $0 != ">" } }
  }
}

/// Compares two sources by their content, independently of the HTML.
enum SourceComparison {
  /// Compares all bytes but white space and the characters that the formatter may change.
  static func haveSameWords(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    unsafe one.withUnsafeBytes { left in
      unsafe other.withUnsafeBytes { right in
        unsafe isChangeable.withUnsafeBufferPointer { isChangeable in
          var (i, j) = (0, 0)
          while true {
            // A stretch of equal bytes has equal words.
            let same = unsafe lengthOfSameWords(left, i, right, j)
            i += same
            j += same
            while i < left.count, unsafe isChangeable[Int(left[i])] { i += 1 }
            while j < right.count, unsafe isChangeable[Int(right[j])] { j += 1 }
            guard i < left.count, j < right.count else { return i == left.count && j == right.count }
            guard unsafe left[i] == right[j] || isBox(left, i) && isBox(right, j) else { return false }
            i += 1
            j += 1
          }
        }
      }
    }
  }

  /// Returns true for the letter in `[x]` or `[X]`.
  private static func isBox(_ text: UnsafeRawBufferPointer, _ offset: Int) -> Bool {
    unsafe offset > 0 && offset + 1 < text.count && text[offset] | 0x20 == UInt8(ascii: "x")
      && text[offset - 1] == ASCII.leftBracket && text[offset + 1] == ASCII.rightBracket
  }

  private static let isChangeable: [Bool] = {
    var table = [Bool](repeating: false, count: 256)
    for byte in " \t\r\n#=-*+_~`|>:.)0123456789".utf8 { table[Int(byte)] = true }
    return table
  }()

  /// Returns the number of equal bytes from here on, in steps of eight.
  private static func lengthOfSameWords(
    _ left: UnsafeRawBufferPointer, _ i: Int, _ right: UnsafeRawBufferPointer, _ j: Int
  ) -> Int {
    let limit = min(left.count - i, right.count - j) - 8
    var length = 0
    while length <= limit {
      let one = unsafe left.loadUnaligned(fromByteOffset: i + length, as: UInt64.self)
      let other = unsafe right.loadUnaligned(fromByteOffset: j + length, as: UInt64.self)
      guard one == other else { break }
      length += 8
    }
    return length
  }

  /// Compares wiki links, maths, marks, comments, templates and tags, each on its line.
  static func haveSameProtectedText(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    var left = ProtectedTextReader(one)
    var right = ProtectedTextReader(other)
    while true {
      left.skipLines(alikeIn: &right)
      left.readLine()
      right.readLine()
      switch (left.text, right.text) {
      case (let a?, let b?):
        guard a == b else { return false }
        left.dropText()
        right.dropText()
      case (nil, nil): if left.isAtEnd, right.isAtEnd { return true }
      case (_?, nil): if right.isAtEnd { return false }
      case (nil, _?): if left.isAtEnd { return false }
      }
    }
  }
}
