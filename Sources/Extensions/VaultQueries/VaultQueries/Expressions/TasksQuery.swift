import ByteBasics
import CivilCalendar
import NoteModel
import NoteSyntax
import Wording

/// A query of the plugin Obsidian Tasks, one instruction in a line, read as expressions of Dataview over tasks.
struct TasksQuery: Sendable {
  struct Settings: Sendable {
    struct Status: Sendable {
      let mark: String
      let name: String
      /// `TODO`, `IN_PROGRESS`, `DONE` …
      let type: String

      init(mark: String, name: String, type: String) {
        (self.mark, self.name, self.type) = (mark, name, type)
      }
    }

    /// The statuses by their boxes, first those that every vault has.
    var statuses = [
      Status(mark: " ", name: "Todo", type: "TODO"), Status(mark: "x", name: "Done", type: "DONE"),
      Status(mark: "X", name: "Done", type: "DONE"), Status(mark: "/", name: "In Progress", type: "IN_PROGRESS"),
      Status(mark: "-", name: "Cancelled", type: "CANCELLED"),
    ]
    /// The tag or text of the boxes that are tasks. Empty if all boxes are.
    var globalFilter = ""
    var globalQuery = ""

    init() {}
  }

  struct Group: Sendable {
    let key: Expression
    /// The name of a group, or the names of the groups that a task is in.
    let name: Expression
    let isReversed: Bool
  }

  /// The conditions, the order and the limit.
  private(set) var query: DataviewQuery
  private(set) var groups: [Group] = []
  private(set) var groupLimit: Int?
  /// The hidden parts by their names in the plugin: `due date`, `backlink`.
  private(set) var hidden: Set<String> = []
  /// True if fields are shown by their signs only.
  private(set) var isShort = false
  /// The instructions with the days that they mean, if the query asks for an explanation.
  var explanation: [String]? { explains ? explained : nil }

  private let names: [String: String]
  private let now: CivilMoment
  private var explains = false
  private var explained: [String] = []
  private var days: [String] = []

  /// - Parameters:
  ///   - text: The lines of the fence.
  ///   - path: The note that contains the query.
  ///   - blocked: Returns the places of blocked tasks, `path:line`, and the ids that open tasks depend on.
  init(
    parsing text: String, _ settings: Settings, in path: NotePath, now: CivilMoment,
    blocked: () throws -> (places: [String], identifiers: [String])
  ) throws {
    self.now = now
    names = Self.names(settings)
    query = DataviewQuery(ofTasks: [])
    let lines = Self.lines(text, path)
    let isAlone = lines.contains { $0.lowercased() == "ignore global query" }
    var steps: [DataviewQuery.Step] = []
    var keys: [(key: Expression, isDescending: Bool)] = []
    var limit: DataviewQuery.Step?
    var places: (places: [String], identifiers: [String])?
    if !settings.globalFilter.isEmpty {
      steps.append(.condition(try Self.expression("contains(text, \(Self.quoted(settings.globalFilter)))")))
    }
    for line in (isAlone ? [] : Self.lines(settings.globalQuery, path)) + lines {
      days = []
      let words = line.lowercased().split(separator: " ").map(String.init)
      let isReversed = words.last == "reverse"
      let rest = words.dropFirst(2).filter { $0 != "reverse" }.joined(separator: " ")
      if ["filter", "sort", "group"].contains(words[0]), words.dropFirst().prefix(2) == ["by", "function"] {
        throw ExpressionMistake(
          message: Message("JavaScript is not run: “\(line)”", ko: "JavaScript는 실행하지 않습니다: “\(line)”"))
      }
      switch words[0] {
      case "ignore": guard isAlone else { throw Self.unknown(line) }
      case "explain" where words.count == 1: explains = true
      case "short" where line.lowercased() == "short mode": isShort = true
      case "full" where line.lowercased() == "full mode": isShort = false
      case "hide": hidden.insert(words.dropFirst().joined(separator: " "))
      case "show": hidden.remove(words.dropFirst().joined(separator: " "))
      case "sort" where words.dropFirst().first == "by":
        keys += try sortKeys(rest, line).map { (try Self.expression($0), isReversed) }
      case "group" where words.dropFirst().first == "by":
        let (key, name) = try groupKeys(rest, line)
        groups.append(Group(key: try Self.expression(key), name: try Self.expression(name), isReversed: isReversed))
      case "limit":
        guard let count = words.lazy.compactMap({ Int($0) }).first else { throw Self.unknown(line) }
        if words.contains("groups") {
          groupLimit = count
        } else {
          limit = .limit(try Self.expression(String(max(0, count))))
        }
      default:
        if line.lowercased().contains("block"), places == nil { places = try blocked() }
        steps.append(.condition(try Self.expression(try condition(line, places ?? ([], [])))))
      }
      if line.lowercased() == "explain" { continue }
      explained.append(line + (days.isEmpty ? "" : " (\(days.joined(separator: ", ")))"))
    }
    for name in ["status.type", "urgency", "due", "priority", "path"] {
      keys += try sortKeys(name, name).map { (try Self.expression($0), false) }
    }
    query = DataviewQuery(ofTasks: steps + [.order(keys)] + [limit].compactMap(\.self))
  }

