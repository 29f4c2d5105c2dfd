import NoteModel
import NoteSyntax
import SheafSite
import Testing

/// The net difference of two versions of a note, by units.
@Suite struct NoteNewsTests {
  private func note(_ text: String, at path: String = "Memo/a.md") -> Note {
    Note(Document(parsing: Array(text.utf8)), at: NotePath(trusted: path))
  }

  /// `kind: words`, former words in brackets, new ones in braces.
  private func news(
    _ old: String, _ new: String, at path: String = "Memo/a.md", from former: String = "Memo/a.md",
    _ context: NoteNews.Context = NoteNews.Context()
  ) -> [String] {
    NoteNews(from: note(old, at: former), to: note(new, at: path), context).changes.map { change in
      let words = change.pieces.map { piece in
        switch piece.kind {
        case .plain, .title: piece.text
        case .old: "[\(piece.text)]"
        case .new: "{\(piece.text)}"
        }
      }
      return "\(change.kind): " + words.joined()
    }
  }

  @Test func `a sentence that came is told, not a line`() {
    #expect(
      news("One. Two.\n", "One. Server cost is reviewed every quarter. Two.\n")
        == ["added: Server cost is reviewed every quarter."])
  }

  @Test func `sentences next to each other that came together are one change`() {
    #expect(news("One.\n", "One. Two. Three.\n") == ["added: Two. Three."])
    #expect(news("One.\n", "One. Two.\n\nThree.\n") == ["added: Two.", "added: Three."])
  }

  @Test(arguments: [
    ("3. 십 분 지켜보기\n", "3. 한 시간 지켜보기\n", "changed: [십 분] {한 시간} 지켜보기"),
    ("체인은 3,000 km 마다.\n", "체인은 3,000 km 마다, 다음은 2027년 9월쯤.\n", "changed: 체인은 3,000 km 마다{, 다음은 2027년 9월쯤}."),
    ("다섯 명 가운데 둘.\n", "다섯 명 가운데 셋.\n", "changed: 다섯 명 가운데 [둘] {셋}."),
    (
      "We meet at 1,200 today here.\n", "We meet at 1,350 today here.\n",
      "changed: We meet at [1,200] {1,350} today here."
    ),
  ])
  func `a sentence that changed is told word by word, and no number is cut`(old: String, new: String, told: String) {
    #expect(news(old, new) == [told])
  }

  @Test func `a sentence of which little is left came, and the other went`() {
    #expect(
      news("Bread needs flour and water.\n", "The bus leaves at noon.\n")
        == ["added: The bus leaves at noon.", "removed: [Bread needs flour and water.]"])
  }

  @Test func `far from a change words are left out`() {
    let words = (1...30).map { "w\($0)" }
    let told = news(
      words.joined(separator: " ") + "\n",
      (words.dropLast(15) + ["x"] + words.dropFirst(16)).joined(separator: " ") + "\n")
    #expect(told == ["changed: … w10 w11 w12 w13 w14 w15 [w16] {x} w17 w18 w19 w20 w21 w22 …"])
  }

  @Test(arguments: [
    ("A b.\n\n\n\n*c*\n", "A\nb.\n\n_c_\n"), ("1. a\n1. b\n", "1. a\n2. b\n"), ("- a\n- b\n", "* a\n* b\n"),
    ("| a | b |\n|--|--|\n| 1 | 2 |\n", "| a   | b   |\n| --- | --- |\n| 1   | 2   |\n"),
    ("# T\n\n## A\n\nOne.\n\n## B\n\nTwo.\n", "# T\n\n## B\n\nTwo.\n\n## A\n\nOne.\n"),
    ("---\nid: a\ntags: [x, y]\n---\na\n", "---\ntags:\n  - y\n  - x\nid: b\nupdated: 2026-01-01\n---\na\n"),
    ("a ^one\n", "a ^two\n"), ("a %%x%%\n", "a %%y%%\n"), ("a <!-- x -->\n", "a <!-- y -->\n"),
    ("a\r\nb\r\n", "a\nb\n"),
  ])
  func `another form of the same text is no news`(old: String, new: String) {
    #expect(news(old, new) == [])
    #expect(news(new, old) == [])
  }

  @Test func `a box is told by its tick, and only once`() {
    #expect(news("- [ ] a\n- [x] b\n", "- [x] a\n- [ ] b\n") == ["ticked: a", "reopened: b"])
    var context = NoteNews.Context()
    context.toldBoxes = ["a"]
    #expect(news("- [ ] a\n", "- [x] a ✅ 2026-11-20\n", context) == [])
    #expect(news("- [ ] a\n", "- [ ] a\n- [ ] b\n") == ["added: b"])
  }

  @Test func `lines below a box are its sentences`() {
    #expect(news("- [ ] a\n", "- [ ] a\nMore of it.\n") == ["added: More of it."])
  }

  @Test func `a table is told by its cells, and a row by its columns`() {
    let table = "| 항목 | 분기 3 | 분기 4 |\n|:--|--:|--:|\n"
    #expect(
      news(table + "| 서버 | 1,200 | 1,200 |\n", table + "| 서버 | 1,350 | 1,400 |\n")
        == ["changed: 서버 · 분기 3: [1,200] {1,350} · 분기 4: [1,200] {1,400}"])
    #expect(
      news(table + "| a | 1 | 2 |\n", table + "| a | 1 | 2 |\n| b | 3 | 4 |\n") == ["row: b · 분기 3 3 · 분기 4 4"])
  }

  @Test func `a place and a name are told, and links that follow are not`() {
    #expect(news("a\n", "a\n", at: "Memo/일/절차/x.md", from: "Memo/일/x.md") == ["moved: [일]{일/절차}"])
    #expect(news("---\ntitle: A\n---\n", "---\ntitle: B\n---\n") == ["renamed: [A]{B}"])
    var context = NoteNews.Context()
    context.names = ["냉장고 지도": "냉장고 정리"]
    #expect(news("Look at [[냉장고 지도]].\n", "Look at [[냉장고 정리]].\n", context) == [])
    #expect(news("See [x](a.md).\n", "See [x](b/a.md).\n") == [])
  }

  @Test func `fields are told by name, code by its lines, a diagram by its kind`() {
    #expect(news("---\nstatus: todo\n---\n", "---\nstatus: doing\nmood: x\n---\n") == ["field: [todo]{doing}"])
    let code = NoteNews(from: note("```\na\nb\n```\n"), to: note("```\na\nc\nd\n```\n")).changes
    #expect(code.map(\.count) == [2] && code.map(\.kind) == [.code])
    let diagram = NoteNews(from: note("```mermaid\na\n```\n"), to: note("```mermaid\nb\n```\n")).changes
    #expect(diagram.map(\.field) == ["diagram"])
  }

  @Test func `a row of a table counts one word per cell`() {
    let head = "| Server machine | Third quarter |\n|---|---|\n"
    func weight(_ old: String, _ new: String) -> Double { NoteNews(from: note(old), to: note(new)).weight }
    #expect(weight(head + "| a | one |\n", head + "| a | one |\n| one long name | of many words |\n") == 2)
    #expect(weight(head + "| a | one |\n| one long name | of words |\n", head + "| a | one |\n") == 1)
  }

  @Test func `a public digest has no former word`() {
    var context = NoteNews.Context()
    context.showsFormerWords = false
    #expect(news("One. Gone.\n", "One.\n", context) == [])
    #expect(news("다섯 명 가운데 둘.\n", "다섯 명 가운데 셋.\n", context) == ["changed: 다섯 명 가운데 {셋}."])
    #expect(news("---\ntitle: A\n---\n", "---\ntitle: B\n---\n", at: "b/x.md", from: "a/x.md", context) == [])
    #expect(news("---\nstatus: todo\n---\n", "---\nstatus: doing\n---\n", context) == [])
  }

  @Test func `beside what came, a phrase that went is no news`() {
    #expect(news("- a b c\n", "- x y z q\n") == ["added: x y z q"])
    #expect(news("- a b c\n- d\n", "- d\n") == ["removed: [a b c]"])
  }
}
