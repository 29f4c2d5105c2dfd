import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import TerminalText
import Wording

/// The account of a command to the person at the terminal: the title of each note and check box that it wrote, with the
/// fields before and after in words.
///
/// ```
/// ~ call mum
///   due   Fri 2026-11-27 → Mon 2026-11-30
///   tags  #home → –
/// ```
struct ChangeAccount {
  private struct Row {
    var mark: Mark
    var title: String
    /// The note, or the file.
    var path: NotePath
    /// The line of a check box.
    var line: Int?
    var place = ""
    var changes: [NoteChange.Part] = []
    /// True if only the targets of links differ.
    var isOfLinks = false

    var json: JSONValue {
      .object([
        JSONValue.Member("path", .string(path.string)), JSONValue.Member("line", line.map { .integer($0) } ?? .null),
        JSONValue.Member("title", .string(title)), JSONValue.Member("mark", .string("\(mark)")),
        JSONValue.Member(
          "changes",
          .array(
            changes.compactMap(\.field).map { field in
              .object([
                JSONValue.Member("field", .string(field.key)),
                JSONValue.Member("before", .array(field.before.map { .string($0) })),
                JSONValue.Member("after", .array(field.after.map { .string($0) })),
              ])
            })),
      ])
    }
  }

  private enum Mark: Character {
    case made = "+"
    case changed = "~"
    case done = "✓"
    case deleted = "−"
    case moved = "→"

    func text(_ page: Page) -> String {
      guard page.asciiOnly else { return String(rawValue) }
      return switch self {
      case .made, .changed: String(rawValue)
      case .done: "x"
      case .deleted: "-"
      case .moved: ">"
      }
    }
  }

  private var rows: [Row] = []
  /// The changed files behind those that are compared.
  private var rest = 0
  /// Tasks that were closed, by their places before.
  private var closed: [NotePosition] = []
  private var lastClosed: Int?
  private let now: CivilMoment
  private let workspace: Workspace

  /// The largest number of notes that are read; further notes are counted.
  static let mostRead = 50
  private static let mostShown = 5
  /// The largest number of new check boxes of a note that are listed; more are counted as lines.
  private static let mostMade = 2
  /// Fields of a new note that nobody typed.
  private static let unsaid: Set = ["id", "title", "created", "updated", "closed", "series", "anchor"]

  /// - Parameter isWhole: True if every note is told, for programs.
  init(_ differences: TransactionDifferences, in workspace: Workspace, now: CivilMoment, isWhole: Bool = false) {
    self.now = now
    self.workspace = workspace
    let limit = isWhole ? Int.max : Self.mostRead
    for difference in differences.notes.prefix(limit) { add(difference) }
    rest = differences.unread + max(0, differences.notes.count - limit)
    for (mark, paths) in [
      (Mark.made, differences.made), (.changed, differences.changed), (.deleted, differences.removed),
    ] { rows += paths.map { Row(mark: mark, title: $0.string, path: $0) } }
    rows += differences.moved.map { Row(mark: .moved, title: $0.string, path: $1, place: $1.string) }
    if let index = rows.lastIndex(where: { $0.mark == .done }) {
      // A next occurrence comes after the task that was done.
      let next = rows[..<index].filter { $0.mark == .made }
      rows = rows.filter { $0.mark != .made } + next + rows[index...].filter { $0.mark == .made }
      lastClosed = rows.lastIndex { $0.mark == .done }
    }
    guard !isWhole, rows.contains(where: { [.moved, .made, .deleted].contains($0.mark) }) else { return }
    // Links that follow a name are reported as links.
    rows.removeAll(where: \.isOfLinks)
    if rows.contains(where: { $0.mark == .moved }) { rest = 0 }
  }

  /// All that was written, for programs.
  var json: JSONValue { .envelope(kind: "changes", items: rows.map(\.json)) }

