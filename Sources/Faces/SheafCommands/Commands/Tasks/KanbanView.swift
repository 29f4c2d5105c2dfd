import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import Wording

/// A Kanban note as `board` shows and changes it.
struct KanbanView {
  let path: NotePath
  private let note: Note
  private let kanban: KanbanBoard

  /// - Returns: nil if the words are no name of a Kanban note.
  init?(_ words: [String], _ context: CommandContext, _ workspace: Workspace) {
    guard words.count == 1, !words[0].contains(":"),
      let path = Self.path(words[0], context, workspace),
      let note = try? workspace.note(at: path), let kanban = KanbanBoard(note.document)
    else { return nil }
    self.path = path
    self.note = note
    self.kanban = kanban
  }

  /// Returns the path of a Kanban note without a question, because the words may also be a query.
  private static func path(
    _ name: String, _ context: CommandContext, _ workspace: Workspace
  ) -> NotePath? {
    if let path = workspace.repository.path(of: name, relativeTo: context.workingDirectory),
      path.isMarkdown, workspace.files.exists(path)
    {
      return path
    }
    guard let found = try? workspace.index.notes(named: name), found.count == 1 else { return nil }
    return found[0].path
  }

  /// The headings of the note as columns of a board.
  var board: TaskBoard {
    let columns = kanban.columns.map { column in
      let lines = column.cards.map(\.line)
      let tasks = note.tasks.filter { task in
        if case .checkbox(let line) = task.source { lines.contains(line) } else { false }
      }
      return TaskBoard.BoardColumn(
        key: column.name,
        tasks: tasks.map { LocatedTask(path: path, noteTitle: note.title, item: $0) },
        hiddenCount: 0)
    }
    return TaskBoard(columns: columns, order: columns.map(\.key))
  }

  func report(_ context: CommandContext) -> BoardReport {
    let board = board
    return BoardReport(
      board, graph: TaskGraph(board.columns.flatMap(\.tasks), edges: []), now: context.clock())
  }

  /// Returns the bytes of the note with a card in another column.
  ///
  /// - Parameters:
  ///   - card: The line of its box, its title, or a unique part of its title.
  ///   - name: The name of the column.
  /// - Returns: The whole note.
  /// - Throws: ``NotOneCard``; ``UsageError`` if there is no such column.
  func moving(_ card: String, to name: String) throws -> [UInt8] {
    let column = try column(named: name)
    let found = cards(named: card)
    guard found.count == 1, let bytes = kanban.moving(cardAt: found[0].line, to: column) else {
      throw NotOneCard(name: card, path: path, cards: found)
    }
    return bytes
  }

  /// Returns the bytes with a new card at the end of a column.
  func adding(_ title: String, to name: String) throws -> [UInt8] {
    kanban.adding(title, to: try column(named: name)).bytes
  }

  private func column(named name: String) throws -> KanbanBoard.CardColumn {
    guard let column = kanban.column(named: name) else {
      throw UsageError(
        Message("The board has no column “\(name)”", ko: "보드에 “\(name)” 열이 없습니다"),
        hint: Message(verbatim: kanban.columns.map(\.name).joined(separator: ", ")))
    }
    return column
  }

  /// Returns the card at a line; else the one of this title, if there is one; else all that have it as a part.
  private func cards(named name: String) -> [(line: Int, title: String)] {
    let lines = kanban.columns.flatMap(\.cards).map(\.line)
    if let number = Int(name), lines.contains(number) { return [(number, name)] }
    let folded = foldedName(name)
    let found = note.tasks.compactMap { task -> (line: Int, title: String)? in
      guard case .checkbox(let line) = task.source, lines.contains(line) else { return nil }
      return (line, task.title)
    }.filter { foldedName($0.title).contains(folded) }
    let whole = found.filter { foldedName($0.title) == folded }
    return whole.count == 1 ? whole : found
  }
}

/// Words that no card of a board has in its title, or several have.
struct NotOneCard: ExplainedError {
  let name: String
  let path: NotePath
  let cards: [(line: Int, title: String)]

  private static let listedCards = 20

  var category: ErrorCategory { .usage }

  var explanation: Message {
    if cards.isEmpty {
      return Message("“\(name)” matches no card of the board", ko: "“\(name)”에 맞는 카드가 없습니다")
    }
    let lines = cards.prefix(Self.listedCards).map { "  \(path):\($0.line)  \($0.title)" }
    let list = (lines + (cards.count > Self.listedCards ? ["  …"] : [])).joined(separator: "\n")
    return Message(
      "“\(name)” matches \(cards.count) cards of the board:\n" + list,
      ko: "“\(name)”에 맞는 카드가 \(cards.count)개입니다:\n" + list)
  }

  var hint: Message? {
    cards.first.map { card in
      Message(
        "Add a word, or give the line of its box: --move \(card.line)",
        ko: "단어를 더 입력하거나 체크박스의 줄 번호를 지정하세요: --move \(card.line)")
    }
  }
}

/// Puts a card of a Kanban note into another column.
struct KanbanMove {
  private let card: String
  private let options: BoardOptions
  private let context: CommandContext

  init(card: String, _ options: BoardOptions, _ context: CommandContext) {
    self.card = card
    self.options = options
    self.context = context
  }

  func run() throws {
    guard let column = options.column else {
      throw UsageError(Message("--move needs --column", ko: "--move에는 --column이 필요합니다"))
    }
    let path = try context.write(WriteOptions(dryRun: options.dryRun)) { workspace, transaction in
      guard let kanban = KanbanView(options.query.query, context, workspace) else {
        throw UsageError(
          Message(
            "--move needs a note with kanban-plugin in its front matter",
            ko: "--move에는 머리말에 kanban-plugin이 있는 메모가 필요합니다"))
      }
      let before = try workspace.originals.read(kanban.path)
      transaction.replace(kanban.path, expecting: before, with: try kanban.moving(card, to: column))
      return kanban.path
    }
    context.writePlaces([path.string], dryRun: options.dryRun)
  }
}
