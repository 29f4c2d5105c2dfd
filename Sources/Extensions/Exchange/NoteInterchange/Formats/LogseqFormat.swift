import ByteBasics
import CivilCalendar
import NoteModel
import NoteSyntax
import Wording

extension ImportFormat {
  static let logseq = ImportFormat("logseq", takesArchives: true) { source, options, receiver in
    let files = source.files.filter {
      $0.hasExtension("md") && !$0.path.hasPrefix("logseq/") && !$0.path.contains("/logseq/")
    }
    var blocks: [String: String] = [:]
    // A reference may stand before the block that it means, in any file.
    try receiver.forEach(files) { file in
      for id in LogseqOutline.identifiers(in: try file.text()) {
        blocks[id] = LogseqOutline.title(of: file)
      }
    }
    let reader = LogseqReader(source: source, blocks: blocks, receiver: receiver)
    try receiver.forEach(files) { try receiver.take(reader.note(of: $0)) }
  }
}

private struct LogseqReader {
  let blocks: [String: String]
  private let links: PathLinks
  private let receiver: any ImportReceiver

  init(source: ImportSource, blocks: [String: String], receiver: any ImportReceiver) {
    self.blocks = blocks
    self.receiver = receiver
    links = PathLinks(source: source) { $0.hasExtension("md") ? $0.path : nil }
  }

  func note(of file: ImportFile) throws -> ImportedNote {
    var outline = LogseqOutline(try file.text(), blocks: blocks)
    // A namespace is a folder, so that `[[setting/language]]` finds its page.
    var names = (outline.properties.take("title") ?? LogseqOutline.title(of: file))
      .split(separator: "/").map(String.init)
    var note = ImportedNote(
      source: file.path, title: names.popLast() ?? "", body: "", position: ImportPosition(file: file.path))
    note.folder = names.joined(separator: "/")
    if let day = LogseqOutline.day(of: file) {
      note.place = .diary(day)
      (note.title, note.folder) = ("", "")
    }
    note.tags = Self.names(outline.properties.take("tags"))
    let aliases = Self.names(outline.properties.take("alias"))
    if !aliases.isEmpty { note.fields.append(.init("aliases", .list(aliases))) }
    for (key, value) in outline.properties.rest { note.keep(key, value) }
    note.body = outline.markdown
    links.add(to: &note, from: file)
    for (line, text) in outline.clocks { receiver.lose(text, ImportPosition(file: file.path, line: line)) }
    return note
  }

  /// Returns the names in a list such as `a, [[b c]]`.
  private static func names(_ text: String?) -> [String] {
    (text ?? "").split(separator: ",").map { part in
      part.filter { $0 != "[" && $0 != "]" && $0 != "#" }.split(separator: " ").joined(separator: " ")
    }.filter { !$0.isEmpty }
  }
}

/// The text of a page as an outline of blocks.
struct LogseqOutline {
  struct Properties {
    fileprivate(set) var rest: [(key: String, value: String)] = []

    mutating func take(_ key: String) -> String? {
      guard let index = rest.firstIndex(where: { $0.key.lowercased() == key }) else { return nil }
      return rest.remove(at: index).value
    }
  }

  fileprivate(set) var properties = Properties()
  /// Lines of logbooks, which the note does not have.
  fileprivate private(set) var clocks: [(line: Int, text: Substring)] = []
  private var lines: [String] = []
  /// True in `#+BEGIN_QUOTE` … `#+END_QUOTE`.
  private var isInQuote = false
  private let blocks: [String: String]

  var markdown: String { lines.joined(separator: "\n") + (lines.isEmpty ? "" : "\n") }

  /// Returns the day of a page of the journal.
  static func day(of file: ImportFile) -> Day? {
    guard file.folder.split(separator: "/").last == "journals" else { return nil }
    return Day(iso: file.stem.prefix(10).replacing("_", with: "-"))
  }

  /// Returns the page's name: `a___b.md` and `a%2Fb.md` are the page a/b; that of a day in the journal as notes have
  /// it.
  static func title(of file: ImportFile) -> String {
    if let day = day(of: file) { return day.description }
    return percentDecoded(file.stem.replacing("___", with: "/").replacing("%2F", with: "/"))
  }

