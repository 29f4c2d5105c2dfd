import Testing
import Wording

@Suite struct NearestNameTests {
  @Test(arguments: [
    ("x", ["색", "y"], nil), ("x", ["xy"], "xy"), ("할이", ["할일", "가나"], "할일"), ("ab", ["cd", "ba"], "ba"),
    ("lmit", ["limit", "list"], "limit"), ("mee", ["meeting"], "meeting"),
  ])
  func `a name is near if it has letters of the word`(word: String, names: [String], nearest: String?) {
    #expect(nearestName(to: word, among: names) == nearest)
  }

  @Test(arguments: [
    ("publish", "publish", false), ("publsh", "publish", true), ("publissh", "publish", true),
    ("pubilsh", "publish", true), ("publosh", "publish", true), ("pubslih", "publish", false),
    ("xublishx", "publish", false), ("pblsh", "publish", false),
    ("", "a", true), ("ab", "ba", true), ("abc", "cba", false), ("비공게", "비공개", true), ("비공", "비공개", false),
  ])
  func `one edit misses, adds, changes or swaps one letter`(left: String, right: String, isOne: Bool) {
    #expect(isOneEdit(left, right) == isOne && isOneEdit(right, left) == isOne)
  }
}
