import NoteModel
import Testing

@Suite struct LinkGraphTests {
  private func graph(_ pairs: [(String, String)]) -> LinkGraph {
    LinkGraph(
      pairs.map { source, target in
        LinkRow(
          source: NotePath(trusted: source), kind: "wiki", destination: target, fragment: nil,
          text: nil, line: 1, range: nil, target: NotePath(trusted: target), state: .resolved)
      })
  }

  private func path(_ text: String) -> NotePath { NotePath(trusted: text) }

  @Test func `steps are counted along the links or against them, also in a circle`() {
    let graph = graph([("a.md", "b.md"), ("b.md", "c.md"), ("c.md", "a.md"), ("d.md", "a.md")])
    #expect(
      graph.distances(from: path("a.md"), depth: 9, .outward)
        == [path("a.md"): 0, path("b.md"): 1, path("c.md"): 2])
    #expect(
      graph.distances(from: path("a.md"), depth: 1, .inward)
        == [path("a.md"): 0, path("c.md"): 1, path("d.md"): 1])
  }

  @Test func `related notes share neighbours and are not linked`() {
    let graph = graph([
      ("a.md", "x.md"), ("a.md", "y.md"), ("b.md", "x.md"), ("b.md", "y.md"), ("c.md", "x.md"),
      ("z.md", "c.md"), ("z.md", "a.md"), ("a.md", "d.md"), ("d.md", "x.md"),
    ])
    let related = graph.related(to: path("a.md"))
    #expect(related.map(\.path.string) == ["b.md", "c.md"])
    #expect(related.map(\.common) == [2, 2])
  }
}
