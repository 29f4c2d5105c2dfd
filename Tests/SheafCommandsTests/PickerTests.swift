import NoteModel
import NotePresentation
import NoteTestSupport
import TerminalScreen
import TerminalText
import Testing
import Wording

@testable import SheafCommands

/// The picker: what the keys mean, what is drawn at each width, what is opened.
@Suite struct PickerTests {
  private func item(_ title: String) -> PickerItem {
    PickerItem(
      kind: .note, place: NotePosition(NotePath(trusted: "Memo/\(title).md")), title: title,
      detail: "Memo/\(title).md")
  }

  private func state(_ actions: [PickerState.Action] = []) -> PickerState {
    var state = PickerState(allowsSeveral: true, actions: actions)
    state.show(PickerSource.Found([item("a"), item("b"), item("c")]))
    return state
  }

  @Test func `typing asks for other rows, moving only draws`() {
    var state = state()
    #expect(state.handle(.text("ㅊ"), pageSize: 5) == .typed)
    #expect(state.handle(.down, pageSize: 5) == .redraw)
    #expect(state.selected?.title == "b")
    #expect(state.handle(.backspace, pageSize: 5) == .typed)
    #expect(state.handle(.backspace, pageSize: 5) == .redraw)
    #expect(state.handle(.pageDown, pageSize: 5) == .redraw)
    #expect(state.selected?.title == "c")
  }

  @Test func `Enter takes what is marked, else what is selected`() {
    var state = state()
    #expect(state.handle(.enter, pageSize: 5) == .done(.choose, [item("a")]))
    _ = state.handle(.tab, pageSize: 5)
    _ = state.handle(.down, pageSize: 5)
    _ = state.handle(.tab, pageSize: 5)
    #expect(state.handle(.enter, pageSize: 5) == .done(.choose, [item("a"), item("c")]))
    for key in [Key.escape, .control("c"), .control("g")] {
      #expect(state.handle(key, pageSize: 5) == .ended)
    }
  }

  @Test func `only actions that were asked for have a key`() {
    var plain = state()
    #expect(plain.handle(.control("d"), pageSize: 5) == .redraw)
    var state = state([.finish, .create])
    #expect(state.handle(.control("d"), pageSize: 5) == .stay(.finish, [item("a")], words: ""))
    #expect(state.handle(.control("o"), pageSize: 5) == .redraw)
    _ = state.handle(.text("new"), pageSize: 5)
    #expect(state.handle(.control("o"), pageSize: 5) == .done(.create, [item("a")]))
  }

  @Test(arguments: [40, 80, 120])
  func `no line is wider than the screen`(columns: Int) {
    for language in [Language.english, .korean] {
      let view = PickerView(
        size: ScreenSize(columns: columns, rows: 24), language: language, asciiOnly: false)
      let preview = [StyledText("# 예산"), StyledText("본문")]
      let lines = view.lines(state([.create, .finish, .defer_, .tag, .copyLink]), preview: preview)
      #expect(lines.count == 24)
      #expect(lines.allSatisfy { $0.width <= columns })
      #expect(lines.contains { $0.plainText.contains("본문") })
    }
  }

