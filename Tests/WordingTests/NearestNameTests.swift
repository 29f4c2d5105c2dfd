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
}
