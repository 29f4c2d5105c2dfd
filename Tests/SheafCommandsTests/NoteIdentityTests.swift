import NoteTestSupport
import Testing

/// A note is its id: two clones that rename, replace and make notes of one name.
@Suite struct NoteIdentityTests {
  private let machines: TwoMachines
  private var one: TwoMachines.Machine { machines.one }
  private var two: TwoMachines.Machine { machines.two }

  init() throws {
    machines = try TwoMachines()
  }

  private static func note(_ id: String, _ title: String, _ lines: String...) -> String {
    "---\nid: \(id)\ntitle: \(title)\n---\n\n" + lines.map { $0 + "\n" }.joined(separator: "\n")
  }

  private func begin(_ files: [String: String]) throws {
    for (name, text) in files { try one.write(text, to: name) }
    #expect(one.sync().status == 0 && two.sync().status == 0)
  }

  private func move(_ old: String, to new: String, on machine: TwoMachines.Machine) throws {
    _ = try ProgramRun.run("/bin/mv", [old, new], in: machine.session.folder.path)
  }

  /// Both send and receive until both have everything.
  private func exchange() throws {
    for machine in [one, two, one] {
      let outcome = machine.sync()
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    #expect(
      one.session.folder.files().filter { $0.hasSuffix(".md") }
        == two.session.folder.files().filter { $0.hasSuffix(".md") })
    for machine in [one, two] { #expect(try machine.git.git("status", "--porcelain") == "") }
  }

  @Test func `a note that gave its name to a new one gets what was written for it`() throws {
    let long = (1...12).map { "line \($0) of the old list" }.joined(separator: "\n\n")
    try begin([
      "Todo.md": Self.note("1a2b3c4d", "Todo", "milk", "bread"), "List.md": "# List\n\n\(long)\n",
      "links.md": "[[Other]]\n",
    ])
    for (old, new, text) in [
      ("Todo", "Todo October", Self.note("9z8y7x6w", "Todo", "paint")),
      ("List", "List October", "# List\n\nquite new\n"),
    ] {
      try move(old + ".md", to: new + ".md", on: one)
      try one.write(text, to: old + ".md")
    }
    try one.write(Self.note("1a2b3c4d", "Todo October", "milk", "bread"), to: "Todo October.md")
    try two.write(Self.note("1a2b3c4d", "Todo", "milk", "bread", "eggs"), to: "Todo.md")
    try two.write("# List\n\n\(long)\n\nand one more\n", to: "List.md")
    try two.write("[[Other]]\n\nsee [[Todo]]\n", to: "links.md")
    try exchange()
    #expect(try one.read("Todo October.md") == Self.note("1a2b3c4d", "Todo October", "milk", "bread", "eggs"))
    #expect(try one.read("Todo.md") == Self.note("9z8y7x6w", "Todo", "paint"))
    #expect(try one.read("List.md") == "# List\n\nquite new\n")
    #expect(try one.read("List October.md").hasSuffix("and one more\n"))
    #expect(try one.read("links.md") == "[[Other]]\n\nsee [[Todo October]]\n")
  }

  @Test func `a link to a removed note whose name another note has taken is named`() throws {
    try begin(["Old.md": Self.note("1a2b3c4d", "Old", "milk"), "List.md": "# List\n", "links.md": "[[Old]]\n"])
    try one.session.folder.remove("Old.md")
    try move("List.md", to: "Old.md", on: one)
    #expect(one.sync().status == 0)
    let outcome = two.sync()
    #expect(
      outcome.errors.contains(
        "links.md:1: “Old” points to Old.md now; the former Old.md was meant (sheaf edit links.md)"))
  }

