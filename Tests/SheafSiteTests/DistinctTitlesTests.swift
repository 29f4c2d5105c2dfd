import NoteModel
import Testing

@testable import SheafSite

/// No two notes of a list look the same.
@Suite struct DistinctTitlesTests {
  private func titles(_ notes: KeyValuePairs<String, String>) -> [String] {
    DistinctTitles.titles(of: notes.map { (title: $1, path: NotePath(trusted: $0)) })
  }

  @Test func `a title that several notes have is followed by what tells them apart`() {
    #expect(titles(["a.md": "A", "b.md": "B"]) == ["A", "B"])
    #expect(
      titles(["Work/Todo.md": "Todo", "Home/Todo.md": "Todo"]) == ["Todo · Work", "Todo · Home"])
    #expect(titles(["x.md": "Todo", "y.md": "todo"]) == ["Todo · x", "todo · y"])
    #expect(
      titles(["a/b/T.md": "T", "c/b/T.md": "T", "z.md": "Z"]) == ["T · a/b", "T · c/b", "Z"])
    #expect(titles(["T.md": "T", "b/T.md": "T"]) == ["T · /", "T · b"])
    #expect(titles(["a/x.md": "T", "a/x.markdown": "T"]) == ["T · a/x.md", "T · a/x.markdown"])
  }
}
