import ByteBasics
package import CivilCalendar
package import MarkdownFormatting
import NoteIndex
package import NoteModel
import NoteRepository
package import NoteSyntax
import Synchronization
package import Wording

extension Workspace {
  /// Returns the notes that nobody else reads by chance: in an answer, or as an embed.
  func heldBackFromOthers(at now: CivilMoment) throws -> [NotePath: HeldBackReason] {
    try index.notes.heldBack(by: rulesForUnchosen(at: now))
  }
}

/// Replaces queries in notes by their results as Markdown, and citation keys by the cited works.
///
/// Results never contain letters before their day. Results for other readers contain only the notes in a list of
/// allowed notes.
package struct QueryAnswers: Sendable {
  package let workspace: Workspace
  package let now: CivilMoment
  package let language: Language
  /// The values that queries of other languages read once for all answers.
  package let cache = AnswerCache()
  /// Returns true for a note that the readers of the answers are allowed to see.
  package var allows: @Sendable (NotePath) -> Bool = { _ in true }
  /// Returns true for a bibliography or base that the readers of the answers are allowed to see.
  package var allowsFile: @Sendable (NotePath) -> Bool = { _ in true }
  /// False if the readers of the answers do not see tasks.
  package var showsTasks = true
  /// True to sort a query without an order by title. The default order would change with every written answer, because
  /// the answer changes a note.
  package var isStable = false
  /// True to replace citations; false to keep them as written.
  package var citesWorks = true
  /// True for links in the form `[[note|title]]`, which a terminal shows without the path.
  package var writesWikiLinks = false

  package init(_ workspace: Workspace, now: CivilMoment, _ language: Language) {
    self.workspace = workspace
    self.now = now
    self.language = language
  }

  /// Returns a document with the answers to its queries, or nil if it has neither queries nor citations.
  package func answered(_ document: Document, at path: NotePath) -> Document? {
    let queries = NoteQuery.all(in: document)
    let scene = AnswerScene()
    var edits = queries.enumerated().map { number, query in
      if number >= Self.limit { return TextEdit(range: query.place, replacement: Self.tooMany.text(in: language)) }
      if query.isInline { return TextEdit(range: query.range, replacement: inlineAnswer(to: query, in: path, scene)) }
      let lines = ["", answer(to: query, in: path, scene), ""].joined(separator: "\n")
      // An empty line is the mark of its quotation too.
      return TextEdit(range: query.place, replacement: lines.replacing("\n", with: "\n" + query.prefix))
    }
    if citesWorks, !document.citations.isEmpty,
      var works = try? CitedWorks(document, at: path, in: workspace.index, from: allowsFile)
    {
      edits += works.edits()
    }
    guard !edits.isEmpty else { return nil }
    return (try? document.source.applying(edits)).map { Document(parsing: $0.bytes) }
  }

  /// Returns a note with the answers to its queries.
  package func answered(_ note: Note, in layout: VaultLayout) -> Note {
    answered(note.document, at: note.path).map { Note($0, at: note.path, in: layout) } ?? note
  }

  /// Creates answers for readers whom the owner of the notes chooses. The answers contain no private note.
  package static func forOthers(
    of workspace: Workspace, now: CivilMoment, _ language: Language
  ) throws -> QueryAnswers {
    let heldBack = try workspace.heldBackFromOthers(at: now)
    var answers = QueryAnswers(workspace, now: now, language)
    answers.allows = { heldBack[$0] == nil }
    answers.allowsFile = workspace.filesForUnchosen()
    answers.citesWorks = false
    return answers
  }

  /// Returns the answer to a query, with links in the style of the note at `path`, without the last line ending.
  package func answer(to query: NoteQuery, in path: NotePath, _ scene: AnswerScene = AnswerScene()) -> String {
    do {
      return written(try orNotRun { try blocks(for: query, in: path, scene) })
    } catch {
      return Self.unreadable.text(in: language)
    }
  }

  /// Returns an answer as a document, with the reasons if there is none.
  package func document(_ answer: () throws -> [DocumentTree.Block]) throws -> Document {
    Document(parsing: Array((written(try orNotRun(answer)) + "\n").utf8))
  }

  private func orNotRun(_ answer: () throws -> [DocumentTree.Block]) throws -> [DocumentTree.Block] {
    do { return try answer() } catch let mistake as QueryMistakes {
      let words = Message("Query not run:", ko: "실행하지 못한 검색식:").text(in: language)
      let reasons = mistake.messages.map { $0.text(in: language) }
      return [.quote(reasons.map { .paragraph([.strong([.text(words)]), .text(" " + $0)]) })]
    }
  }

  /// Returns true for a note that may be shown today.
  package func shows(_ note: NoteSummary) -> Bool { allows(note.path) && note.unseal.map { $0 <= now.day } != false }

  /// A note with more queries is nobody's.
  private static let limit = 200
  private static let tooMany = Message(
    "Query not run: a note can have at most 200 queries", ko: "실행하지 못한 검색식: 메모 하나에 200개까지 쓸 수 있습니다.")

  static let unreadable = Message("The index cannot be read", ko: "색인을 읽을 수 없습니다")

  private static let unwritable = Message(
    "The results cannot be written as Markdown, for example because of thousands of brackets",
    ko: "검색 결과를 마크다운으로 쓸 수 없습니다(예: 대괄호 수천 개)")

  func written(_ tree: [DocumentTree.Block]) -> String {
    guard let bytes = try? DocumentWriter(omitsComments: true).bytes(of: DocumentTree(blocks: tree)) else {
      return Self.unwritable.text(in: language)
    }
    return String(decoding: bytes.last == ASCII.lineFeed ? bytes.dropLast() : bytes, as: UTF8.self)
  }

  /// Runs a query and returns its answer. Throws ``QueryMistakes`` for a query that cannot be run.
  func blocks(for query: NoteQuery, in path: NotePath, _ scene: AnswerScene) throws -> [DocumentTree.Block] {
    switch query.language {
    case .sheaf(let block): return try blocks(for: block, in: path)
    case .foreign(let query):
      guard let query = query as? any AnswerableQuery else { return [] }
      return try query.blocks(for: QueryAsker(self, path, scene))
    }
  }

  /// Returns the answer to an expression in a line of text.
  private func inlineAnswer(to query: NoteQuery, in path: NotePath, _ scene: AnswerScene) -> String {
    do {
      let text = try written(blocks(for: query, in: path, scene)).replacing("\n", with: " ")
      return query.isInCell ? text.replacing("\\|", with: "|").replacing("|", with: "\\|") : text
    } catch {
      let reason = (error as? QueryMistakes)?.messages.first ?? Self.unreadable
      return written([.paragraph([.emphasis([.text(reason.text(in: language))])])])
    }
  }

  fileprivate func links(in path: NotePath) -> AnswerLinks { AnswerLinks(path: path, areWiki: writesWikiLinks) }

  private func blocks(for block: QueryBlock, in path: NotePath) throws -> [DocumentTree.Block] {
    let views = workspace.configuration.table("views")
    let problems = block.problems(now: now, views: views)
    guard problems.isEmpty else { throw QueryMistakes(messages: problems) }
    let own = Set(try workspace.index.fields.keys())
    let parsed = try QueryParser.parse(block.query, now: now, zone: workspace.index.zone, ownKeys: own, views: views)
    let asked = block.columns + block.sort.map(\.field) + (block.group.map { [$0] } ?? [])
    let unknown = asked.filter { field in
      let key = FieldCatalogue.folded(field)
      return FieldCatalogue.field(for: field) == nil && !["path", "folder", "kind"].contains(key) && !own.contains(key)
    }
    guard unknown.isEmpty else {
      throw QueryMistakes(
        messages: unknown.map { Message("no note has the field “\($0)”", ko: "“\($0)” 필드가 있는 메모가 없습니다") })
    }
    let answer = QueryAnswer(block: block, links: links(in: path), language: language)
    switch block.view {
    case .tasks, .board, .calendar: return try answer.shown(tasks(parsed, block), of: block.view)
    case .list, .table, .cards:
      let notes = try notes(parsed, block)
      let fields = block.columns + (block.group.map { [$0] } ?? [])
      let values = try Dictionary(
        fields.map { ($0, try workspace.index.fields.values(of: $0, in: notes)) },
        uniquingKeysWith: { first, _ in first })
      return answer.shown(notes, values)
    }
  }

  /// Returns the notes of a query that the readers may see.
  private func notes(_ parsed: ParsedQuery, _ block: QueryBlock) throws -> [NoteSummary] {
    var sort = block.sort + parsed.sort
    if isStable, sort.isEmpty { sort = [SortKey("title")] }
    let request = NoteRequest(query: parsed.query, sort: sort, now: now)
    return try workspace.index.notes(request).filter(shows)
  }

  private func tasks(_ parsed: ParsedQuery, _ block: QueryBlock) throws -> [LocatedTask] {
    guard showsTasks else {
      throw QueryMistakes(messages: [Message("tasks are not published", ko: "할 일은 공개하지 않습니다")])
    }
    let scope: TaskScope = block.view == .board ? .all : .open
    let tasks = try workspace.index.tasks(TaskRequest(query: parsed.query, scope: scope, now: now))
    return LocatedTask.inOrder(tasks.filter { allows($0.path) && (block.view != .calendar || $0.item.due != nil) })
  }
}

