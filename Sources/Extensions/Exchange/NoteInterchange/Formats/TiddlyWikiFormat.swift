import ByteBasics
import CivilCalendar
import MarkdownFormatting
import Wording

extension ImportFormat {
  static let tiddlyWiki = ImportFormat("tiddlywiki", takesArchives: true) { source, options, receiver in
    let dates = ImportDates(zone: options.zone)
    try receiver.forEach(source.files.filter { $0.hasExtension("json", "html", "htm", "tid") }) {
      try TiddlerFile(file: $0, dates: dates, receiver: receiver).read()
    }
  }
}

private struct TiddlerFile {
  let file: ImportFile
  let dates: ImportDates
  let receiver: any ImportReceiver

  func read() throws {
    let tiddlers = try tiddlers()
    let files = Dictionary(
      tiddlers.lazy.filter(Self.isFile).compactMap { file in file["title"]?.string.map { ($0, file) } },
      uniquingKeysWith: { first, _ in first })
    var left = 0
    for tiddler in tiddlers {
      guard let title = tiddler["title"]?.string, !title.hasPrefix("$:/"), !Self.isFile(tiddler),
        tiddler["plugin-type"] == nil
      else {
        left += 1
        continue
      }
      try receiver.take(note(of: tiddler, title, files))
    }
    guard left > 0 else { return }
    receiver.skip(
      ImportPosition(file: file.path),
      Message("\(left) system tiddlers and files are not imported", ko: "가져오지 않은 시스템 티들러와 파일: \(left)개"))
  }

  private static func isFile(_ tiddler: JSONValue) -> Bool {
    let type = tiddler["type"]?.string ?? ""
    return !type.isEmpty && !type.hasPrefix("text/")
  }

  private func tiddlers() throws -> [JSONValue] {
    let text = try file.text()
    if file.hasExtension("tid") { return [Self.tid(text)] }
    guard file.hasExtension("html", "htm") else { return try file.json().items }
    var (tiddlers, rest) = ([JSONValue](), text[...])
    while let mark = rest.firstRange(of: "tiddlywiki-tiddler-store"),
      let start = rest[mark.upperBound...].firstIndex(of: ">"),
      let end = rest[start...].firstRange(of: "</script>")
    {
      let json = Array(rest[rest.index(after: start)..<end.lowerBound].utf8)
      tiddlers += (try? JSONValueReader.value(of: json).plain.items) ?? []
      rest = rest[end.upperBound...]
    }
    if tiddlers.isEmpty {
      receiver.skip(ImportPosition(file: file.path), Message("There is no tiddler in this page", ko: "티들러가 없는 페이지입니다"))
    }
    return tiddlers
  }

  /// Reads a .tid file: lines of `name: value`, then the text.
  private static func tid(_ text: String) -> JSONValue {
    let head = text.firstRange(of: "\n\n")
    var members: [JSONValue.Member] = []
    for line in text[..<(head?.lowerBound ?? text.endIndex)].split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      members.append(JSONValue.Member(String(line[..<colon]), .string(String(value))))
    }
    members.append(JSONValue.Member("text", .string(head.map { String(text[$0.upperBound...]) } ?? "")))
    return .object(members)
  }

  private func note(of tiddler: JSONValue, _ title: String, _ files: [String: JSONValue]) -> ImportedNote {
    let text = ImportLines.normal(tiddler["text"]?.string ?? "")
    let type = tiddler["type"]?.string ?? "text/vnd.tiddlywiki"
    var note = ImportedNote(source: title, title: title, body: "", position: ImportPosition(file: file.path))
    switch type {
    case "text/vnd.tiddlywiki", "": note.body = WikiText.markdown(text)
    case "text/x-markdown", "text/markdown": note.body = text
    case "text/html": note.body = receiver.markdown(HTMLConverter().convert(Array(text.utf8)), note.position)
    default: note.body = PlainMarkdown.converted([.code(text)]).markdown
    }
    note.tags = Self.list(tiddler["tags"]?.string ?? "")
    note.created = moment(tiddler["created"]?.string)
    note.updated = moment(tiddler["modified"]?.string)
    let known: Set<String> = ["title", "text", "tags", "created", "modified", "type"]
    for member in tiddler.members where !known.contains(member.key) {
      note.keep(member.key, member.value.fieldText)
    }
    for part in note.body.split(separator: "](").dropFirst() {
      // A name may have parentheses, and is written as it is.
      let line = part.prefix(1_000).prefix { !$0.isNewline }
      let names = line.indices.lazy.filter { line[$0] == ")" }.map { String(line[..<$0]) }
      guard let name = names.first(where: { files[$0] != nil }), note.references[name] == nil,
        let data = files[name]?["text"]?.string
      else { continue }
      note.references[name] = .file(name)
      note.attachments.append(ImportedAttachment(key: name, name: name) { Base64.bytes(data.utf8) ?? [] })
    }
    return note
  }

  /// Returns the items of a list such as `one [[two words]]`.
  private static func list(_ text: String) -> [String] {
    var (names, rest) = ([String](), text[...])
    while let first = rest.first {
      if first == " " {
        rest = rest.dropFirst()
      } else if rest.hasPrefix("[["), let end = rest.firstRange(of: "]]") {
        names.append(String(rest[rest.index(rest.startIndex, offsetBy: 2)..<end.lowerBound]))
        rest = rest[end.upperBound...]
      } else {
        let word = rest.prefix { $0 != " " }
        names.append(String(word))
        rest = rest[word.endIndex...]
      }
    }
    return names
  }

  /// Returns the moment of a text such as `20240428123456789` in UTC.
  private func moment(_ text: String?) -> CivilDate? {
    guard let text, text.count >= 14 else { return nil }
    return ICSDate.utc(text.prefix(8) + "T" + text.dropFirst(8).prefix(6) + "Z", dates.zone)
  }
}