  @Test func `both sides may give the name of one note to new ones`() throws {
    try begin(["Todo.md": Self.note("1a2b3c4d", "Todo", "milk")])
    try move("Todo.md", to: "Todo October.md", on: one)
    try one.write(Self.note("9z8y7x6w", "Todo", "paint"), to: "Todo.md")
    try two.write(Self.note("1a2b3c4d", "Todo", "milk", "eggs"), to: "Todo.md")
    try exchange()
    #expect(try two.read("Todo October.md").hasSuffix("milk\n\neggs\n"))
    // The next month, on both.
    for machine in [one, two] {
      try move("Todo.md", to: "Todo November.md", on: machine)
      try machine.write(
        Self.note(machine.session.folder.path == one.session.folder.path ? "5t5t5t5t" : "6s6s6s6s", "Todo", "own"),
        to: "Todo.md")
    }
    try exchange()
    #expect(try one.read("Todo November.md") == Self.note("9z8y7x6w", "Todo", "paint"))
    let both = try [one.read("Todo.md"), one.read("Todo 2.md")]
    #expect(Set(both.map { $0.contains("5t5t5t5t") }) == [true, false])
  }

  @Test(arguments: [true, false])
  func `a note without an id may exchange names with one that has an id`(renamerIsFirst: Bool) throws {
    let (renamer, writer) = renamerIsFirst ? (one, two) : (two, one)
    let garden = "# Garden\n\nseeds and soil\n\nwater and sun\n"
    try begin(["Todo.md": Self.note("1a2b3c4d", "Todo", "milk"), "Garden.md": garden])
    try move("Todo.md", to: "between.md", on: renamer)
    try move("Garden.md", to: "Todo.md", on: renamer)
    try move("between.md", to: "Garden.md", on: renamer)
    try writer.write(garden.replacing("sun", with: "shade"), to: "Garden.md")
    try writer.write(Self.note("1a2b3c4d", "Todo", "milk", "eggs"), to: "Todo.md")
    try exchange()
    #expect(try one.read("Todo.md") == garden.replacing("sun", with: "shade"))
    #expect(try one.read("Garden.md") == Self.note("1a2b3c4d", "Todo", "milk", "eggs"))
  }

