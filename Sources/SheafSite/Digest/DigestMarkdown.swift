import ByteBasics
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
    case .diary: digest.diary.flatMap(diaryEntry)
    case .new: digest.created.flatMap { ["### " + $0.title, DigestExcerpt.text(of: $0)] }
    case .changed:
      digest.changed.flatMap {
        ["### " + $0.title, words.changes(of: $0) ?? DigestExcerpt.text(of: $0)]
      }
    case .years:
      digest.years.flatMap { ["### " + words.date($0.day), DigestExcerpt.text(of: $0.note)] }
    }
  }

  private func diaryEntry(_ entry: Digest.DiaryEntry) -> [String] {
    let mood = words.mood(of: entry.note).map { "*\($0)*" } ?? ""
    return ["### " + words.date(entry.day), mood, body(of: entry.note)]
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

  /// The body three heading levels lower, without a first heading that repeats the day or title.
  private func body(of note: Note) -> String {
    let document = Self.rebased(note)
    let bytes = document.source.bytes
    var result: [UInt8] = []
    var copied = document.body.lowerBound
    for (position, heading) in document.headings.enumerated() {
      result += document.withoutComments(ByteRange(copied, heading.range.lowerBound))
      copied = heading.range.lowerBound
      if position == 0, heading.text == note.title {
        copied = heading.range.upperBound
      } else if bytes[copied] == UInt8(ascii: "#") {
        result += Array(repeating: UInt8(ascii: "#"), count: min(3, 6 - heading.level))
      }
    }
    result += document.withoutComments(ByteRange(copied, document.body.upperBound))
    let text = String(decoding: result, as: UTF8.self)
    return String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
