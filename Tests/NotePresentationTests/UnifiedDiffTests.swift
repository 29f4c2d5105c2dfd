import NotePresentation
import NoteTestSupport
import TerminalText
import Testing

@Suite struct UnifiedDiffTests {
  private func diff(_ before: String?, _ after: String?) -> String {
    diff(before.map { Array($0.utf8) }, after.map { Array($0.utf8) })
  }

  private func diff(_ before: [UInt8]?, _ after: [UInt8]?) -> String {
    UnifiedDiff(path: "a.md", before: before, after: after).styledLines
      .map { $0.plainText + "\n" }.joined()
  }

  @Test func `changes far apart are two hunks`() {
    let before = (1...20).map { "\($0)\n" }.joined()
    let after = before.replacing("\n3\n", with: "\nthree\n").replacing("\n17\n", with: "\n")
    #expect(
      diff(before, after) == """
        --- a/a.md
        +++ b/a.md
        @@ -1,6 +1,6 @@
         1
         2
        -3
        +three
         4
         5
         6
        @@ -14,7 +14,6 @@
         14
         15
         16
        -17
         18
         19
         20

        """)
  }

  @Test func `changes near each other are one hunk`() {
    #expect(
      diff("a\nb\nc\nd\n", "a\nB\nc\nD\n") == """
        --- a/a.md
        +++ b/a.md
        @@ -1,4 +1,4 @@
         a
        -b
        +B
         c
        -d
        +D

        """)
  }

  @Test func `a missing line end is marked`() {
    #expect(
      diff("a\nb", "a\nb\n") == """
        --- a/a.md
        +++ b/a.md
        @@ -1,2 +1,2 @@
         a
        -b
        \\ No newline at end of file
        +b

        """)
  }

  @Test func `new and removed files stand against nothing`() {
    #expect(diff(nil, "a\n") == "--- /dev/null\n+++ b/a.md\n@@ -0,0 +1 @@\n+a\n")
    #expect(diff("a\nb\n", nil) == "--- a/a.md\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n")
    #expect(diff(nil, "") == "--- /dev/null\n+++ b/a.md\n")
  }

  @Test func `bytes that are no text are shown by their numbers`() {
    let before = Array("caf".utf8) + [0xE9, 0x0A]
    let after = Array("caf".utf8) + [0xE8, 0x0A]
    #expect(diff(before, after) == "--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-caf<E9>\n+caf<E8>\n")
    #expect(diff([0xED, 0xA0, 0x80], nil).contains("-<ED><A0><80>\n"))
  }

  @Test func `patch makes the new file of the old one`() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<40 {
      let before = (0..<30).map { _ in "\(Int.random(in: 0..<9, using: &generator))" }
      var after = before
      for _ in 0..<5 {
        let index = Int.random(in: 0..<after.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: after.remove(at: index)
        case 1: after.insert("x", at: index)
        default: after[index] = "y"
        }
      }
      let folder = try TemporaryFolder()
      let texts = (before.joined(separator: "\n") + "\n", after.joined(separator: "\n"))
      try folder.write(texts.0, to: "a.md")
      let run = try ProgramRun.run(
        "/usr/bin/git", ["apply", "--unidiff-zero", "-"], in: folder.path,
        input: diff(texts.0, texts.1))
      #expect(run.status == 0, "\(run.errors)")
      #expect(try folder.read("a.md") == Array(texts.1.utf8))
    }
  }
}