  @Test func `what is typed opens the note, finishes the task, makes a note`() throws {
    let session = try CommandSession()
    _ = session.run(["init", "-q"])
    try session.folder.write("# Budget\n\n- [ ] ask 지은\n", to: "Memo/Budget.md")
    let opened = ScriptedScreen([.text("ㅈㅇ"), .enter])
    #expect(session.run(["pick"], onTerminal: true, screen: opened).status == 0)
    #expect(opened.lastPicture.contains("ask 지은"))
    #expect(session.startedPrograms.count == 1)
    // The picker stays open: a second Ctrl-D must not end the shell.
    let finished = ScriptedScreen([.text("ask"), .control("d"), .control("d"), .escape])
    #expect(session.run(["pick"], onTerminal: true, screen: finished).output.isEmpty)
    #expect(finished.pictures.contains { $0.last == "Done: ask 지은" })
    #expect(
      String(decoding: try session.folder.read("Memo/Budget.md"), as: UTF8.self)
        .contains("- [x] ask 지은"))
    let closed = ScriptedScreen([.escape])
    #expect(session.run(["pick"], onTerminal: true, screen: closed).status == 130)
    #expect(closed.isClosed)
  }

  @Test func `an ambiguous name is chosen on the screen`() throws {
    let session = try CommandSession()
    _ = session.run(["init", "-q"])
    for name in ["Budget 2026", "Budget 2027"] {
      try session.folder.write("x\n", to: "Memo/\(name).md")
    }
    let screen = ScriptedScreen([.down, .enter], columns: 40)
    let run = session.run(["show", "bud", "--raw"], onTerminal: true, screen: screen)
    #expect(run.output == "x\n")
    #expect(screen.lastPicture.contains("Budget 2027"))
    #expect(screen.lastPicture.hasPrefix("Show which note?\n"))
    #expect(screen.lastPicture.contains("Enter show"))
  }

  @Test(arguments: [["defer", "bud"], ["bake", "bud"], ["links", "add", "bud", "plan"]])
  func `what opens nothing does not say that Enter opens`(words: [String]) throws {
    let session = try CommandSession()
    _ = session.run(["init", "-q"])
    for name in ["Budget 2026", "Budget 2027"] {
      try session.folder.write("---\ndue: 2026-11-30\nremind: 1d\n---\nx\n", to: "Memo/\(name).md")
    }
    try session.folder.write("x\n", to: "Memo/plan.md")
    let screen = ScriptedScreen([.escape], columns: 60)
    _ = session.run(words, onTerminal: true, screen: screen)
    let keys = screen.lastPicture
    #expect(keys.contains("Enter ") && !keys.contains("Enter open"), "\(keys)")
  }

  @Test func `what removes or moves asks again after a choice by a part of a name`() throws {
    let session = try CommandSession()
    _ = session.run(["init", "-q"])
    for name in ["Budget 2026", "Budget 2027", "Diet"] {
      try session.folder.write("x\n", to: "Memo/\(name).md")
    }
    let screen = ScriptedScreen([.down, .enter], columns: 60)
    let kept = session.run(["rm", "bud"], input: "n\n", onTerminal: true, screen: screen)
    #expect(kept.status == 1)
    #expect(screen.lastPicture.hasPrefix("Remove which note?\n"))
    #expect(kept.errors == "Remove “Budget 2027” (Memo/Budget 2027.md)? [y/N] Nothing was changed\n")
    #expect(session.folder.files().contains("Memo/Budget 2027.md"))
    let one = session.run(["mv", "die", "Old/"], input: "y\n", onTerminal: true)
    #expect(one.errors == "Move “Diet” (Memo/Diet.md)? [y/N] ")
    #expect(session.folder.files().contains("Old/Diet.md"))
    // A whole name needs no question, and `--yes` answers one.
    #expect(session.run(["rm", "Diet"], onTerminal: true).errors.isEmpty)
    #expect(session.run(["rm", "999", "--yes"], onTerminal: true).status == 1)
    #expect(session.run(["rm", "t 2026", "--yes"], onTerminal: true).status == 0)
  }

  @Test(arguments: ["done", "start", "rm", "mv", "rename", "edit", "set", "append", "links add"])
  func `a picker names the verb in both languages`(command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    let question = try #require(PickerQuestion(of: words, .note)).text(ofSeveral: false)
    #expect(question.english.hasSuffix(" which note?"))
    #expect(question.korean.hasPrefix("어느 메모") && question.korean.hasSuffix("까요?"))
  }

  @Test func `a note that is found by its name is not found again by a line, and no letter is`()
    throws
  {
    let session = try CommandSession()
    _ = session.run(["init", "-q"])
    try session.folder.write("# Budget\n\nthe budget grows\n", to: "Memo/Budget.md")
    try session.folder.write("# Other\n\nno budget here\n", to: "Memo/Other.md")
    try session.folder.write("---\nunseal: 2030-01-01\n---\na budget\n", to: "Memo/wish.md")
    let screen = ScriptedScreen([.text("budget"), .escape])
    _ = session.run(["pick"], onTerminal: true, screen: screen)
    #expect(screen.lastPicture.contains("1/2"))
    #expect(screen.lastPicture.contains("no budget here"))
    #expect(!screen.lastPicture.contains("a budget"))
    #expect(!screen.lastPicture.contains("wish"))
  }

  @Test func `a tag is typed in the picker, and Esc takes it back`() throws {
    let session = try CommandSession()
    _ = session.run(["init", "-q"])
    try session.folder.write("# Budget\n", to: "Memo/Budget.md")
    let screen = ScriptedScreen([
      .control("t"), .text("no"), .escape, .control("t"), .text("home late"), .enter, .control("r"),
      .escape,
    ])
    #expect(session.run(["pick"], onTerminal: true, screen: screen).status == 130)
    let text = String(decoding: try session.folder.read("Memo/Budget.md"), as: UTF8.self)
    #expect(text.contains("tags: [home, late]") && !text.contains("no"))
    #expect(screen.pictures.contains { $0.last == "Tag: home late" })
    #expect(screen.pictures.contains { $0.last == "Tagged: Budget" })
    // A note that is no task cannot be put off: the reason is on the last line.
    #expect(screen.lastPicture.split(separator: "\n").last?.contains("task") == true)
  }

  @Test func `keys with others between them find a note below those that have them together`() throws {
    let session = try CommandSession()
    _ = session.run(["init", "-q"])
    for number in 1...90 { try session.folder.write("x\n", to: "Memo/Note \(number).md") }
    try session.folder.write("x\n", to: "Memo/Garden plan.md")
    try session.folder.write("x\n", to: "Memo/gplan.md")
    let garden = ScriptedScreen([.text("gplan"), .escape])
    _ = session.run(["pick"], onTerminal: true, screen: garden)
    let rows = garden.lastPicture.split(separator: "\n")
    #expect(rows[1].contains("gplan") && rows[2].contains("Garden plan"))
    let note = ScriptedScreen([.text("nt83"), .escape])
    _ = session.run(["pick"], onTerminal: true, screen: note)
    #expect(note.lastPicture.contains("▌ Note 83") && note.lastPicture.contains("1/1 "))
  }

  @Test func `all matches are counted, also those without a row`() throws {
    let session = try CommandSession()
    _ = session.run(["init", "-q"])
    for number in 1...230 { try session.folder.write("x\n", to: "Memo/Note \(number).md") }
    let screen = ScriptedScreen([.text("note"), .escape])
    _ = session.run(["pick"], onTerminal: true, screen: screen)
    #expect(screen.pictures.first?.last?.hasPrefix("1/230 ") == true)
    #expect(screen.lastPicture.contains("1/230 "))
  }

  @Test func `the preview is rendered, with the line of the task in sight`() throws {
    let session = try CommandSession()
    _ = session.run(["init", "-q"])
    let filler = (1...40).map { "Line \($0)\n\n" }.joined()
    try session.folder.write(
      "---\ntags: [a]\n---\n# Plan\n\nSome **bold** [[link]]\n\n\(filler)- [ ] call\n", to: "Memo/Plan.md")
    let screen = ScriptedScreen([.text("plan"), .control("u"), .text("call"), .escape])
    _ = session.run(["pick"], onTerminal: true, screen: screen)
    #expect(screen.pictures[1].contains { $0.contains("Some bold link") })
    #expect(!screen.pictures[1].contains { $0.contains("tags:") })
    #expect(screen.lastPicture.contains("☐ call") && screen.lastPicture.contains("Line 40"))
    #expect(!screen.lastPicture.contains("\u{F8FE}"))
  }

  @Test(arguments: [40, 60, 80])
  func `keys that are shown are whole, and ? shows the others`(columns: Int) throws {
    let session = try CommandSession()
    _ = session.run(["init", "-q"])
    try session.folder.write("x\n", to: "Memo/a.md")
    for language in ["en", "ko"] {
      let screen = ScriptedScreen([.text("?"), .text("x"), .escape], columns: columns)
      _ = session.run(["pick", "--lang", language], onTerminal: true, screen: screen)
      #expect(screen.pictures[0].last?.contains("…") == false)
      #expect(screen.pictures[0].last?.hasSuffix(language == "en" ? "? keys" : "? 키") == true)
      #expect(screen.pictures[1].contains { $0.contains("^Y") })
      #expect(!screen.pictures[2].contains { $0.contains("^Y") })
    }
  }
}