/// The text of TiddlyWiki as Markdown, line by line.
private enum WikiText {
  static func markdown(_ text: String) -> String {
    var lines: [String] = []
    var (isCode, isQuote, wasTable) = (false, false, false)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isCode.toggle() }
      if isCode || line.hasPrefix("```") {
        lines.append(String(line))
        continue
      }
      if line.hasPrefix("<<<") {
        isQuote.toggle()
        continue
      }
      let isTable = line.count > 1 && line.first == "|" && line.last == "|"
      if isTable, !wasTable { lines += [""] }
      let block = isTable ? row(line) : self.block(line)
      lines.append((isQuote ? "> " : "") + block)
      if isTable, !wasTable {
        let count = line.count { $0 == "|" } - 1
        lines.append("|" + String(repeating: " --- |", count: max(1, count)))
      }
      wasTable = isTable
    }
    let kept = lines.trimmingEnd(while: \.isEmpty)
    return kept.joined(separator: "\n") + (kept.isEmpty ? "" : "\n")
  }

  private static func row(_ line: Substring) -> String {
    inline(
      line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.hasPrefix("!") ? $0.dropFirst() : $0 }.joined(separator: "|"))
  }

  private static func block(_ line: Substring) -> String {
    let heading = line.prefix { $0 == "!" }
    if !heading.isEmpty, heading.count <= 6 {
      return String(repeating: "#", count: heading.count) + " "
        + inline(line.dropFirst(heading.count).drop { $0 == " " })
    }
    let marks = line.prefix { "*#>".contains($0) }
    if let last = marks.last, line.dropFirst(marks.count).first == " " {
      let words = inline(line.dropFirst(marks.count + 1))
      if last == ">" { return String(repeating: "> ", count: marks.count) + words }
      let indent = marks.dropLast().map { $0 == "#" ? "   " : "  " }.joined()
      return indent + (last == "#" ? "1. " : "- ") + words
    }
    return inline(line)
  }

  private static func inline(_ line: some StringProtocol) -> String {
    var result = ""
    var rest = String(line)[...]
    while let first = rest.first {
      if first == "`", let end = rest.dropFirst().firstIndex(of: "`") {
        result += rest[...end]
        rest = rest[rest.index(after: end)...]
      } else if let (text, tail) = link(rest) {
        result += text
        rest = tail
      } else if let mark = marks.first(where: { rest.hasPrefix($0.theirs) }),
        mark.theirs != "//" || result.last != ":"
      {
        result += mark.ours
        rest = rest.dropFirst(2)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private static let marks = [(theirs: "''", ours: "**"), (theirs: "//", ours: "*")]

  /// Reads a link such as `[[words|Page]]`, `[img[words|picture.png]]` or `[ext[words|https://…]]`.
  private static func link(_ text: Substring) -> (String, Substring)? {
    for (open, isPicture) in [("[[", false), ("[ext[", false), ("[img", true)] where text.hasPrefix(open) {
      guard
        let start = isPicture
          ? text.dropFirst(4).firstIndex(of: "[").map({ text.index(after: $0) })
          : text.index(text.startIndex, offsetBy: open.count),
        let end = text[start...].firstRange(of: "]]")
      else { return nil }
      let parts = text[start..<end.lowerBound].split(separator: "|", maxSplits: 1)
      guard let target = parts.last else { return nil }
      let words = parts.count > 1 ? String(parts[0]) : ""
      let tail = text[end.upperBound...]
      if isPicture { return ("![\(words)](\(target))", tail) }
      if target.contains("://") || open == "[ext[" {
        return ("[\(words.isEmpty ? String(target) : words)](\(target))", tail)
      }
      return ("[[\(target)\(words.isEmpty ? "" : "|" + words)]]", tail)
    }
    return nil
  }
}