  /// Returns the ids of the blocks of a page.
  static func identifiers(in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      property(line).flatMap { $0.key == "id" ? $0.value : nil }
    }
  }

  init(_ text: String, blocks: [String: String]) {
    self.blocks = blocks
    var isHead = true
    var isInDrawer = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.drop { $0 == " " || $0 == "\t" }
      let isClock = isInDrawer && words.hasPrefix("CLOCK:")
      if isClock { clocks.append((index + 1, words)) }
      let isEnd = isInDrawer && words == ":END:"
      isInDrawer = isClock || words == ":LOGBOOK:"
      if isInDrawer || isEnd { continue }
      if isHead, let property = Self.property(line) {
        properties.rest.append(property)
        continue
      }
      if !words.isEmpty { isHead = false }
      add(line, words)
    }
    lines = Array(lines.trimming(while: \.isEmpty))
  }

  /// Returns the property of a line `key:: value`.
  private static func property(_ line: Substring) -> (key: String, value: String)? {
    var words = line.drop { $0 == " " || $0 == "\t" }
    if words.hasPrefix("- ") { words = words.dropFirst(2) }
    guard let mark = words.firstRange(of: "::") else { return nil }
    let key = words[..<mark.lowerBound]
    guard !key.isEmpty, key.allSatisfy({ $0.isLetter || $0.isNumber || "-_./".contains($0) }) else {
      return nil
    }
    return (String(key), String(words[mark.upperBound...].drop { $0 == " " }))
  }

  private mutating func add(_ line: Substring, _ words: Substring) {
    let indent = line[..<words.startIndex].reduce(0) { $0 + ($1 == "\t" ? 2 : 1) }
    let space = String(repeating: " ", count: indent)
    let isBullet = words.hasPrefix("- ") || words == "-"
    let own = isBullet ? words.dropFirst(2) : words
    let upper = own.uppercased()
    if upper.hasPrefix("#+BEGIN_QUOTE") || upper.hasPrefix("#+END_QUOTE") {
      isInQuote = upper.hasPrefix("#+BEGIN")
      lines.append(isBullet ? space + "-" : "")
      return
    }
    if isBullet {
      lines.append(space + "- " + Self.boxed(resolved(own)))
      return
    }
    if isInQuote {
      lines.append(space + "> " + resolved(words))
      return
    }
    if let property = Self.property(line), property.key == "id", let last = lines.indices.last {
      lines[last] += " ^" + property.value
    } else if let (key, stamp) = Self.planning(words), let last = lines.indices.last {
      lines[last] += " [\(key):: \(stamp.date)]" + (stamp.rule.map { " [repeat:: \($0)]" } ?? "")
    } else if let property = Self.property(line), property.key == "logseq.order-list-type", property.value == "number",
      let last = lines.indices.last, let mark = lines[last].firstRange(of: "- ")
    {
      lines[last].replaceSubrange(mark, with: "1. ")
    } else if let property = Self.property(line), ["collapsed", "background-color"].contains(property.key) {
      return
    } else {
      lines.append(space + resolved(words))
    }
  }

  /// Returns `((id))` and `[words](((id)))` as links to the block, `{{embed …}}` as an embed, `[[Nov 20th, 2026]]` as a
  /// link to the day.
  private func resolved(_ text: Substring) -> String {
    let text = String(text).replacing(#/\[\[([A-Z][a-z]{2} \d\d?)(?:st|nd|rd|th)(, \d{4})\]\]/#) {
      match in
      guard let day = CivilDate(field: String(match.1 + match.2))?.day else { return String(match.0) }
      return "[[\(day)|\(match.0.dropFirst(2).dropLast(2))]]"
    }.replacing(#/\^\^([^\^]+)\^\^/#) { "==\($0.1)==" }
    guard text.contains("((") || text.contains("{{embed ") else { return text }
    let labelled = text.replacing(#/\[([^\[\]]*)\]\(\(\(([^()]+)\)\)\)/#) { match in
      blocks[String(match.2)].map { "[[\($0)#^\(match.2)|\(match.1)]]" } ?? String(match.0)
    }
    let linked = labelled.replacing(#/\(\(([^()]+)\)\)/#) { match in
      blocks[String(match.1)].map { "[[\($0)#^\(match.1)]]" } ?? String(match.0)
    }
    return linked.replacing(#/\{\{embed (\[\[[^\[\]]+\]\])\}\}/#) { "!" + $0.1 }
  }

  private static func boxed(_ text: String) -> String {
    let states = [
      ("TODO ", "[ ] "), ("LATER ", "[ ] "), ("WAITING ", "[ ] "), ("DOING ", "[/] "),
      ("NOW ", "[/] "),
      ("IN-PROGRESS ", "[/] "), ("DONE ", "[x] "), ("CANCELED ", "[-] "), ("CANCELLED ", "[-] "),
    ]
    for (word, box) in states where text.hasPrefix(word) {
      var rest = String(text.dropFirst(word.count))
      for (mark, name) in [("[#A] ", "high"), ("[#B] ", "normal"), ("[#C] ", "low")] where rest.hasPrefix(mark) {
        rest = rest.dropFirst(mark.count) + " [priority:: \(name)]"
      }
      return box + rest
    }
    return text
  }

  /// Returns the key and the stamp of a line such as `DEADLINE: <2026-11-30 Mon .+1w>`.
  private static func planning(_ words: Substring) -> (key: String, stamp: OrgTimestamp)? {
    for (word, key) in [("DEADLINE: <", "due"), ("SCHEDULED: <", "scheduled")] where words.hasPrefix(word) {
      return OrgTimestamp(words).map { (key, $0) }
    }
    return nil
  }
}
