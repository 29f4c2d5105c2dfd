import ByteBasics
import CivilCalendar
import NoteModel
import Wording

extension ExportFormat {
  static let org = ExportFormat(
    "org", Message("Org: each note a top heading", ko: "org: 메모마다 최상위 제목 하나")
  ) { OrgExporter(zone: $0.zone) }
}

private struct OrgExporter: NoteExporter {
  let zone: LocalZone
  /// States of boards, which are written at the end.
  private var states: Set<String> = []

  init(zone: LocalZone) { self.zone = zone }

  /// The states that Emacs has to know; a file may have several such lines.
  mutating func start() -> [UInt8] { Array("#+TODO: TODO DOING | DONE CANCELLED\n".utf8) }

  mutating func end() -> [UInt8] {
    states.isEmpty ? [] : Array("#+TODO: \(states.sorted().joined(separator: " ")) |\n".utf8)
  }

  mutating func bytes(of exported: ExportedNote) -> [UInt8] {
    let note = exported.note
    let task = note.tasks.first { $0.source == .note }
    if case .custom? = task?.status, let task { states.insert(Self.state(task.status)) }
    var lines = [heading(note, task)]
    let planning = planning(task)
    if !planning.isEmpty { lines.append(planning) }
    lines += [":PROPERTIES:"] + properties(note, task) + [":END:"]
    lines += MarkdownOrg.lines(of: exported.bodyWithoutTitle)
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private func heading(_ note: Note, _ task: TaskItem?) -> String {
    var words = ["*"]
    if let task {
      words.append(Self.state(task.status))
      switch task.priority {
      case .urgent, .high: words.append("[#A]")
      case .low: words.append("[#C]")
      case .normal: break
      }
    }
    words += note.title.split(whereSeparator: \.isWhitespace).map(String.init)
    let tags = note.fieldTags.map { $0.string.replacing("-", with: "_").replacing("/", with: "_") }
    if !tags.isEmpty { words.append(":" + tags.joined(separator: ":") + ":") }
    return words.joined(separator: " ")
  }

  /// A state is one word.
  private static func state(_ status: TaskStatus) -> String {
    String(status.name.uppercased().map { $0.isWhitespace || "|(".contains($0) ? "_" : $0 })
  }

  private func planning(_ task: TaskItem?) -> String {
    guard let task else { return "" }
    var words: [String] = []
    if let closed = task.closed { words.append("CLOSED: " + stamp(closed, isActive: false)) }
    if let due = task.due { words.append("DEADLINE: " + stamp(due, rule: task.repetition)) }
    if let scheduled = task.scheduled { words.append("SCHEDULED: " + stamp(scheduled)) }
    return words.joined(separator: " ")
  }

  private func properties(_ note: Note, _ task: TaskItem?) -> [String] {
    var lines: [String] = []
    func add(_ key: String, _ text: String?) {
      guard let text, !text.isEmpty else { return }
      lines.append(":\(key): " + text.split(whereSeparator: \.isNewline).joined(separator: " "))
    }
    let kept = ImportedNoteText.kept(in: note.document, from: ImportFormat.org.name)
    add("ID", kept.first { $0.key == "ID" }?.text ?? note.identifier)
    if let status = task?.status, status.name.uppercased() != Self.state(status) {
      add("STATUS", status.name)
    }
    add("CREATED", note.created.map { stamp($0, isActive: false) })
    add("UPDATED", note.updated.map { stamp($0, isActive: false) })
    add("START", task?.start.map { stamp($0) })
    add("REPEAT", task?.repetition)
    add("REMIND", (task?.reminders ?? RemindedNote(note)?.reminders)?.joined(separator: ", "))
    for key in ["project", "ticket", "color", "label"] {
      add(key.uppercased(), note.fields.first { $0.key == key }?.text)
    }
    for value in kept where value.key != "ID" && value.key != "warning" {
      add(value.key == value.key.lowercased() ? value.key.uppercased() : value.key, value.text)
    }
    return lines
  }

  /// Org tells days and times, no offsets: a moment is given on the clock of the place.
  private func stamp(_ date: CivilDate, isActive: Bool = true, rule: String? = nil) -> String {
    var local = date
    if case .moment(let moment) = date, moment.utcOffsetSeconds != nil,
      let here = zone.moment(secondsSinceEpoch: moment.secondsSinceEpoch())
    {
      local = .moment(here)
    }
    var text = "\(local.day) \(CalendarNames.shortWeekday(local.day.weekday, in: .english))"
    if case .moment(let moment) = local {
      text += " \(padded(moment.time.hour, to: 2)):\(padded(moment.time.minute, to: 2))"
    }
    if let repeater = rule.flatMap(Self.repeater) { text += " " + repeater }
    return isActive ? "<\(text)>" : "[\(text)]"
  }

  private static func repeater(_ text: String) -> String? {
    guard let rule = try? RecurrenceRule.parse(text), rule.weekdays.isEmpty, rule.monthDays.isEmpty,
      rule.months.isEmpty, rule.end == .never
    else { return nil }
    let unit =
      switch rule.frequency {
      case .daily: "d"
      case .weekly: "w"
      case .monthly: "m"
      case .yearly: "y"
      }
    return (rule.basis == .completion ? ".+" : "+") + "\(rule.interval)\(unit)"
  }
}

/// Markdown as org, line by line: what is read back is the same Markdown for headings, lists, code, quotes and marks.
enum MarkdownOrg {
  static func lines(of body: String) -> [String] {
    var result: [String] = []
    var fence: Substring?
    var isQuote = false
    func closeQuote() {
      if isQuote { result.append("#+end_quote") }
      isQuote = false
    }
    for line in body.textLines {
      let words = line.drop { $0 == " " }
      if let open = fence {
        let isEnd = words.hasPrefix(open) && words.allSatisfy { $0 == open.first }
        let isOrg = line.hasPrefix("*") || words.uppercased().hasPrefix("#+")
        result.append(isEnd ? "#+end_src" : (isOrg ? "," : "") + line)
        if isEnd { fence = nil }
        continue
      }
      if words.hasPrefix("```") || words.hasPrefix("~~~") {
        closeQuote()
        let mark = words.prefix { $0 == words.first }
        fence = mark
        let language = words.dropFirst(mark.count)
        result.append("#+begin_src" + (language.isEmpty ? "" : " " + language))
      } else if line.hasPrefix(">") {
        if !isQuote { result.append("#+begin_quote") }
        isQuote = true
        result.append(inline(line.dropFirst().drop { $0 == " " }))
      } else {
        closeQuote()
        result.append(block(line))
      }
    }
    closeQuote()
    if fence != nil { result.append("#+end_src") }
    while result.last?.isEmpty == true { result.removeLast() }
    return result
  }

