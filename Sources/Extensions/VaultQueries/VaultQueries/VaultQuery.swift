import ByteBasics
import CivilCalendar
import MarkdownFormatting
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

/// A query of Obsidian or of one of its plugins.
enum VaultQuery: AnswerableQuery {
  case dataview(String)
  /// `= this.due` of Dataview, in a span of code.
  case expression(String)
  /// Dataview's JavaScript, which is never run.
  case script
  case tasks(String)
  /// A base of Obsidian, in a fence.
  case base(String)
  /// `![[Books.base#Unread]]`, on a line of its own.
  case baseFile(String, view: String?)

  var isInline: Bool { if case .expression = self { true } else { false } }

  // MARK: - Reading

  /// Adds the reader of these queries to the process.
  static let reader = QueryReader(
    fences: ["dataview", "dataviewjs", "tasks", "base"], marks: [".base", "`="],
    fenced: { word, text in
      switch word {
      case "dataview": Self.dataview(text)
      case "dataviewjs": Self.script
      case "tasks": Self.tasks(text)
      default: Self.base(text)
      }
    }, unfenced: { embeddedBases($0) + expressions($0) })

  /// Returns the embedded bases that are the only content of a paragraph.
  private static func embeddedBases(_ document: Document) -> [NoteQuery] {
    let embeds = document.links.filter { $0.kind == .embed && $0.destination.hasSuffix(".base") }
    guard !embeds.isEmpty else { return [] }
    return document.separate(embeds).map { link, range, block in
      NoteQuery(
        .foreign(Self.baseFile(link.destination, view: link.fragment)), range,
        prefix: block.prefix(before: range.lowerBound, in: document.source.bytes))
    }
  }

  /// Returns the code spans that are expressions about a note or the day. Other spans may be of a spreadsheet.
  private static func expressions(_ document: Document) -> [NoteQuery] {
    let bytes = document.source.bytes
    guard inlineMark?.place(in: bytes, from: document.body.lowerBound) != nil else { return [] }
    let hidden = document.privateRanges
    return document.blocks.filter { [.paragraph, .heading, .tableCell].contains($0.kind) }.flatMap { block in
      var found: [NoteQuery] = []
      var offset = block.range.lowerBound
      while let start = firstOffset(of: ASCII.backtick, in: bytes, from: offset, to: block.range.upperBound) {
        offset = codeSpanEnd(in: bytes, at: start, to: block.range.upperBound)
        let text = trimmedSpaces(document.source.text(in: ByteRange(start, offset)).filter { $0 != "`" })
        let nextHidden = hidden[hidden.firstOrderedIndex { $0.upperBound > start }...].first
        guard text.hasPrefix("="), nextHidden.map({ $0.lowerBound > start }) ?? true else { continue }
        let expression = trimmedSpaces(String(text.dropFirst()))
        guard ["this", "[[", "date("].contains(where: expression.contains),
          (try? ExpressionParser.parse(expression, .dataview)) != nil
        else { continue }
        found.append(
          NoteQuery(
            .foreign(Self.expression(expression)), ByteRange(start, offset), isInCell: block.kind == .tableCell))
      }
      return found
    }
  }

  private static let inlineMark = ByteSearch(Array("`=".utf8))

  // MARK: - Checking

  var problems: [Message] {
    switch self {
    case .dataview(let text): Self.problems { _ = try DataviewQuery(parsing: text) }
    case .base(let text): (try? BaseFile(parsing: text))?.remarks ?? Self.problems { _ = try BaseFile(parsing: text) }
    case .tasks(let text):
      Self.problems {
        _ = try TasksQuery(
          parsing: text, TasksQuery.Settings(), in: NotePath(trusted: "a.md"),
          now: CivilMoment(day: Day(daysSinceEpoch: 20_000), time: .midnight)
        ) { ([], []) }
      }
    case .script: [Self.scriptIsNotRun]
    case .expression, .baseFile: []
    }
  }

  private static func problems(_ read: () throws -> Void) -> [Message] {
    do {
      try read()
      return []
    } catch {
      return (error as? ExpressionMistake).map { [$0.message] } ?? []
    }
  }

  private static let scriptIsNotRun = Message(
    "Dataview's JavaScript is not run; use a query or a base instead",
    ko: "Dataview의 JavaScript는 실행하지 않습니다. 검색식이나 베이스로 쓸 수 있습니다")

  // MARK: - Answering