/// A query in the language of another program that an extension answers.
package protocol AnswerableQuery: ForeignQuery {
  /// Throws ``QueryMistakes`` for a query that cannot be run.
  func blocks(for asker: QueryAsker) throws -> [DocumentTree.Block]
}

/// The note that asks a query.
package struct QueryAsker {
  package let answers: QueryAnswers
  package let path: NotePath
  /// The values that all queries of the note share.
  package let scene: AnswerScene
  package var links: AnswerLinks { answers.links(in: path) }

  package init(_ answers: QueryAnswers, _ path: NotePath, _ scene: AnswerScene = AnswerScene()) {
    self.answers = answers
    self.path = path
    self.scene = scene
  }
}

/// The state that the queries of one note share, by its type.
package final class AnswerScene {
  private var values: [ObjectIdentifier: Any] = [:]

  package init() {}

  package func shared<Value>(_ make: () -> Value) -> Value {
    if let known = values[ObjectIdentifier(Value.self)] as? Value { return known }
    let made = make()
    values[ObjectIdentifier(Value.self)] = made
    return made
  }
}

/// The values that the answers for several notes share, by their types.
package final class AnswerCache: Sendable {
  private let values = Mutex<[ObjectIdentifier: any Sendable]>([:])

  package func shared<Value: Sendable>(_ make: () -> Value) -> Value {
    values.withLock { values in
      if let known = values[ObjectIdentifier(Value.self)] as? Value { return known }
      let made = make()
      values[ObjectIdentifier(Value.self)] = made
      return made
    }
  }
}