  /// Returns the lines for a terminal.
  ///
  /// - Parameter left: Returns the number of open tasks that are left today without those that were closed.
  func lines(_ page: Page, left: ([NotePosition]) throws -> Int) rethrows -> [StyledText] {
    var lines: [StyledText] = []
    for (index, row) in rows.prefix(Self.mostShown).enumerated() {
      var line = StyledText(row.mark.text(page) + " ", .mark) + StyledText(page.title(row.title))
      if index == lastClosed { line.append(", " + page.text(Self.left(try left(closed)))) }
      if !row.place.isEmpty { line.append("  " + row.place, .path) }
      lines.append(line)
      let labels = row.changes.map { StyledText($0.label.map(page.text) ?? "", .dim) }
      let width = labels.map(\.width).max() ?? 0
      for (label, change) in zip(labels, row.changes) {
        lines.append(
          StyledText("  ") + (label.isEmpty ? label : label.padded(to: width + 2)) + StyledText(page.text(change.value))
        )
      }
    }
    let more = rows.count - Self.mostShown + rest
    if more > 0 { lines.append(StyledText(page.text(Message("… and \(more) more", ko: "… 외 \(more)개")))) }
    return page.edge.map { edge in lines.flatMap { $0.hanging(to: edge) } } ?? lines
  }

  private static func left(_ count: Int) -> Message {
    count == 0
      ? Message("nothing left today", ko: "오늘 할 일을 모두 마쳤습니다")
      : Message("\(count) left today", ko: "오늘 할 일 \(count)개 남음")
  }

  // MARK: - Notes

  private mutating func add(_ difference: ChangeSentence.Difference) {
    switch (difference.before, difference.after) {
    case (nil, let new?):
      let repeats = new.tasks.first { $0.source == .note }?.due?.day
      let fields = Dictionary(grouping: new.fields, by: { FieldCatalogue.canonical($0.key) })
      let shown = new.fields.map { FieldCatalogue.canonical($0.key) }.uniqued().filter { key in
        !Self.unsaid.contains(key) && !key.hasPrefix("import.")
          && !(key == "status" && fields[key]?.first?.text == "todo")
      }
      var changes = shown.compactMap { key in part(key, nil, fields[key]?.map(\.text) ?? [], from: repeats) }
      // The account of a new inbox shows the added line instead of a title.
      if new.fields.isEmpty, let line = Self.addedLine(nil, new) {
        var part = NoteChange.lines(added: 1, removed: 0, heading: nil).part(at: now)
        part.value = Message(verbatim: "+ " + line)
        changes.append(part)
      }
      rows.append(Row(mark: .made, title: new.title, path: new.path, place: place(new), changes: changes))
    case (let old?, nil): rows.append(Row(mark: .deleted, title: old.title, path: old.path, place: place(old)))
    case (let old?, let new?): compare(old, new)
    case (nil, nil): return
    }
  }

