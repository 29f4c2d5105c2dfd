import ByteBasics
import CivilCalendar
import NoteModel
import Wording

// Programs that keep lists of tasks.

extension ImportFormat {
  static let todoist = ImportFormat("todoist", takesArchives: true) { source, options, receiver in
    try receiver.forEach(source.files.filter { $0.hasExtension("csv") }) { file in
      var reader = TodoistReader(file: file, options: options, receiver: receiver)
      try reader.read()
    }
  }
}

private struct TodoistReader {
  let file: ImportFile
  let options: ImportOptions
  let receiver: any ImportReceiver
  fileprivate var columns: [String: Int] = [:]
  fileprivate var section = ""
  /// The task that comments belong to.
  fileprivate var open: ImportedNote?
  /// The tasks that the next one may be below, from the outermost.
  fileprivate var path: [(title: String, source: String)] = []
  fileprivate var counts: [String: Int] = [:]

  mutating func read() throws {
    let rows = CSVRows.read(try file.text())
    guard let head = rows.first else { return }
    for (index, name) in head.cells.enumerated() { columns[name.uppercased()] = index }
    guard columns["TYPE"] != nil, columns["CONTENT"] != nil else {
      return receiver.skip(
        ImportPosition(file: file.path, line: 1), Message("This is not a table of Todoist", ko: "Todoist의 표가 아닙니다"))
    }
    for row in rows.dropFirst() {
      let position = ImportPosition(file: file.path, line: row.line)
      switch cell("TYPE", row) {
      case "task": try take(row, position)
      case "section": section = cell("CONTENT", row)
      case "note": takeComment(cell("CONTENT", row), position)
      // Settings of the project, and the empty rows between its parts.
      case "meta", "": continue
      case let type:
        receiver.skip(position, Message("Unknown type of row “\(type)”", ko: "지원하지 않는 종류의 줄입니다: “\(type)”"))
      }
    }
    try finish()
  }

  private func cell(_ name: String, _ row: CSVRow) -> String {
    columns[name].flatMap { $0 < row.cells.count ? row.cells[$0] : nil } ?? ""
  }

  private mutating func finish() throws {
    if let open { try receiver.take(open) }
    open = nil
  }

  private mutating func takeComment(_ text: String, _ position: ImportPosition) {
    guard var note = open else {
      // A comment on the project itself.
      return receiver.skip(position, Message("A comment without a task", ko: "할 일에 달리지 않은 댓글입니다"))
    }
    note.body += (note.body.isEmpty ? "" : "\n\n") + PlainMarkdown.text(text)
    open = note
  }

  private mutating func take(_ row: CSVRow, _ position: ImportPosition) throws {
    try finish()
    let words = cell("CONTENT", row).split(separator: " ")
    let labels = words.filter { $0.count > 1 && $0.first == "@" }
    let title = words.filter { !labels.contains($0) }.joined(separator: " ")
    guard !title.isEmpty else {
      return receiver.skip(position, Message("The task has no text", ko: "내용이 없는 할 일입니다"))
    }
    let level = max(1, Int(cell("INDENT", row)) ?? 1)
    path.removeLast(max(0, path.count - level + 1))
    let place = ([file.stem] + path.map(\.title) + [title]).joined(separator: "/")
    let count = counts[place, default: 0] + 1
    counts[place] = count
    var note = ImportedNote(
      source: count > 1 ? "\(place)#\(count)" : place, title: title, body: cell("DESCRIPTION", row), position: position)
    note.place = .task
    note.set("status", "todo")
    note.set("project", file.stem)
    note.tags = labels.map { String($0.dropFirst()) }
    switch cell("PRIORITY", row) {
    case "1": note.set("priority", "urgent")
    case "2": note.set("priority", "high")
    case "3": note.keep("priority", "3")
    default: break
    }
    if let parent = path.last {
      note.set("parent", ImportedNoteText.identifier(of: parent.source, format: ImportFormat.todoist.name))
    }
    takeDate(cell("DATE", row), NamedZones.zone(named: cell("TIMEZONE", row)), &note)
    note.keep("section", section)
    for name in ["RESPONSIBLE", "DURATION", "DURATION_UNIT", "DEADLINE", "TIMEZONE"] {
      note.keep(name.lowercased(), cell(name, row))
    }
    path.append((title, note.source))
    open = note
  }

