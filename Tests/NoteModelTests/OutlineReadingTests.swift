import CivilCalendar
import NoteModel
import NoteSyntax
import Testing

/// Outlines, whose bullets are blocks and begin with the state of a task.
@Suite struct OutlineReadingTests {
  private func note(_ text: String, at path: String = "pages/A___B.md") throws -> Note {
    var rules = ReadingRules()
    rules.readsOutlines = true
    rules.decodesPageNames = true
    rules.takesTitleFromHeading = false
    let layout = VaultLayout(
      diaryFolder: "journals",
      diaryPath: try DayPattern("journals/{{year}}_{{month}}_{{dayOfMonth}}.md"),
      diaryTitle: try DayPattern("{{shortMonthName}} {{ordinalDay}}, {{year}}"), rules: rules)
    return Note(Document(parsing: Array(text.utf8)), at: NotePath(trusted: path), in: layout)
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
    let edits = editor.edits(
      .status(status, today: .init(daysSinceEpoch: 20_000)), of: note.tasks[0])
    let result = try note.document.source.applying(edits).bytes
    #expect(String(decoding: result, as: UTF8.self) == "- \(after) buy milk\n  id:: x\n")
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