/// The reasons why a query has no answer.
package struct QueryMistakes: Error {
  package let messages: [Message]

  package init(messages: [Message]) { self.messages = messages }
}

/// The result of a query, as the blocks of a document.
private struct QueryAnswer {
  private typealias Block = DocumentTree.Block
  private typealias Inline = DocumentTree.Inline

  let block: QueryBlock
  let links: AnswerLinks
  let language: Language
  // MARK: - Notes

  func shown(_ all: [NoteSummary], _ values: [String: [NotePath: [String]]]) -> [DocumentTree.Block] {
    let notes = Array(all.prefix(block.limit ?? AnswerText.limit))
    guard !notes.isEmpty else { return nothing }
    guard let group = block.group else { return rows(notes, values) + rest(all.count - notes.count) }
    let field = values[group] ?? [:]
    return grouped(notes, { field[$0.path] ?? [] }, without: group) { rows($0, values) } + rest(all.count - notes.count)
  }

  private func rows(_ notes: [NoteSummary], _ values: [String: [NotePath: [String]]]) -> [Block] {
    func texts(_ column: String, _ note: NoteSummary) -> [Inline] {
      if FieldCatalogue.folded(column) == "title" { return [link(to: note.path, note.title)] }
      return [.text((values[column]?[note.path] ?? []).map(Self.plain).joined(separator: ", "))]
    }
    switch block.view {
    case .table:
      let hasTitle = block.columns.contains { FieldCatalogue.folded($0) == "title" }
      let columns = hasTitle ? block.columns : ["title"] + block.columns
      return [
        .table(
          DocumentTree.Table(
            head: columns.map { [.text($0)] }, rows: notes.map { note in columns.map { texts($0, note) } }))
      ]
    case .cards:
      let columns = block.columns.filter { FieldCatalogue.folded($0) != "title" }
      return [
        list(
          notes.map { note in
            let lines = columns.compactMap { column -> DocumentTree.Item? in
              guard values[column]?[note.path]?.isEmpty == false else { return nil }
              return DocumentTree.Item([.paragraph([.text(column + ": ")] + texts(column, note))])
            }
            let title = Block.paragraph([.strong([link(to: note.path, note.title)])])
            return DocumentTree.Item(lines.isEmpty ? [title] : [title, list(lines)])
          })
      ]
    default:
      let columns = block.columns.filter { FieldCatalogue.folded($0) != "title" }
      return [
        list(
          notes.map { note in
            let rest = columns.flatMap { column -> [Inline] in
              values[column]?[note.path]?.isEmpty == false ? [.text(" · ")] + texts(column, note) : []
            }
            return DocumentTree.Item([.paragraph([link(to: note.path, note.title)] + rest)])
          })
      ]
    }
  }

