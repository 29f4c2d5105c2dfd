import ArchiveReading
import ByteBasics
import MarkdownFormatting
import NoteSyntax
import Wording

/// The message about letters that could not be read.
enum InvalidText {
  static let message = Message("Some letters are not UTF-8 and became U+FFFD", ko: "UTF-8이 아닌 글자를 U+FFFD로 바꿨습니다")
}

/// Returns the error for a text file that is not in UTF-8, UTF-16 or CP949.
func wrongEncoding(path: String) -> Problem {
  Problem(
    .badData,
    Message(
      "\(path) is not UTF-8; convert it with iconv -f ENCODING -t UTF-8",
      ko: "UTF-8이 아닌 파일입니다(iconv -f 인코딩 -t UTF-8로 변환하세요): \(path)"))
}

extension ImportFile {
  /// Returns the text of the file, without a byte order mark, with `\n` between lines.
  ///
  /// UTF-16 is recognised by its mark, CP949 by its syllables.
  ///
  /// - Parameter isFolded: True if a line may be folded inside a letter, as RFC 5545 allows: then its bytes are joined first.
  /// - Throws: ``Problem`` if the text is in none of these encodings, or if the file cannot be read.
  package func text(isFolded: Bool = false) throws -> String {
    var bytes = try bytes()
    if isFolded, firstInvalidUTF8Offset(in: bytes[...]) != nil { bytes = Self.unfoldingLetters(bytes) }
    if bytes.starts(with: [0xFF, 0xFE]) { return Self.lines(Self.utf16(bytes, isLittle: true)) }
    if bytes.starts(with: [0xFE, 0xFF]) { return Self.lines(Self.utf16(bytes, isLittle: false)) }
    guard firstInvalidUTF8Offset(in: bytes[...]) == nil else {
      guard let korean = ArchiveNames.koreanText(of: bytes) else { throw wrongEncoding(path: path) }
      return Self.lines(korean)
    }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return Self.lines(String(decoding: bytes[start...], as: UTF8.self))
  }

  private static func unfoldingLetters(_ bytes: [UInt8]) -> [UInt8] {
    var joined: [UInt8] = []
    var index = 0
    while index < bytes.count {
      var next = index + (bytes[index] == 0x0D ? 1 : 0)
      let isFold = next + 2 < bytes.count && bytes[next] == 0x0A && (bytes[next + 1] == 0x20 || bytes[next + 1] == 0x09)
      next += 2
      if isFold, bytes[next] & 0xC0 == 0x80, joined.last ?? 0 >= 0x80 {
        index = next
      } else {
        joined.append(bytes[index])
        index += 1
      }
    }
    return joined
  }

  private static func utf16(_ bytes: [UInt8], isLittle: Bool) -> String {
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
      let (low, high) = isLittle ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
      return UInt16(high) << 8 | UInt16(low)
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Replaces every kind of line end by `\n`, and NUL by U+FFFD.
  private static func lines(_ text: String) -> String { ImportLines.normal(text) }
}

package enum ImportLines {
  /// Returns the text with `\n` for every line end and U+FFFD for NUL.
  package static func normal(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0D || $0 == 0 }) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    var wasReturn = false
    for byte in text.utf8 {
      switch byte {
      case 0x0D: result.append(0x0A)
      case 0x0A: if !wasReturn { result.append(0x0A) }
      case 0: result += [0xEF, 0xBF, 0xBD]
      default: result.append(byte)
      }
      wasReturn = byte == 0x0D
    }
    return String(decoding: result, as: UTF8.self)
  }
}

/// Text without marks as Markdown that a reader sees as that text.
enum PlainMarkdown {
  static func text(_ text: String) -> String { converted(paragraphs(text)).markdown }

  /// Returns the paragraphs of the text; line breaks are kept.
  static func paragraphs(_ text: String) -> [DocumentTree.Block] {
    let paragraphs = ImportLines.normal(text).split(separator: "\n\n", omittingEmptySubsequences: true)
    return paragraphs.map { paragraph in
      let lines = paragraph.split(separator: "\n")
      let inlines = lines.enumerated().flatMap { index, line -> [DocumentTree.Inline] in
        let words = linked(line)
        return index == 0 ? words : [.lineBreak] + words
      }
      return .paragraph(inlines)
    }
  }

  /// Returns the text of a line; an address between `<` and `>` is a link.
  private static func linked(_ line: Substring) -> [DocumentTree.Inline] {
    var inlines: [DocumentTree.Inline] = []
    var rest = line
    while let address = rest.firstMatch(of: #/<https?:\/\/[^\s<>]+>/#) {
      inlines += [.text(String(rest[..<address.range.lowerBound])), .raw(String(address.output))]
      rest = rest[address.range.upperBound...]
    }
    return inlines + [.text(String(rest))]
  }

  /// Converts blocks to Markdown. Blocks without a form in Markdown lose their marks and keep their words.
  static func converted(_ blocks: [DocumentTree.Block]) -> HTMLConverter.Result {
    let written = DocumentWriter(guardsText: true).written(blocks)
    return HTMLConverter.Result(markdown: written.text, losses: LostMarks.messages(written.losses))
  }
}

enum LostMarks {
  /// Returns the places, by their first words; no more than three of them.
  static func messages(_ parts: [String]) -> [Message] {
    guard !parts.isEmpty else { return [] }
    let places = parts.prefix(3).map { "“\(ImportTitle.words(of: $0))”" }.joined(separator: ", ")
    let rest = parts.count - 3
    let more = Message(rest > 0 ? " and \(rest) more" : "", ko: rest > 0 ? " 외 \(rest)곳" : "")
    return [
      Message(
        "Formatting that Markdown cannot express is left out at \(places)\(more.english)",
        ko: "마크다운으로 나타낼 수 없는 서식을 제외했습니다: \(places)\(more.korean)")
    ]
  }
}

extension ImportReceiver {
  /// Returns the Markdown of a conversion; its losses are reported at `position`.
  func markdown(_ result: HTMLConverter.Result, _ position: ImportPosition) -> String {
    for loss in result.losses { change(position, loss) }
    return result.markdown
  }
}

extension ImportedNote {
  /// Escapes `%%`, which begins a comment in Sheaf, so that Markdown of programs without such comments keeps the text.
  mutating func escapeComments() {
    guard body.contains("%%") else { return }
    // The text between two comments may become one when these are text.
    while true {
      let document = Document(parsing: Array(body.utf8))
      let bytes = document.source.bytes
      let ends = document.marks.flatMap { mark -> [Int] in
        guard mark.kind == .comment, bytes[mark.range.lowerBound] == UInt8(ascii: "%") else { return [] }
        return [mark.range.lowerBound, mark.range.upperBound - 2]
      }
      let edits = ends.map { TextEdit(range: ByteRange($0, $0), replacement: "\\") }
      guard !edits.isEmpty, let escaped = try? document.source.applying(edits) else { return }
      body = String(decoding: escaped.bytes, as: UTF8.self)
    }
  }
}
