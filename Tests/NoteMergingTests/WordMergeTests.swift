import NoteMerging
import Testing

/// Words of lines that both sides changed.
struct WordMergeTests {
  private func merged(_ base: String, _ ours: String, _ theirs: String) -> MergeOutcome? {
    NoteMerge(rules: MergeRules()).merge(base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8))
  }

  @Test(arguments: [
    // Two sentences of a paragraph.
    (
      "The first sentence is short. The second one is long.\n",
      "The first sentence was short. The second one is long.\n",
      "The first sentence is short. The second one is very long.\n",
      "The first sentence was short. The second one is very long.\n"
    ),
    // Each machine has renamed a note.
    (
      "links: [[Plan]] [[Other]]\n", "links: [[New Plan]] [[Other]]\n", "links: [[Plan]] [[An other]]\n",
      "links: [[New Plan]] [[An other]]\n"
    ),
    // New line breaks here, a word there.
    (
      "one two three four five six\n", "one two three\nfour five six\n", "one two three four FIVE six\n",
      "one two three\nfour FIVE six\n"
    ),
    // The marks of a list here, the end of an item there.
    (
      "*  one\n*  two\n*  three\n", "- one\n- two\n- three\n", "*  one\n*  two and a half\n*  three\n",
      "- one\n- two and a half\n- three\n"
    ),
    // A cell here, another and the widths there.
    (
      "| a | b |\n| - | - |\n| c | d |\n", "| a | b |\n| - | - |\n| cc | d |\n",
      "| a   | b |\n| --- | - |\n| c   | e |\n",
      "| a   | b |\n| --- | - |\n| cc | e |\n"
    ),
  ])
  func `words that only one side changed are taken`(texts: (base: String, ours: String, theirs: String, both: String)) {
    #expect(merged(texts.base, texts.ours, texts.theirs)?.bytes == Array(texts.both.utf8))
    #expect(merged(texts.base, texts.theirs, texts.ours)?.bytes == Array(texts.both.utf8))
  }

  @Test(arguments: [
    ("one two three\n", "one 2 three\n", "one zwei three\n"),
    ("one two three four\n", "one 2 three four\n", "one two 3 four\n"),
    ("one two three\n", "all is other now\n", "one two 3\n"),
    ("```\na b c d e\n```\n", "```\nA b c d e\n```\n", "```\na b c d E\n```\n"),
    ("| a | b |\n", "| a | b | c |\n", "| a | d |\n"),
  ])
  func `words beside each other, code and columns are a conflict`(texts: (base: String, ours: String, theirs: String)) {
    #expect(merged(texts.base, texts.ours, texts.theirs)?.isClean == false)
  }

  private static let table = "| a | b |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |\n"
  private static let wide = "| a | new | b |\n| - | - | - |\n| 1 | x | 2 |\n| 3 | y | 4 |\n"

  @Test(arguments: [
    // A new row.
    (table + "| 5 | 6 |\n", wide + "| 5 |  | 6 |\n"),
    (
      "| a | b |\n| - | - |\n| 0 | \\| |\n| 1 | 2 |\n| 3 | 4 |\n",
      "| a | new | b |\n| - | - | - |\n| 0 |  | \\| |\n| 1 | x | 2 |\n| 3 | y | 4 |\n"
    ),
    // Another cell with a new row below, and one above.
    (
      "| a | b |\n| - | - |\n| 1 | 2 |\n| 3 | four |\n| 5 | 6 |\n",
      "| a | new | b |\n| - | - | - |\n| 1 | x | 2 |\n| 3 | y | four |\n| 5 |  | 6 |\n"
    ),
    (
      "| a | b |\n| - | - |\n| one | 2 |\n| 0 | 0 |\n| 3 | four |\n",
      "| a | new | b |\n| - | - | - |\n| one | x | 2 |\n| 0 |  | 0 |\n| 3 | y | four |\n"
    ),
    // Another cell, and other widths.
    (
      "| a | b |\n| --- | - |\n| 1 | 2 |\n| three | 4 |\n",
      "| a | new | b |\n| - | - | - |\n| 1 | x | 2 |\n| three | y | 4 |\n"
    ),
    // Another column, and a row with it.
    (
      "| a | b | c |\n| - | - | - |\n| 1 | 2 | z |\n| 3 | 4 |  |\n| 5 | 6 | w |\n",
      "| a | new | b | c |\n| - | - | - | - |\n| 1 | x | 2 | z |\n| 3 | y | 4 |  |\n| 5 |  | 6 | w |\n"
    ),
  ])
  func `a new column here, other rows and a new column there are all in the table`(
    texts: (rows: String, both: String)
  ) {
    #expect(merged(Self.table, Self.wide, texts.rows)?.bytes == Array(texts.both.utf8))
    #expect(merged(Self.table, texts.rows, Self.wide)?.bytes == Array(texts.both.utf8))
  }

  @Test func `rows that both sides put at one place stay, unless one has other columns`() {
    let (ours, theirs) = (Self.table + "| 5 | 6 |\n", Self.table + "| 7 | 8 |\n")
    #expect(
      merged(Self.table + "\nend\n", ours + "\nend\n", theirs + "\nend\n")?.bytes
        == Array((ours + "| 7 | 8 |\n\nend\n").utf8))
    #expect(merged(Self.table, ours, Self.table + "| 7 |\n")?.isClean == false)
  }

  @Test(arguments: [
    "| a | b |\n| - | - |\n| 1 | 2 |\n", "| a | b | new |\n| - | - | - |\n| 1 | 2 | z |\n| 3 | 4 | z |\n",
  ])
  func `a row that is gone with words of the new column, and two new columns of one name, are a conflict`(rows: String)
  {
    #expect(merged(Self.table, Self.wide, rows)?.isClean == false)
  }

  private static let note = "intro\n\n## Part\n\nfirst line\nsecond line\n\nlast of it\n\n## End\n\nend\n"

  @Test(arguments: [
    ("first line\n", "first edited line\n"), ("second line\n", "second line\n\nnew paragraph\n"),
    ("last of it\n", "last of it, and more\n"),
  ])
  func `what was written into lines follows them to another note`(edit: (old: String, new: String)) throws {
    let other = "---\ntitle: Part\n---\n\nfirst line\nsecond line\n\nlast of it\n"
    let moved = try #require(
      MovedLines(
        base: Array(Self.note.utf8), mover: Array("intro\n\n[[Part]]\n\n## End\n\nend\n".utf8),
        editor: Array(Self.note.replacing(edit.old, with: edit.new).utf8), others: [Array(other.utf8)]))
    let carried = try #require(moved.carried())
    #expect(carried.editor == Array(Self.note.utf8))
    #expect(String(decoding: carried.other, as: UTF8.self) == other.replacing(edit.old, with: edit.new))
  }

  private static let part = "first line\nsecond line\n\nlast of it\n"

  @Test(arguments: [
    (part + part, ""), ("something else\n", ""), (part, part), ("first line\n", ""),
  ])
  func `lines that are nowhere else, there twice, or there before are not followed`(
    texts: (other: String, before: String)
  ) {
    let moved = MovedLines(
      base: Array(Self.note.utf8), mover: Array("intro\n\n## End\n\nend\n".utf8),
      editor: Array(Self.note.replacing("first line", with: "first edited line").utf8),
      others: [Array(texts.other.utf8)], formers: [Array(texts.before.utf8)])
    #expect(moved?.carried() == nil)
  }

  @Test func `a line that was replaced was not moved to a note that has it too`() {
    let (base, note) = (Array("one\n\nend\n".utf8), Array("other\n\nend\n".utf8))
    let moved = MovedLines(
      base: base, mover: Array("one\n\nours\n".utf8), editor: Array("one\n\ntheirs\n".utf8), others: [note])
    #expect(moved?.carried() == nil)
  }
}
