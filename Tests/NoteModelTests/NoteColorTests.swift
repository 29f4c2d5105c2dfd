import NoteModel
import Testing

@Suite struct NoteColorTests {
  @Test(arguments: [
    ("red", "#ff0000"), ("SteelBlue", "#4682b4"), ("#f80", "#ff8800"), ("#FF8800", "#ff8800"), ("#ff880080", "#ff8800"),
    ("파랑", "#0000ff"), ("jururu", "#ff008c"), ("twoMoreThen", "#e15a7f"), ("lilpa", "#000080"), ("mint", "#00c7be"),
  ])
  func `a colour is a name of CSS or digits`(text: String, digits: String) {
    #expect(NoteColor(text)?.hexadecimal == digits)
  }

  @Test(arguments: ["redd", "", "#ff", "#gg0000", "rgb(1,2,3)", "#-ff000"])
  func `what no style sheet reads is none`(text: String) {
    #expect(NoteColor(text) == nil)
  }
}
