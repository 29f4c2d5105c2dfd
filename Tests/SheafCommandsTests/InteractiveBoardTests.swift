import NoteModel
import NotePresentation
import NoteTestSupport
import TerminalScreen
import TerminalText
import Testing
import Wording

@testable import SheafCommands

/// The board that is moved with the keys: what the keys mean, what is drawn, what is written.
@Suite struct InteractiveBoardTests {
  private func card(_ title: String, line: Int? = nil) -> BoardCard {
    BoardCard(place: NotePosition(NotePath(trusted: "Memo/\(title).md"), line: line), title: title)
  }

  private func state() -> BoardState {
    var state = BoardState()
    state.show([
      BoardStack(key: "todo", title: "To do", cards: [card("a"), card("b"), card("c")]),
      BoardStack(key: "doing", title: "Doing", cards: []),
      BoardStack(key: "done", title: "Done", cards: [card("d")], hiddenCount: 4),
    ])
    return state
  }

  @Test func `arrows and letters select, and stop at the edges`() {
    var state = state()
    #expect(state.handle(.down, pageSize: 5) == .redraw)
    #expect(state.selected?.title == "b")
    _ = state.handle(.text("j"), pageSize: 5)
    _ = state.handle(.down, pageSize: 5)
    #expect(state.selected?.title == "c")
    _ = state.handle(.right, pageSize: 5)
    #expect(state.selected == nil)
    _ = state.handle(.text("l"), pageSize: 5)
    _ = state.handle(.right, pageSize: 5)
    #expect(state.selected?.title == "d")
    _ = state.handle(.left, pageSize: 5)
    _ = state.handle(.text("h"), pageSize: 5)
    #expect(state.selected?.title == "a")
  }

  @Test func `capital letters move a card, angle brackets a column, and nothing beyond the edges`() {
    var state = state()
    #expect(state.handle(.text("H"), pageSize: 5) == .redraw)
    #expect(state.handle(.text("L"), pageSize: 5) == .move(card("a"), to: 1))
    #expect(state.handle(.text("<"), pageSize: 5) == .redraw)
    #expect(state.handle(.text(">"), pageSize: 5) == .moveColumn(from: 0, to: 1))
    state.moveColumn(from: 0, to: 1)
    #expect(state.columns.map(\.key) == ["doing", "todo", "done"])
    #expect(state.selected?.title == "a")
    #expect(state.handle(.text("u"), pageSize: 5) == .undo)
    #expect(state.handle(.enter, pageSize: 5) == .open(card("a")))
    for key in [Key.escape, .text("q"), .control("c")] {
      #expect(state.handle(key, pageSize: 5) == .ended)
    }
  }

  @Test func `the selection follows a card to its new column and line`() {
    var state = state()
    let moved = BoardCard(place: NotePosition(NotePath(trusted: "Memo/a.md"), line: 9), title: "a")
    state.show(
      [
        BoardStack(key: "todo", title: "To do", cards: [card("b")]),
        BoardStack(key: "doing", title: "Doing", cards: [card("x"), moved]),
      ], following: card("a"))
    #expect(state.selected == moved)
    state.show([BoardStack(key: "todo", title: "To do", cards: [])], following: moved)
    #expect(state.selected == nil)
  }

  @Test(arguments: [(40, 1), (48, 2), (80, 3), (120, 3)])
  func `as many columns are drawn as fit, none too wide`(columns: Int, shown: Int) {
    for language in [Language.english, .korean] {
      let view = BoardView(
        size: ScreenSize(columns: columns, rows: 12), language: language, asciiOnly: false)
      let lines = view.lines(state())
      #expect(lines.count == 12)
      #expect(lines.allSatisfy { $0.width <= columns })
      let heads = ["To do", "Doing", "Done"].filter { lines[0].plainText.contains($0) }
      #expect(heads.count == shown)
    }
  }

