import NoteModel
import Testing

@Suite struct FileNameTests {
  @Test(arguments: [
    ("첫 메모: 회의", "첫 메모 회의"), ("a/b\\c", "a b c"), ("  .hidden.  ", "hidden"), ("con", "con_"),
    ("COM1.x", "COM1_.x"), ("nul", "nul_"),
    ("end...", "end"), ("~/a", "~ a"), ("\u{1112}\u{116C}", "회"), ("x\u{0}y\n z", "x y z"),
    ("a\u{202E}b\u{200F}c\u{2066}d\u{AD}e\u{FEFF}f\u{9B}g", "abcdefg"),
    ("a\u{E0041}\u{7F}b\u{200B}c", "abc"),
    ("a 👩\u{200D}👧 ❤\u{FE0F}", "a 👩\u{200D}👧 ❤\u{FE0F}"),
  ])
  func `a title becomes a name that every file system takes`(title: String, name: String) {
    #expect(FileName.stem(for: title) == name)
  }

  @Test(arguments: ["", "...", "///", "!?"])
  func `a title without letters has no name`(title: String) {
    #expect(FileName.stem(for: title) == nil)
  }

  @Test func `a long title is cut between letters`() throws {
    let name = try #require(FileName.stem(for: String(repeating: "가", count: 300)))
    #expect(name.utf8.count <= 200)
    #expect(name.allSatisfy { $0 == "가" })
  }
}
