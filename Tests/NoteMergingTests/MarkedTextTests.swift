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
}