  @Test func `the selected card is kept in sight, and ASCII is enough`() {
    var state = BoardState()
    let cards = (1...30).map { card("task \($0)") }
    state.show([BoardStack(key: "todo", title: "To do", cards: cards)])
    _ = state.handle(.end, pageSize: 4)
    let view = BoardView(
      size: ScreenSize(columns: 40, rows: 10), language: .english, asciiOnly: true)
    let text = view.lines(state).map(\.plainText).joined(separator: "\n")
    #expect(text.contains("> task 30"))
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
  }

  // MARK: Writing

  private func session() throws -> CommandSession {
    let session = try CommandSession()
    _ = session.run(["init", "-q"])
    try session.folder.write("- [ ] bread\n- [/] milk\n", to: "Memo/list.md")
    try session.folder.write("---\nstatus: todo\n---\n", to: "Memo/report.md")
    return session
  }

  @Test func `a card moves to the next column and back by undo`() throws {
    let session = try session()
    let screen = ScriptedScreen([.text("L"), .text("u"), .text("L"), .text("q")])
    let run = session.run(["board", "--interactive"], onTerminal: true, screen: screen)
    #expect(run.status == 0, "\(run.errors)")
    #expect(screen.isClosed)
    #expect(try session.text("Memo/list.md") == "- [/] bread\n- [/] milk\n")
    #expect(screen.pictures.contains { $0.last?.hasPrefix("↶ Undone") == true })
    #expect(screen.pictures.contains { $0.last == "Moved to Doing; u undoes it" })
    #expect(session.run(["undo"]).status == 0)
    #expect(try session.text("Memo/list.md") == "- [ ] bread\n- [/] milk\n")
  }

  @Test func `a card is deleted after a question, u takes it back, and cards show their priority`() throws {
    let session = try session()
    try session.folder.write("---\nstatus: todo\npriority: urgent\n---\n", to: "Memo/report.md")
    try session.folder.remove("Memo/list.md")
    let screen = ScriptedScreen([.text("D"), .text("n"), .text("D"), .text("y"), .text("q")])
    let run = session.run(["board", "--interactive"], onTerminal: true, screen: screen)
    #expect(run.status == 0, "\(run.errors)")
    #expect(screen.pictures.contains { $0.last == "Delete “report”? y/N" })
    #expect(screen.pictures[0].joined().contains("!!!"))
    #expect(screen.pictures[2].joined().contains("report"))
    #expect(!session.folder.files().contains("Memo/report.md"))
    #expect(screen.pictures.contains { $0.last == "Deleted; u undoes it" })
    #expect(session.run(["undo"]).status == 0 && session.folder.files().contains("Memo/report.md"))
  }

  @Test func `a filter shows only cards with these words, and Esc shows all`() throws {
    let session = try session()
    let screen = ScriptedScreen([.text("/"), .text("bre"), .enter, .escape, .text("q")])
    _ = session.run(["board", "--interactive"], onTerminal: true, screen: screen)
    let filtered = screen.pictures[3].joined()
    #expect(filtered.contains("bread") && !filtered.contains("milk") && filtered.contains("/bre"))
    #expect(screen.lastPicture.contains("milk"))
  }

  @Test func `cards are finished and added in their column, and u takes it back`() throws {
    let session = try session()
    let screen = ScriptedScreen([
      .text("d"), .right, .text("a"), .text("call Ann due:fri"), .enter, .text("u"), .text("u"),
      .text("a"), .text("eggs"), .enter, .text("q"),
    ])
    let run = session.run(["board", "--interactive"], onTerminal: true, screen: screen)
    #expect(run.status == 0, "\(run.errors)")
    #expect(screen.pictures.contains { $0.last == "Done; u undoes it" })
    #expect(screen.pictures.contains { $0.last == "Added to Doing; u undoes it" })
    #expect(screen.pictures.contains { $0.contains { $0.contains("▌ call Ann") } })
    #expect(try session.text("Memo/list.md") == "- [ ] bread\n- [/] milk\n")
    #expect(!session.folder.files().contains("Diary/Tasks/call Ann.md"))
    #expect(try session.text("Diary/Tasks/eggs.md").contains("status: doing"))
  }