  private mutating func compare(_ old: Note, _ new: Note) {
    var row = Row(mark: .changed, title: new.title, path: new.path, place: place(new))
    row.isOfLinks = old.path == new.path && Self.withoutTargets(old) == Self.withoutTargets(new)
    let boxes = boxes(old, new)
    var lines: [NoteChange.Part] = []
    for change in NoteChange.changes(from: old, to: new) where !change.isRecord {
      switch change {
      case .renamed(_, let path):
        row.mark = .moved
        if old.title != new.title {
          row.title = "\(old.title) → \(new.title)"
        } else {
          row.place = "\(old.path) → \(path)"
        }
      case .moved(_, TaskStatus.done.name): row.mark = .done
      case .field("title", _, _) where old.path != new.path: continue
      case .box: continue
      case .lines(let added, let removed, let heading):
        // An empty line below new front matter is no change of the text.
        guard max(added, removed) > boxes.count, Self.lines(old) != Self.lines(new) else { continue }
        var part = change.part(at: now)
        if let line = Self.addedLine(old, new) {
          let (place, korean) = heading.map { (" in “\($0)”", "“\($0)”에 ") } ?? ("", "")
          part.value = Message("+ \(line)\(place)", ko: "\(korean)+ \(line)")
        }
        lines.append(part)
      case .list(let key, _, _):
        row.changes += part(key, Self.values(key, old), Self.values(key, new)).map { [$0] } ?? []
      case .field(let key, let from, let to):
        row.changes += part(key, from, to, from: new.tasks.first { $0.source == .note }?.due?.day).map { [$0] } ?? []
      default: row.changes.append(change.part(at: now))
      }
    }
    if row.mark != .moved { row.changes += lines }
    let states = [old, new].map { $0.tasks.first { $0.source == .note }?.status.isClosed ?? false }
    if boxes.isEmpty || row.mark != .changed || !row.changes.isEmpty { rows.append(row) }
    if states == [false, true] { close(NotePosition(old.path)) }
    for box in boxes {
      rows.append(box.row)
      if let place = box.closed { close(place) }
    }
  }

  /// Returns the one line by which the text of a note is longer. Nil for any other difference.
  private static func addedLine(_ old: Note?, _ new: Note) -> String? {
    let (before, after) = (old.map { lines($0) } ?? [], lines(new))
    let index = zip(before, after).prefix { $0 == $1 }.count
    guard after.count == before.count + 1, after[(index + 1)...] == before[index...] else { return nil }
    let words = String(decoding: after[index], as: UTF8.self).split(whereSeparator: \.isWhitespace)
    // The text of an item of a list.
    let text = plainTitle(words.drop { $0 == "-" }.joined(separator: " "))
    return text.count > longestLine ? text.prefix(longestLine) + "…" : text
  }

  private static let longestLine = 60

  private static func lines(_ note: Note) -> [[UInt8]] {
    note.document.source[note.document.body].split(separator: 0x0A).map { Array($0) }
  }

  private mutating func close(_ place: NotePosition) {
    closed.append(place)
    lastClosed = rows.count - 1
  }

  private static func values(_ key: String, _ note: Note) -> [String] {
    note.fields.filter { FieldCatalogue.canonical($0.key) == key }.map(\.text)
  }

  /// Returns the path of a note if the title does not show the path, or another note has the title.
  private func place(_ note: Note) -> String {
    let key = nameKey(note.title)
    guard nameKey(String(note.path.stem)) == key else { return note.path.string }
    let others = (try? workspace.index.notes(withName: note.title)) ?? []
    return others.contains { $0.path != note.path && nameKey($0.title) == key && workspace.files.exists($0.path) }
      ? note.path.string : ""
  }