  /// Reads a date such as `2026-11-30`, `Nov 30 at 9am`, `every monday` or `every! 3 days`.
  private func takeDate(_ text: String, _ foreign: LocalZone?, _ note: inout ImportedNote) {
    guard !text.isEmpty else { return }
    let foreign = foreign?.name == options.zone.name ? nil : foreign
    let zone = foreign ?? options.zone
    let now = zone.moment(secondsSinceEpoch: options.now.secondsSinceEpoch()) ?? options.now
    /// Returns a due date, without an offset if the moment is on the clock of this computer.
    func due(_ moment: CivilMoment) -> CivilDate { .moment(foreign?.moment(on: moment.day, at: moment.time) ?? moment) }
    if let date = DateExpression.parse(text, relativeTo: now, zone: zone, for: .deadline)?.date {
      if case .moment(let moment) = date { return note.set("due", due(moment)) }
      return note.set("due", date)
    }
    let (rule, time) = Self.rule(text)
    if let parsed = try? RecurrenceRule.parse(rule),
      let day = parsed.days(from: now.day).first(where: { _ in true })
    {
      note.set("due", time.map { due(CivilMoment(day: day, time: $0)) } ?? .day(day))
      return note.set("repeat", rule)
    }
    note.keep("date", text)
    receiver.change(
      note.position,
      Message(
        "“\(text)” is not understood; kept below import:",
        ko: "읽을 수 없는 날짜여서 import: 아래에 보존합니다: “\(text)”"))
  }

  private static func rule(_ text: String) -> (rule: String, time: TimeOfDay?) {
    var words = text.lowercased().split(separator: " ").map(String.init)
    var time: TimeOfDay?
    let now = CivilMoment(day: Day(daysSinceEpoch: 0), time: .midnight)
    if let last = words.last, last.first?.isNumber == true, last.contains(":") || last.hasSuffix("m"),
      case .moment(let moment)? = DateExpression.parse(last, relativeTo: now)?.date
    {
      time = moment.time
      words.removeLast()
      if words.last == "at" { words.removeLast() }
    }
    if words.first == "every!" { return ("after " + words.dropFirst().joined(separator: " "), time) }
    return (words.joined(separator: " "), time)
  }
}

extension ImportFormat {
  static let trello = ImportFormat("trello") { source, options, receiver in
    try receiver.forEach(source.files.filter { $0.hasExtension("json") }) { file in
      let board = try file.json()
      guard board["cards"] != nil, board["lists"] != nil else {
        return receiver.skip(
          ImportPosition(file: file.path), Message("This is not a board of Trello", ko: "Trello 보드가 아닙니다"))
      }
      try TrelloBoard(board, file, ImportDates(zone: options.zone)).read(receiver)
    }
  }
}

private struct TrelloBoard {
  private let board: JSONValue
  private let file: ImportFile
  private let dates: ImportDates
  private let lists: [String: JSONValue]

  init(_ board: JSONValue, _ file: ImportFile, _ dates: ImportDates) {
    self.board = board
    self.file = file
    self.dates = dates
    lists = Dictionary(
      (board["lists"]?.items ?? []).map { ($0["id"]?.string ?? "", $0) }, uniquingKeysWith: { first, _ in first })
  }

  func read(_ receiver: any ImportReceiver) throws {
    let description = board["desc"]?.string ?? ""
    if !description.isEmpty { receiver.lose(description, ImportPosition(file: file.path)) }
    let checklists = Dictionary(grouping: board["checklists"]?.items ?? []) { $0["idCard"]?.string ?? "" }
    let comments = Dictionary(
      grouping: (board["actions"]?.items ?? []).filter { $0["type"]?.string == "commentCard" }
    ) { $0["data"]?["card"]?["id"]?.string ?? "" }
    for card in board["cards"]?.items ?? [] {
      let id = card["id"]?.string ?? ""
      var note = note(of: card, id)
      for list in checklists[id] ?? [] { Self.add(list, to: &note) }
      for comment in (comments[id] ?? []).reversed() { Self.addComment(comment, to: &note) }
      Self.addAttachments(of: card, to: &note)
      try receiver.take(note)
    }
  }

