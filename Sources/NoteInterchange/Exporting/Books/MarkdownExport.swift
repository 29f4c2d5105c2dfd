import ByteBasics
import MarkdownFormatting
import NoteModel
import NoteSyntax
import Wording

extension ExportFormat {
  static let md = ExportFormat(
    "md",
    Message(
      "One Markdown file, headings one level lower, links inside",
      ko: "마크다운 파일 하나. 소제목은 한 단계 낮추고 링크는 파일 안으로")
  ) { MarkdownExporter($0) }
}

struct MarkdownExporter: NoteExporter {
  private let anchors: NoteAnchorTable
  private var isFirst = true

  init(_ options: ExportOptions) { anchors = NoteAnchorTable(options.contents) }

  mutating func bytes(of note: ExportedNote) -> [UInt8] {
    defer { isFirst = false }
    let title = note.note.title.split(whereSeparator: \.isNewline).joined(separator: " ")
    let head =
      (try? DocumentWriter().bytes(
        of: DocumentTree(blocks: [.heading(level: 1, [.text(title)])])))
      ?? Array("# \(title)\n".utf8)
    let body = shifted(note)
    return (isFirst ? [] : [0x0A]) + head + (body.isEmpty ? [] : [0x0A]) + body
  }

  /// The text with lower headings, and with links to other notes of the file leading there.
  private func shifted(_ note: ExportedNote) -> [UInt8] {
    let document = Document(parsing: Array(note.bodyWithoutTitle.utf8))
    var edits = document.headings.compactMap { Self.lowered($0, in: document) }
    for link in document.links {
      guard let range = link.range, let inner = link.destinationRange, link.kind != .definition,
        link.kind != .embed, let target = note.targets[link.destination],
        let anchor = anchors[target]
      else { continue }
      if link.kind == .wiki {
        let words = (link.text ?? link.destination).filter { !"[]".contains($0) }
        edits.append(TextEdit(range: range, replacement: "[\(words)](#\(anchor))"))
      } else if link.kind == .inline {
        edits.append(TextEdit(range: inner, replacement: "#" + anchor))
      }
    }
    let text = (try? document.source.applying(edits).bytes) ?? document.source.bytes
    return text.isEmpty || text.last == 0x0A ? text : text + [0x0A]
  }

  private static func lowered(_ heading: Heading, in document: Document) -> TextEdit? {
    let bytes = document.source.bytes
    let start = heading.range.lowerBound
    guard heading.level < 6, start < bytes.count else { return nil }
    if bytes[start] == UInt8(ascii: "#") {
      return TextEdit(range: ByteRange(start, start), replacement: "#")
    }
    // A heading that is underlined has two levels only.
    let text = document.source.text(in: heading.range)
    let lines = text.textLines.map { String($0.drop { $0 == " " }) }
    guard lines.count > 1, let last = lines.last, last.allSatisfy({ "=- \r".contains($0) }) else {
      return nil
    }
    let marks = String(repeating: "#", count: heading.level + 1)
    return TextEdit(
      range: heading.range, replacement: marks + " " + lines.dropLast().joined(separator: " "))
  }
}
