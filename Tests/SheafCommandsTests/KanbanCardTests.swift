import NoteTestSupport
import Testing

/// The commands for tasks on the cards of a Kanban note.
@Suite struct KanbanCardTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
  }

  private static let board = """
    ---
    kanban-plugin: board
    ---

    ## Ideas

    - [ ] trip
    \t- pack
    - [ ] paint 🔁 every week 📅 2026-11-23

    ## In Progress

    - [/] tent

    ## Archived

    **Complete**
    - [x] taxes

    ## Canceled

    """

  private func after(_ words: [String]) throws -> (text: String, output: String) {
    try session.folder.write(Self.board, to: "Board.md")
    let run = session.run(words)
    #expect(run.status == 0, "\(run.errors)")
    return (String(decoding: try session.folder.read("Board.md"), as: UTF8.self), run.output)
  }

  @Test func `done moves a card to the column of complete ones, with all its lines`() throws {
    let (text, output) = try after(["done", "Board.md:7"])
    #expect(
      text
        == Self.board.replacing("- [ ] trip\n\t- pack\n", with: "")
        .replacing("- [x] taxes\n", with: "- [x] taxes\n- [x] trip\n\t- pack\n"))
    #expect(output == "Board.md:17\n")
  }

  @Test func `start moves a card to the column that is called so`() throws {
    let (text, output) = try after(["start", "Board.md:7"])
    #expect(
      text
        == Self.board.replacing("- [ ] trip\n\t- pack\n", with: "")
        .replacing("- [/] tent\n", with: "- [/] tent\n- [/] trip\n\t- pack\n"))
    #expect(output == "Board.md:12\n")
  }

  @Test func `a card is moved by its title to the column that its status names`() throws {
    let (text, output) = try after(["set", "trip", "status:in progress"])
    #expect(text.contains("- [/] tent\n- [/] trip\n\t- pack\n") && output == "Board.md:12\n", "\(output)")
    let (idea, _) = try after(["set", "tent", "status:ideas"])
    #expect(idea.contains("2026-11-23\n- [ ] tent\n\n## In Progress\n"), "\(idea)")
    let (archived, _) = try after(["set", "Board.md:7", "status:archived"])
    #expect(archived.contains("- [x] taxes\n- [x] trip\n\t- pack\n"), "\(archived)")
    let other = session.run(["set", "Board.md:7", "status:elsewhere"])
    #expect(other.status != 0 && other.errors.contains("No character of a check box means “elsewhere”"), "\(other)")
    let board = Self.board.replacing("- [ ] paint", with: "- [ ] trip to Busan\n- [ ] paint")
    try session.folder.write(board, to: "Board.md")
    let several = session.run(["set", "tri", "status:done"])
    #expect(several.status == 64)
    #expect(several.errors.contains("matches 2 open tasks:\n  Board.md:7  trip\n  Board.md:9  trip to Busan"))
  }

  @Test func `cancel moves a card, and its box keeps what it says`() throws {
    let (text, _) = try after(["cancel", "Board.md:13"])
    #expect(
      text
        == Self.board.replacing("- [/] tent\n", with: "")
        .replacing("## Canceled\n", with: "## Canceled\n\n- [-] tent\n"))
  }

  @Test func `reopen takes a card out of the complete ones`() throws {
    let (text, _) = try after(["reopen", "Board.md:18"])
    #expect(text.contains("## Archived\n\n**Complete**\n\n## Canceled"))
    #expect(text.contains("2026-11-23\n- [ ] taxes\n"))
  }

  @Test func `several cards move at once, and what repeats stays in its column`() throws {
    let (text, output) = try after(["done", "Board.md:7", "Board.md:9", "Board.md:13"])
    #expect(
      text == """
        ---
        kanban-plugin: board
        ---

        ## Ideas

        - [ ] paint 🔁 every week 📅 2026-11-30

        ## In Progress


        ## Archived

        **Complete**
        - [x] taxes
        - [x] trip
        \t- pack
        - [x] paint 🔁 every week 📅 2026-11-23 ✅ 2026-11-21
        - [x] tent

        ## Canceled

        """)
    #expect(
      Set(output.split(separator: "\n")) == ["Board.md:16", "Board.md:18", "Board.md:19"])
    #expect(session.run(["undo"]).status == 0)
    #expect(String(decoding: try session.folder.read("Board.md"), as: UTF8.self) == Self.board)
  }

  @Test func `a part of a card, and a card of a note that is no board, stay where they are`() throws {
    try session.folder.write("## A\n\n- [ ] x\n\n## Done\n", to: "plain.md")
    #expect(session.run(["done", "plain.md:3"]).status == 0)
    #expect(try session.folder.read("plain.md") == Array("## A\n\n- [x] x\n\n## Done\n".utf8))
    let board = "---\nkanban-plugin: board\n---\n\n## A\n\n- [ ] x\n\t- [ ] y\n\n## Done\n"
    try session.folder.write(board, to: "b.md")
    #expect(session.run(["done", "b.md:8"]).status == 0)
    #expect(
      String(decoding: try session.folder.read("b.md"), as: UTF8.self)
        == board.replacing("\t- [ ] y", with: "\t- [x] y"))
  }
}
