/// Writes Markdown in one canonical style and proves that it still means the same.
///
/// The source is kept by spans; only what the style normalises is rewritten. cmark-gfm judges: a block whose
/// HTML would differ stays as its source bytes. Formatting what was formatted changes nothing.
package struct MarkdownFormatter: Sendable {
  package let style: FormattingStyle

  /// A longer body is left alone, so that memory and time stay bounded.
  private static let lineLimit = 300_000

  package init(style: FormattingStyle = FormattingStyle()) {
    self.style = style
  }

  /// A block that stays as it is because the canonical form could not be proved.
  package struct LeftAlone: Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
      /// Its HTML would differ.
      case meaning
      /// A word or protected text of its source would be lost.
      case words
      /// Its lines are not where cmark's tree says, such as a link definition inside a list.
      case lines
      /// The note has more lines than are held in memory at once.
      case size
      /// Too many blocks of the note failed, so that the rest was not tried.
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
    /// Why the whole file stays as it is; nil for a file that was formatted.
    package let refusal: ParsingGuard.Refusal?
    /// Lines of the front matter.
    package let linesBefore: Int
  }

  /// Formats a file; its front matter stays byte for byte.
  package func format(_ file: [UInt8]) -> Outcome {
    let head = Self.bodyStart(of: file)
    let body = head == 0 ? file : Array(file[head...])
    let linesBefore = file[..<head].reduce(0) { $0 + ($1 == ASCII.lineFeed ? 1 : 0) }
    if let refusal = ParsingGuard.refusal(of: body[...]) {
      return Outcome(
        bytes: file, leftAlone: [], blockCount: 0, refusal: refusal, linesBefore: linesBefore)
    }
    guard body.count(where: { $0 == ASCII.lineFeed }) <= Self.lineLimit else {
      let whole = LeftAlone(line: linesBefore + 1, reason: .size)
      return Outcome(
        bytes: file, leftAlone: [whole], blockCount: 1, refusal: nil, linesBefore: linesBefore)
    }
    var run = FormattingRun(style: style, isWholeFile: head == 0)
    let result = run.fixedPoint(of: body)
    let whole = head == 0 ? result : file[..<head] + result
    guard Self.meansTheSame(file, whole) else {
      let all = LeftAlone(line: linesBefore + 1, reason: .meaning)
      return Outcome(
        bytes: file, leftAlone: [all], blockCount: run.blockCount, refusal: nil,
        linesBefore: linesBefore)
    }
    return Outcome(
      bytes: whole,
      leftAlone: run.leftAlone.map {
        LeftAlone(line: $0.line + linesBefore + 1, reason: $0.reason)
      }, blockCount: run.blockCount, refusal: nil, linesBefore: linesBefore)
  }

  /// TOML between `+++` is text to most Markdown programs, so the file as a whole is proved as well.
  private static func meansTheSame(_ before: [UInt8], _ after: [UInt8]) -> Bool {
    guard case .found(let fence) = FrontMatterFence.search(in: before), fence.format == .toml,
      before != after
    else { return true }
    guard let one = MarkdownTree(parsing: before[...]),
      let other = MarkdownTree(parsing: after[...])
    else { return false }
    return one.html == other.html
  }

  /// Where the body begins; 0 where there is no front matter, with the byte order mark.
  static func bodyStart(of file: [UInt8]) -> Int {
    if case .found(let fence) = FrontMatterFence.search(in: file) {
      fence.range.upperBound
    } else {
      0
    }
  }
}