  private static func block(_ line: Substring) -> String {
    let level = line.prefix { $0 == "#" }.count
    if (1...6).contains(level), line.dropFirst(level).first == " " {
      return String(repeating: "*", count: level + 1) + inline(line.dropFirst(level))
    }
    if line.hasPrefix("---"), line.allSatisfy({ $0 == "-" }) { return "-----" }
    if line.hasPrefix("|"), line.allSatisfy({ "|-: ".contains($0) }) {
      return String(line).replacing(":", with: "-").replacing(" ", with: "-")
    }
    let words = line.drop { $0 == " " }
    let indent = String(line[..<words.startIndex])
    if words.hasPrefix("* ") { return indent + "- " + inline(words.dropFirst(2)) }
    if words.hasPrefix("- [x] ") { return indent + "- [X] " + inline(words.dropFirst(6)) }
    if words.hasPrefix("- [/] ") { return indent + "- [-] " + inline(words.dropFirst(6)) }
    return indent + inline(words)
  }

  private static func inline(_ text: Substring) -> String {
    let bytes = Array(text.utf8)
    var marks = OrgMarks(bytes, 0..<bytes.count)
    return String(decoding: marks.converted(), as: UTF8.self)
  }
}

/// `**b**` → `*b*`, `*i*` → `/i/`, `` `c` `` → `~c~`, `~~d~~` → `+d+`, `[words](to)` → `[[to][words]]`, in one pass.
private struct OrgMarks {
  private let bytes: [UInt8]
  private let range: Range<Int>
  /// Where a text was found last, so that nothing is searched twice; the end of the range where it does not follow.
  private var found: [[UInt8]: Int] = [:]

