import NoteModel
import NoteSyntax
import NoteTestSupport
import Testing

@Suite struct KanbanBoardTests {
  private let text = """
    ---

    kanban-plugin: board

    ---

    ## Ideas

    - [ ] trip to Jeju
    \t- pack
    \t```
    \t## no column
    \t```
    - [ ] paint #home


    ## Doing



    ## Done

    **Complete**
    - [x] taxes


    ***

    ## Archive

    - [x] old

    %% kanban:settings
    ```
    {"kanban-plugin":"board","list-collapse":[false]}
    ```
    %%

    """

  private func kanban(_ text: String) -> KanbanBoard? {
    KanbanBoard(Document(parsing: Array(text.utf8)))
  }

  private func moved(_ line: Int, to name: String) throws -> String {
    let board = try #require(kanban(text))
    let column = try #require(board.column(named: name))
    return String(decoding: try #require(board.moving(cardAt: line, to: column)), as: UTF8.self)
  }

  @Test func `headings are columns, and the archive is none`() throws {
    let board = try #require(kanban(text))
    #expect(board.columns.map(\.name) == ["Ideas", "Doing", "Done"])
    #expect(board.columns.map { $0.cards.map(\.line) } == [[9, 14], [], [24]])
    #expect(board.columns.map(\.isComplete) == [false, false, true])
    #expect(kanban("## Ideas\n\n- [ ] a\n") == nil)
  }

  @Test func `a card moves with all its lines, and nothing else changes`() throws {
    let card = "- [ ] trip to Jeju\n\t- pack\n\t```\n\t## no column\n\t```\n"
    let rest = text.replacing(card, with: "")
    #expect(
      try moved(9, to: "doing") == rest.replacing("## Doing\n\n", with: "## Doing\n\n" + card))
    #expect(
      try moved(9, to: "Done")
        == rest.replacing(
          "- [x] taxes\n", with: "- [x] taxes\n" + card.replacing("- [ ] trip", with: "- [x] trip"))
    )
    #expect(try moved(9, to: "Ideas") == text)
  }

  @Test func `a second line of a card's text goes with it, and a new card goes behind it`() throws {
    let text = "---\nkanban-plugin: board\n---\n## A\n\n- [ ] call the\nbank today\n\ntext\n\n## B\n\n"
    let board = try #require(kanban(text))
    let (first, second) = (board.columns[0], board.columns[1])
    let card = "- [ ] call the\nbank today\n"
    let moved = String(decoding: try #require(board.moving(cardAt: 6, to: second)), as: UTF8.self)
    #expect(moved == text.replacing(card, with: "") + card)
    let (added, line) = board.adding("x", to: first)
    #expect(String(decoding: added, as: UTF8.self) == text.replacing(card, with: card + "- [ ] x\n"))
    #expect(line == 8)
  }

  @Test func `a card that leaves the done ones is open again`() throws {
    #expect(
      try moved(24, to: "Ideas")
        == text.replacing("- [x] taxes\n", with: "")
        .replacing("- [ ] paint #home\n", with: "- [ ] paint #home\n- [ ] taxes\n"))
  }

  @Test func `no line end is lost at the end of a file, and its kind is kept`() throws {
    let text = "---\r\nkanban-plugin: board\r\n---\r\n## A\r\n## B\r\n\r\n- [ ] x"
    let board = try #require(kanban(text))
    let column = try #require(board.column(named: "A"))
    let bytes = try #require(board.moving(cardAt: 7, to: column))
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "---\r\nkanban-plugin: board\r\n---\r\n## A\r\n\r\n- [ ] x\r\n## B\r\n\r\n")
  }

  @Test func `columns of one name are numbered, as many as there are`() throws {
    func names(_ headings: [String]) throws -> [String] {
      let text = "---\nkanban-plugin: board\n---\n\n" + headings.map { "## \($0)\n\n- [ ] a\n\n" }.joined()
      return try #require(KanbanBoard(Document(parsing: Array(text.utf8)))).columns.map(\.name)
    }
    #expect(
      try names(["Log", "Log", "Log (2)", "Log", "Log (3)"])
        == ["Log", "Log (2)", "Log (2) (2)", "Log (3)", "Log (3) (2)"])
    var last: String?
    let time = try processorTime { last = try names(Array(repeating: "Log", count: 4_000)).last }
    #expect(last == "Log (4000)")
    #expect(time < .seconds(20), "\(time)")
  }
}
