import ByteBasics
import NoteTestSupport
import SheafSite
import Testing

@testable import SheafSite

@Suite struct KeySetTests {
  @Test func `it holds what a set holds`() {
    var generator = SeededGenerator(seed: 7)
    var keys = KeySet()
    var set: Set<UInt32> = []
    for _ in 0..<20_000 {
      let number = UInt32.random(in: 0...9_999, using: &generator)
      keys.insert(number)
      set.insert(number)
    }
    var seen: [UInt32] = []
    keys.forEach { seen.append($0) }
    #expect(keys.count == set.count)
    #expect(seen.sorted() == set.sorted())
  }
}
