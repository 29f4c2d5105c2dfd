import CivilCalendar
import NoteIndex
import NoteModel
import Testing

/// Names and paths are found like titles, and what was typed whole comes first.
@Suite struct SearchRankingTests {
  private let index: IndexDatabase
  private let now = CivilMoment(
    day: Day(iso: "2026-11-21") ?? Day(daysSinceEpoch: 0), time: .midnight)

  init() throws {
    index = try IndexDatabase.inMemory()
  }

  private func find(_ text: String) throws -> [String] {
    let query = try QueryParser.parse(text, now: now).query
    return try index.notes(NoteRequest(query: query, now: now)).map(\.path.string)
  }

  private func suggestions(_ word: String) throws -> [String] {
    try MisspeltWord(word)?.suggestions(in: index.vocabulary) ?? []
  }

  @Test func `a file is found by its name and its folders where its title is another`() throws {
    try index.put([
      ("Projects/alpha/kick-off.md", "---\ntitle: Beginning\n---\nplain\n"),
      ("Other/b.md", "Projects are fun\n"),
    ])
    #expect(try find("kick-off") == ["Projects/alpha/kick-off.md"])
    #expect(try find("title:kick") == ["Projects/alpha/kick-off.md"])
    #expect(try find("alpha") == ["Projects/alpha/kick-off.md"])
    #expect(try find("projects kick") == ["Projects/alpha/kick-off.md"])
  }

  @Test func `the note with the typed name comes first, the better the kind of name the earlier`()
    throws
  {
    try index.put([
      ("a.md", "plan plan plan garden garden plan garden\n"),
      ("b.md", "---\naliases: [plan garden]\n---\n"),
      ("plan garden.md", "---\ntitle: Plan garden\n---\nnothing about it\n"),
    ])
    #expect(try find("plan garden") == ["plan garden.md", "b.md", "a.md"])
  }

  @Test func `a note with the title comes before one whose file is called so`() throws {
    try index.put([
      ("x/first.md", "---\ntitle: collections.First\n---\nfirst first first\n"),
      ("y/first.md", "---\ntitle: First\n---\n\(String(repeating: "other ", count: 99))\n"),
      ("z.md", "# First\n\n\(String(repeating: "other ", count: 99))\n"),
    ])
    #expect(try find("first").last == "x/first.md")
  }

  @Test func `words that follow each other come before words that are far apart`() throws {
    try index.put([
      ("a.md", "one two three four five six\n"),
      ("b.md", "six five four three two one, two one, four three, six five, three one\n"),
    ])
    #expect(try find("one two three four five six") == ["a.md", "b.md"])
  }

  @Test func `a misspelt word is near a word of the index`() throws {
    try index.put([("a.md", "The meeting about the garden\n"), ("b.md", "주간 회의록, 회사\n")])
    #expect(try suggestions("meetng") == ["meeting"])
    #expect(try suggestions("Gardne").first == "garden")
    #expect(try suggestions("회으록").first == "회의록")
    #expect(try suggestions("회록의").first == "회의록")
    #expect(try suggestions("호의록").first == "회의록")
    #expect(try suggestions("zzzzzz") == [])
    #expect(try suggestions("쀍쉙훏") == [])
  }
}
