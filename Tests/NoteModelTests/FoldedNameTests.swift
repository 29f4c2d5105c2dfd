import NoteModel
import Testing

@Suite struct FoldedNameTests {
  @Test(arguments: [
    ("Family 12", "family 12"), ("회의록 ABC", "회의록 abc"), ("힣가", "힣가"), ("", ""),
    ("\u{1112}\u{116C}의", "회의"), ("회\u{11A8}", "획"), ("Über", "über"), ("ＡＢＣ", "abc"),
    ("E\u{301}tude", "étude"), ("\u{D7A3}\u{D7B0}", "\u{D7A3}\u{D7B0}"), ("漢字 K", "漢字 k"),
  ])
  func `names that mean the same are folded to the same`(text: String, folded: String) {
    #expect(foldedName(text).unicodeScalars.elementsEqual(folded.unicodeScalars))
    #expect(foldedName("x" + text + "y").utf8.elementsEqual(("x" + folded + "y").utf8))
  }
}
