import CivilCalendar
import NoteModel
import NoteSyntax
import Wording

extension ImportFormat {
  static let todoTxt = ImportFormat("todotxt") { source, _, receiver in
    try receiver.forEach(source.files) { file in
      for (index, line) in try file.text().split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let position = ImportPosition(file: file.path, line: index + 1)
        guard line.contains(where: { !$0.isWhitespace }) else { continue }
        guard var note = TodoTxtLine(line).note(position) else {
          receiver.skip(position, Message("The task has no text", ko: "내용이 없는 할 일입니다"))
          continue
        }
        KeptLine.keep(line, beside: &note)
        try receiver.take(note)
      }
    }
  }
}

/// The words of a line of todo.txt that an export of its note would not have, kept for the way back.
struct KeptLine {
  /// The key for them below `import:`.
  static let key = "words"

  private let words: [Substring]

  init?(of note: Note) {
    guard let text = ImportedNoteText.origin(Self.key, in: note.document) else { return nil }
    words = text.split(separator: " ")
  }

  fileprivate static func keep(_ line: Substring, beside note: inout ImportedNote) {
    guard let path = NotePath("a.md") else { return }
    let text = ImportedNoteText(note, format: ImportFormat.todoTxt.name, body: note.body)
    let copy = Note(Document(parsing: text.file.bytes), at: path, in: VaultLayout())
    let exported = ExportedNote(copy, modified: nil, targets: [:])
    guard let record = TaskRecord.all(of: exported).first else { return }
    var known = TodoTxtExporter.words(of: record, in: .fixed(0)).map { String(TodoTxtLine.plain($0[...])) }
    let left = line.split(whereSeparator: \.isWhitespace).filter { word in
      guard let index = known.firstIndex(of: String(TodoTxtLine.plain(word))) else { return true }
      known.remove(at: index)
      return false
    }
    note.keep(key, left.joined(separator: " "))
  }

  /// Returns a line of the note with these words; a priority is the first of it, and second projects are not contexts
  /// as well.
  func line(with own: [String]) -> [String] {
    let projects = Set(words.filter { $0.first == "+" }.map { "@" + $0.dropFirst() })
    var line = own.filter { !projects.contains($0) }
    for word in words {
      let isPriority = word.count == 3 && word.first == "(" && word.last == ")"
      if isPriority {
        // All letters from D on are low here.
        if line.first == "(D)", word > "(D)" {
          line[0] = String(word)
        } else if line.first?.first != "(", line.first != "x" {
          line.insert(String(word), at: 0)
        }
        continue
      }
      let key = word.firstIndex(of: ":").map { word[...$0] }
      if let key, line.contains(where: { $0.hasPrefix(key) }) { continue }
      line.append(String(word))
    }
    return line
  }
}

extension TodoTxtLine {
  private static let shield = "\u{200B}"

  /// Returns the first word of a title, with a character without width if the word would be read as a mark.
  static func shielded(_ word: String) -> String { isMark(word[...]) ? shield + word : word }

  static func plain(_ word: Substring) -> Substring {
    let rest = word.dropFirst()
    return word.hasPrefix(shield) && isMark(rest) ? rest : word
  }

  private static func isMark(_ word: Substring) -> Bool {
    word == "x" || priority(of: word) != nil || Day(iso: word) != nil
  }

  /// Returns the priority of a word such as `(A)`.
  fileprivate static func priority(of word: Substring) -> Character? {
    guard word.count == 3, word.first == "(", word.last == ")", let letter = word.dropFirst().first,
      ("A"..."Z").contains(letter)
    else { return nil }
    return letter
  }
}

/// A line of todo.txt: `x 2026-11-20 2026-11-10 text +project @context due:2026-11-30`.
struct TodoTxtLine {
  private var words: [Substring]
  private var isDone = false
  private var priority: Character?
  private var closed: CivilDate?
  private var created: CivilDate?

  init(_ line: Substring) {
    words = line.split(whereSeparator: \.isWhitespace)
    if words.first == "x" {
      isDone = true
      words.removeFirst()
      takePriority()
      closed = takeDay()
      created = closed == nil ? nil : takeDay()
    } else {
      takePriority()
      created = takeDay()
    }
    takePriority()
  }

  private mutating func takePriority() {
    guard let letter = words.first.flatMap(Self.priority) else { return }
    priority = letter
    words.removeFirst()
  }

  private mutating func takeDay() -> CivilDate? {
    guard let word = words.first, let day = Day(iso: word) else { return nil }
    words.removeFirst()
    return .day(day)
  }

  func note(_ position: ImportPosition) -> ImportedNote? {
    var note = ImportedNote(source: "", title: "", body: "", position: position)
    note.place = .task
    note.created = created
    note.set("status", isDone ? "done" : "todo")
    note.set("closed", closed)
    var (title, letter) = ([Substring](), priority)
    for word in words {
      if word.count > 1, word.first == "+", note.text("project") == nil {
        note.set("project", String(word.dropFirst()).replacing("_", with: " "))
      } else if word.count > 1, word.first == "+" || word.first == "@" {
        note.tags.append(String(word.dropFirst()))
      } else if let (key, value) = Self.pair(word) {
        if key == "pri" { letter = value.first } else { Self.take(key, value, &note) }
      } else {
        title.append(title.isEmpty ? Self.plain(word) : word)
      }
    }
    if let name = letter.flatMap(Self.priorityName) { note.set("priority", name) }
    note.title = title.joined(separator: " ")
    if let id = note.text("id") { note.source = id }
    return title.isEmpty ? nil : note
  }

  private static func priorityName(_ letter: Character) -> String? {
    switch letter {
    case "A": "urgent"
    case "B": "high"
    case "C": nil
    default: "low"
    }
  }

  /// Returns the key and value of a word such as `due:2026-11-30`. Nil for an address.
  private static func pair(_ word: Substring) -> (String, String)? {
    guard let colon = word.firstIndex(of: ":"), colon != word.startIndex else { return nil }
    let (key, value) = (word[..<colon], word[word.index(after: colon)...])
    guard !value.isEmpty, !value.hasPrefix("//"),
      key.allSatisfy({ $0.isLetter || $0 == "-" || $0 == "_" })
    else { return nil }
    return (String(key), String(value))
  }

  private static func take(_ key: String, _ value: String, _ note: inout ImportedNote) {
    let date = CivilDate(iso: value)
    switch key {
    case "due" where date != nil: note.set("due", date)
    case "t" where date != nil: note.set("scheduled", date)
    case "rec": takeRule(value, &note)
    case "id": note.set("id", value)
    default: note.keep(key, value)
    }
  }

  /// Reads a rule: `rec:1w` counts from completion, `rec:+1w` from the due day.
  private static func takeRule(_ value: String, _ note: inout ImportedNote) {
    let isStrict = value.hasPrefix("+")
    let text = isStrict ? value.dropFirst() : value[...]
    let units: [Character: String] = ["d": "day", "w": "week", "m": "month", "y": "year"]
    // Workdays; only those that follow one another are a rule here.
    if isStrict, text == "1b" || text == "b" { return note.set("repeat", "every mon,tue,wed,thu,fri") }
    guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()), number > 0
    else { return note.keep("rec", value) }
    let count = number == 1 ? unit : "\(number) \(unit)s"
    note.set("repeat", isStrict ? "every \(count)" : "after \(number) \(unit)\(number == 1 ? "" : "s")")
  }
}
