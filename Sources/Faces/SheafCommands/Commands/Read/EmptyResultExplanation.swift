package import CivilCalendar
package import NoteActions
import NoteIndex
package import NoteModel
package import Wording

/// The reasons why a query found nothing: another folder has the note, it is closed, it starts later, it is sealed; or
/// the nearest name.
package struct EmptyResultExplanation {
  private let query: Query
  private let workspace: Workspace
  private let now: CivilMoment
  /// The words that were asked for.
  private let typed: String

  /// - Parameters:
  ///   - words: The query as it was typed.
  ///   - query: The query as it was read.
  package init(of words: [String], _ query: Query, in workspace: Workspace, now: CivilMoment) {
    typed = words.joined(separator: " ")
    self.query = query
    self.workspace = workspace
    self.now = now
  }

  // MARK: Notes

  /// Returns a sentence for a listing of notes.
  ///
  /// - Parameter takesDays: True if words can be days, too.
  package func ofNotes(takesDays: Bool = false) throws -> Message {
    if try workspace.index.notes(NoteRequest(query: .all, limit: 1, now: now)).isEmpty {
      return Message(
        "There are no notes yet. “sheaf new TITLE” creates one.",
        ko: "아직 메모가 없습니다. “sheaf new 제목”으로 만들 수 있습니다.")
    }
    if let elsewhere = try countOfNotes(query.withoutFolders), elsewhere > 0 {
      return nothing("note", ko: "메모가", Message("; \(elsewhere) in other folders", ko: ". 다른 폴더에 \(elsewhere)개가 있습니다"))
    }
    if let similar = try similarNames() { return nothing("note", ko: "메모가", similar) }
    if let nearest = try nearestTerm(takesDays: takesDays) { return nothing("note", ko: "메모가").orMeant(nearest) }
    let letters = NoteRequest(query: .state(.sealed), limit: 1, now: now)
    let isUnread = try query.asksForText && !workspace.index.notes(letters).isEmpty
    let sealed = Message(" (sealed letters are not searched)", ko: "(봉인한 편지는 검색하지 않음)")
    return nothing("note", ko: "메모가", isUnread ? sealed : nil)
  }

  /// Returns “No note matches “tag:x””, with the words that were asked for, and a remark.
  private func nothing(_ noun: String, ko korean: String, _ remark: Message? = nil) -> Message {
    let (words, subject) = typed.isEmpty ? ("", "일치하는") : (" “\(typed)”", "“\(typed)”에 맞는")
    return Message(
      "No \(noun) matches\(words)\(remark?.english ?? "")", ko: "\(subject) \(korean) 없습니다\(remark?.korean ?? "")")
  }

  private func countOfNotes(_ query: Query?) throws -> Int? {
    guard let query else { return nil }
    return try workspace.index.notes(NoteRequest(query: query, now: now)).count
  }

  /// Returns names with a part of the words, or those that are spelled nearly so.
  private func similarNames() throws -> Message? {
    let words = query.texts.joined(separator: " ")
    guard let part = NamePart(words) else { return nil }
    var names = try workspace.index.notes(matching: part, limit: 4).prefix(3).map(\.title)
    if names.isEmpty {
      names = nearestName(to: foldedName(words), among: try workspace.index.names.keys()).map { [$0] } ?? []
    }
    guard !names.isEmpty else { return nil }
    let list = names.map { "“\($0)”" }.joined(separator: ", ")
    return Message(". Similar names: \(list)", ko: ". 비슷한 이름: \(list)")
  }

  /// Returns the day or the value of a field that was probably meant.
  private func nearestTerm(takesDays: Bool) throws -> String? {
    let words = query.texts.joined(separator: " ")
    if takesDays, words.count > 4, let day = NearestDate.reading(words, now: now) { return day }
    for case .field(let term) in query.terms where term.comparison == .equal {
      let notes = try workspace.index.notes(NoteRequest(query: .all, limit: 1_000, now: now))
      let used = try workspace.index.fields.values(of: term.key, in: notes).values.joined()
      let known = Set(QueryWords.values(of: term.key)).union(used)
      for case .literal(let literal) in term.values where !literal.isPrefix {
        guard !known.contains(literal.text), let nearest = nearestName(to: literal.text, among: known) else { continue }
        let word = typed.split(separator: " ").first { $0.hasSuffix(":" + literal.text) }
        return (word.map { String($0.dropLast(literal.text.count)) } ?? term.key + ":") + nearest
      }
    }
    return nil
  }

  // MARK: Tasks

  /// Returns a sentence for a listing of tasks that are open and can be started.
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
          "There are no tasks yet. “sheaf add TITLE” adds one.",
          ko: "아직 할 일이 없습니다. “sheaf add 제목”으로 추가할 수 있습니다.")
        : Message(
          "Nothing is left to do; \(closed) closed (--all)",
          ko: "남은 할 일이 없습니다. 끝난 할 일 \(closed)개(--all)")
    }
    if closed > 0 {
      return nothing(
        "open task", ko: "남은 할 일이", Message("; \(closed) closed (--all)", ko: ". 끝난 할 일 \(closed)개(--all)"))
    }
    if let wider = query.withoutFolders {
      let elsewhere = try countOfTasks(wider, .open)
      if elsewhere > 0 {
        return nothing(
          "task", ko: "할 일이", Message("; \(elsewhere) in other folders", ko: ". 다른 폴더에 \(elsewhere)개가 있습니다"))
      }
    }
    return try nothing("task", ko: "할 일이").orMeant(nearestTerm(takesDays: true))
  }

  private func countOfTasks(_ query: Query, _ scope: TaskScope) throws -> Int {
    try workspace.index.tasks(TaskRequest(query: query, scope: scope, now: now)).count
  }
}