  private static let kinds: [(open: [UInt8], sign: UInt8)] = [
    (Array("**".utf8), UInt8(ascii: "*")), (Array("~~".utf8), UInt8(ascii: "+")),
    (Array("`".utf8), UInt8(ascii: "~")), (Array("*".utf8), UInt8(ascii: "/")),
    (Array("_".utf8), UInt8(ascii: "/")),
  ]

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    self.range = range
  }

  mutating func converted() -> [UInt8] {
    var result: [UInt8] = []
    var position = range.lowerBound
    while position < range.upperBound {
      if let (piece, end) = piece(at: position) {
        result += piece
        position = end
      } else {
        result.append(bytes[position])
        position += 1
      }
    }
    return result
  }

  private mutating func piece(at position: Int) -> ([UInt8], Int)? {
    switch bytes[position] {
    case UInt8(ascii: "["): return link(at: position)
    case UInt8(ascii: "*"), UInt8(ascii: "~"), UInt8(ascii: "`"), UInt8(ascii: "_"):
      return mark(at: position)
    default: return nil
    }
  }

  private mutating func mark(at position: Int) -> ([UInt8], Int)? {
    for (open, sign) in Self.kinds where starts(with: open, at: position) {
      let start = position + open.count
      guard start < range.upperBound, !isSpace(at: start) else { return nil }
      let end = next(open, from: start)
      guard end < range.upperBound, end > start, !isSpace(before: end) else { return nil }
      var inner = OrgMarks(bytes, start..<end)
      let words = sign == UInt8(ascii: "~") ? Array(bytes[start..<end]) : inner.converted()
      return ([sign] + words + [sign], end + open.count)
    }
    return nil
  }

  private mutating func link(at position: Int) -> ([UInt8], Int)? {
    guard !starts(with: Array("[[".utf8), at: position) else { return nil }
    let close = next([UInt8(ascii: "]")], from: position + 1)
    guard starts(with: Array("](".utf8), at: close) else { return nil }
    let end = next([UInt8(ascii: ")")], from: close + 2)
    guard end < range.upperBound else { return nil }
    let target = bytes[(close + 2)..<end].filter {
      $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">")
    }
    let words = bytes[(position + 1)..<close]
    return (Array("[[".utf8) + target + Array("][".utf8) + words + Array("]]".utf8), end + 1)
  }

  private func starts(with text: [UInt8], at position: Int) -> Bool {
    position + text.count <= range.upperBound
      && bytes[position..<(position + text.count)].elementsEqual(text)
  }

  private mutating func next(_ text: [UInt8], from start: Int) -> Int {
    if let known = found[text], known >= start { return known }
    var position = start
    while position < range.upperBound, !starts(with: text, at: position) { position += 1 }
    found[text] = min(position, range.upperBound)
    return min(position, range.upperBound)
  }

  private func isSpace(at position: Int) -> Bool {
    let rest = bytes[position..<range.upperBound]
    return [[0x20], [0x09], [0xC2, 0xA0], [0xE3, 0x80, 0x80]].contains { rest.starts(with: $0) }
  }

  private func isSpace(before position: Int) -> Bool {
    let rest = bytes[range.lowerBound..<position].reversed()
    return [[0x20], [0x09], [0xA0, 0xC2], [0x80, 0x80, 0xE3]].contains { rest.starts(with: $0) }
  }
}
