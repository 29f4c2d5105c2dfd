import ByteBasics
import Testing

@Suite struct ForwardSearchTests {
  @Test func `each mark is found where it is next, and not beyond the end`() {
    var search = ForwardSearch(Array("a}}b%}c}}d%}".utf8), to: 10)
    #expect(search.place(of: "}}", from: 0) == 1)
    #expect(search.place(of: "%}", from: 0) == 4)
    #expect(search.place(of: "}}", from: 1) == 1)
    #expect(search.place(of: "}}", from: 2) == 7)
    #expect(search.place(of: "%}", from: 5) == nil)
    #expect(search.place(of: "%}", from: 9) == nil)
    #expect(search.place(of: "}}", from: 8) == nil)
  }
}
