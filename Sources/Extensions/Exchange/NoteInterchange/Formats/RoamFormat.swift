import ByteBasics
import CivilCalendar
import NoteModel
import Wording

extension ImportFormat {
  static let roam = ImportFormat("roam", takesArchives: true) { source, options, receiver in
    let dates = ImportDates(zone: options.zone)
    let files = source.files.filter { $0.hasExtension("json") }
    var pages = RoamPages()
    // A reference may stand before the block that it means, in any file.
    let silent = RoamSilence()
    for file in files { try JSONRecords.forEach(in: file, silent) { page, _ in pages.add(page) } }
    try receiver.forEach(files) { file in
      try JSONRecords.forEach(in: file, receiver) { page, position in
        guard let title = page["title"]?.string, !title.isEmpty else {
          return receiver.skip(position, Message("The page has no title", ko: "제목이 없는 페이지입니다"))
        }
        try receiver.take(pages.note(of: page, title, dates, position))
      }
    }
  }
}

/// Takes nothing: the files are read once more, and reported then.
private final class RoamSilence: ImportReceiver {
  func take(_ note: ImportedNote) {}
  func report(_ problem: ImportProblem) {}
  func advance(by bytes: Int) {}
}

/// The page of each block of a graph, and the blocks that are referred to.
private struct RoamPages {
  /// The page of each block.
  private var blocks: [String: String] = [:]
  /// The blocks that are referred to.
  private var wanted: Set<String> = []

  private static let depthLimit = 100

  mutating func add(_ page: JSONValue) {
    guard let title = page["title"]?.string else { return }
    var stack = page["children"]?.items ?? []
    while let block = stack.popLast() {
      if let id = block["uid"]?.string { blocks[id] = title }
      for id in Self.references(in: block["string"]?.string ?? "") { wanted.insert(id) }
      stack += block["children"]?.items ?? []
    }
  }

  func note(of page: JSONValue, _ title: String, _ dates: ImportDates, _ position: ImportPosition) -> ImportedNote {
    var names = title.split(separator: "/").map(String.init)
    var note = ImportedNote(
      source: page["uid"]?.string ?? title, title: names.popLast() ?? title, body: "", position: position)
    note.folder = names.joined(separator: "/")
    if let day = Self.day(title) {
      note.place = .diary(day)
      (note.title, note.folder) = ("", "")
    }
    note.created = page["create-time"]?.double.flatMap { dates.moment(unix: $0 / 1_000) }
    note.updated = page["edit-time"]?.double.flatMap { dates.moment(unix: $0 / 1_000) }
    var lines: [String] = []
    for child in page["children"]?.items ?? [] { add(child, level: 0, to: &lines) }
    note.body = lines.joined(separator: "\n") + (lines.isEmpty ? "" : "\n")
    return note
  }