  private func note(of card: JSONValue, _ id: String) -> ImportedNote {
    var note = ImportedNote(
      source: id, title: card["name"]?.string ?? "", body: card["desc"]?.string ?? "",
      position: ImportPosition(file: file.path))
    note.place = .task
    let list = lists[card["idList"]?.string ?? ""]
    let isClosed = card["closed"]?.boolean == true || list?["closed"]?.boolean == true
    let name = board["name"]?.string ?? file.stem
    note.folder = name.replacing("/", with: "-") + (isClosed ? "/Archive" : "")
    let state = list?["name"]?.string ?? ""
    let isDone = card["dueComplete"]?.boolean == true
    if isDone { note.keep("list", state) }
    note.keep("address", card["address"]?.string ?? "")
    note.keep("place", card["locationName"]?.string ?? "")
    if let items = card["customFieldItems"], !items.items.isEmpty { note.keep("fields", items.fieldText) }
    note.set("status", isDone ? TaskStatus.done.name : TaskStatus(known: state)?.name ?? state.lowercased())
    func date(_ key: String) -> CivilDate? { card[key]?.string.flatMap { dates.moment(iso: $0) } }
    note.set("due", date("due"))
    note.set("start", date("start"))
    note.updated = date("dateLastActivity")
    // The first digits of an id are the second in which it was made.
    note.created = Int(id.prefix(8), radix: 16).flatMap { dates.moment(unix: Double($0)) }
    note.tags = (card["labels"]?.items ?? []).compactMap { label in
      [label["name"]?.string, label["color"]?.string].compactMap(\.self).first { !$0.isEmpty }
    }
    note.set("source", card["shortUrl"]?.string ?? "")
    return note
  }

  private static func add(_ list: JSONValue, to note: inout ImportedNote) {
    let name = list["name"]?.string ?? ""
    let items = (list["checkItems"]?.items ?? []).map { item in
      let words = (item["name"]?.string ?? "").split(whereSeparator: \.isNewline)
      return "- [\(item["state"]?.string == "complete" ? "x" : " ")] \(words.joined(separator: " "))"
    }
    append(["## " + name, ""] + items, to: &note)
  }

  private static func addComment(_ comment: JSONValue, to note: inout ImportedNote) {
    let text = comment["data"]?["text"]?.string ?? ""
    let name = comment["memberCreator"]?["fullName"]?.string ?? ""
    let day = comment["date"]?.string.map { String($0.prefix(10)) } ?? ""
    let head = [name, day].filter { !$0.isEmpty }.joined(separator: ", ")
    let lines = ([head] + [""] + text.textLines.map(String.init))
    append(lines.map { $0.isEmpty ? ">" : "> " + $0 }, to: &note)
  }

  private static func addAttachments(of card: JSONValue, to note: inout ImportedNote) {
    let lines = (card["attachments"]?.items ?? []).compactMap { file -> String? in
      guard let url = file["url"]?.string.flatMap(HTMLConverter.safeAddress) else { return nil }
      let name = (file["name"]?.string ?? url).filter { !"[]\\`*_<>".contains($0) }
      return "- [\(name)](<\(url.filter { !$0.isWhitespace && $0 != "<" && $0 != ">" })>)"
    }
    if !lines.isEmpty { append(lines, to: &note) }
  }

  private static func append(_ lines: [String], to note: inout ImportedNote) {
    while note.body.last?.isNewline == true { note.body.removeLast() }
    note.body += (note.body.isEmpty ? "" : "\n\n") + lines.joined(separator: "\n") + "\n"
  }
}

extension ImportFormat {
  static let microsoftToDo = ImportFormat("microsoft-todo") { source, options, receiver in
    let dates = ImportDates(zone: options.zone)
    try receiver.forEach(source.files.filter { $0.hasExtension("json") }) { file in
      let document = try file.json()
      let lists = document["value"]?.items ?? document["lists"]?.items ?? document.items
      var count = 0
      for item in lists.isEmpty ? [document] : lists {
        let tasks = item["tasks"]?.items ?? (item["status"] != nil ? [item] : [])
        for task in tasks {
          count += 1
          let project = item["displayName"]?.string ?? document["displayName"]?.string ?? ""
          try receiver.take(microsoft(task, project, dates, ImportPosition(file: file.path), receiver))
        }
      }
      if count == 0 {
        receiver.skip(
          ImportPosition(file: file.path),
          Message("The file has no tasks of Microsoft To Do", ko: "Microsoft To Do의 할 일이 없습니다"))
      }
    }
  }