  @Test func `a short note that is renamed here and edited there is one note`() throws {
    try begin(["Call.md": Self.note("1a2b3c4d", "Call", "x")])
    #expect(one.sheaf("rename", "Call", "Call the plumber").status == 0)
    try two.write(
      "---\nid: 1a2b3c4d\ntitle: Call\nstatus: done\n---\n\nAll else is new here, and longer than it was.\n",
      to: "Call.md")
    try exchange()
    #expect(
      try one.read("Call the plumber.md")
        == "---\nid: 1a2b3c4d\ntitle: Call the plumber\nstatus: done\n---\n\nAll else is new here, and longer than it was.\n"
    )
    #expect(!one.session.folder.files().contains("Call.md"))
  }

  @Test func `a choice for all conflicts at once removes no note, one for the note does`() throws {
    try begin(["a.md": Self.note("1a2b3c4d", "A", "text"), "b.md": Self.note("9z8y7x6w", "B", "text")])
    for name in ["a.md", "b.md"] {
      _ = try ProgramRun.run("/bin/rm", [name], in: one.session.folder.path)
      try two.write(try two.read(name) + "\nmore\n", to: name)
    }
    #expect(one.sync().status == 0)
    let outcome = two.sync()
    #expect(outcome.status == 3 && outcome.errors.contains("a.md: changed here, removed there"), "\(outcome.errors)")
    #expect(two.sheaf("resolve", "--theirs").status == 3)
    #expect(two.sheaf("resolve", "a.md", "--theirs").status == 3)
    #expect(two.sheaf("resolve", "b.md", "--mine").status == 0)
    #expect(!two.session.folder.files().contains("a.md"))
    #expect(try two.read("b.md").hasSuffix("more\n"))
  }

  @Test func `two new notes of one name stay two, and the links of each side lead to its own`() throws {
    for (machine, id, word) in [(one, "1a2b3c4d", "one"), (two, "9z8y7x6w", "two")] {
      try machine.write(Self.note(id, "Call mum", "from \(word)"), to: "Tasks/Call mum.md")
      try machine.write("picture of \(word)", to: "assets/photo.png")
      try machine.write("[[Call mum]] ![](assets/photo.png)\n", to: "\(word).md")
    }
    try exchange()
    for machine in [one, two] {
      #expect(try machine.read("Tasks/Call mum.md") == Self.note("1a2b3c4d", "Call mum", "from one"))
      #expect(try machine.read("Tasks/Call mum 2.md") == Self.note("9z8y7x6w", "Call mum", "from two"))
      #expect(try machine.read("assets/photo.png") == "picture of one")
      #expect(try machine.read("assets/photo 2.png") == "picture of two")
      #expect(try machine.read("one.md") == "[[Call mum]] ![](assets/photo.png)\n")
      #expect(try machine.read("two.md") == "[[Call mum 2]] ![](assets/photo%202.png)\n")
    }
  }

  /// The entry of a day is filled in, or its boxes are ticked, and the next entry comes from the same template.
  @Test(arguments: [true, false])
  func `what was written into the entry of a day does not go into the entry of the next day`(isTicked: Bool) throws {
    let habits = ["run a mile", "read a chapter", "write a letter", "clean the desk"]
    let form = isTicked ? habits.map { "- [ ] \($0)\n" }.joined() : habits.map { "## \($0)\n\n" }.joined()
    let filled =
      isTicked
      ? form.replacing("[ ]", with: "[x]")
      : form.replacing("mile\n", with: "mile\n\n\((1...9).map { "A long sentence about lap \($0).\n\n" }.joined())")
    try begin(["Diary/2026-11-27.md": "---\nmood:\n---\n\n" + form])
    try one.write("---\nmood: fine\n---\n\n" + filled, to: "Diary/2026-11-27.md")
    try one.write("---\nmood:\n---\n\n" + form, to: "Diary/2026-11-28.md")
    try two.write("---\nmood:\n---\n\n" + form + "\nBob came.\n", to: "Diary/2026-11-27.md")
    try exchange()
    #expect(try one.read("Diary/2026-11-27.md") == "---\nmood: fine\n---\n\n" + filled + "\nBob came.\n")
    #expect(try one.read("Diary/2026-11-28.md") == "---\nmood:\n---\n\n" + form)
  }

  @Test func `a short note without an id that both sides rename is one note`() throws {
    try begin(["Shopping.md": "# Shopping\n\nmilk\n", "links.md": "[[Shopping]]\n"])
    #expect(one.sheaf("rename", "Shopping", "Groceries").status == 0 && one.sync().status == 0)
    #expect(two.sheaf("rename", "Shopping", "Errands").status == 0)
    let outcome = two.sync()
    #expect(outcome.errors.contains("Shopping.md: renamed to Errands.md here and to Groceries.md there"))
    #expect(two.sheaf("resolve", "Shopping.md", "--name", "Market").status == 0)
    try exchange()
    #expect(one.session.folder.files().contains("Market.md"))
    #expect(!one.session.folder.files().contains { $0 == "Groceries.md" || $0 == "Errands.md" })
    #expect(try one.read("links.md") == "[[Market]]\n")
  }

  @Test func `a short note of the other side is not taken for one that was here`() throws {
    for (machine, id, word) in [(one, "1a2b3c4d", "one"), (two, "9z8y7x6w", "two")] {
      try machine.write(Self.note(id, "Call mum", "from \(word)"), to: "Tasks/Call mum.md")
      try machine.write("# \(word)\n\n[[Call mum]]\n", to: "\(word).md")
    }
    #expect(one.sync().status == 0)
    let outcome = two.sync()
    #expect(outcome.status == 0 && !outcome.errors.contains("was meant"), "\(outcome.errors)")
    #expect(try two.read("two.md") == "# two\n\n[[Call mum 2]]\n")
  }
}
