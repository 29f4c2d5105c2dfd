import ByteBasics
import CivilCalendar
import NoteModel
import NoteSyntax
import Wording

extension ImportFormat {
  static let org = ImportFormat(
    "org", Message("Org files: each top heading is a note", ko: "org 파일: 최상위 제목마다 메모 하나"),
    fate: Fate(
      kept: Message(
        "headings, states, priorities, tags, SCHEDULED, DEADLINE, CLOSED, repeaters, properties, lists, boxes, code, tables, links",
        ko: "제목, 상태, 우선순위, 태그, SCHEDULED, DEADLINE, CLOSED, 반복, 속성, 목록, 체크박스, 코드, 표, 링크"),
      changed: Message(
        "marks become Markdown; id: links lead to notes", ko: "서식은 마크다운이 되고 id: 링크는 메모로 연결합니다"),
      lost: Message("logbooks, clocks, column views, macros", ko: "기록(logbook), 시간 기록, 열 보기, 매크로"))
  ) { source, options, receiver in
    try receiver.forEach(source.files.filter { $0.hasExtension("org", "org_archive") }) { file in
      var reader = OrgReader(file, zone: options.zone)
      for note in reader.notes(of: try file.text()) { try receiver.take(note) }
    }
  }
}

/// Reads the top headings of an org file as notes.
private struct OrgReader {
  private let file: ImportFile
  private let zone: LocalZone
  /// The states that the file defines besides the usual.
  private var states: Set<String> = [
    "TODO", "NEXT", "WAITING", "HOLD", "STARTED", "DOING", "DONE", "CANCELLED", "CANCELED",
  ]

  init(_ file: ImportFile, zone: LocalZone) {
    self.file = file
    self.zone = zone
  }

  mutating func notes(of text: String) -> [ImportedNote] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var notes: [ImportedNote] = []
    var start: Int?
    var preamble: [Substring] = []
    var title = file.stem
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("* ") {
        if let start { notes.append(note(of: lines[start..<index], line: start + 1)) }
        start = index
      } else if start == nil {
        takeKeyword(line, &title, &preamble)
      }
    }
    if let start { notes.append(note(of: lines[start...], line: start + 1)) }
    if preamble.contains(where: { $0.contains { !$0.isWhitespace } }) {
      var note = ImportedNote(
        source: file.path, title: title, body: "",
        position: ImportPosition(file: file.path, line: 1))
      let body = OrgMarkdown.convert(preamble)
      (note.body, note.references) = (body.text, body.references)
      notes.insert(note, at: 0)
    }
    return notes
  }

  /// `#+TITLE:`, `#+TODO: A B | C`
  private mutating func takeKeyword(
    _ line: Substring, _ title: inout String, _ preamble: inout [Substring]
  ) {
    let upper = line.uppercased()
    guard upper.hasPrefix("#+"), let colon = line.firstIndex(of: ":") else {
      return preamble.append(line)
    }
    let value = line[line.index(after: colon)...].drop { $0 == " " }
    if upper.hasPrefix("#+TITLE:") { title = String(value) }
    if ["#+TODO:", "#+SEQ_TODO:", "#+TYP_TODO:"].contains(where: upper.hasPrefix) {
      states.formUnion(
        value.split { $0 == " " || $0 == "|" }.map { String($0.prefix { $0 != "(" }) })
    }
  }

  private func note(of lines: ArraySlice<Substring>, line: Int) -> ImportedNote {
    let head = OrgHeading(lines.first ?? "", states: states)
    var rest = lines.dropFirst()
    var note = ImportedNote(
      source: "\(file.path)/\(head.title)", title: head.title, body: "",
      position: ImportPosition(file: file.path, line: line))
    note.tags = head.tags
    if let state = head.state {
      note.place = .task
      note.set("status", state)
    }
    if let priority = head.priority { note.set("priority", priority) }
    while let words = rest.first.map(Self.trimmed), takePlanning(words, &note) {
      rest = rest.dropFirst()
    }
    takeProperties(&rest, &note)
    let body = OrgMarkdown.convert(Array(rest), states: states)
    note.body = body.text
    note.references = body.references
    return note
  }

  private static func trimmed(_ line: Substring) -> Substring {
    line.drop { $0 == " " || $0 == "\t" }
  }

  /// `DEADLINE: <2026-11-30 Mon +1w> SCHEDULED: <…> CLOSED: […]`
  private func takePlanning(_ words: Substring, _ note: inout ImportedNote) -> Bool {
    let keys = [("DEADLINE:", "due"), ("SCHEDULED:", "scheduled"), ("CLOSED:", "closed")]
    guard keys.contains(where: { words.hasPrefix($0.0) }) else { return false }
    for (word, key) in keys {
      guard let mark = words.firstRange(of: word),
        let stamp = OrgTimestamp(words[mark.upperBound...])
      else { continue }
      note.set(key, stamp.date)
      if let rule = stamp.rule, note.text("repeat") == nil { note.set("repeat", rule) }
      if let warning = stamp.warning { note.keep("warning", warning) }
    }
    return true
  }

  private func takeProperties(_ rest: inout ArraySlice<Substring>, _ note: inout ImportedNote) {
    guard rest.first.map(Self.trimmed) == ":PROPERTIES:" else { return }
    rest = rest.dropFirst()
    while let line = rest.popFirst().map(Self.trimmed), line != ":END:" {
      let sides = line.dropFirst().split(separator: ":", maxSplits: 1)
      guard line.first == ":", let key = sides.first else { continue }
      take(String(key), String((sides.count > 1 ? sides[1] : "").drop { $0 == " " }), &note)
    }
  }

  /// A time that has passed, with the offset that the clock of the place had.
  private func moment(_ text: String) -> CivilDate? {
    guard case .moment(let moment)? = OrgTimestamp(text[...])?.date else {
      return OrgTimestamp(text[...])?.date
    }
    return .moment(zone.moment(on: moment.day, at: moment.time))
  }

  private func take(_ key: String, _ value: String, _ note: inout ImportedNote) {
    switch key.uppercased() {
    case "ID":
      note.source = value
      if value.count <= 16 { note.set("id", value) }
    case "CREATED": note.created = moment(value)
    case "UPDATED": note.updated = moment(value)
    case "CUSTOM_ID", "CATEGORY": note.keep(key.lowercased(), value)
    case "REMIND":
      let parts = ReminderText.parts(of: value)
      note.fields.append(.init("remind", parts.count == 1 ? .text(value) : .list(parts)))
    case "REPEAT":
      note.fields.removeAll { $0.key == "repeat" }
      note.set("repeat", value)
    case "START": note.set("start", OrgTimestamp(value[...])?.date)
    case "PROJECT", "TICKET", "COLOR", "LABEL", "LOCATION": note.set(key.lowercased(), value)
    default: note.keep(key, value)
    }
  }
}

