import NotePresentation
import NoteSyntax
import NoteTestSupport
import SheafSite
import TerminalText
import Testing
import Wording

/// Whoever writes one delimiter again and again waits no longer for the last than for the first.
@Suite struct LinearTimeTests {
  private func read(_ piece: String, _ count: Int) -> Duration {
    let bytes = Array(String(repeating: piece, count: count).utf8)
    let page = Page(columns: 80, language: .english, asciiOnly: false, isTerminal: true)
    let surroundings = BodySurroundings(words: BodyWords(.english)) { .address($0.destination) }
    return processorTime {
      let document = Document(parsing: bytes)
      _ = NoteBody(document, in: surroundings).html
      _ = TerminalRenderer.lines(document, page)
      for box in document.checkboxes { _ = document.visible(box.textRange) }
    }
  }

  @Test(arguments: [
    "%%", "%% ", "%%a%% ", "%%\n\n", "%%a\n", "$", "$a ", "$a$ ", "$$", "$$\n\n", "$$a\n",
    "==", "==a ", "^[", "^[a ", "^[a] ", "[[", "[[a ", "[[a]] ", "![[", "{#", "# {#a}\n", "{:",
    "[a:: ", "(a:: ",
    "a:: b\n", "[a:: b] ", "> [!a]\n\n", "- [ ] %%a%%\n", "- [/] $a$ #b\n", "#a ", " ^a\n",
  ])
  func `four times the text takes four times as long to read and to render`(piece: String) {
    let small = read(piece, 2_500)
    let large = read(piece, 10_000)
    #expect(large < small * 8 + .milliseconds(100), "\(small), \(large)")
  }
}
