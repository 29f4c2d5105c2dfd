import ByteBasics
package import CivilCalendar
package import NoteActions
import NoteIndex
package import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import Wording

/// The treatment of a part of a name on the command line.
package enum NamePartRule {
  /// A part that no other note has identifies the note.
  case accepted
  /// The user is asked. Without a terminal, an error is thrown.
  case asked
  /// Whole names alone.
  case refused
}

extension CommandContext {
  /// Returns the note that the user's words name.
  ///
  /// Several notes of one name: a choice on a terminal, otherwise an error that lists them.
  package func note(_ text: String, in workspace: Workspace, parts: NamePartRule = .accepted) throws -> NotePath {
    if text == "-" { try refuseInput([text]) }
    let path = try referred(text, in: workspace, parts)
    // A program does not learn which names its user keeps from it.
    if access != nil, try workspace.isSealed(path) { throw NoteLookupError.notFound(text, nearest: nil) }
    return path
  }

  private func referred(_ text: String, in workspace: Workspace, _ parts: NamePartRule) throws -> NotePath {
    switch NoteReference(text) {
    case .lastTouched:
      // If the last note was deleted, the note before it is used.
      let touched = TerminalMemory(self, workspace).touched
      guard let path = touched.first(where: { workspace.files.exists($0) }) ?? touched.first else {
        throw NoteLookupError.nothingTouched
      }
      return path
    case .row(let row): return try place(ofRow: row, in: workspace).path
    case .name(let name): return try named(name, in: workspace, parts)
    }
  }

  /// Returns the place of a row of the last listing.
  func place(ofRow row: Int, in workspace: Workspace) throws -> NotePosition {
    let memory = TerminalMemory(self, workspace)
    guard memory.isSession else { throw NoteLookupError.noSession }
    guard let rows = memory.rows, let place = rows.place(row) else {
      throw NoteLookupError.noSuchRow(row, count: memory.rows.map { $0.areInForce ? $0.places.count : 0 } ?? 0)
    }
    let note = try? workspace.note(at: place.path)
    let title = plainTitle(note?.task(at: place.line)?.title ?? note?.title ?? place.path.string)
    guard rows.areInForce else { throw NoteLookupError.formerRow(row, title: title) }
    guard !workspace.files.exists(place.path) else { return place }
    let journal = try? changes.journalToRead(of: workspace.repository, workspace.configuration)
    let history = (try? journal?.history().entries) ?? []
    var path = place.path
    for entry in history where entry.state == .done && entry.moment.secondsSinceEpoch() >= rows.listed {
      for (from, to) in entry.moves where path == from || from.contains(path) { path = path.moved(from: from, to: to) }
    }
    if workspace.files.exists(path) { return NotePosition(path, line: place.line) }
    let isDeleted = history.last { ($0.paths + $0.formerPaths).contains(path) }?.state == .done
    throw NoteLookupError.goneRow(row, path, isDeleted: isDeleted)
  }

  private func named(_ name: String, in workspace: Workspace, _ parts: NamePartRule) throws -> NotePath {
    if let path = workspace.repository.path(of: name, relativeTo: workingDirectory),
      path.isMarkdown, workspace.files.fingerprint(path) != nil,
      // Programs read no file that the repository ignores.
      try access == nil || workspace.index.files.contains(workspace.files.located(path, isWhole: true))
    {
      // A command that removes or moves a symbolic link changes the link, not its target.
      return parts == .accepted ? try workspace.files.located(path, isWhole: true) : path
    }
    let entries = diaryDay(name).map(workspace.layout.diaryPaths) ?? []
    if let path = entries.first(where: { workspace.files.fingerprint($0) != nil }) { return path }
    let folder = workspace.repository.path(of: ".", relativeTo: workingDirectory)
    var found = try workspace.index.notes(named: name, from: folder)
    let equal = name.contains("/") ? [] : try workspace.index.notes(withName: name)
    if equal.count > 1 { found = equal }
    found = try found.filter { try access == nil || !workspace.isSealed($0.path) }
    switch found.count {
    case 0:
      // Commands that delete or move a note require the note's own name.
      let note = parts == .accepted ? workspace.note(behind: name, from: LinkStart(folder: folder)) : nil
      return try note ?? partlyNamed(name, in: workspace, parts)
    case 1: return found[0].path
    default:
      guard parts != .refused else { throw NoteLookupError.ambiguous(name, found) }
      if parts == .accepted {
        // The name of a repeating task means the open occurrence.
        let closed = Set(try workspace.index.tasks().filter { $0.line == nil && $0.item.status.isClosed }.map(\.path))
        let open = found.filter { !closed.contains($0.path) }
        if open.count == 1 { return open[0].path }
      }
      return try choose(found, name: name, workspace)
    }
  }