extension Query {
  /// The query without its folders. Nil if it names no folder.
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

/// The reason why a query has no answer: a folder that does not exist, or a word that no note contains, but a similar
/// one.
struct UnansweredReason {
  private let index: IndexDatabase
  private let request: NoteRequest

  /// - Parameter request: A request without results.
  init(to request: NoteRequest, in index: IndexDatabase) {
    self.index = index
    self.request = request
  }

  /// Reports on standard error a likely correction of the query; prints nothing if there is none.
  func explain(in context: CommandContext) throws {
    for folder in request.query.terms.compactMap(\.folder) { try explain(folder: folder, context) }
    for term in request.query.terms.compactMap(\.text) where try !isFound(term) {
      guard let word = try similar(to: term) else { continue }
      context.warn(Message("No note contains “\(term.words)”", ko: "“\(term.words)” 검색 결과가 없습니다").orMeant(word))
    }
  }

  /// Returns the request with the last word read as half typed. Nil if a note contains the word as it is, and for other
  /// requests.
  func halfTyped() throws -> NoteRequest? {
    let query = try request.query.replacingLastWords { term in
      guard let word = HalfTypedWord(term.words), try !isFound(term) else { return nil }
      let words = try word.completions(in: index.vocabulary)
      return words.isEmpty ? nil : .or(words.map { .text(TextTerm(words: $0, scope: term.scope)) })
    }
    guard let query else { return nil }
    var request = request
    request.query = query
    return request
  }

  private func explain(folder: String, _ context: CommandContext) throws {
    let folders = try index.files.folders()
    guard !folders.contains(folder) else { return }
    context.warn(
      Message("There is no folder \(folder)", ko: "\(folder) 폴더를 찾을 수 없습니다")
        .orMeant(nearestName(to: folder, among: folders).map { "in:" + $0 }))
  }

  private func isFound(_ term: TextTerm) throws -> Bool {
    var request = request
    request.query = .text(term)
    request.limit = 1
    return try !index.notes(request).isEmpty
  }

  /// The nearest words that are tried: most of them are in some note.
  private static let attempts = 10

  private func similar(to term: TextTerm) throws -> String? {
    let words = try MisspeltWord(term.words)?.suggestions(in: index.vocabulary) ?? []
    return try words.prefix(Self.attempts).first { word in
      try isFound(TextTerm(words: word, isPrefix: term.isPrefix, scope: term.scope))
    }
  }
}

extension CommandContext {
  /// Returns the notes of a request. Without a result, tries to complete a half-typed last word, then the further
  /// queries, and reports the probable meaning if nothing is found.
  ///
  /// - Parameters:
  ///   - request: Replaced by the request that found the notes.
  ///   - index: The index in which the notes are searched.
  ///   - tries: The further queries, in order.
  /// - Returns: The notes in order.
  /// - Throws: An error if the index cannot be read.
  func notes(_ request: inout NoteRequest, in index: IndexDatabase, tries: [SecondTry] = []) throws -> [NoteSummary] {
    let notes = try index.notes(request)
    guard notes.isEmpty else { return notes }
    let missing = UnansweredReason(to: request, in: index)
    if let completed = try missing.halfTyped() {
      let found = try index.notes(completed)
      if !found.isEmpty {
        request = completed
        note(
          Message(
            "No note contains the last word; these contain words that begin with it",
            ko: "마지막 단어가 있는 메모가 없어, 그렇게 시작하는 단어를 찾았습니다"))
        return found
      }
    }
    try missing.explain(in: self)
    for attempt in tries {
      var second = request
      guard let query = attempt.query(for: request.query) else { continue }
      second.query = query
      let found = try index.notes(second)
      if found.isEmpty { continue }
      request = second
      note(attempt.explanation)
      return found
    }
    return []
  }
}

extension SecondTry {
  fileprivate var explanation: Message {
    switch self {
    case .otherSpaces:
      Message(
        "No note has these words as typed; these notes have them with other spaces", ko: "일치하는 메모가 없어, 띄어쓰기를 달리해 찾았습니다")
    case .anyWord:
      Message(
        "No note has all of these words; these notes have some of them, or other forms",
        ko: "모든 단어가 있는 메모가 없어, 일부나 다른 형태가 있는 메모를 찾았습니다")
    }
  }
}
