import ByteBasics
package import NoteSyntax

/// Writes Markdown in one canonical style and proves that its meaning is unchanged.
///
/// The source is divided into spans, and only the spans that the style normalises are rewritten. cmark-gfm decides: a
/// block whose HTML would differ keeps its source bytes. Formatting a formatted text changes nothing.
///
/// An example of three blocks. The canonical form of the second block would have another meaning:
///
/// ```
/// source       pieces of the plan          proof                      result
/// * a          1  - a                  ┌ 1 2 3  HTML differs          - a
/// * b             - b                  ├ 1      same HTML: taken      - b
///   second       2  (would differ)       ├ 2      differs: left alone   second
///   Title        3  # Title              └ 3      same HTML: taken      # Title
/// =====
/// ```
///
/// The result is formatted again, until a round changes nothing. Formatting is therefore idempotent.
package struct MarkdownFormatter: Sendable {
  package let style: FormattingStyle

  /// A longer body is left unchanged, so that memory and time stay bounded.
  private static let lineLimit = 300_000
  /// Brackets, marks of emphasis and pipes.
  private static let markLimit = 1_000_000

  package init(style: FormattingStyle = FormattingStyle()) { self.style = style }

  /// A block that is not formatted because its canonical form could not be proved.
  package struct LeftAlone: Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
      /// The HTML of the block would differ.
      case meaning
      /// A word or protected text of its source would be lost.
      case words
      /// The lines of the block are not where cmark's tree says, such as a link definition inside a list.
      case lines
      /// The note has more lines or marks than are held in memory at once.
      case size
      /// Too many blocks of the note failed, so the rest was not tried.
      case effort
    }

    /// 1-based, in the file.
    package let line: Int
    package let reason: Reason
  }

  package struct Outcome: Sendable {
    /// The file as it should be.
    package let bytes: [UInt8]
    package let leftAlone: [LeftAlone]
    /// The blocks of the body that were looked at.
    package let blockCount: Int
    /// The reason why the whole file stays as it is. Nil for a file that was formatted.
    package let refusal: ParsingGuard.Refusal?
    /// Lines of the front matter.
    package let linesBefore: Int
  }

  /// Formats a file; its front matter stays byte for byte.
  package func format(_ file: [UInt8]) -> Outcome {
    let fence = FrontMatterFence.found(in: file)
    let head = fence?.range.upperBound ?? 0
    let body = head == 0 ? file : Array(file[head...])
    let linesBefore = file[..<head].count { $0 == ASCII.lineFeed }

    func outcome(
      _ bytes: [UInt8], _ leftAlone: [LeftAlone], blockCount: Int,
      refusal: ParsingGuard.Refusal? = nil
    ) -> Outcome {
      let located = leftAlone.map { LeftAlone(line: $0.line + linesBefore + 1, reason: $0.reason) }
      return Outcome(
        bytes: bytes, leftAlone: located, blockCount: blockCount, refusal: refusal, linesBefore: linesBefore)
    }

    if let refusal = ParsingGuard.refusal(of: body[...]) {
      return outcome(file, [], blockCount: 0, refusal: refusal)
    }
    if Self.isWrittenByPlugin(file[..<head]) || Self.isProgram(body) { return outcome(file, [], blockCount: 0) }
    guard Self.fitsInMemory(body) else {
      return outcome(file, [LeftAlone(line: 0, reason: .size)], blockCount: 1)
    }
    var run = FormattingRun(style: style, head: Array(file[..<head]))
    let result = run.fixedPoint(of: body)
    let whole = head == 0 ? result : file[..<head] + result
    // A line that is now at the head of the file must not be taken for front matter.
    guard FrontMatterFence.found(in: whole)?.range == fence?.range else {
      return outcome(file, [LeftAlone(line: 0, reason: .meaning)], blockCount: run.blockCount)
    }
    // Fields between marks that are no fence keep a note private, and are text: they have to stay as they are.
    let doubtful = [(file, fence), (whole, FrontMatterFence.found(in: whole))].map { bytes, fence in
      DoubtfulFrontMatter.range(in: bytes, after: fence).map { Array(bytes[..<$0.upperBound]) }
    }
    guard doubtful[0] == doubtful[1] else {
      return outcome(file, [LeftAlone(line: 0, reason: .meaning)], blockCount: run.blockCount)
    }
    // TOML between `+++` is text to most Markdown programs, so the file as a whole is proved as well.
    if fence?.format == .toml, !Self.haveSameHTML(file, whole) {
      return outcome(file, [LeftAlone(line: 0, reason: .meaning)], blockCount: run.blockCount)
    }
    return outcome(whole, run.leftAlone, blockCount: run.blockCount)
  }

  /// Returns true for a field such as `excalidraw-plugin: parsed`: a program has its own format in the body.
  private static func isWrittenByPlugin(_ frontMatter: ArraySlice<UInt8>) -> Bool {
    frontMatter.split { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn }.contains { line in
      let key = line.prefix { ASCII.isAlphanumeric($0) || $0 == ASCII.hyphen }
      return key.endIndex < line.endIndex && line[key.endIndex] == ASCII.colon
        && key.reversed().starts(with: "nigulp-".utf8)
    }
  }

  /// Returns true for a template of Templater that begins with a command. The file is the source of a program; text in
  /// it that looks like front matter or Markdown is output.
  private static func isProgram(_ body: [UInt8]) -> Bool {
    body.drop { ASCII.isWhiteSpace($0) }.starts(with: "<%".utf8)
  }

  private static func fitsInMemory(_ body: [UInt8]) -> Bool {
    guard body.count > lineLimit else { return true }
    return body.count { $0 == ASCII.lineFeed } <= lineLimit && body.count { $0 == ASCII.carriageReturn } <= lineLimit
      && (body.count <= markLimit || ParsingGuard.markCount(of: body) <= markLimit)
  }

  private static func haveSameHTML(_ before: [UInt8], _ after: [UInt8]) -> Bool {
    guard before != after else { return true }
    guard let one = MarkdownTree(parsing: before[...]),
      let other = MarkdownTree(parsing: after[...])
    else { return false }
    return one.html == other.html
  }
}