  func blocks(for asker: QueryAsker) throws -> [DocumentTree.Block] {
    switch self {
    case .dataview(let text): try Self.run(.dataview, asker) { try $0.blocks(for: DataviewQuery(parsing: text)) }
    case .expression(let text):
      try Self.run(.dataview, asker) { [.paragraph(try $0.inlines(of: ExpressionParser.parse(text, .dataview)))] }
    case .tasks(let text):
      try Self.run(.dataview, asker) { answer in
        let (workspace, now) = (asker.answers.workspace, asker.answers.now)
        let settings = TasksQuery.Settings(ofVault: workspace.repository.root)
        return try answer.blocks(
          for: TasksQuery(parsing: text, settings, in: asker.path, now: now) {
            let open = try workspace.index.tasks(TaskRequest(scope: .open, now: now))
            let blocked = try workspace.index.tasks(TaskRequest(query: .state(.blocked), scope: .open, now: now))
            return (blocked.map { "\($0.path):\($0.line ?? 0)" }, open.flatMap(\.item.dependencies))
          })
      }
    case .script: throw QueryMistakes(messages: [Self.scriptIsNotRun])
    case .base(let text): try Self.blocks(ofBase: text, view: nil, asker)
    case .baseFile(let name, let view): try Self.blocks(ofBase: try Self.base(named: name, asker), view: view, asker)
    }
  }

  /// Runs a query in the language of another program. Throws ``QueryMistakes``.
  private static func run(
    _ expressions: ExpressionLanguage, _ asker: QueryAsker, _ body: (ForeignAnswer) throws -> [DocumentTree.Block]
  ) throws -> [DocumentTree.Block] {
    do {
      let answers = asker.answers
      let scene = asker.scene.shared { VaultScene() }
      let pages = try scene.pages(expressions) {
        NotePages(
          answers.workspace, try answers.cache.shared { PagesOfIndex() }.rows(of: answers.workspace), expressions,
          from: asker.path, now: answers.now, showsTasks: answers.showsTasks, where: answers.shows)
      }
      return try body(
        ForeignAnswer(ExpressionRun(expressions, pages, scene.budget), pages, asker.links, answers.language))
    } catch let mistake as ExpressionMistake {
      throw QueryMistakes(messages: [mistake.message])
    } catch let failure as QueryFailure {
      throw QueryMistakes(messages: [failure.message])
    }
  }

  private static func blocks(ofBase text: String, view: String?, _ asker: QueryAsker) throws -> [DocumentTree.Block] {
    try run(.bases, asker) { answer in
      let base = try BaseFile(parsing: text)
      return try answer.blocks(for: base, view: base.view(named: view))
    }
  }

  /// Returns every view of the base in a file, each below its name.
  static func document(ofBase path: NotePath, view: String?, _ answers: QueryAnswers) throws -> Document {
    let text = String(decoding: try answers.workspace.files.read(path), as: UTF8.self)
    return try answers.document {
      try run(.bases, QueryAsker(answers, path)) { answer in
        let base = try BaseFile(parsing: text)
        let views = try view.map { [try base.view(named: $0)] } ?? base.views
        return try views.flatMap { view in
          let title =
            views.count > 1 && !view.name.isEmpty ? [DocumentTree.Block.heading(level: 2, [.text(view.name)])] : []
          return title + (try answer.blocks(for: base, view: view))
        }
      }
    }
  }

  /// Returns the text of the base that a note names.
  private static func base(named name: String, _ asker: QueryAsker) throws -> String {
    let workspace = asker.answers.workspace
    let targets = try asker.scene.shared { VaultScene() }.targets { try workspace.index.links(from: asker.path) }
    let target = targets[name] ?? NotePath(name).flatMap { workspace.files.exists($0) ? $0 : nil }
    guard let target, !PathScope(target.string).isHidden, asker.answers.allowsFile(target),
      let bytes = try? workspace.files.read(target)
    else { throw QueryMistakes(messages: [Message("Unknown base “\(name)”", ko: "베이스가 없습니다: “\(name)”")]) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The state that the queries of one note share: the notes that they read, and the limit on all their work.
private final class VaultScene {
  let budget = ExpressionBudget()
  private var pages: [ExpressionLanguage: NotePages] = [:]
  private var targets: [String: NotePath]?

  func pages(_ language: ExpressionLanguage, _ make: () throws -> NotePages) rethrows -> NotePages {
    if let known = pages[language] { return known }
    let made = try make()
    pages[language] = made
    return made
  }

  /// Returns the targets of the note's links, by their destinations.
  func targets(_ links: () throws -> [LinkRow]) rethrows -> [String: NotePath] {
    if let targets { return targets }
    let found = Dictionary(
      try links().compactMap { link in link.target.map { (link.destination, $0) } },
      uniquingKeysWith: { first, _ in first })
    targets = found
    return found
  }
}
