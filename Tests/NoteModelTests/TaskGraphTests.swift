import NoteModel
import NoteSyntax
import Testing

@Suite struct TaskGraphTests {
  private func tasks(_ notes: [(name: String, text: String)]) throws -> [LocatedTask] {
    try notes.flatMap { name, text in
      let path = try #require(NotePath(name + ".md"))
      let note = Note(Document(parsing: Array(text.utf8)), at: path)
      return note.tasks.map { LocatedTask(path: path, noteTitle: note.title, item: $0) }
    }
  }

  private func edges(_ pairs: KeyValuePairs<String, String>) -> [TaskGraph.Edge] {
    pairs.map { TaskGraph.Edge(from: $0.key, to: $0.value, kind: .waitsFor) }
  }

  @Test func `what is closed blocks nothing`() throws {
    let tasks = try tasks([
      ("a", "---\nstatus: todo\n---\n"), ("b", "---\nstatus: done\n---\n"),
      ("c", "---\nstatus: cancelled\n---\n"), ("d", "---\nstatus: doing\n---\n"),
    ])
    let closed = TaskGraph(tasks, edges: edges(["a.md": "b.md", "a.md": "c.md", "a.md": "e.md"]))
    #expect(!closed.isBlocked(tasks[0]))
    let open = TaskGraph(tasks, edges: edges(["a.md": "b.md", "a.md": "d.md"]))
    #expect(open.isBlocked(tasks[0]))
    #expect(open.blockers(of: tasks[0]).map(\.reference) == ["d.md"])
  }

  @Test func `boxes contain one another`() throws {
    let tasks = try tasks([("a", "- [ ] paint\n  - [ ] brush\n- [ ] wall\n")])
    let graph = TaskGraph(tasks, edges: [])
    #expect(graph.children(of: tasks[0]).map(\.reference) == ["a.md:2"])
    #expect(graph.children(of: tasks[2]).isEmpty)
  }

  @Test func `cycles are found once, chains are none`() throws {
    let tasks = try tasks(["a", "b", "c", "d"].map { ($0, "---\nstatus: todo\n---\n") })
    let graph = TaskGraph(
      tasks,
      edges: edges(["a.md": "b.md", "b.md": "c.md", "c.md": "a.md", "d.md": "a.md"]))
    #expect(graph.cycles.map { Set($0.map(\.reference)) } == [["a.md", "b.md", "c.md"]])
  }

  @Test func `a chain of fifty thousand is followed without running out of stack`() throws {
    let count = 50_000
    let path = try #require(NotePath("a.md"))
    let tasks = (1...count).map { line in
      LocatedTask(
        path: path, noteTitle: "a",
        item: TaskItem(source: .checkbox(line: line), title: "t", status: .todo))
    }
    let edges = (1...count).map { line in
      TaskGraph.Edge(from: "a.md:\(line)", to: "a.md:\(line % count + 1)", kind: .waitsFor)
    }
    #expect(TaskGraph(tasks, edges: edges).cycles.map(\.count) == [count])
  }
}
