import NoteModel
import Testing

@Suite struct NoteReferenceTests {
  @Test func `a sign alone is the note touched last`() {
    #expect(NoteReference("@") == .lastTouched)
  }

  @Test(arguments: [("3", 3), ("@3", 3), ("120", 120), ("999", 999), ("0", 0)])
  func `a small number is a row of the last listing`(text: String, row: Int) {
    #expect(NoteReference(text) == .row(row))
  }

  @Test(arguments: ["2026", "2026-11-21", "k3x9", "20261121", "10000", "@home", "장보기"])
  func `everything else is a name`(text: String) {
    #expect(NoteReference(text) == .name(text))
  }
}
