import ByteBasics
import NoteInterchange
package import NoteModel
import NoteSyntax
import Wording

/// A digest as Markdown: the words of the notes as they are written.
package struct DigestMarkdown {
  private let digest: Digest
  private let words: DigestWords

  package init(_ digest: Digest, _ words: DigestWords) {
    self.digest = digest
    self.words = words
  }

  package var text: String {
    var parts = ["# " + words.title]
    if let subtitle = words.subtitle { parts.append(subtitle) }
    parts.append(words.summary)
    for section in digest.shown {
      parts.append("## " + words.title(of: section))
      parts += self.parts(of: section).filter { !$0.isEmpty }
    }
    let footer = [words.further, words.leftOut].compactMap(\.self)
    if !footer.isEmpty { parts.append("---") }
    return (parts + footer).joined(separator: "\n\n") + "\n"
  }

  private func parts(of section: Digest.Section) -> [String] {
    switch section {
    case .done: [tasks(digest.done) { words.when($0) }]
    case .overdue: [tasks(digest.overdue) { words.when($0) }]
    case .upcoming:
      digest.comingDays.flatMap { day, entries in
        ["### " + words.dayHeading(day), tasks(entries) { words.time(of: $0) }]
      }
    case .board:
      [digest.moved.map { "- \($0.title) (\(words.columns(of: $0)))" }.joined(separator: "\n")]
    case .diary: diary
    case .new: digest.created.flatMap { ["### " + $0.title, DigestExcerpt.text(of: $0)] }
    case .changed:
      digest.changed.flatMap {
        ["### " + $0.title, words.changes(of: $0) ?? DigestExcerpt.text(of: $0)]
      }
    case .years:
      digest.years.flatMap { ["### " + words.date($0.day), DigestExcerpt.text(of: $0.note)] }
    }
  }

  private var diary: [String] {
    var joined = JoinedNotes()
    let bodies = digest.diary.map { joined.add(Self.body(of: $0.note), lowering: 3) }
    return zip(digest.diary, bodies).flatMap { entry, body in
      let mood = words.mood(of: entry.note).map { "*\($0)*" } ?? ""
      let text = String(decoding: joined.text(of: body, with: []), as: UTF8.self)
      return [
        "### " + words.date(entry.day), mood,
        String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()),
      ]
    }
  }

  private func tasks(
    _ entries: [Digest.TaskEntry], when: (TaskItem) -> String?
  ) -> String {
    entries.map { entry in
      let when = when(entry.task).map { " (\($0))" } ?? ""
      return "- [\(entry.task.status == .done ? "x" : " ")] \(entry.task.title)\(when)"
    }.joined(separator: "\n")
  }

  /// The note with relative links and pictures as they are from the root of the repository.
  private static func rebased(_ note: Note) -> Document {
    guard let folder = note.path.folder else { return note.document }
    let source = note.document.source
    let edits = note.document.links.compactMap { link -> TextEdit? in
      guard !link.kind.isWiki, link.kind != .reference, let range = link.destinationRange else { return nil }
      let written = source.text(in: range)
      guard LinkTag.isRelative(written), !written.hasPrefix("/") else { return nil }
      let hasBrackets = source.bytes[..<range.lowerBound].last == UInt8(ascii: "<")
      let start = hasBrackets ? folder.string : SiteAddress.escaped(folder.string)
      return NotePath(start + "/" + written).map { TextEdit(range: range, replacement: $0.string) }
    }
    return (try? source.applying(edits)).map { Document(parsing: $0.bytes) } ?? note.document
  }

  /// The body without comments, and without a first heading that repeats the day or title.
  private static func body(of note: Note) -> Document {
    let document = rebased(note)
    var (end, start) = (document.body.upperBound, document.body.upperBound)
    if let heading = document.headings.first, heading.text == note.title {
      (end, start) = (heading.range.lowerBound, heading.range.upperBound)
    }
    let kept = [ByteRange(document.body.lowerBound, end), ByteRange(start, document.body.upperBound)]
    // Nothing at the beginning of a body is front matter.
    return Document(parsing: [UInt8(ascii: "\n")] + kept.flatMap { document.withoutComments($0) })
  }
}
