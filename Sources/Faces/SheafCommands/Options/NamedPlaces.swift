import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import Wording

/// The kind of things that the NOTES of a command are.
enum NamedSubject {
  /// Notes and check boxes in them; a folder is all notes below it.
  case notes
  /// Notes, lines and sections of notes.
  case places
  /// Notes, other files and folders, each by its own name.
  case files
  /// Tasks; of several of one name those that the command can change.
  case tasks(isMeant: (TaskItem) -> Bool)
  /// Tasks that were done or cancelled, the latest first.
  case closedTasks

  var isOfTasks: Bool {
    switch self {
    case .tasks, .closedTasks: true
    case .notes, .places, .files: false
    }
  }

  fileprivate func holds(for task: TaskItem) -> Bool {
    if case .closedTasks = self { task.status.isClosed } else { !task.status.isClosed }
  }
}

/// Reads NOTES, as every command that takes notes does: a query, or rows, paths, places and names.
struct NamedPlaces {
  private let context: CommandContext
  private let workspace: Workspace
  private let subject: NamedSubject

  init(_ subject: NamedSubject, _ context: CommandContext, _ workspace: Workspace) {
    self.subject = subject
    self.context = context
    self.workspace = workspace
  }

  /// Returns the number of places that words name. A range of more than five rows counts as one place.
  static func count(in words: [String]) -> Int {
    words.reduce(0) { sum, word in
      let rows = ((try? rows(word)) ?? nil)?.count ?? 1
      return sum + (rows > 5 ? 1 : rows)
    }
  }

  /// Returns the places that the words of a command name.
  ///
  /// - Parameter condition: The query of `--where`, which stands for all words.
  /// - Returns: Each once, in the order of the words; never empty.
  /// - Throws: ``NoteLookupError`` if nothing is found or something is ambiguous, ``UsageError`` for words that are no notes.
  func places(_ words: [String], where condition: String? = nil) throws -> [NotePosition] {
    if let condition {
      guard words.isEmpty else {
        throw UsageError(Message("Give notes or --where, not both", ko: "메모와 --where를 함께 지정할 수 없습니다"))
      }
      return try found([condition])
    }
    guard let first = words.first else { return try chosen() }
    if first != "-", try item(first) == nil, context.beginsQuery(first, in: workspace), whole(first) == nil {
      return try found(words)
    }
    var places: [NotePosition] = []
    var names: [String] = []
    for word in words {
      guard let item = try item(word) else {
        names.append(word)
        continue
      }
      places += try named(names) + item
      names = []
    }
    return (places + (try named(names))).uniqued()
  }

  /// Returns the places after a question, unless the words name them one by one.
  func asked(_ words: [String], where condition: String?, _ care: WriteOptions) throws -> [NotePosition] {
    let places = try places(words, where: condition)
    try context.confirm(
      places.count, named: words, care, in: workspace, context.question(about: places, subject, in: workspace))
    return places
  }

  /// Returns the notes or tasks that the user chooses on a terminal if none is named.
  private func chosen() throws -> [NotePosition] {
    guard context.mayAsk else { throw subject.isOfTasks ? UsageError.noTask : UsageError.noNote }
    guard subject.isOfTasks else {
      return try NotePicker(context: context, workspace: workspace).choose(among: []).map { NotePosition($0) }
    }
    let request = TaskRequest(scope: .all, now: context.clock())
    let tasks = LocatedTask.inOrder(try workspace.index.tasks(request).filter { subject.holds(for: $0.item) })
    guard !tasks.isEmpty, let places = try context.chosen(of: tasks, allowsSeveral: true, in: workspace) else {
      throw UsageError.noTask
    }
    return places
  }

  // MARK: Queries

  private func found(_ words: [String]) throws -> [NotePosition] {
    let parsed = try context.parsedQuery(words, in: workspace)
    let places: [NotePosition]
    if subject.isOfTasks {
      places = try tasks(of: parsed.query)
    } else {
      places = try workspace.index.notes(context.request(parsed, in: workspace)).map { NotePosition($0.path) }
    }
    guard !places.isEmpty else {
      throw NoteLookupError.nothing(words.joined(separator: " "), ofTasks: subject.isOfTasks)
    }
    return places
  }

  private func tasks(of query: Query) throws -> [NotePosition] {
    let request = TaskRequest(query: query, scope: .all, now: context.clock())
    return LocatedTask.inOrder(try workspace.index.tasks(request).filter { subject.holds(for: $0.item) }).map(
      \.position)
  }

  // MARK: Items

