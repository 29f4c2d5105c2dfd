import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import Wording

/// Why a query found nothing: another folder has it, it is closed, it starts later, it is sealed; or what is called nearly so.
struct EmptyAnswer {
  private let query: Query
  private let workspace: Workspace
  private let now: CivilMoment

  init(to query: Query, in workspace: Workspace, now: CivilMoment) {
    self.query = query
    self.workspace = workspace
    self.now = now
  }

  // MARK: Notes

  /// A sentence for a listing of notes.
  func ofNotes() throws -> Message {
    if query == .all {
      return Message(
        "There are no notes yet. “sheaf new TITLE” creates one.",
        ko: "아직 메모가 없습니다. “sheaf new 제목”으로 만들 수 있습니다.")
    }
    if let elsewhere = try countOfNotes(query.withoutFolders), elsewhere > 0 {
      return Message(
        "Nothing in this folder; \(counted(elsewhere, "note")) in other folders",
        ko: "이 폴더에는 없습니다. 다른 폴더에 메모 \(elsewhere)개가 있습니다")
    }
    if let similar = try similarNames() { return similar }
    if try !sealed().isEmpty, query.asksForText {
      return Message(
        "No matches. Sealed letters are not searched.", ko: "일치하는 메모가 없습니다. 봉인한 편지는 검색하지 않습니다.")
    }
    return Message("No matches", ko: "일치하는 메모가 없습니다")
  }

  private func countOfNotes(_ query: Query?) throws -> Int? {
    guard let query else { return nil }
    return try workspace.index.notes(NoteRequest(query: query, now: now)).count
  }

  private func sealed() throws -> [NoteSummary] {
    try workspace.index.notes(NoteRequest(query: .state(.sealed), limit: 1, now: now))
  }

  /// Names with a part of the words, or those that are spelled nearly so.
  private func similarNames() throws -> Message? {
    let words = query.texts.joined(separator: " ")
    guard let part = NamePart(words) else { return nil }
    var names = try workspace.index.notes(matching: part, limit: 4)
      .filter { !$0.isSealed(on: now.day) }.prefix(3).map(\.title)
    if names.isEmpty {
      names =
        nearestName(to: foldedName(words), among: try workspace.index.noteNames())
        .map { [$0] } ?? []
    }
    guard !names.isEmpty else { return nil }
    let list = names.map { "“\($0)”" }.joined(separator: ", ")
    return Message("No matches. Similar names: \(list)", ko: "일치하는 메모가 없습니다. 비슷한 이름: \(list)")
  }

  // MARK: Tasks

  /// A sentence for a listing of tasks that are open and can be started.
  func ofTasks() throws -> Message {
    let later = try countOfTasks(query, .open)
    if later > 0 {
      return Message(
        "Nothing to do now; \(counted(later, "task")) with a later start (sheaf tasks start:>today)",
        ko: "지금 할 일이 없습니다. 나중에 시작하는 할 일 \(later)개(sheaf tasks start:>오늘)")
    }
    let closed = try countOfTasks(query, .all)
    if query == .all {
      return closed == 0
        ? Message(
          "There are no tasks yet. “sheaf add WORDS” adds one.",
          ko: "아직 할 일이 없습니다. “sheaf add 할 일”로 추가할 수 있습니다.")
        : Message(
          "Nothing is left to do; \(closed) closed (--all)",
          ko: "남은 할 일이 없습니다. 닫은 할 일 \(closed)개(--all)")
    }
    if closed > 0 {
      return Message(
        "No open task matches; \(closed) closed (--all)",
        ko: "일치하는 남은 할 일이 없습니다. 닫은 할 일 \(closed)개(--all)")
    }
    if let wider = query.withoutFolders {
      let elsewhere = try countOfTasks(wider, .open)
      if elsewhere > 0 {
        return Message(
          "No task in this folder; \(elsewhere) in other folders",
          ko: "이 폴더에는 할 일이 없습니다. 다른 폴더에 \(elsewhere)개가 있습니다")
      }
    }
    return Message("No task matches", ko: "일치하는 할 일이 없습니다")
  }

  private func countOfTasks(_ query: Query, _ scope: TaskScope) throws -> Int {
    try workspace.index.tasks(TaskRequest(query: query, scope: scope, now: now)).count
  }
}

extension Query {
  /// The same query asked of all folders; nil where it names none.
  fileprivate var withoutFolders: Query? {
    switch self {
    case .folder: return .all
    case .and(let parts):
      let rest = parts.filter { if case .folder = $0 { false } else { true } }
      guard rest.count < parts.count else { return nil }
      return rest.count == 1 ? rest[0] : rest.isEmpty ? .all : .and(rest)
    default: return nil
    }
  }

  /// The words that are asked for.
  fileprivate var texts: [String] {
    switch self {
    case .text(let term): [term.words]
    case .and(let parts): parts.flatMap(\.texts)
    default: []
    }
  }

  fileprivate var asksForText: Bool { !texts.isEmpty }
}
