import ByteBasics
import MarkdownFormatting
import NoteModel
import NoteSyntax
import Wording

extension ExportFormat {
  static let md = ExportFormat("md", content: .document) { _ in MarkdownExporter() }
}

/// Writes all notes at the end: where a link leads is known when all headings before its target are.
struct MarkdownExporter: NoteExporter {
  private struct Chapter {
    let head: [UInt8]
    let part: JoinedNotes.Part
    let links: [(link: Link, target: NotePath)]
  }

  private var chapters: [Chapter] = []
  private var joined = JoinedNotes()
  /// The anchors of all headings in their order, as web hosts generate them.
  private var anchors = HeadingAnchors()
  private var places: [NotePath: String] = [:]

  mutating func bytes(of note: ExportedNote) -> [UInt8] {
    let title = note.note.title.split(whereSeparator: \.isNewline).joined(separator: " ")
    let head =
      (try? DocumentWriter().bytes(of: DocumentTree(blocks: [.heading(level: 1, [.text(title)])])))
      ?? Array("# \(title)\n".utf8)
    let document = Document(parsing: Array(note.bodyWithoutTitle.utf8))
    places[note.note.path] = anchors.anchor(for: title)
    for heading in document.headings { _ = anchors.anchor(for: HeadingAttributes.text(of: heading)) }
    let links = document.links.compactMap { link in note.targets[link.destination].map { (link, $0) } }
    chapters.append(Chapter(head: head, part: joined.add(document, lowering: 1), links: links))
    return []
  }

  mutating func end() -> [UInt8] {
    let texts = chapters.map { chapter -> [UInt8] in
      let links = chapter.links.compactMap { link, target in
        places[target].flatMap { Self.edit(of: link, leadingTo: "#" + $0) }
      }
      let text = joined.text(of: chapter.part, with: links)
      return chapter.head + (text.isEmpty ? [] : [ASCII.lineFeed]) + text
    }
    return Array(texts.joined(separator: [ASCII.lineFeed]))
  }

  private static func edit(of link: Link, leadingTo address: String) -> TextEdit? {
    guard let range = link.range, let inner = link.destinationRange else { return nil }
    switch link.kind {
    case .wiki:
      let words = LinkDestinationStyle.markdown(text: link.text ?? link.destination)
      return TextEdit(range: range, replacement: "[\(words)](\(address))")
    case .inline: return TextEdit(range: inner, replacement: address)
    default: return nil
    }
  }
}
