import NoteMerging
import Testing

/// Files that are made of named parts.
struct KeyedMergeTests {
  private func merged(_ path: String, _ base: String?, _ ours: String, _ theirs: String) -> String? {
    KeyedMerge(path: path)?.merge(base: base.map { Array($0.utf8) }, ours: Array(ours.utf8), theirs: Array(theirs.utf8))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private static let settings = """
    # mine
    queries:
      open: "status:todo"  # all
      # done
      closed: "status:done"

    sync:
      include: []

    """

  @Test func `settings of both sides stay, with their comments`() {
    let ours = Self.settings.replacing("done\"\n", with: "done\"\n  # here\n  here: a\n").replacing(
      "# all", with: "# every")
    let theirs =
      Self.settings.replacing("done\"\n", with: "done\"\n  there: |\n    b\n    # c\n")
      .replacing("[]", with: "[x]") + "links:\n- a\n- b\n"
    let both = """
      # mine
      queries:
        open: "status:todo"  # every
        # done
        closed: "status:done"
        there: |
          b
          # c
        # here
        here: a

      sync:
        include: [x]
      links:
      - a
      - b

      """
    #expect(merged(".sheaf/config.yaml", Self.settings, ours, theirs) == both)
    #expect(merged(".sheaf/config.yaml", Self.settings, ours, Self.settings) == ours)
  }

  @Test func `the first queries of both sides stay`() {
    let base = "# settings\n\n# views: {}\n"
    let sides = ["a", "b"].map { base + "\nviews:\n  \($0): x\n" }
    #expect(merged(".sheaf/config.yaml", base, sides[0], sides[1]) == base + "\nviews:\n  b: x\n  a: x\n")
    #expect(merged(".sheaf/config.yaml", base, sides[0], "# other\n\nviews:\n  b: x\n") == nil)
  }

  @Test(arguments: [
    ("a: 1\n", "a: 2\n", "a: 3\n"), ("a: 1\nb: 1\n", "a: 1\n", "a: 1\nb: 2\n"), ("a: 1\n", "{a: 2}\n", "a: 1\nb: 2\n"),
    ("a: 1\n", "a: 1\nb: 1\n", "a: 1\nb: 2\n"), ("a: 1\n", "a: 1\na: 2\n", "a: 1\nb: 2\n"),
    ("a: 1\n", "a: 1\n\tb: 1\n", "a: 1\nc: 2\n"),
  ])
  func `one setting with two values is a conflict`(texts: (base: String, ours: String, theirs: String)) {
    #expect(merged(".sheaf/config.yaml", texts.base, texts.ours, texts.theirs) == nil)
    #expect(merged(".sheaf/config.yaml", texts.base, texts.theirs, texts.ours) == nil)
  }

  @Test func `views of a base merge by their names`() {
    let base = "filters: x\nviews:\n  - type: table\n    name: One\n    limit: 3\n  - type: cards\n    name: Two\n"
    let ours = base.replacing("limit: 3", with: "limit: 5") + "  - type: list\n    name: Three\n"
    let theirs = base.replacing("type: table", with: "type: list").replacing(
      "  - type: cards\n    name: Two\n", with: "")
    #expect(
      merged("x.base", base, ours, theirs)
        == "filters: x\nviews:\n  - type: list\n    name: One\n    limit: 5\n  - type: list\n    name: Three\n")
  }

  @Test(arguments: [
    (
      "filters:\n  and:\n    - status == \"todo\"\n", "filters:\n  and:\n    - status == \"open\"\n",
      "filters:\n  and:\n    - status == \"done\"\n"
    ),
    (
      "views:\n  - type: table\n    order: [a]\n", "views:\n  - type: table\n    order: [b]\n",
      "views:\n  - type: table\n    order: [c]\n"
    ),
  ])
  func `an item without a name that both sides changed is a conflict`(
    texts: (base: String, ours: String, theirs: String)
  ) {
    #expect(merged("x.base", texts.base, texts.ours, texts.theirs) == nil)
    #expect(merged("x.base", texts.base, texts.theirs, texts.ours) == nil)
    #expect(merged("x.base", texts.base, texts.ours, texts.base) == texts.ours)
    #expect(merged("x.base", texts.base, texts.ours, texts.ours) == texts.ours)
  }

  @Test func `new items of both sides stay, and one that both took away goes`() {
    let base = "and:\n  - a\n  - b\n"
    #expect(merged("x.base", base, base + "  - c\n", base + "  - d\n") == base + "  - d\n  - c\n")
    #expect(merged("x.base", base, "and:\n  - a\n", "and:\n  - a\n  - c\n") == "and:\n  - a\n  - c\n")
  }

  @Test func `an edge to a card that the other side took away is a conflict`() {
    func canvas(_ cards: [String], _ edges: [String] = []) -> String {
      func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }
      let edges = edges.map {
        "{\"id\":\"e\($0)\",\"fromNode\":\"\($0.prefix(1))\",\"toNode\":\"\($0.suffix(1))\"}"
      }
      return "{\"nodes\":\(list(cards.map { "{\"id\":\"\($0)\"}" })),\"edges\":\(list(edges))}"
    }
    let base = canvas(["a", "b"])
    #expect(merged("x.canvas", base, canvas(["b"]), canvas(["a", "b"], ["ab"])) == nil)
    #expect(merged("x.canvas", base, canvas(["a", "b"], ["ab"]), canvas(["a"])) == nil)
    #expect(merged("x.canvas", base, canvas(["a", "b", "c"], ["ac"]), canvas(["a"])) == canvas(["a", "c"], ["ac"]))
    // What was loose before stays so.
    let loose = canvas(["a", "b"], ["ax"])
    #expect(merged("x.canvas", loose, canvas(["a"], ["ax"]), canvas(["a", "b", "c"], ["ax"])) != nil)
  }

  @Test func `cards and edges of a canvas merge by their ids`() {
    func canvas(_ nodes: [String], _ edges: [String] = []) -> String {
      func list(_ items: [String]) -> String {
        items.isEmpty ? "[]" : "[\n\t\t" + items.joined(separator: ",\n\t\t") + "\n\t]"
      }
      return "{\n\t\"nodes\":\(list(nodes)),\n\t\"edges\":\(list(edges))\n}"
    }
    func card(_ id: String, _ text: String, _ x: Int = 0) -> String {
      "{\"id\":\"\(id)\",\"text\":\"\(text), [}\\\"\",\"x\":\(x)}"
    }
    let edge = "{\"id\":\"e\",\"fromNode\":\"a\"}"
    let base = canvas([card("a", "A"), card("b", "B"), card("c", "C")])
    let ours = canvas([card("a", "A!"), card("b", "B"), card("d", "D")])
    let theirs = canvas([card("a", "A", 5), card("b", "B"), card("c", "C"), card("f", "F")], [edge])
    #expect(
      merged("p.canvas", base, ours, theirs)
        == canvas([card("a", "A!", 5), card("b", "B"), card("d", "D"), card("f", "F")], [edge]))
    #expect(merged("p.canvas", base, ours, canvas([card("a", "A?"), card("b", "B"), card("c", "C")])) == nil)
    #expect(merged("p.canvas", nil, canvas([card("a", "A")]), canvas([card("b", "B")])) != nil)
    #expect(merged("p.canvas", base, "[", theirs) == nil)
    #expect(merged("p.md", base, ours, theirs) == nil)
  }
}