  @Test(arguments: [40, 80])
  func `columns beyond the edges are announced, a click selects a card, ? shows all keys`(
    columns: Int
  ) throws {
    let session = try session()
    try session.folder.write("---\nstatus: review\ndue: 2026-12-01\n---\n", to: "Memo/odd.md")
    let screen = ScriptedScreen(
      [
        .click(ScreenPosition(column: 3, row: 4)), .text("G"), .text("g"), .text("?"), .text("x"),
        .right, .right, .right, .text("q"),
      ], columns: columns)
    _ = session.run(["board", "--interactive"], onTerminal: true, screen: screen)
    #expect(screen.pictures[0][0].contains(columns == 40 ? "+3 ›" : "+1 ›"))
    #expect(screen.pictures[0][2].hasPrefix("▌") && screen.pictures[1][4].hasPrefix("▌"))
    #expect(screen.pictures[3][2].hasPrefix("▌"))
    #expect(screen.pictures[4].contains { $0.contains("Home End") })
    #expect(screen.lastPicture.contains("‹") && !screen.lastPicture.contains("›"))
  }

  @Test func `cards of a Kanban note are added below their heading`() throws {
    let session = try session()
    let note = "---\nkanban-plugin: basic\n---\n\n## Ideas\n\n- [ ] logo\n\n## Done\n\n**Complete**\n"
    try session.folder.write(note, to: "Memo/plan.md")
    let screen = ScriptedScreen([
      .text("a"), .text("name"), .enter, .right, .text("a"), .text("over"), .enter, .text("q"),
    ])
    _ = session.run(["board", "--interactive", "plan"], onTerminal: true, screen: screen)
    #expect(
      try session.text("Memo/plan.md")
        == "---\nkanban-plugin: basic\n---\n\n## Ideas\n\n- [ ] logo\n- [ ] name\n\n## Done\n\n**Complete**\n- [x] over\n"
    )
  }

  @Test func `only what was moved here is undone here`() throws {
    let session = try session()
    _ = session.run(["start", "report"])
    let screen = ScriptedScreen([.text("u"), .text("q")])
    _ = session.run(["board", "--interactive"], onTerminal: true, screen: screen)
    #expect(screen.pictures.last?.last == "Nothing to undo here")
    #expect(try session.text("Memo/report.md").contains("status: doing"))
  }

  @Test func `a column changes its place in the configuration, comments kept`() throws {
    let session = try session()
    try session.folder.write("# mine\nlanguage: en\n", to: ".sheaf/config.yaml")
    let screen = ScriptedScreen([.text(">"), .text("q")])
    _ = session.run(["board", "--interactive"], onTerminal: true, screen: screen)
    #expect(
      try session.text(".sheaf/config.yaml")
        == "# mine\nlanguage: en\nboard.columns: [doing, todo, done]\n")
    #expect(screen.lastPicture.contains("Moved the column"))
  }

  @Test func `cards of a Kanban note move below another heading`() throws {
    let session = try session()
    try session.folder.write(
      "---\nkanban-plugin: basic\n---\n\n## Ideas\n\n- [ ] logo\n\n## Done\n\n", to: "Memo/plan.md")
    let screen = ScriptedScreen([.text("L"), .text("q")])
    let run = session.run(["board", "--interactive", "plan"], onTerminal: true, screen: screen)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try session.text("Memo/plan.md").contains("## Done\n\n- [ ] logo"))
  }

  @Test func `it needs a terminal and the columns of a status`() throws {
    let session = try session()
    #expect(session.run(["board", "--interactive"]).errors.contains("needs a terminal"))
    #expect(session.run(["board", "--interactive", "--group-by", "tag"]).status == 64)
  }
}

extension CommandSession {
  fileprivate func text(_ path: String) throws -> String {
    String(decoding: try folder.read(path), as: UTF8.self)
  }
}
