import CivilCalendar
import NoteModel
import NoteSyntax
import Testing

/// Outlines, whose bullets are blocks and begin with the state of a task.
@Suite struct OutlineReadingTests {
  private func layout() throws -> VaultLayout {
    var rules = ReadingRules()
    rules.readsOutlines = true
    rules.decodesPageNames = true
    rules.takesTitleFromHeading = false
    return VaultLayout(
      diaryFolder: "journals",
      diaryPath: try DayPattern("journals/{{year}}_{{month}}_{{dayOfMonth}}.md"),
      diaryTitle: try DayPattern("{{shortMonthName}} {{ordinalDay}}, {{year}}"), rules: rules)
  }

  private func note(_ text: String, at path: String = "pages/A___B.md") throws -> Note {
    Note(Document(parsing: Array(text.utf8)), at: NotePath(trusted: path), in: try layout())
  }

  @Test(arguments: [
    ("pages/A___B.md", "A/B"), ("pages/Why%3F.md", "Why?"), ("pages/plain name.md", "plain name"),
    ("journals/2026_06_12.md", "Jun 12th, 2026"), ("pages/50%.md", "50%"),
  ])
  func `a page is called what its file's name spells, and a day as its title is written`(
    path: String, title: String
  ) throws {
    #expect(try note("- # Heading\n", at: path).title == title)
  }

  @Test func `the first properties are the page's, and those of a block are the block's`() throws {
    let note = try note(
      "title:: Plan/Draft\nalias:: P, [[Big plan]]\ntags:: [[One two]], three\n\n- a\n  title:: b\n"
    )
    #expect(note.title == "Plan/Draft")
    #expect(note.aliases == ["P", "Big plan"])
    #expect(note.tags.map(\.string).contains("three"))
  }

  @Test func `a word at the beginning of a bullet is the state of a task`() throws {
    let note = try note(
      """
      - TODO one #home
      \t- DOING two
      \t  DEADLINE: <2026-06-12 Fri>
      - LATER three
        SCHEDULED: <2026-06-13 Sat 10:00 .+1d>
      - DONE four
      - TODOS five
      - [1] six
      ```
      - TODO seven
      ```

      """)
    #expect(note.tasks.map(\.title) == ["one", "two", "three", "four"])
    #expect(note.tasks.map(\.status) == [.todo, .doing, .todo, .done])
    #expect(note.tasks[1].due?.description == "2026-06-12")
    #expect(note.tasks[1].parent == "1")
    #expect(note.tasks[2].scheduled?.description == "2026-06-13T10:00:00")
  }

  @Test(arguments: [
    ("TODO", TaskStatus.done, "DONE"), ("LATER", .doing, "NOW"), ("NOW", .todo, "LATER"),
    ("DOING", .todo, "TODO"), ("WAITING", .cancelled, "CANCELED"),
  ])
  func `the state changes to the word of its kind and nothing else`(
    word: String, status: TaskStatus, after: String
  ) throws {
    let text = "- \(word) buy milk\n  id:: x\n"
    let note = try note(text)
    let editor = CheckboxEditor(note.document.checkboxes[0], in: note.document)
    let edits = try editor.edits(
      .status(status, today: .init(daysSinceEpoch: 20_000)), of: note.tasks[0])
    let result = try note.document.source.applying(edits).bytes
    #expect(String(decoding: result, as: UTF8.self) == "- \(after) buy milk\n  id:: x\n")
  }

  @Test(arguments: [
    ("- TODO Water\n", "priority", "high", "- TODO Water ⏫\n  DEADLINE: <2026-12-01 Tue>\n"),
    ("- TODO Water", "repeat", "every week", "- TODO Water 🔁 every week\n  DEADLINE: <2026-12-01 Tue>"),
    ("- TODO [#A] Water\n", "priority", "low", "- TODO [#C] Water\n  DEADLINE: <2026-12-01 Tue>\n"),
  ])
  func `a day goes to a line of its own, and what changes besides to the line of the task`(
    before: String, key: String, value: String, after: String
  ) throws {
    var file = TaskFile(path: NotePath(trusted: "pages/T.md"), bytes: Array(before.utf8), in: try layout())
    try file.apply(
      .fields([.init(key: "due", value: "2026-12-01"), .init(key: key, value: value)]), at: 1)
    #expect(String(decoding: file.bytes, as: UTF8.self) == after)
    #expect(file.task(at: 1)?.due?.description == "2026-12-01")
  }

  @Test func `links, tags and references to blocks are found wherever a bullet is`() throws {
    let block = "6487a8e0-1111-2222-3333-444455556666"
    let text = """
      ## Heading
      \t- [[First]] and #tag
      \t\t- ((\(block)))
      - #[[two words]] {{embed ((\(block)))}}

      """
    let document = try note(text).document
    let source = document.source
    #expect(
      document.links.map { $0.destination } == ["First", "tag", block, "two words", block])
    #expect(document.links.map(\.line) == [2, 2, 3, 4, 4])
    for link in document.links {
      #expect(source.text(in: try #require(link.destinationRange)) == link.destination)
    }
  }
}