  /// Returns the instructions: without comments, with the lines that a backslash continues, the places of the note filled in.
  private static func lines(_ text: String, _ path: NotePath) -> [String] {
    let folder = path.folder.map { $0.string + "/" } ?? "/"
    let places = [
      "path": path.string, "filename": String(path.fileName), "filenameWithoutExtension": String(path.stem),
      "folder": folder, "root": String(folder.prefix { $0 != "/" }) + "/",
      "pathWithoutExtension": path.withoutExtension.string,
    ]
    var text = text.replacing("\\\n", with: " ")
    for (name, value) in places { text = text.replacing("{{query.file.\(name)}}", with: value) }
    return text.split(whereSeparator: \.isNewline).map {
      $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }

  private static func expression(_ text: String) throws -> Expression { try ExpressionParser.parse(text, .dataview) }

  private static func quoted(_ text: some StringProtocol) -> String {
    "\"" + String(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private static func unknown(_ line: String) -> ExpressionMistake {
    ExpressionMistake(message: Message("Unknown instruction of Tasks: “\(line)”", ko: "Tasks에 없는 지시입니다: “\(line)”"))
  }

  // MARK: - Names

  /// Returns the fields of tasks, as expressions.
  private static func names(_ settings: Settings) -> [String: String] {
    func table(_ value: (Settings.Status) -> String) -> String {
      let pairs = Dictionary(settings.statuses.map { ($0.mark, value($0)) }) { $1 }
      return "object("
        + pairs.sorted { $0.key < $1.key }.map { quoted($0.key) + ", " + quoted($0.value) }
        .joined(separator: ", ") + ")[status]"
    }
    let days = "(date(today) - default(due, date(today))).days"
    let type = "default(\(table(\.type)), \"TODO\")"
    let priority = "default(object(\"urgent\", 0, \"high\", 1, \"normal\", 2, \"low\", 4)[priority], 3)"
    let late = "choice(\(days) >= 7, 12, choice(\(days) >= 0 - 14, (\(days) + 14) * 9.6 / 21 + 2.4, 2.4))"
    func signs(_ isMeant: (CheckboxNotation.Sign) -> Bool) -> String {
      let texts = CheckboxNotation.signs.filter(isMeant).map { String(decoding: $0.bytes, as: UTF8.self) }
      return "(" + texts.joined(separator: "|") + ")\u{FE0F}?"
    }
    let dated = signs { CheckboxNotation.dayKeys.contains($0.key) } + #"\s*\d{4}-\d\d-\d\d"#
    let ruled = signs { $0.key == "repeat" } + "[a-zA-Z0-9, !]+"
    let named = signs { ["id", "dependsOn", "onCompletion"].contains($0.key) } + #"\s*[\w-]+(\s*,\s*[\w-]+)*"#
    let fields = [dated, ruled, named, signs { $0.value != nil }].joined(separator: "|")
    let heading = "default(meta(section).subpath, \"\")"
    let filename = "regexreplace(path, \"^.*/\", \"\")"
    var description = "regexreplace(text, \(quoted(#"\s*("# + fields + ")")), \"\")"
    if !settings.globalFilter.isEmpty {
      // The plugin leaves out the first of them.
      let filter = settings.globalFilter.map { $0.isLetter || $0.isNumber ? "\($0)" : "\\\($0)" }.joined()
      description = "regexreplace(\(description), \(quoted("^(.*?)" + filter)), \"$1\")"
      description = "regexreplace(\(description), \(quoted(#"^\s+|\s+$"#)), \"\")"
    }
    return [
      "description": description, "path": "path",
      "filename": filename,
      "root": "choice(contains(path, \"/\"), regexreplace(path, \"/.*$\", \"/\"), \"/\")",
      "folder": "choice(contains(path, \"/\"), regexreplace(path, \"[^/]*$\", \"\"), \"/\")", "heading": heading,
      "backlink": "regexreplace(\(filename), \"\\.md$\", \"\") + choice(\(heading), \" > \" + \(heading), \"\")",
      "status.name": "default(\(table(\.name)), \"Unknown\")", "status.type": type, "priority": priority,
      "recurrence": "default(repeat, \"\")", "id": "default(id, \"\")",
      "isDone": "econtains(list(\"DONE\", \"CANCELLED\", \"NON_TASK\"), \(type))",
      "urgency": "choice(due, \(late), 0) + list(9, 6, 3.9, 1.95, 0)[\(priority)]"
        + " + choice(scheduled and scheduled <= date(today), 5, 0) - choice(start and start > date(today), 3, 0)",
      "happens": "minby(filter(list(start, scheduled, due), (d) => d), (d) => d)", "due": "due",
      "scheduled": "scheduled",
      "start": "start", "created": "created", "done": "completion", "cancelled": "cancelled",
    ]
  }

  private static let dayNames: Set<String> = ["due", "scheduled", "start", "created", "done", "cancelled", "happens"]

  private func sortKeys(_ name: String, _ line: String) throws -> [String] {
    switch name {
    case _ where Self.dayNames.contains(name): return ["choice(\(names[name] ?? ""), 0, 1)", names[name] ?? ""]
    case "status": return ["choice(\(names["isDone"] ?? ""), 1, 0)"]
    case "status.type":
      return [
        "default(object(\"IN_PROGRESS\", 0, \"TODO\", 1, \"ON_HOLD\", 2, \"DONE\", 3, \"CANCELLED\", 4)[\(names[name] ?? "")], 5)"
      ]
    case "urgency": return ["0 - (\(names[name] ?? ""))"]
    case "recurring": return ["choice(repeat, 0, 1)"]
    case "random": return ["hash(path, text)"]
    case _ where name == "tag" || name.hasPrefix("tag "):
      let tag = "tags[\((name.split(separator: " ").last.flatMap { Int($0) } ?? 1) - 1)]"
      return ["choice(\(tag), 0, 1)", "lower(default(\(tag), \"\"))"]
    default:
      guard let key = names[name], name != "isDone" else { throw Self.unknown(line) }
      return [name == "priority" ? key : "lower(\(key))"]
    }
  }

  /// Returns the expressions for the order and for the names of groups.
  private func groupKeys(_ name: String, _ line: String) throws -> (key: String, name: String) {
    let key = names[name] ?? ""
    func named(_ words: String) -> String { "choice(\(key), \(key), \"\(words)\")" }
    switch name {
    case _ where Self.dayNames.contains(name):
      return (key, "choice(\(key), dateformat(\(key), \"yyyy-MM-dd cccc\"), \"No \(name) date\")")
    case "tags", "tag": return ("tags", "choice(tags, tags, \"(No tags)\")")
    case "status": return ("0", "choice(\(names["isDone"] ?? ""), \"Done\", \"Todo\")")
    case "status.type": return (try sortKeys(name, line)[0], key)
    case "recurring": return ("0", "choice(repeat, \"Recurring\", \"Not Recurring\")")
    case "recurrence": return ("0", named("None"))
    case "heading": return ("0", named("(No heading)"))
    case "path": return ("0", "regexreplace(path, \"\\.md$\", \"\")")
    case "urgency": return ("0 - (\(key))", "string(round(\(key), 2))")
    case "priority":
      return (key, "list(\"Highest\", \"High\", \"Medium\", \"Normal\", \"Low\")[\(key)] + \" priority\"")
    default:
      guard names[name] != nil, name != "isDone", name != "description" else { throw Self.unknown(line) }
      return ("0", key)
    }
  }

  // MARK: - Filters

  private static let open: [Character: Character] = ["(": ")", "[": "]", "{": "}", "\"": "\""]

  /// Returns the expression of a filter, or of filters in brackets with AND, OR, XOR and NOT.
  private mutating func condition(
    _ line: String, _ places: (places: [String], identifiers: [String]), depth: Int = 0
  ) throws -> String {
    guard depth < 30, let first = line.first else { throw Self.unknown(line) }
    let isNot = line.hasPrefix("NOT ") || line.hasPrefix("NOT(")
    if Self.open[first] == nil, !isNot { return "(" + (try filter(line, places)) + ")" }
    for (word, sign) in [("OR", "or"), ("AND", "and"), ("XOR", "!=")] {
      let parts = Self.parts(of: line, at: word)
      guard parts.count > 1 else { continue }
      let all = try parts.map { try condition($0, places, depth: depth + 1) }
      return "(" + all.map { word == "XOR" ? "choice(\($0), 1, 0)" : $0 }.joined(separator: " \(sign) ") + ")"
    }
    if isNot { return "(!" + (try condition(trimmedSpaces(String(line.dropFirst(3))), places, depth: depth + 1)) + ")" }
    guard line.count > 2, line.last == Self.open[first] else { throw Self.unknown(line) }
    return try condition(trimmedSpaces(String(line.dropFirst().dropLast())), places, depth: depth + 1)
  }

  /// Splits a line at a word that is in no brackets.
  private static func parts(of line: String, at word: String) -> [String] {
    var parts = [""]
    var closing: [Character] = []
    var rest = line[...]
    while let next = rest.first {
      if closing.isEmpty, rest.hasPrefix(word), parts[parts.count - 1].last.map({ " )]}\"".contains($0) }) == true,
        rest.dropFirst(word.count).first.map({ " ([{\"".contains($0) }) == true
      {
        parts.append("")
        rest = rest.dropFirst(word.count)
        continue
      }
      if next == closing.last {
        closing.removeLast()
      } else if closing.last != "\"", let end = open[next], closing.isEmpty || next != "\"" {
        closing.append(end)
      }
      parts[parts.count - 1].append(next)
      rest.removeFirst()
    }
    return parts.map(trimmedSpaces)
  }

  private mutating func filter(_ line: String, _ places: (places: [String], identifiers: [String])) throws -> String {
    let low = line.lowercased()
    func list(_ texts: [String]) -> String { "list(" + texts.map(Self.quoted).joined(separator: ", ") + ")" }
    let isBlocked = "(!\(names["isDone"] ?? "") and econtains(\(list(places.places)), path + \":\" + (line + 1)))"
    let isBlocking = "(!\(names["isDone"] ?? "") and id and econtains(\(list(places.identifiers)), id))"
    let simple = [
      "done": names["isDone"] ?? "", "not done": "!\(names["isDone"] ?? "")", "is recurring": "repeat",
      "is not recurring": "!repeat", "has tags": "tags", "no tags": "!tags", "has tag": "tags", "has id": "id",
      "no id": "!id", "has depends on": "dependsOn", "no depends on": "!dependsOn", "is blocked": isBlocked,
      "is not blocked": "!\(isBlocked)", "is blocking": isBlocking, "is not blocking": "!\(isBlocking)",
      "exclude sub-items": "typeof(parent) = \"null\"",
    ]
    if let known = simple[low] { return known }
    for name in Self.dayNames {
      if low == "has \(name) date" { return names[name] ?? "" }
      if low == "no \(name) date" { return "!\(names[name] ?? "")" }
      if low == "\(name) date is invalid" {
        return "\(names[name] ?? "") and typeof(\(names[name] ?? "")) != \"date\""
      }
    }
    let words = low.split(separator: " ").map(String.init)
    if words[0] == "priority" { return try priority(Array(words.dropFirst()), line) }
    let name = words[0] == "starts" ? "start" : words[0]
    if Self.dayNames.contains(name) { return try day(name, words.dropFirst().joined(separator: " "), line) }
    if low.hasPrefix("status.type is ") {
      let isNot = low.hasPrefix("status.type is not ")
      let type = low.dropFirst(isNot ? 19 : 15).uppercased()
      return "\(names["status.type"] ?? "") \(isNot ? "!=" : "=") \(Self.quoted(type))"
    }
    return try text(line, words[0])
  }

  private func priority(_ words: [String], _ line: String) throws -> String {
    let levels = ["highest", "high", "medium", "none", "low"]
    let rest = words.filter { $0 != "is" }
    let level = rest.last.flatMap { $0 == "lowest" ? 4 : $0 == "normal" ? 3 : levels.firstIndex(of: $0) }
    let signs = ["above": "<", "below": ">", "not": "!="]
    let sign = rest.count == 1 ? "=" : rest.first.flatMap { signs[$0] }
    guard let level, let sign, rest.count <= 2 else { throw Self.unknown(line) }
    return "\(names["priority"] ?? "") \(sign) \(level)"
  }

  private mutating func day(_ name: String, _ text: String, _ line: String) throws -> String {
    let operators = ["on or before", "on or after", "in or before", "in or after", "before", "after", "on", "in"]
    let sign = operators.first { text.hasPrefix($0 + " ") } ?? ""
    let written = trimmedSpaces(String(text.dropFirst(sign.count)))
    let isoDays = written.split(separator: " ").compactMap { Day(iso: $0) }
    let reading = DateExpression.parse(written, relativeTo: now) ?? DateExpression.parse(text, relativeTo: now)
    let ends = isoDays.count == 2 ? (isoDays[0], isoDays[1]) : reading.map { ($0.firstDay, $0.lastDay) }
    guard let (first, last) = ends.map({ (min($0, $1), max($0, $1)) }) else {
      throw ExpressionMistake(message: Message("“\(written)” is not a date", ko: "날짜가 아닙니다: “\(written)”"))
    }
    days.append(first == last ? first.description : "\(first)..\(last)")
    let keys = name == "happens" ? ["start", "scheduled", "due"] : [names[name] ?? ""]
    return keys.map { key in
      let condition =
        switch sign {
        case "before": "\(key) < date(\(first))"
        case "after": "\(key) > date(\(last))"
        case "on or before", "in or before": "\(key) <= date(\(last))"
        case "on or after", "in or after": "\(key) >= date(\(first))"
        default: "\(key) >= date(\(first)) and \(key) <= date(\(last))"
        }
      // A task without a start may be begun on any day.
      return name == "start" ? "(!\(key) or \(condition))" : "(\(key) and \(condition))"
    }.joined(separator: " or ")
  }

  private func text(_ line: String, _ word: String) throws -> String {
    let operators = [
      ("includes", false), ("include", false), ("does not include", true), ("do not include", true),
      ("regex matches", false), ("regex does not match", true),
    ]
    let rest = trimmedSpaces(String(line.dropFirst(word.count)))
    let isTag = word == "tag" || word == "tags"
    guard let (found, isNot) = operators.first(where: { rest.lowercased().hasPrefix($0.0 + " ") }),
      let value = isTag ? "tags" : names[word], isTag || !Self.dayNames.contains(word)
    else { throw Self.unknown(line) }
    let text = trimmedSpaces(String(rest.dropFirst(found.count)))
    func test(_ value: String) throws -> String {
      guard found.hasPrefix("regex") else { return "icontains(\(value), \(Self.quoted(text)))" }
      guard text.hasPrefix("/"), let end = text.lastIndex(of: "/"), end > text.startIndex else {
        throw Self.unknown(line)
      }
      let flags = text[text.index(after: end)...].filter { "ims".contains($0) }
      let pattern = (flags.isEmpty ? "" : "(?\(flags))") + text[..<end].dropFirst().replacing("\\/", with: "/")
      return "regextest(\(Self.quoted(pattern)), \(value))"
    }
    let condition = isTag ? "any(map(tags, (t) => \(try test("t"))))" : try test(value)
    return isNot ? "!\(condition)" : condition
  }
}

extension TasksQuery {
  private static let namesOfKeys = [
    "due": "due date", "scheduled": "scheduled date", "start": "start date", "created": "created date",
    "completion": "done date", "cancelled": "cancelled date", "priority": "priority", "repeat": "recurrence rule",
    "id": "id", "dependsOn": "depends on", "onCompletion": "on completion",
  ]

  /// Returns the text of a task without the fields that are hidden, in short mode with the signs of the others only.
  func shown(_ text: String) -> String {
    guard isShort || !hidden.isEmpty else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var offset = 0
    while offset < bytes.count {
      guard let sign = CheckboxNotation.sign(in: bytes, at: offset) else {
        result.append(bytes[offset])
        offset += 1
        continue
      }
      let value =
        offset + sign.bytes.count + (bytes[(offset + sign.bytes.count)...].starts(with: "\u{FE0F}".utf8) ? 3 : 0)
      var end = value
      while sign.value == nil, end < bytes.count, bytes[end] != ASCII.lineFeed, bytes[end] != ASCII.hash,
        end == value || CheckboxNotation.sign(in: bytes, at: end) == nil,
        !CheckboxNotation.dayKeys.contains(sign.key) || end < value + " 2026-11-27".utf8.count
      {
        end += 1
      }
      if !hidden.contains(Self.namesOfKeys[sign.key] ?? "") {
        result += isShort ? bytes[offset..<value] + [ASCII.space] : bytes[offset..<end]
      }
      offset = end
    }
    let words = String(decoding: result, as: UTF8.self).split(separator: " ")
    return words.filter { !hidden.contains("tags") || !$0.hasPrefix("#") }.joined(separator: " ")
  }
}
