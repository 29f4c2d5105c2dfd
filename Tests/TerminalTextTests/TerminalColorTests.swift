import Testing

@testable import TerminalText

@Suite struct TerminalColorTests {
  @Test(arguments: [
    ("red", "31"), ("bold red", "1;31"), ("bright-blue underline", "94;4"), ("black on yellow", "30;43"),
    ("on 208", "48;5;208"), ("#ff8000", "38;2;255;128;0"), ("gray", "90"), ("none", ""), ("Bold", "1"),
  ])
  func `words are colours and effects`(text: String, code: String) {
    #expect(TerminalColor(text)?.code == code)
  }

  @Test(arguments: ["reddish", "1;31", "\u{1B}[31m", "#ff80", "#-12345", "on", "256", "red;5"])
  func `nothing else reaches the terminal`(text: String) {
    #expect(TerminalColor(text) == nil)
  }

  @Test(arguments: [
    ("0;15", TerminalBackground.light), ("15;0", .dark), ("0;default;15", .light), ("12;8", .dark),
    ("0;7", .light),
  ])
  func `the variable of the terminal says its background`(variable: String, background: TerminalBackground) {
    #expect(TerminalBackground(colorVariable: variable) == background)
    #expect(TerminalBackground(colorVariable: "default") == nil)
  }

  private func text(_ theme: Theme, _ text: StyledText) -> String {
    String(decoding: theme.encode(text).bytes, as: UTF8.self)
  }

  @Test func `a theme has the colours of its background and the user's own`() {
    let code = StyledText("x", .code)
    #expect(text(.ansi(showsLinks: false), code) == "\u{1B}[33mx\u{1B}[0m")
    #expect(text(.ansi(showsLinks: false, background: .light), code) == "\u{1B}[38;5;94mx\u{1B}[0m")
    let own = TerminalColor("bold").map { [TextStyle.code: $0] } ?? [:]
    #expect(text(.ansi(showsLinks: false, background: .light, own: own), code) == "\u{1B}[1mx\u{1B}[0m")
    let none = TerminalColor("none").map { [TextStyle.code: $0] } ?? [:]
    #expect(text(.ansi(showsLinks: false, own: none), code) == "x")
  }

  @Test func `a run has a colour of its own where colours are shown`() {
    let dot = StyledText("●", color: TerminalColor(red: 1, green: 2, blue: 3))
    #expect(text(.ansi(showsLinks: false), dot) == "\u{1B}[38;2;1;2;3m●\u{1B}[0m")
    #expect(text(.plain, dot) == "●")
    #expect(text(.ansi(showsLinks: false), dot.wrapped(to: 10)[0].truncated(to: 1)).contains("1;2;3"))
  }
}
