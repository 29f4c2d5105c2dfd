import ByteBasics
import CivilCalendar
import NoteActions
import NoteInterchange
import NoteModel
import NoteSyntax
import Wording

/// A digest as Markdown. Kept in the repository it is no second source of tasks, tags or fields.
package struct DigestMarkdown {
  private let letter: DigestLetter
  private let words: DigestWords

  init(_ letter: DigestLetter) {
    self.letter = letter
    words = letter.words
  }

  func text(end: [String]) -> String {
    var parts = [frontMatter, "# " + Self.escaped(words.name + " · " + words.heading), text(words.summary)]
    if let writtenBy = words.writtenBy { parts.append(Self.escaped(writtenBy)) }
    parts += introduction
    var joined = JoinedNotes()
    for part in letter.parts {
      parts.append("## " + Self.escaped(part.title))
      for group in part.groups { parts += self.parts(of: group, &joined) }
    }
    let foot = words.foot + end
    if !foot.isEmpty { parts.append("---") }
    return (parts + foot.map(Self.escaped)).filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  /// The front matter that marks the file as a digest, so that no other digest mentions it.
  private var frontMatter: String {
    var period = "query"
    if let days = letter.digest.days { period = days.periodName ?? days.first.description }
    return "---\ndigest: \(period)\n---"
  }

  private var introduction: [String] {
    guard let (note, author) = letter.digest.introduction else { return [] }
    var joined = JoinedNotes()
    let body = body(of: note, lowering: 3, &joined) + (author.map { "\n\n— " + Self.escaped($0) } ?? "")
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
    return [lines.map { $0.isEmpty ? ">" : "> " + $0 }.joined(separator: "\n")]
  }

  private func parts(of group: DigestLetter.Group, _ joined: inout JoinedNotes) -> [String] {
    var parts: [String] = []
    if let title = group.title { parts.append("### " + title + (group.count.map { " (\($0))" } ?? "")) }
    for block in group.blocks {
      switch block {
      case .lines(let lines): parts.append(list(lines))
      case .text(let runs): parts.append(text(runs))
      case .note(let title, let address, let facts, let lines):
        let name = address.map { "[\(Self.escaped(title))](\($0))" } ?? Self.escaped(title)
        parts.append("**\(name)**" + (facts.isEmpty ? "" : " · " + Self.escaped(facts)))
        let paragraphs = lines.filter { $0.mark == nil && $0.look.isEmpty }
        parts += paragraphs.map { text($0.runs) }
        parts.append(list(lines.filter { $0.mark != nil || !$0.look.isEmpty }))
      case .entry(_, let title, let facts, let note):
        if let title { parts.append("### " + title + (facts.map { " · " + Self.escaped($0) } ?? "")) }
        parts.append(body(of: note, lowering: 3, &joined))
      case .figures(let figures):
        parts.append(figures.map { "- \(Self.escaped($0.label)): \($0.value)" }.joined(separator: "\n"))
      case .days(let days):
        parts.append(
          days.flatMap { title, lines in lines.map { "- ☐ \(title): " + rest(of: $0) } }.joined(separator: "\n"))
      }
    }
    return parts
  }

  private func list(_ lines: [DigestLine]) -> String {
    lines.map { line in
      let mark =
        switch line.mark {
        case "☑"?, "☐"?, "☒"?, "◐"?: (line.mark ?? "") + " "
        case "+"?: line.spoken
        default: ""
        }
      return "- " + mark + rest(of: line)
    }.joined(separator: "\n")
  }

  private func rest(of line: DigestLine) -> String {
    let badge = line.badge.map { " (\($0))" } ?? ""
    let second = line.second.isEmpty ? "" : " · " + text(line.second)
    return text(line.runs) + badge + second + (line.facts.map { " · " + Self.escaped($0) } ?? "")
  }

  private func text(_ runs: [DigestRun]) -> String {
    runs.map { run in
      let words = Self.escaped(run.text)
      switch run.kind {
      case .plain: return words
      case .title: return "*\(words)*"
      case .old: return "~~\(words)~~"
      case .new: return words.hasPrefix(" ") ? " **\(words.dropFirst())**" : "**\(words)**"
      }
    }.joined()
  }

  /// Returns words of a note or a name with nothing in them that is syntax.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if "\\`*_[]<>#~|=$^%{}".contains(character) { result.append("\\") }
      result.append(character.isNewline ? " " : character)
    }
    // `key:: value` would be a field.
    return result.replacing("::", with: ":\\:")
  }

  // MARK: - Bodies

  private func body(of note: Note, lowering levels: Int, _ joined: inout JoinedNotes) -> String {
    let part = joined.add(Self.quiet(Self.body(of: note)), lowering: levels)
    let text = String(decoding: joined.text(of: part, with: []), as: UTF8.self)
    return String(text.trimming(while: \.isWhitespace))
  }

  /// Returns boxes as characters, and tags and fields as words, because they belong to their own note.
  private static func quiet(_ document: Document) -> Document {
    var edits = document.checkboxes.map { box in
      let start = box.stateRange.lowerBound - 1
      let sign = TaskStatus(checkboxState: box.state) == .done ? "☑ " : "☐ "
      return TextEdit(
        range: ByteRange(start, max(box.textRange.lowerBound, box.stateRange.upperBound + 1)), replacement: sign)
    }
    edits += document.tags.filter { document.source.bytes[$0.range.lowerBound] == UInt8(ascii: "#") }.map {
      TextEdit(range: ByteRange($0.range.lowerBound, $0.range.lowerBound), replacement: "\\")
    }
    edits += document.fields.compactMap { field in
      let bytes = document.source.bytes[field.range.indices]
      guard let colon = bytes.firstRange(of: Array("::".utf8))?.lowerBound else { return nil }
      return TextEdit(range: ByteRange(colon + 1, colon + 1), replacement: "\\")
    }
    let ordered = edits.sorted { $0.range < $1.range }
    return (try? document.source.applying(ordered)).map { Document(parsing: $0.bytes) } ?? document
  }

  /// Returns the note with relative links and pictures as they are from the root of the repository.
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

  /// Returns the body without private text, and without a first heading that repeats the day or title.
  private static func body(of note: Note) -> Document {
    // Nothing at the beginning of a body is front matter.
    let document = Document(parsing: [UInt8(ascii: "\n")] + rebased(note).bodyForOthers(withFiles: false))
    guard let heading = document.headings.first, heading.text == note.title else { return document }
    let bytes = document.source.bytes
    return Document(parsing: bytes[..<heading.range.lowerBound] + Array(bytes[heading.range.upperBound...]))
  }
}