  /// Returns a text without the targets of its links, which follow when a note is renamed.
  private static func withoutTargets(_ text: String) -> String {
    text.replacing(#/\[\[[^\[\]]*\]\]|\]\([^()]*\)/#, with: "[]")
  }

  private static func withoutTargets(_ note: Note) -> String {
    withoutTargets(String(decoding: note.document.source.bytes, as: UTF8.self))
  }

  /// Returns the change of a field. Nil if nothing changed.
  private func part(_ key: String, _ before: [String]?, _ after: [String], from due: Day? = nil) -> NoteChange.Part? {
    guard !((before ?? []) + after).allSatisfy(\.isEmpty) else { return nil }
    // Fields that hold ids of tasks.
    let isReference = key == "depends" || key == "parent"
    func titles(_ ids: [String]) -> [String] {
      ids.map { id in (try? workspace.index.notes(named: id))?.first?.title ?? id }
    }
    var part =
      isReference
      ? NoteChange.part(key, before.map(titles), titles(after), at: now) : NoteChange.part(key, before, after, at: now)
    if key == "repeat", let rule = after.first.flatMap({ try? RecurrenceRule.parse($0) }), rule.basis != .completion {
      let days = rule.days(from: due ?? now.day).prefix(3)
      let texts = [Language.english, .korean].map { language in
        ": " + days.map { DayText.text(.day($0), in: language) }.joined(separator: ", ") + " …"
      }
      part.value = Message(part.value.english + texts[0], ko: part.value.korean + texts[1])
    }
    return part
  }

  // MARK: - Check boxes

  /// A check box as it is compared: everything but its line.
  private struct Box: Equatable {
    /// The text without the targets of links.
    let key: String
    let title: String
    let status: TaskStatus
    let fields: [String: [String]]

    static func == (left: Box, right: Box) -> Bool {
      left.key == right.key && left.status == right.status && left.fields == right.fields
    }

    init(_ task: TaskItem) {
      title = task.title
      key = ChangeAccount.withoutTargets(task.title)
      status = task.status
      let days = [("due", task.due), ("scheduled", task.scheduled), ("start", task.start)]
      var fields = Dictionary(uniqueKeysWithValues: days.map { ($0, $1.map { [$0.description] } ?? []) })
      fields["repeat"] = task.repetition.map { [$0] } ?? []
      fields["priority"] = task.priority == .normal ? [] : [task.priority.name]
      fields["remind"] = task.reminders
      fields["tags"] = task.tags.map(\.string)
      self.fields = fields
    }

    static let keys = ["due", "scheduled", "start", "repeat", "priority", "remind", "tags"]
  }

  /// Returns the new and changed check boxes of a note. Boxes are matched by text, and boxes with equal text by due
  /// day.
  private func boxes(_ old: Note, _ new: Note) -> [(row: Row, closed: NotePosition?)] {
    var before = Self.boxes(old)[...]
    var after = Self.boxes(new)[...]
    while let first = before.first, first.box == after.first?.box {
      (before, after) = (before.dropFirst(), after.dropFirst())
    }
    while let last = before.last, last.box == after.last?.box {
      (before, after) = (before.dropLast(), after.dropLast())
    }
    guard before.count + after.count <= Self.mostRead * 2 else { return [] }
    var partners: [Int: (line: Int, box: Box)] = [:]
    func pair(_ isSame: (Box, Box) -> Bool) {
      for index in after.indices where partners[index] == nil {
        guard let found = before.firstIndex(where: { isSame($0.box, after[index].box) }) else { continue }
        partners[index] = before[found]
        before.remove(at: found)
      }
    }
    pair(==)
    pair { $0.key == $1.key && $0.fields["due"] == $1.fields["due"] }
    pair { $0.key == $1.key }
    let hasMany = after.indices.count { partners[$0] == nil } > Self.mostMade
    return after.indices.compactMap { index in
      let (line, box) = after[index]
      let former = partners[index]
      guard former?.box != box, former != nil || !hasMany else { return nil }
      let due = (box.fields["due"]?.first).flatMap { CivilDate(iso: $0) }?.day
      var row = Row(
        mark: former == nil ? .made : .changed, title: box.title, path: new.path, line: line,
        place: "\(new.title):\(line)")
      row.changes = Box.keys.compactMap { key in
        let (from, to) = (former?.box.fields[key], box.fields[key] ?? [])
        return from ?? [] == to ? nil : part(key, from, to, from: due)
      }
      let isClosed = box.status.isClosed && former?.box.status.isClosed == false
      if box.status == .done, isClosed {
        row.mark = .done
      } else if let former, former.box.status != box.status {
        row.changes.insert(NoteChange.part("status", [former.box.status.name], [box.status.name], at: now), at: 0)
      }
      return (row, isClosed ? former.map { NotePosition(old.path, line: $0.line) } : nil)
    }
  }

  private static func boxes(_ note: Note) -> [(line: Int, box: Box)] {
    note.tasks.compactMap { task in
      guard case .checkbox(let line) = task.source else { return nil }
      return (line, Box(task))
    }
  }
}