  /// Returns the places of a row, `@`, `-` or a path. Nil for a word that is a name.
  private func item(_ word: String) throws -> [NotePosition]? {
    if word == "-" { return try listed() }
    if let rows = try Self.rows(word) { return try rows.map { try context.place(ofRow: $0, in: workspace) } }
    if case .name = NoteReference(word) {} else { return [try resolve(word, .accepted)] }
    guard let path = workspace.repository.path(of: word, relativeTo: context.workingDirectory),
      !path.string.hasPrefix(Repository.settingsFolder), workspace.files.exists(path)
    else { return nil }
    if case .files = subject { return [NotePosition(path)] }
    guard workspace.files.isFolder(path) else { return path.isMarkdown ? [try resolve(word, .refused)] : nil }
    let notes = try workspace.index.files(below: path).filter(\.isMarkdown)
    guard !notes.isEmpty else { throw nothingInFolder(path) }
    guard subject.isOfTasks else { return notes.map { NotePosition($0) } }
    let tasks = try tasks(of: .folder(path.string))
    guard !tasks.isEmpty else { throw NoteLookupError.nothing(word, ofTasks: true) }
    return tasks
  }

  /// Returns the numbers of `1-3,5` or `2..4`. Nil for a word of another form.
  static func rows(_ word: String) throws -> [Int]? {
    let spans = word.split(separator: ",", omittingEmptySubsequences: false)
    var rows: [Int] = []
    for span in spans {
      guard let match = span.wholeMatch(of: /([0-9]{1,3})(?:(?:-|\.\.)([0-9]{1,3}))?/), let first = Int(match.1)
      else { return nil }
      let last = match.2.flatMap { Int($0) } ?? first
      guard first <= last else {
        throw UsageError(Message("“\(word)”: rows go from low to high", ko: "“\(word)”: 번호는 작은 쪽부터 입력해야 합니다"))
      }
      rows += first...last
    }
    return rows
  }

  /// Returns the names on standard input: a path, a whole name or an id a line, or between NUL.
  private func listed() throws -> [NotePosition] {
    let text = try context.inputText()
    let names = text.contains("\0") ? text.split(separator: "\0") : text.split(whereSeparator: \.isNewline)
    guard !names.isEmpty else { throw NoteLookupError.nothing("-", ofTasks: subject.isOfTasks) }
    return try names.map { name in
      do {
        return try resolve(String(name), .refused)
      } catch let error as NoteLookupError where error.isOfMissing {
        throw NoteLookupError.nothing(String(name), ofTasks: subject.isOfTasks)
      }
    }
  }

  // MARK: Names

  /// Returns the places of adjacent names: several whole names, one name of several words, or parts of names.
  private func named(_ words: [String]) throws -> [NotePosition] {
    guard !words.isEmpty else { return [] }
    let wholes = words.map(whole)
    for (word, place) in zip(words, wholes) where place == nil { try refuseOther(word) }
    let joined = words.joined(separator: " ")
    guard words.count > 1 else { return [try resolve(joined, .accepted)] }
    let all = whole(joined)
    let each = wholes.compactMap(\.self)
    if each.count == words.count {
      guard let all else { return each.uniqued() }
      return try choose(among: each.uniqued() + [all], named: joined)
    }
    if let all { return [all] }
    do {
      return [try resolve(joined, .accepted)]
    } catch let error as NoteLookupError where error.isOfMissing {
      let parts = try words.map { try resolve($0, .accepted) }.uniqued()
      guard context.mayAsk || context.globals.assumeYes else {
        let part = zip(words, wholes).first { $1 == nil }?.0 ?? joined
        throw NoteLookupError.onlyPart(part, try resolve(part, .accepted).path)
      }
      try context.confirm(context.question(about: parts, subject, in: workspace))
      return parts
    }
  }

  /// Refuses a word of a query or a change among names, which would be read as a part of a title.
  private func refuseOther(_ word: String) throws {
    guard let change = ChangeWord(word), !word.contains(" ") else { return }
    if change.isSigned { throw Self.noChange(word, context) }
    guard context.isQuery("\(change.key):", in: workspace) else {
      if change.mark == "=" { throw Self.noChange(word, context) }
      return
    }
    throw change.mark == "="
      ? Self.noChange(word, context)
      : UsageError(
        Message(
          "“\(word)” is a query and cannot be combined with rows or names", ko: "“\(word)”: 검색식은 번호나 이름과 섞어 쓸 수 없습니다"))
  }

  private static func noChange(_ word: String, _ context: CommandContext) -> UsageError {
    let command = context.words.first ?? ""
    return UsageError(
      Message(
        "“\(word)” is not a note, and \(command) accepts no changes",
        ko: "“\(word)”: 메모가 아닙니다. \(command)에는 변경을 지정하지 않습니다"), hint: Message(verbatim: "sheaf set"))
  }