  private func partlyNamed(_ name: String, in workspace: Workspace, _ parts: NamePartRule) throws -> NotePath {
    let part = parts == .refused ? nil : NamePart(name)
    let found =
      try part.map { part in
        try workspace.index.notes(matching: part, includesSealed: access == nil)
      } ?? []
    guard let first = found.first else {
      if let read = leadingDays(name.split(separator: " ").map(String.init), for: .past), read.query.isEmpty,
        read.days.first == read.days.last
      {
        throw NoteLookupError.noEntry(read.days.first, name)
      }
      throw NoteLookupError.notFound(name, nearest: try nearest(to: name, in: workspace))
    }
    if found.count == 1, parts == .accepted { return first.path }
    if found.count == 1, !mayAsk { throw NoteLookupError.onlyPart(name, first.path) }
    let path = found.count == 1 ? first.path : try choose(found, name: name, workspace)
    if parts == .asked, let question = pickerQuestion(.note) {
      try confirm(question.confirmation(of: page.title(found.first { $0.path == path }?.title ?? ""), at: path))
    }
    return path
  }

  /// Returns the name that was probably meant: a similar name, else a name with a similar word.
  private func nearest(to name: String, in workspace: Workspace) throws -> String? {
    let names = try workspace.index.names.keys()
    let folded = foldedName(name)
    if let nearest = nearestName(to: folded, among: names) { return nearest }
    guard folded.count >= 3, !folded.contains(" ") else { return nil }
    let words = names.lazy.flatMap { name in
      name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
    return nearestName(to: folded, among: words).flatMap { word in
      names.first { $0.contains(word) }
    }
  }

  /// Returns the day that words mean in the diary, where a weekday and a date without a year are the last ones.
  func diaryDay(_ name: String) -> Day? {
    guard case .day(let day)? = DateExpression.parse(name, relativeTo: clock(), for: .diary) else { return nil }
    return day
  }

  private func choose(_ notes: [NoteSummary], name: String, _ workspace: Workspace) throws -> NotePath {
    guard mayAsk else { throw NoteLookupError.ambiguous(name, notes) }
    let chosen = try NotePicker(context: self, workspace: workspace).chooseOne(from: notes)
    return chosen.path
  }
}

/// A name that is no note's, or several notes'.
package enum NoteLookupError: ExplainedError {
  case notFound(String, nearest: String?, ofTasks: Bool = false)
  /// The words name a day without a diary entry.
  case noEntry(Day, String)
  case ambiguous(String, [NoteSummary])
  case onlyPart(String, NotePath)
  case nothingTouched
  /// A number that is no row of the last listing, which has `count`.
  case noSuchRow(Int, count: Int)
  /// The row belongs to a listing that a later listing has replaced.
  case formerRow(Int, title: String)
  /// The file of a row is missing. `isDeleted` is true if a command of this program deleted the file.
  case goneRow(Int, NotePath, isDeleted: Bool)
  /// No terminal has listed anything that a number could mean.
  case noSession
  /// A query, a folder or a name that no note or task has.
  case nothing(String, ofTasks: Bool)

  /// True if no note and no entry has the name.
  var isOfMissing: Bool {
    switch self {
    case .notFound, .noEntry: true
    default: false
    }
  }

  var category: ErrorCategory {
    switch self {
    case .ambiguous, .onlyPart, .noSession: .usage
    case .notFound, .noEntry, .nothingTouched, .noSuchRow, .formerRow, .goneRow, .nothing: .nothing
    }
  }

  var explanation: Message {
    switch self {
    case .notFound(let name, _, _) where name.hasPrefix("@"):
      Message("There is no saved query “\(name)”", ko: "저장한 검색식이 없습니다: “\(name)”")
    case .notFound(let name, _, ofTasks: false): Message("No note matches “\(name)”", ko: "“\(name)” 메모를 찾을 수 없습니다")
    case .notFound(let name, _, ofTasks: true): Message("No task matches “\(name)”", ko: "“\(name)” 할 일을 찾을 수 없습니다")
    case .noEntry(let day, _):
      Message(
        "The diary has no entry for \(DayText.text(.day(day), in: .english))",
        ko: "\(DayText.text(.day(day), in: .korean))에 쓴 일기가 없습니다")
    case .nothing(let words, ofTasks: false): Message("No note matches “\(words)”", ko: "“\(words)”에 맞는 메모가 없습니다")
    case .nothing(let words, ofTasks: true): Message("No task matches “\(words)”", ko: "“\(words)”에 맞는 할 일이 없습니다")
    case .ambiguous(let name, let notes):
      Message(
        "“\(name)” matches \(notes.count) notes:\n" + Self.list(notes),
        ko: "“\(name)” 메모가 여러 개입니다(\(notes.count)개):\n" + Self.list(notes))
    case .onlyPart(let name, let path):
      Message(
        "“\(name)” is only part of a name: \(path)",
        ko: "이름의 일부만 같습니다: “\(name)”, \(path)")
    case .nothingTouched: Message("No note has been opened or changed here yet", ko: "아직 열거나 바꾼 메모가 없습니다")
    case .noSuchRow(let row, 0):
      Message(
        "There is no row \(row); this terminal has no current listing with row numbers",
        ko: "\(row)번이 없습니다. 이 터미널에 번호를 매긴 최근 목록이 없습니다")
    case .noSuchRow(let row, let count):
      Message(
        "There is no row \(row); the last listing has \(counted(count, "row"))",
        ko: "목록에 \(row)번이 없습니다. 마지막 목록은 \(count)번까지입니다")
    case .formerRow(let row, let title):
      Message(
        "Row \(row) was “\(title)” in an earlier listing; the last one has no row numbers, or is old",
        ko: "이전 목록의 \(row)번은 \(KoreanParticle.past.after("“\(title)”", noun: "메모")). 마지막 목록에는 번호가 없거나, 오래된 목록입니다")
    case .goneRow(let row, let path, isDeleted: true):
      Message("Row \(row), “\(path)”, was deleted", ko: "\(row)번은 삭제한 파일입니다: “\(path)”")
    case .goneRow(let row, let path, isDeleted: false):
      Message(
        "Row \(row), “\(path)”, was deleted, moved or renamed by another program",
        ko: "\(row)번은 다른 프로그램이 지우거나 옮긴 파일입니다: “\(path)”")
    case .noSession: Message("A row needs the terminal that listed it", ko: "번호는 목록을 표시한 터미널에서만 쓸 수 있습니다")
    }
  }

  var hint: Message? {
    switch self {
    case .notFound(_, let nearest?, _): .didYouMean(nearest)
    case .notFound(let name, nil, _) where name.hasPrefix("@"):
      Message("“sheaf query” lists the saved queries.", ko: "“sheaf query”로 저장한 검색식을 볼 수 있습니다.")
    case .notFound:
      Message(
        "Give a title, path, alias or id, or part of one. To search the text: sheaf search WORDS",
        ko: "제목, 경로, 별칭, id나 그 일부를 입력하세요. 본문은 “sheaf search 검색어”로 찾으세요.")
    case .noEntry(_, let words): Message(verbatim: "sheaf diary " + words)
    case .ambiguous: Message("Type more of the title, or give the path.", ko: "제목을 더 입력하거나 경로를 지정하세요.")
    case .formerRow: Message("List again, or type the name.", ko: "목록을 다시 보거나 이름을 입력하세요.")
    case .onlyPart: Message("Use the path or the whole name.", ko: "경로나 전체 이름을 지정하세요.")
    case .nothingTouched: nil
    case .noSuchRow(let row, _):
      Message(
        "“sheaf list” and “sheaf tasks” number their rows. For a note with this name, write ./\(row).md",
        ko: "“sheaf list”와 “sheaf tasks”의 목록에 번호가 있습니다. 이름이 숫자인 메모는 이렇게 지정하세요: ./\(row).md")
    case .goneRow, .noSession, .nothing: nil
    }
  }

  /// The most notes that are listed.
  private static let listedNotes = 20

  /// Returns a list of paths, each with the title if the path does not contain the title.
  private static func list(_ notes: [NoteSummary]) -> String {
    let lines = notes.prefix(listedNotes).map { note in
      let isTold = nameKey(note.title) == nameKey(String(note.path.stem))
      return "  \(note.path)" + (isTold ? "" : "  \(plainTitle(note.title))")
    }
    return (lines + (notes.count > listedNotes ? ["  …"] : [])).joined(separator: "\n")
  }
}

extension CommandContext {
  /// Returns true for a number, which is a row whatever a file or a folder is called.
  func isRow(_ word: String) -> Bool {
    if case .row = NoteReference(word) { true } else { false }
  }