  private static func microsoft(
    _ task: JSONValue, _ project: String, _ dates: ImportDates, _ position: ImportPosition,
    _ receiver: any ImportReceiver
  ) -> ImportedNote {
    let text = task["body"]?["content"]?.string ?? ""
    let isHTML = task["body"]?["contentType"]?.string?.lowercased() == "html"
    var note = ImportedNote(
      source: task["id"]?.string ?? "", title: task["title"]?.string ?? "",
      body: isHTML ? receiver.markdown(HTMLConverter().convert(Array(text.utf8)), position) : PlainMarkdown.text(text),
      position: position)
    note.place = .task
    let states = ["completed": "done", "inProgress": "doing"]
    note.set("status", states[task["status"]?.string ?? ""] ?? "todo")
    func date(_ key: String) -> CivilDate? {
      guard let value = task[key] else { return nil }
      guard let text = value.string ?? value["dateTime"]?.string else { return nil }
      let isUTC = value["timeZone"]?.string == "UTC" && !text.hasSuffix("Z")
      return dates.moment(iso: String(text.prefix(19)) + (isUTC || text.hasSuffix("Z") ? "Z" : ""))
    }
    // A due day has no time of its own.
    let due = task["dueDateTime"]?["dateTime"]?.string.flatMap { Day(iso: String($0.prefix(10))) }
    note.set("due", due.map { .day($0) })
    if task["isReminderOn"]?.boolean == true { note.set("remind", date("reminderDateTime")) }
    note.set("closed", date("completedDateTime"))
    note.created = date("createdDateTime")
    note.updated = date("lastModifiedDateTime")
    if task["importance"]?.string == "high" { note.set("priority", "high") }
    if task["importance"]?.string == "low" { note.set("priority", "low") }
    note.tags = (task["categories"]?.items ?? []).compactMap(\.string)
    note.set("project", project)
    if let linked = task["linkedResources"], !linked.items.isEmpty { note.keep("links", linked.fieldText) }
    let steps = (task["checklistItems"]?.items ?? []).map { step in
      "- [\(step["isChecked"]?.boolean == true ? "x" : " ")] \(step["displayName"]?.string ?? "")\n"
    }
    if !steps.isEmpty { note.body += (note.body.isEmpty ? "" : "\n") + steps.joined() }
    if let pattern = task["recurrence"]?["pattern"], pattern != .null {
      if let rule = rule(pattern) {
        note.set("repeat", rule)
      } else {
        note.keep("recurrence", pattern.fieldText)
        receiver.change(
          position, Message("The rule cannot be read and is kept below import:", ko: "읽을 수 없는 규칙이어서 import: 아래에 보존합니다"))
      }
    }
    return note
  }

  /// Returns the rule of a pattern of Microsoft Graph. Nil if Sheaf has no such rule.
  private static func rule(_ pattern: JSONValue) -> String? {
    let frequencies = [
      "daily": "DAILY", "weekly": "WEEKLY", "absoluteMonthly": "MONTHLY",
      "relativeMonthly": "MONTHLY", "absoluteYearly": "YEARLY", "relativeYearly": "YEARLY",
    ]
    guard let type = pattern["type"]?.string, let frequency = frequencies[type] else { return nil }
    func number(_ key: String) -> Int? { pattern[key]?.integer }
    var rule = "FREQ=" + frequency
    if let interval = number("interval"), interval > 1 { rule += ";INTERVAL=\(interval)" }
    let indexes = ["first": "1", "second": "2", "third": "3", "fourth": "4", "last": "-1"]
    let index = type.hasPrefix("relative") ? indexes[pattern["index"]?.string ?? "first"] ?? "1" : ""
    let days = (pattern["daysOfWeek"]?.items ?? []).compactMap { $0.string?.prefix(2).uppercased() }
    if frequency == "YEARLY", let month = number("month") { rule += ";BYMONTH=\(month)" }
    if type.hasPrefix("absolute"), let day = number("dayOfMonth") { rule += ";BYMONTHDAY=\(day)" }
    if !days.isEmpty, type == "weekly" || !index.isEmpty {
      rule += ";BYDAY=" + days.map { index + $0 }.joined(separator: ",")
    }
    return (try? RecurrenceRule(rfc5545: rule)) == nil ? nil : "RRULE:" + rule
  }
}