  private func choose(among places: [NotePosition], named name: String) throws -> [NotePosition] {
    let notes = try workspace.index.notes.summaries(of: places.map(\.path).uniqued())
    guard context.mayAsk else { throw NoteLookupError.ambiguous(name, notes) }
    return try NotePicker(context: context, workspace: workspace).choose(from: notes).map { NotePosition($0.path) }
  }

  private func whole(_ word: String) -> NotePosition? { try? resolve(word, .refused) }

  private func resolve(_ word: String, _ parts: NamePartRule) throws -> NotePosition {
    switch subject {
    case .tasks(let isMeant): return try context.task(word, in: workspace, parts: parts, isMeant: isMeant)
    case .closedTasks: return try context.closedTask(word, in: workspace, parts: parts)
    case .files: return NotePosition(try context.note(word, in: workspace, parts: parts == .refused ? parts : .asked))
    case .places:
      return try parts == .refused
        ? NotePosition(context.note(word, in: workspace, parts: parts)) : context.place(word, in: workspace)
    case .notes:
      if let box = try context.box(word, in: workspace) { return box }
      do {
        return NotePosition(try context.note(word, in: workspace, parts: parts))
      } catch let error as NoteLookupError {
        // A check box is named by its title, as in the commands for tasks, if no note has the name.
        guard error.isOfMissing, let box = try context.openTask(word, in: workspace, parts) else { throw error }
        return box
      }
    }
  }
}

extension CommandContext {
  /// Asks before a command changes more than its words name one by one: a query, a folder, a long range. The setting
  /// `confirm` may turn the question off.
  func confirm(
    _ count: Int, named words: [String], _ care: WriteOptions, in workspace: Workspace,
    _ question: @autoclosure () -> Message
  ) throws {
    guard count > max(NamedPlaces.count(in: words), 1), care.expect == nil, !care.dryRun,
      workspace.configuration.text("confirm") != "never"
    else { return }
    try confirm(question())
  }

  /// Returns a question about places before they are changed: how many, up to five titles, and how many more.
  ///
  /// - Parameter change: The intended change of the places, in words.
  func question(
    about places: [NotePosition], _ subject: NamedSubject, in workspace: Workspace, _ change: Message? = nil
  ) -> Message {
    let titles = places.prefix(Message.mostNamed).map { place -> String in
      let note = try? workspace.note(at: place.path)
      return page.title(note?.task(at: place.line)?.title ?? note?.title ?? place.path.string)
    }
    return question(about: titles, of: places.count, areTasks: subject.isOfTasks, change)
  }

  /// Returns the question before a change of `count` places. `titles` may name only some of the places.
  func question(about titles: [String], of count: Int, areTasks: Bool, _ change: Message? = nil) -> Message {
    let verb = pickerQuestion(areTasks ? .task : .note)
    let noun = areTasks ? counted(count, "task") : counted(count, "note")
    let english = "\(verb?.verb.english ?? "Change") \(noun)?" + (change.map { " " + $0.english } ?? "")
    let asked = areTasks ? verb?.verb.korean.task ?? "을 바꿀" : verb?.verb.korean.note ?? "를 바꿀"
    let korean =
      (areTasks ? "할 일" : "메모") + " \(count)개\(Self.counterParticle(asked))까요?" + (change.map { " " + $0.korean } ?? "")
    return Message(english, ko: korean).naming(titles, of: count)
  }

  /// Returns the object particle after a number with 개, which is 를.
  private static func counterParticle(_ asked: String) -> String {
    asked.first == "을" ? "를" + asked.dropFirst() : asked
  }

  /// Returns true for a word that begins a query: `KEY:VALUE` of a known key, `+TAG`, `@NAME`, `(`, `NOT` and `*`.
  func beginsQuery(_ word: String, in workspace: Workspace) -> Bool {
    if word == "*" || word == "NOT" || word.hasPrefix("(") { return true }
    if let change = ChangeWord(word), change.isSigned { return word.hasPrefix("+") }
    return isQuery(word, in: workspace)
  }
}

extension Message {
  static let mostNamed = 5

  /// Returns the question with the names of the notes: up to five, then the number of the others.
  func naming(_ names: [String], of count: Int) -> Message {
    let shown = names.prefix(Self.mostNamed)
    let list = "\n  " + shown.joined(separator: ", ")
    let more = count - shown.count
    return Message(
      english + list + (more > 0 ? "\n  … and \(more) more" : "") + "\n",
      ko: korean + list + (more > 0 ? "\n  … 외 \(more)개" : "") + "\n")
  }
}
