import ByteBasics
package import CivilCalendar
import MarkdownFormatting
import NoteIndex
package import NoteModel
import NoteRepository
package import NoteSyntax
package import Wording

/// The answers to the queries that are in notes, as Markdown in the place of their blocks, and the works that notes cite
/// in the place of their keys.
///
/// Letters whose day has not come are in none; a page for others has a list of what may be in it.
package struct QueryAnswers: Sendable {
  private let workspace: Workspace
  private let now: CivilMoment
  private let language: Language
  /// True for the notes that its readers may know of.
  package var allows: @Sendable (NotePath) -> Bool = { _ in true }
  /// False where tasks are not shown to its readers.
  package var showsTasks = true

  package init(_ workspace: Workspace, now: CivilMoment, _ language: Language) {
    self.workspace = workspace
    self.now = now
    self.language = language
  }

  /// A note with the answers in it; nil for one that asks and cites nothing.
  package func answered(_ document: Document, at path: NotePath) -> Document? {
    let blocks = QueryBlock.all(in: document)
    var edits = blocks.map { block in
      TextEdit(range: block.range, replacement: Array("\n\(answer(to: block, in: path))\n".utf8))
    }
    if !document.citations.isEmpty, var works = try? CitedWorks(document, in: workspace.index) {
      edits += works.edits()
    }
    guard !edits.isEmpty else { return nil }
    return (try? document.source.applying(edits)).map { Document(parsing: $0.bytes) }
  }

  /// A note with the answers in it.
  package func answered(_ note: Note, in layout: VaultLayout) -> Note {
    answered(note.document, at: note.path).map { Note($0, at: note.path, in: layout) } ?? note
  }

  /// The answer to a block, with links as the note at `path` writes them.
  package func answer(to block: QueryBlock, in path: NotePath) -> String {
    let tree: [DocumentTree.Block]
    do {
      tree = try blocks(for: block, in: path)
    } catch let mistake as QueryBlockMistake {
      let words = Message("Query not run:", ko: "실행하지 못한 검색식:").text(in: language)
      tree = [
        .quote(
          mistake.messages.map { .paragraph([.strong([.text(words)]), .text(" " + $0.text(in: language))]) })
      ]
    } catch {
      tree = [.paragraph([.text(Message("The index cannot be read", ko: "색인을 읽을 수 없습니다").text(in: language))])]
    }
    let bytes = (try? DocumentWriter().bytes(of: DocumentTree(blocks: tree))) ?? []
    return String(decoding: bytes, as: UTF8.self)
  }

  private func blocks(for block: QueryBlock, in path: NotePath) throws -> [DocumentTree.Block] {
    let views = workspace.configuration.table("views")
    let problems = block.problems(now: now, views: views)
    guard problems.isEmpty else { throw QueryBlockMistake(messages: problems) }
    let parsed = try QueryParser.parse(
      block.query, now: now, zone: workspace.index.zone, ownKeys: Set(try workspace.index.fields.keys()), views: views)
    try checkFields(block)
    let answer = QueryAnswer(block, path: path, language)
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

  /// The notes that the readers may know of, at most as many as are asked for and one more.
  private func notes(_ parsed: ParsedQuery, _ block: QueryBlock) throws -> [NoteSummary] {
    let request = NoteRequest(query: parsed.query, sort: block.sort + parsed.sort, now: now)
    return try workspace.index.notes(request).filter { note in
      allows(note.path) && note.unseal.map { $0 <= now.day } != false
    }
  }

  private func tasks(_ parsed: ParsedQuery, _ block: QueryBlock) throws -> [LocatedTask] {
    guard showsTasks else {
      throw QueryBlockMistake(messages: [Message("tasks are not published", ko: "할 일은 공개하지 않습니다")])
    }
    let scope: TaskScope = block.view == .board ? .all : .open
    let tasks = try workspace.index.tasks(TaskRequest(query: parsed.query, scope: scope, now: now))
    return LocatedTask.inOrder(tasks.filter { allows($0.path) && (block.view != .calendar || $0.item.due != nil) })
  }

  private func checkFields(_ block: QueryBlock) throws {
    let own = Set(try workspace.index.fields.keys())
    let known: Set<String> = ["path", "folder", "kind"]
    let fields = block.columns + block.sort.map(\.field) + (block.group.map { [$0] } ?? [])
    let unknown = fields.filter { field in
      let key = FieldCatalogue.folded(field)
      return FieldCatalogue.field(for: field) == nil && !known.contains(key) && !own.contains(key)
    }
    guard unknown.isEmpty else {
      throw QueryBlockMistake(
        messages: unknown.map { Message("no note has the field “\($0)”", ko: "“\($0)” 필드가 있는 메모가 없습니다") })
    }
  }
}

/// Why a block has no answer.
private struct QueryBlockMistake: Error {
  let messages: [Message]
}

/// What was found, as the blocks of a document.
private struct QueryAnswer {
  private typealias Block = DocumentTree.Block
  private typealias Inline = DocumentTree.Inline

  private let block: QueryBlock
  private let path: NotePath
  private let language: Language
  /// The most rows of an answer that asks for no number.
  private static let limit = 500

  init(_ block: QueryBlock, path: NotePath, _ language: Language) {
    self.block = block
    self.path = path
    self.language = language
  }

  // MARK: - Notes

  func shown(_ all: [NoteSummary], _ values: [String: [NotePath: [String]]]) -> [DocumentTree.Block] {
    let notes = Array(all.prefix(block.limit ?? Self.limit))
    guard !notes.isEmpty else { return nothing }
    guard let group = block.group else { return rows(notes, values) + rest(all.count - notes.count) }
    let field = values[group] ?? [:]
    return grouped(notes, { field[$0.path] ?? [] }, without: group) { rows($0, values) }
      + rest(all.count - notes.count)
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
    let tasks = Array(all.prefix(block.limit ?? Self.limit))
    guard !tasks.isEmpty else { return nothing }
    let rest = rest(all.count - tasks.count)
    switch view {
    case .board:
      return grouped(tasks, { [$0.item.status.name] }, without: "status") { [items($0)] } + rest
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

  /// Each group below its value, those without one last.
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

  private func link(to target: NotePath, _ title: String) -> Inline {
    .link([.text(title)], to: LinkDestinationStyle.markdown(target.relative(to: path.folder)))
  }

  /// `[[Kim|her]]` in a field is a name.
  private static func plain(_ value: String) -> String {
    bracketedName(value).map { $0.split(separator: "|").last.map(String.init) ?? $0 } ?? value
  }

  private var nothing: [Block] {
    [.paragraph([.emphasis([.text(Message("Nothing matches", ko: "맞는 것이 없습니다").text(in: language))])])]
  }

  /// Says what is left out where nobody asked for a number of rows.
  private func rest(_ count: Int) -> [Block] {
    guard block.limit == nil, count > 0 else { return [] }
    return [.paragraph([.emphasis([.text(Message("and \(count) more", ko: "그 밖에 \(count)개").text(in: language))])])]
  }
}