  private func add(_ block: JSONValue, level: Int, to lines: inout [String]) {
    let text = text(block["string"]?.string ?? "")
    let anchor = block["uid"]?.string.flatMap { wanted.contains($0) ? " ^" + Self.anchor($0) : nil }
    let indent = String(repeating: "  ", count: level)
    let heading = block["heading"]?.integer ?? 0
    let mark = (1...6).contains(heading) ? String(repeating: "#", count: heading) + " " : ""
    let parts = text.textLines
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1 && !part.hasPrefix("```")
      let words = part + (isLast ? anchor ?? "" : "")
      lines.append(index == 0 ? indent + "- " + mark + words : words.isEmpty ? "" : indent + "  " + words)
    }
    guard level < Self.depthLimit else { return }
    for child in block["children"]?.items ?? [] { add(child, level: level + 1, to: &lines) }
  }

  /// Returns the anchor of an id such as `abc_-9`, without underscores.
  private static func anchor(_ id: String) -> String { id.replacing("_", with: "-") }

  /// Converts the text of a block to Markdown, without changes to code.
  private func text(_ text: String) -> String {
    Self.aroundCode(boxed(text)).enumerated().map { index, part in
      index.isMultiple(of: 2) ? words(part) : String(part)
    }.joined()
  }

  /// Returns the parts of a text: words and code spans in turn, words first.
  private static func aroundCode(_ text: String) -> [Substring] {
    var runs: [Range<String.Index>] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "`") {
      let run = rest[start...].prefix { $0 == "`" }
      runs.append(start..<run.endIndex)
      rest = rest[run.endIndex...]
    }
    var (parts, start, open) = ([Substring](), text.startIndex, 0)
    while open < runs.count {
      let mark = text[runs[open]]
      if let close = runs[(open + 1)...].firstIndex(where: { text[$0] == mark }) {
        parts += [text[start..<runs[open].lowerBound], text[runs[open].lowerBound..<runs[close].upperBound]]
        (start, open) = (runs[close].upperBound, close)
      }
      open += 1
    }
    return parts + [text[start...]]
  }

  private func words(_ text: Substring) -> String {
    var result = String(text)
    for (theirs, ours) in [("__", "*"), ("^^", "==")] {
      let parts = result.split(separator: theirs, omittingEmptySubsequences: false)
      guard parts.count > 1, parts.count % 2 == 1, !result.contains("://") else { continue }
      result = parts.joined(separator: ours)
    }
    return linked(result)
  }

  private func boxed(_ text: String) -> String {
    for (mark, box) in [("TODO", "[ ] "), ("DONE", "[x] ")] {
      for form in ["{{[[\(mark)]]}}", "{{\(mark)}}"] where text.hasPrefix(form) {
        return box + text.dropFirst(form.count).drop { $0 == " " }
      }
    }
    return text
  }

  /// Converts links: `((block))` to a link, `[words]([[Page]])` to `[[Page|words]]`, `#[[word]]` to a tag, and
  /// `#[[two words]]` to a link.
  private func linked(_ text: String) -> String {
    var result = text.replacing(/#\[\[([\w\/-]+)\]\]/) { match in
      TagName(String(match.1)) == nil ? "[[\(match.1)]]" : "#\(match.1)"
    }.replacing("#[[", with: "[[")
    for id in Self.references(in: result) {
      guard let page = blocks[id] else { continue }
      let name = Self.day(page)?.description ?? page
      result = result.replacing("((\(id)))", with: "[[\(name)#^\(Self.anchor(id))]]")
    }
    while let middle = result.firstRange(of: "]([["), let end = result[middle.upperBound...].firstRange(of: "]])"),
      let start = result[..<middle.lowerBound].lastIndex(of: "[")
    {
      let words = result[result.index(after: start)..<middle.lowerBound]
      let page = result[middle.upperBound..<end.lowerBound]
      result.replaceSubrange(start..<end.upperBound, with: "[[\(page)|\(words)]]")
    }
    // A link to a daily page uses the day, because diary entries are named by their days.
    for part in result.split(separator: "[[", omittingEmptySubsequences: false).dropFirst() {
      guard let end = part.firstRange(of: "]]"), let day = Self.day(String(part[..<end.lowerBound])) else { continue }
      result = result.replacing("[[\(part[..<end.lowerBound])]]", with: "[[\(day)]]")
    }
    return result
  }

  private static func references(in text: String) -> [String] {
    text.split(separator: "((", omittingEmptySubsequences: false).dropFirst().compactMap { part in
      guard let end = part.firstRange(of: "))"), (6...20).contains(part[..<end.lowerBound].count),
        part[..<end.lowerBound].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
      else { return nil }
      return String(part[..<end.lowerBound])
    }
  }

  /// Returns the day of a title such as `April 23rd, 2025`.
  private static func day(_ title: String) -> Day? {
    guard title.hasSuffix(", " + title.suffix(4)), title.count < 22 else { return nil }
    let words = title.split(separator: " ").map(String.init)
    guard words.count == 3 else { return nil }
    let number = words[1].filter(\.isNumber)
    guard let date = CivilDate(field: "\(words[0]) \(number), \(words[2])"), case .day(let day) = date
    else { return nil }
    return day
  }
}
