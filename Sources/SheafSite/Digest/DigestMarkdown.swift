import ByteBasics
package import NoteModel
import NoteSyntax
package import Wording

/// A digest as Markdown: the words of the notes as they are written.
package struct DigestMarkdown {
  private let digest: Digest
  private let words: DigestWords

  package init(_ digest: Digest, _ language: Language) {
    self.digest = digest
    words = DigestWords(digest, language)
  }

  package var text: String {
    var parts = ["# " + words.title, digest.isEmpty ? words.nothing : words.counts]
    parts += taskSection(words.done, digest.done)
    parts += taskSection(words.overdue, digest.overdue)
    parts += taskSection(words.coming, digest.coming)
    if !digest.diary.isEmpty {
      parts.append("## " + words.diary)
      for entry in digest.diary {
        parts += ["### " + words.date(entry.day), body(of: entry.note)].filter { !$0.isEmpty }
      }
    }
    parts += noteSection(words.created, digest.created)
    parts += noteSection(words.changed, digest.changed)
    let footer = [words.further, words.leftOut].compactMap(\.self)
    if !footer.isEmpty { parts.append("---") }
    return (parts + footer).joined(separator: "\n\n") + "\n"
  }

  private func taskSection(_ title: String, _ entries: [Digest.TaskEntry]) -> [String] {
    guard !entries.isEmpty else { return [] }
    let items = entries.map { entry in
      let when = words.when(entry.task).map { " (\($0))" } ?? ""
      return "- [\(entry.task.status == .done ? "x" : " ")] \(entry.task.title)\(when)"
    }
    return ["## " + title, items.joined(separator: "\n")]
  }

  private func noteSection(_ title: String, _ notes: [Note]) -> [String] {
    guard !notes.isEmpty else { return [] }
    return ["## " + title]
      + notes.flatMap { note in
        ["### " + note.title, DigestExcerpt.text(of: note)].filter { !$0.isEmpty }
      }
  }

  /// The body three heading levels lower, without a first heading that repeats the day or title.
  private func body(of note: Note) -> String {
    let document = note.document
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