/// Formats whole files, with or without their front matter.
package struct NoteFormatting: Sendable {
  private let formatter: MarkdownFormatter
  private let trimsFrontMatter: Bool

  /// - Parameter trimsFrontMatter: True to remove the white space at the ends of the front matter's lines too.
  package init(formatter: MarkdownFormatter, trimsFrontMatter: Bool) {
    self.formatter = formatter
    self.trimsFrontMatter = trimsFrontMatter
  }

  package func format(_ file: [UInt8]) -> MarkdownFormatter.Outcome {
    formatter.format(trimsFrontMatter ? withTrimmedFrontMatter(file) : file)
  }

  /// Leaves the front matter alone if its fields would not read the same: trailing spaces inside block text.
  private func withTrimmedFrontMatter(_ file: [UInt8]) -> [UInt8] {
    let document = Document(parsing: file)
    guard let frontMatter = document.frontMatter else { return file }
    let table = LineTable(file, in: frontMatter.range)
    var edits: [TextEdit] = []
    for line in 0..<table.count {
      let range = table.range(of: line)
      let end = contentEnd(of: range, in: file)
      let text = trimmedBlanks(file[range.lowerBound..<end])
      let textEnd = text.isEmpty ? range.lowerBound : text.endIndex
      if textEnd < end { edits.append(TextEdit(range: ByteRange(textEnd, end), replacement: "")) }
    }
    guard !edits.isEmpty, let trimmed = try? document.source.applying(edits) else { return file }
    let after = Document(parsing: trimmed.bytes)
    let isSame = after.frontMatter?.entries.map(\.value) == frontMatter.entries.map(\.value)
    return isSame ? trimmed.bytes : file
  }
}
