import NoteModel
import NoteSyntax
import Testing

@Suite struct TaskGraphTests {
  private func graph(_ notes: [(name: String, text: String)]) throws -> TaskGraph {
    var tasks: [LocatedTask] = []
    var names: [String: [NotePath]] = [:]
    for (name, text) in notes {
      let path = try #require(NotePath(name + ".md"))
      let note = Note(Document(parsing: Array(text.utf8)), at: path)
      names[foldedName(name), default: []].append(path)
      tasks += note.tasks.map { LocatedTask(path: path, noteTitle: note.title, item: $0) }
    }
    return TaskGraph(tasks, names: names)
  }

  private func task(_ reference: String, in graph: TaskGraph) throws -> LocatedTask {
    try #require(graph.tasks.first { $0.reference == reference })
  }

  @Test(arguments: ["b", "'[[B]]'", "bbbb", "'[[b|the other]]'", "b.md"])
  func `an open task blocks by name, link, path or id`(name: String) throws {
    let graph = try graph([
      ("a", "---\nstatus: todo\ndepends: \(name)\n---\n"),
      ("b", "---\nid: bbbb\nstatus: doing\n---\n"),
    ])
    #expect(graph.isBlocked(try task("a.md", in: graph)))
    #expect(!graph.isBlocked(try task("b.md", in: graph)))
  }

  @Test func `what is closed blocks nothing`() throws {
    let graph = try graph([
      ("a", "---\nstatus: todo\ndepends: [b, c, nowhere]\n---\n"),
      ("b", "---\nstatus: done\n---\n"), ("c", "---\nstatus: cancelled\n---\n"),
    ])
    #expect(!graph.isBlocked(try task("a.md", in: graph)))
  }

  @Test func `boxes block by their ids, and contain one another`() throws {
    let graph = try graph([
      ("a", "- [ ] paint ⛔ wall, floor\n  - [ ] brush\n- [ ] wall 🆔 wall\n- [x] floor 🆔 floor\n")
    ])
    let paint = try task("a.md:1", in: graph)
    #expect(graph.blockers(of: paint).map(\.reference) == ["a.md:3"])
    #expect(graph.children(of: paint).map(\.reference) == ["a.md:2"])
  }

  @Test func `circles are found once, chains are none`() throws {
    let graph = try graph([
      ("a", "---\nstatus: todo\ndepends: b\n---\n"), ("b", "---\nstatus: todo\ndepends: c\n---\n"),
      ("c", "---\nstatus: todo\ndepends: a\n---\n"), ("d", "---\nstatus: todo\ndepends: a\n---\n"),
    ])
    #expect(graph.cycles.map { Set($0.map(\.reference)) } == [["a.md", "b.md", "c.md"]])
  }

  @Test func `a chain of fifty thousand is followed without running out of stack`() throws {
    let count = 50_000
    let path = try #require(NotePath("a.md"))
    let tasks = (0..<count).map { number in
      let item = TaskItem(
        source: .checkbox(line: number + 1), title: "t", status: .todo, identifier: "n\(number)",
        dependencies: ["n\((number + 1) % count)"])
      return LocatedTask(path: path, noteTitle: "a", item: item)
    }
    let graph = TaskGraph(tasks, names: [:])
    #expect(graph.cycles.map(\.count) == [count])
  }
}
