import Testing

@testable import NoteMerging

@Suite struct MoveLimitTests {
  /// Merges sections that one side has turned round, so that all but one are moved, with a line in each that the other
  /// side has changed.
  private func merged(_ count: Int) -> MergedText {
    func text(_ order: some Sequence<Int>, _ word: String) -> [UInt8] {
      Array(order.map { "# Section \($0)\n\nfirst of \($0)\n\(word) \($0)\nlast of \($0)\n\n" }.joined().utf8)
    }
    return LineMerge.merge(
      base: text(0..<count, "old"), ours: text((0..<count).reversed(), "old"), theirs: text(0..<count, "new"),
      form: .merge)
  }

  @Test func `sixteen moved sections take the changes of the other side along`() {
    #expect(merged(17).isClean)
  }

  @Test func `more moves are not followed: the rest conflicts`() {
    #expect(!merged(18).isClean)
  }
}
