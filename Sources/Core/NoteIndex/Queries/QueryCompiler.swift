import CivilCalendar
import GRDB
import NoteModel
import NoteSyntax

/// Turns a query into one condition of SQL, with its arguments: on the table `note`, or on `task` joined with the
/// `note` that holds it. Conditions that need the note's file are checked with the note.
///
/// An example: `tag:work is:pinned report`, asked of notes.
///
/// ```
///  QueryParser   and ┬ tag work      ─► note.id IN (SELECT note FROM tag WHERE folded = 'work' OR …)
///                    ├ is pinned     ─► note.isPinned
///                    └ text report   ─► ranking: text MATCH '"report"', which also orders the results
///  nobody asks for sealed letters    ─► NOT note.isSealed
/// ```
///
/// The conditions are joined by AND. The same query asked of tasks takes the tags of a check box into account too, and
/// the words in its line.
struct QueryCompiler {
  /// The kind of row that the query is about.
  enum Subject {
    case note, task
  }

  let subject: Subject
  /// The present moment, for overdue tasks and the days on which files were changed.
  let now: CivilMoment
  /// The notes that the names in the query mean.
  let names: QueryNames
  /// The regions whose telephone numbers are links.
  let telephoneRegions: Set<TelephoneRegion>
  private let ownStatuses: OwnStatuses
  var arguments: [(any DatabaseValueConvertible)?] = []
  /// The words that results are ranked by, as an FTS5 expression; nil if none is asked for.
  private(set) var ranking: String?
  /// True if the ranking expression is the whole of the text condition.
  private(set) var isRankedByMatch = false

  /// False for programs: for them a sealed letter is not even listed.
  var listsSealed = true

  init(
    _ subject: Subject, now: CivilMoment, telephoneRegions: Set<TelephoneRegion>,
    ownStatuses: OwnStatuses, names: QueryNames = QueryNames()
  ) {
    self.names = names
    self.ownStatuses = ownStatuses
    self.subject = subject
    self.now = now
    self.telephoneRegions = telephoneRegions
  }

  /// The task is for now: its status does not say otherwise.
  var isForNow: String {
    let later = ownStatuses.names(.later)
    return later.isEmpty ? "1" : "lower(task.status) NOT IN (\(Self.list(later)))"
  }

  /// The task was begun.
  var isStarted: String {
    "lower(task.status) IN (\(Self.list([TaskStatus.doing.name] + ownStatuses.names(.doing))))"
  }