  // MARK: - Tasks

  func shown(_ all: [LocatedTask], of view: QueryBlock.View) -> [DocumentTree.Block] {
    let tasks = Array(all.prefix(block.limit ?? AnswerText.limit))
    guard !tasks.isEmpty else { return nothing }
    let rest = rest(all.count - tasks.count)
    switch view {
    case .board: return grouped(tasks, { [$0.item.status.name] }, without: "status") { [items($0)] } + rest
    case .calendar:
      return grouped(tasks, { $0.item.due.map { [$0.day.description] } ?? [] }, without: "due") { [items($0)] } + rest
    default: return [items(tasks)] + rest
    }
  }

  private func items(_ tasks: [LocatedTask]) -> Block {
    list(
      tasks.map { task in
        var words: [Inline]
        if task.line == nil {
          words = [link(to: task.path, task.item.title)]
        } else {
          words = [.text(task.item.title + " · "), link(to: task.path, task.noteTitle)]
        }
        if let due = task.item.due, block.view != .calendar {
          words.append(.text(" · " + due.day.description))
        }
        return DocumentTree.Item([.paragraph(words)], isChecked: task.item.status.isClosed)
      })
  }

  // MARK: - Parts

  private func list(_ items: [DocumentTree.Item]) -> Block { .list(DocumentTree.List(items: items)) }

  /// Lists each group below its value, rows without a value last.
  private func grouped<Row>(
    _ rows: [Row], _ values: (Row) -> [String], without field: String, _ blocks: ([Row]) -> [Block]
  ) -> [Block] {
    var groups: [String: [Row]] = [:]
    var others: [Row] = []
    for row in rows {
      let own = values(row)
      if own.isEmpty { others.append(row) }
      for value in own { groups[Self.plain(value), default: []].append(row) }
    }
    let sorted = groups.keys.sorted { (foldedName($0), $0) < (foldedName($1), $1) }
    let none = Message("no \(field)", ko: "\(field) 없음").text(in: language)
    return sorted.flatMap { [.paragraph([.strong([.text($0)])])] + blocks(groups[$0] ?? []) }
      + (others.isEmpty ? [] : [.paragraph([.strong([.text(none)])])] + blocks(others))
  }

  private func link(to target: NotePath, _ title: String) -> Inline { links.link(to: target, title) }

  /// Returns the name in a link that is the value of a field: `her` for `[[Kim|her]]`.
  private static func plain(_ value: String) -> String {
    bracketedName(value).map { $0.split(separator: "|").last.map(String.init) ?? $0 } ?? value
  }

  private var nothing: [Block] { [AnswerText.nothing(language)] }

  /// Returns a line with the number of rows left out, or none if the query limits the rows.
  private func rest(_ count: Int) -> [Block] { block.limit == nil ? AnswerText.rest(count, language) : [] }
}

package struct AnswerLinks {
  /// The note with the queries.
  let path: NotePath
  /// True for links in the form `[[Books/Dune|Dune]]`, which a terminal shows without the path; false for
  /// `[Dune](Books/Dune.md)`.
  let areWiki: Bool

  package func link(to target: NotePath, part: String? = nil, _ words: String) -> DocumentTree.Inline {
    let hasSigns = (target.string + (part ?? "") + words).contains { "[]|#\n".contains($0) }
    if areWiki, !hasSigns, target.isMarkdown {
      let name = target.withoutExtension.string + (part.map { "#" + $0 } ?? "")
      return .verbatim(words == name ? "[[\(name)]]" : "[[\(name)|\(words)]]")
    }
    let way = LinkDestinationStyle.markdown(target.relative(to: path.folder))
    return .link([.text(words)], to: way + (part.map { "#" + LinkDestinationStyle.markdown($0) } ?? ""))
  }
}

/// Texts that all answers share.
package enum AnswerText {
  /// The most rows of an answer that asks for no number.
  package static let limit = 500

  package static func nothing(_ language: Language) -> DocumentTree.Block {
    .paragraph([.emphasis([.text(Message("Nothing matches", ko: "일치하는 결과가 없습니다").text(in: language))])])
  }

  /// Returns the message about omitted rows.
  package static func rest(_ count: Int, _ language: Language) -> [DocumentTree.Block] {
    guard count > 0 else { return [] }
    return [.paragraph([.emphasis([.text(Message("and \(count) more", ko: "그 밖에 \(count)개").text(in: language))])])]
  }
}