  /// Returns true for a term with a key that is known, and for a saved query: `tag:work`, `@urgent`.
  func isQuery(_ word: String, in workspace: Workspace) -> Bool {
    if word.hasPrefix("@") { return workspace.configuration.table("views")[String(word.dropFirst())] != nil }
    guard let colon = word.firstIndex(of: ":"), colon > word.startIndex else { return false }
    let key = word[..<colon].drop { $0 == "-" }.lowercased()
    return QueryWords.keys.contains(key) || FieldCatalogue.field(typed: key) != nil
      || ((try? workspace.index.fields.keys()) ?? []).contains(key)
  }
}

struct NamedFolder {
  /// The path; nil for the root of the repository.
  let path: NotePath?
}

extension CommandContext {
  /// Returns the folder that the user's word names. Nil if it names none.
  func folder(_ text: String, in workspace: Workspace) -> NamedFolder? {
    let absolute = NoteRepository.absolutePath(text, from: workingDirectory)
    if resolvedPath(absolute) == workspace.repository.root { return NamedFolder(path: nil) }
    guard let path = workspace.repository.path(of: text, relativeTo: workingDirectory), workspace.files.isFolder(path)
    else { return nil }
    return NamedFolder(path: path)
  }

  /// Returns the file or folder with the path in `text`, or else the note with this name.
  func file(_ text: String, in workspace: Workspace) throws -> NotePath {
    if !isRow(text), let path = workspace.repository.path(of: text, relativeTo: workingDirectory),
      workspace.files.exists(path), !path.string.hasPrefix(Repository.settingsFolder)
    {
      return path
    }
    // A command that moves or removes must not act on a mistyped part of a name.
    return try note(text, in: workspace, parts: .asked)
  }