  private static func list(_ texts: [String]) -> String {
    texts.map { "'\($0.replacing("'", with: "''"))'" }.joined(separator: ", ")
  }

  var utcOffsetSeconds: Int { now.utcOffsetSeconds ?? 0 }

  mutating func compileTasks(_ query: Query) -> String { condition(query.flattened) }

  /// Returns the condition for notes, with sealed letters if the query asks for them and they may be listed.
  mutating func compile(_ query: Query) -> String {
    let query = query.flattened
    let terms = if case .and(let parts) = query { parts } else { [query] }
    let texts = terms.compactMap { if case .text(let term) = $0 { term } else { nil } }
    let rest = terms.filter { if case .text = $0 { false } else { true } }
    let expressions = texts.map(Self.match)
    if !texts.isEmpty, !expressions.contains(nil) {
      ranking = expressions.compactMap(\.self).joined(separator: " AND ")
      isRankedByMatch = true
    } else {
      let words = query.terms.compactMap(\.text).compactMap(Self.match)
      ranking = words.isEmpty ? nil : words.joined(separator: " OR ")
    }
    var conditions = (isRankedByMatch ? rest : terms).map { condition($0) }
    if !listsSealed || !Self.asksForSealed(query) { conditions.append("NOT note.isSealed") }
    return conditions.joined(separator: " AND ")
  }

  private static func asksForSealed(_ query: Query) -> Bool {
    switch query {
    case .state(.sealed): true
    case .and(let parts), .or(let parts): parts.contains(where: asksForSealed)
    default: false
    }
  }

  /// Returns the FTS5 expression of a term. Nil for words without a letter.
  static func match(_ term: TextTerm) -> String? {
    let cut = SearchTokens(term.words.utf8, addsInitials: false)
    guard !cut.tokens.isEmpty else { return nil }
    let quoted = "\"" + term.words.split(separator: "\"").joined(separator: " ") + "\""
    let isOpen = term.isPrefix || term.isInitials || cut.endsInLoneLetter
    var phrase = isOpen ? quoted + " *" : quoted
    if term.isInitials {
      let mark = String(decoding: [SearchTokens.initialsMark], as: UTF8.self)
      let initials = term.words.prefix(SearchTokens.initialsLimit)
      phrase = "(\(phrase) OR \"\(mark)\(initials)\" *)"
    }
    return switch term.scope {
    case .anywhere: phrase
    case .title: "{title names} : " + phrase
    case .body: "{body} : " + phrase
    case .headings: "{headings} : " + phrase
    }
  }

  mutating func condition(_ query: Query) -> String {
    switch query {
    case .all: return "1"
    case .and(let parts): return parts.isEmpty ? "1" : joined(parts, " AND ")
    case .or(let parts): return parts.isEmpty ? "0" : joined(parts, " OR ")
    case .not(let inner): return "((" + condition(inner) + ") IS NOT TRUE)"
    case .text(let term): return condition(term)
    case .tag(let tag): return condition(tag)
    case .folder(let folder):
      arguments += [folder + "/", folder + "0", folder]
      return "note.id IN (SELECT id FROM file WHERE path >= ? AND path < ? OR path = ?)"
    case .kind(.task) where subject == .task: return "1"
    case .kind(let kind):
      arguments.append(kind.rawValue)
      return "note.kind = ?"
    case .state(let state): return condition(state)
    case .has(let part): return condition(part)
    case .link(let term): return condition(term)
    case .field(let term): return condition(term)
    }
  }

  private mutating func joined(_ parts: [Query], _ separator: String) -> String {
    "(" + parts.map { condition($0) }.joined(separator: separator) + ")"
  }

  /// Returns the condition for a term. A check box has separate words. Body and headings are the body and headings of the note.
  private mutating func condition(_ term: TextTerm) -> String {
    let inNote = condition(matching: Self.match(term))
    switch term.scope {
    case .body, .headings: return inNote
    case .anywhere, .title:
      guard subject == .task else { return inNote }
      return Self.ofTask(note: inNote, box: inBox(term))
    }
  }

  private mutating func condition(matching match: String?) -> String {
    guard let match else { return "0" }
    arguments.append(match)
    return "note.id IN (SELECT rowid FROM text WHERE text MATCH ?)"
  }

  private mutating func condition(_ tag: TagName) -> String {
    let folded = foldedName(tag.string)
    func tagged(_ condition: String) -> String {
      "note.id IN (SELECT note FROM tag WHERE (folded = ? OR folded >= ? AND folded < ?)\(condition))"
    }
    arguments += [folded, folded + "/", folded + "0"]
    guard subject == .task else { return tagged("") }
    arguments += [folded, folded + "/", folded + "0"]
    return Self.ofTask(note: tagged(""), box: "(\(tagged(" AND isField")) OR \(boxHasTag(folded)))")
  }

  private mutating func condition(_ state: NoteState) -> String {
    switch state {
    case .task: return subject == .task ? "1" : Self.isOwnTask
    case .open: return ofOwnTask(Self.isOpen)
    case .done: return ofOwnTask("task.isClosed = 1")
    case .overdue: return ofOwnTask("\(Self.isOpen) AND \(isOverdue)")
    case .blocked: return ofOwnTask("\(Self.isOpen) AND \(isBlocked)")
    case .ready: return ofOwnTask("\(Self.isOpen) AND \(isForNow) AND \(hasStarted) AND NOT \(isBlocked)")
    case .draft: return "note.isDraft"
    case .pinned: return "note.isPinned"
    case .orphan: return "NOT " + isLinkedTo(condition: " AND link.note <> note.id")
    case .untagged: return "NOT " + hasTag
    case .sealed: return "note.isSealed"
    }
  }

  private func isLinkedTo(condition: String) -> String {
    "EXISTS (SELECT 1 FROM link WHERE link.target = note.id\(condition))"
  }

  private func condition(_ part: NotePart) -> String {
    switch part {
    case .attachment:
      """
      EXISTS (SELECT 1 FROM link JOIN attachment ON attachment.id = link.target
        WHERE link.note = note.id)
      """
    case .link: "EXISTS (SELECT 1 FROM link WHERE link.note = note.id AND \(isShown("link")))"
    case .tag: hasTag
    case .task: "EXISTS (SELECT 1 FROM task WHERE task.note = note.id)"
    case .alias:
      """
      EXISTS (SELECT 1 FROM name
        WHERE name.note = note.id AND name.rank = \(NoteName.Rank.alias.rawValue))
      """
    case .due: "\(subjectTable).dueDay IS NOT NULL"
    case .backlink: isLinkedTo(condition: " AND link.note <> note.id")
    }
  }

  private mutating func condition(_ term: LinkTerm) -> String {
    let notes = names.notes[term.name] ?? []
    let list = "(" + notes.map { String($0) }.joined(separator: ",") + ")"
    switch term.direction {
    case .mentions: return condition(matching: Self.match(TextTerm(words: term.name)))
    case .linksTo: return "note.id IN (SELECT note FROM link WHERE target IN \(list))"
    case .linkedBy:
      return """
        note.id IN (SELECT target FROM link WHERE target IS NOT NULL AND link.note IN \(list))
        """
    }
  }
}

/// The notes that `links-to:` and `linked-by:` name in a query, looked up before it becomes SQL.
struct QueryNames {
  /// The numbers of the notes that each name means.
  private(set) var notes: [String: [Int]] = [:]

  init() {}

  init(_ query: Query, _ database: Database, roots: LinkRoots) throws {
    let asked = Self.names(in: query)
    if asked.isEmpty { return }
    let names = try StoredNames(database)
    for name in asked {
      notes[name] = try names.notes(called: name, from: LinkStart(folder: nil, roots: roots))
    }
  }

  private static func names(in query: Query) -> Set<String> {
    switch query {
    case .and(let parts), .or(let parts): Set(parts.flatMap(names))
    case .not(let inner): names(in: inner)
    case .link(let term): [term.name]
    default: []
    }
  }
}