/// A heading: stars, a state, a priority, words, tags.
struct OrgHeading {
  let level: Int
  let state: String?
  let priority: String?
  let title: String
  let tags: [String]

  init(_ line: Substring, states: Set<String>) {
    level = line.prefix { $0 == "*" }.count
    var words = line.drop { $0 == "*" }.split(separator: " ")[...]
    var tags: [String] = []
    if let last = words.last, last.count > 2, last.first == ":", last.last == ":" {
      tags = last.split(separator: ":").map(String.init)
      words.removeLast()
    }
    self.tags = tags
    var state: String?
    if let first = words.first, states.contains(String(first)) {
      let word = String(first)
      state = word == "STARTED" ? "doing" : TaskStatus(known: word)?.name ?? word.lowercased()
      words.removeFirst()
    }
    self.state = state
    var priority: String?
    if let first = words.first, first.hasPrefix("[#"), first.count == 4 {
      switch first.dropFirst(2).first {
      case "A": priority = "high"
      case "C": priority = "low"
      default: priority = nil
      }
      words.removeFirst()
    }
    self.priority = priority
    title = words.joined(separator: " ")
  }
}

/// `<2026-11-30 Mon 09:00 +1w -2d>`, `[2026-11-30 Mon]`
struct OrgTimestamp {
  let date: CivilDate
  /// The repeater as a rule.
  let rule: String?
  /// `-2d`, as written.
  let warning: String?

  init?(_ text: Substring) {
    guard let open = text.firstIndex(where: { $0 == "<" || $0 == "[" }),
      let close = text[open...].firstIndex(where: { $0 == ">" || $0 == "]" })
    else { return nil }
    let words = text[text.index(after: open)..<close].split(separator: " ")
    guard let day = words.first.flatMap({ Day(iso: $0) }) else { return nil }
    var (time, rule, warning): (TimeOfDay?, String?, String?) = (nil, nil, nil)
    for word in words.dropFirst() {
      if let clock = Self.time(word) {
        time = clock
      } else if word.first == "+" || word.hasPrefix(".+") {
        rule = Self.rule(word)
      } else if word.first == "-", word.count > 2 {
        warning = String(word)
      }
    }
    date = time.map { .moment(CivilMoment(day: day, time: $0)) } ?? .day(day)
    self.rule = rule
    self.warning = warning
  }

  private static func time(_ word: Substring) -> TimeOfDay? {
    let parts = word.prefix { $0 != "-" }.split(separator: ":").compactMap { Int($0) }
    guard word.contains(":"), parts.count == 2 else { return nil }
    return TimeOfDay(hour: parts[0], minute: parts[1])
  }

  /// `+1w` from the day, `.+1w` from completion; `++` counts as `+`.
  private static func rule(_ word: Substring) -> String? {
    let fromCompletion = word.first == "."
    let text = word.drop { $0 == "+" || $0 == "." }
    let units: [Character: String] = ["d": "day", "w": "week", "m": "month", "y": "year"]
    guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()), number > 0
    else { return nil }
    let count = number == 1 ? unit : "\(number) \(unit)s"
    return fromCompletion ? "after \(number) \(unit)\(number == 1 ? "" : "s")" : "every \(count)"
  }
}