  /// Returns the place that the user's words name: a note, `NOTE:LINE`, `NOTE#Heading`, or a row of the last listing
  /// with its line.
  func place(_ text: String, in workspace: Workspace) throws -> NotePosition {
    if case .row(let row) = NoteReference(text) { return try place(ofRow: row, in: workspace) }
    if let path = try? note(text, in: workspace, parts: .refused) { return NotePosition(path) }
    if let (name, line) = Self.split(text, at: ":"), let line = Int(line), line > 0 {
      // Row 2 at line 14, or the note of that name.
      return NotePosition(try note(name, in: workspace), line: line)
    }
    if let (name, heading) = Self.split(text, at: "#"), !name.isEmpty {
      return try place(ofHeading: heading, in: try note(name, in: workspace), workspace)
    }
    return NotePosition(try note(text, in: workspace))
  }

  private static func split(_ text: String, at mark: Character) -> (String, String)? {
    guard let index = text.lastIndex(of: mark), index > text.startIndex else { return nil }
    return (String(text[..<index]), String(text[text.index(after: index)...]))
  }

  private func place(ofHeading heading: String, in path: NotePath, _ workspace: Workspace) throws -> NotePosition {
    let document = try workspace.note(at: path).document
    let found =
      document.headings.first { nameKey($0.text) == nameKey(heading) }
      ?? NamePart(heading).flatMap { part in
        document.headings.first { part.match(TypedName($0.text)) != nil }
      }
    guard let found else {
      throw Problem(
        .notFound,
        Message("\(path) has no heading “\(heading)”", ko: "\(path)에서 “\(heading)” 소제목을 찾을 수 없습니다"),
        hint: Message("“sheaf show \(path)” shows the headings.", ko: "“sheaf show \(path)”로 소제목을 볼 수 있습니다."))
    }
    return NotePosition(path, line: document.source.position(at: found.range.lowerBound).line)
  }
}
