import NoteMerging
import Testing

@Suite struct MarkedTextTests {
  private static func marked(_ text: String) -> MarkedText? { MarkedText(Array(text.utf8)) }

  private static func text(_ bytes: [UInt8]?) -> String? {
    bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `both sides are taken out of a conflict`() {
    let marked = Self.marked("a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\nd\n")
    #expect(Self.text(marked?.ours) == "a\nb\nd\n")
    #expect(Self.text(marked?.theirs) == "a\nc\nd\n")
    #expect(marked?.base == nil)
    #expect(marked?.starts == [2])
  }

  @Test func `a base that the markers show is taken out as well`() {
    let marked = Self.marked("<<<<<<< HEAD\nb\n||||||| 1234567\nx\n=======\nc\n>>>>>>> x\n")
    #expect(Self.text(marked?.base) == "x\n")
  }

  @Test func `a base counts only where every conflict shows it`() {
    let one = "<<<<<<< HEAD\nb\n||||||| base\nx\n=======\nc\n>>>>>>> x\n"
    let two = "<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\n"
    #expect(Self.marked(one + two)?.base == nil)
  }

  @Test func `longer markers, CR LF and markers of another length inside are read`() {
    let marked = Self.marked(
      "<<<<<<<<< HEAD\r\n<<<<<<< no\r\n=======\r\n=========\r\nc\r\n>>>>>>>>> x\r\n")
    #expect(Self.text(marked?.ours) == "<<<<<<< no\r\n=======\r\n")
    #expect(Self.text(marked?.theirs) == "c\r\n")
  }

  @Test(arguments: [
    "", "no markers\n", "<<<<<<< HEAD\na\n", "<<<<<<< HEAD\na\n=======\nb\n",
    "======= \n>>>>>>> x\n",
    "Title\n=======\n", "<<<<<<<<a\n",
  ])
  func `a text without whole markers has no versions`(text: String) {
    #expect(Self.marked(text) == nil)
  }

  private static func conflict(_ ours: String, _ theirs: String) -> String {
    "<<<<<<< a\n\(ours)\n=======\n\(theirs)\n>>>>>>> b\n"
  }

  @Test(
    arguments: ["", "---\ntags: [x]\n---\n", "+++\ntags = [\"x\"]\n+++\n"], ["\n", "\r\n"])
  func `a conflict in the text is that of the heading above it`(frontMatter: String, lineEnd: String) {
    func text(_ one: String, _ two: String) -> [UInt8] {
      let whole = frontMatter + "# N\n\n## One\n\n" + one + "\n##  Two b\n\n" + two
      return Array(whole.replacing("\n", with: lineEnd).utf8)
    }
    let (one, two) = (Self.conflict("v", "w"), Self.conflict("x", "y"))
    let conflicts = MarkedText.conflicts(in: text(one, two))
    #expect(conflicts.map(\.part) == ["one", "two b"])
    #expect(conflicts.map(\.isField) == [false, false])
    #expect(MarkedText.deciding(text(one, two), .both, part: "Two b") == text(one, "x\ny\n"))
    #expect(MarkedText.deciding(text(one, two), .theirs, part: "one") == text("w\n", two))
    #expect(MarkedText.deciding(text(one, two), .both, part: nil) == text("v\nw\n", "x\ny\n"))
  }

  @Test(arguments: ["\n", "\r\n"])
  func `a conflict in front matter is that of a field, which has one value`(lineEnd: String) {
    func text(_ field: String) -> [UInt8] {
      Array("---\n\(field)b: 1\n---\n# rating\n".replacing("\n", with: lineEnd).utf8)
    }
    let marked = text(Self.conflict("rating: 1", "rating: 2"))
    let conflicts = MarkedText.conflicts(in: marked)
    #expect(conflicts.map(\.part) == ["rating"])
    #expect(conflicts.map(\.isField) == [true])
    #expect(MarkedText.deciding(marked, .both, part: "rating") == marked)
    #expect(MarkedText.deciding(marked, .theirs, part: "Rating") == text("rating: 2\n"))
  }
}
