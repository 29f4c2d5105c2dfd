import HostSystem
import NoteTestSupport
import Testing

/// Writing on one machine while the other one gives things other names.
@Suite struct SyncNamesTests {
  private let machines: TwoMachines
  private var one: TwoMachines.Machine { machines.one }
  private var two: TwoMachines.Machine { machines.two }

  init() throws {
    machines = try TwoMachines()
    try one.write("# Schedule\n\nfirst\n\n## Old part\n\nlong enough\nto be found\n", to: "Plan.md")
    try one.write("text #work\n", to: "a.md")
    try one.write("text #work/client\n", to: "b.md")
    try one.write("more #work\n", to: "c.md")
    try one.write("x\n", to: "Sub/other.md")
    try exchange()
  }

  private func exchange() throws {
    for machine in [one, two, one] {
      let outcome = machine.sync()
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try machine.git.git("status", "--porcelain") == "")
    }
  }

  /// Either machine renames; the other one is the first or the second to sync.
  @Test(arguments: [true, false])
  func `a link by the old name of a note leads to the new one`(renamerIsFirst: Bool) throws {
    let (renamer, writer) = renamerIsFirst ? (one, two) : (two, one)
    #expect(renamer.sheaf("mv", "Plan.md", "Sub/Alpha.md").status == 0)
    try writer.write(
      "see [[Plan]] and [it](Plan.md), ![[Plan#Old part]]\n", to: "tax.md")
    try writer.write("see [it](../Plan.md#old-part)\n", to: "Sub/new.md")
    try exchange()
    for machine in [one, two] {
      #expect(
        try machine.read("tax.md")
          == "see [[Alpha]] and [it](Sub/Alpha.md), ![[Alpha#Old part]]\n")
      #expect(try machine.read("Sub/new.md") == "see [it](Alpha.md#old-part)\n")
      #expect(machine.sheaf("links", "--broken").output == "")
    }
  }

  @Test func `a note that the renamer of a private tag never saw keeps the tag`() throws {
    for name in ["p1", "p2", "p3"] { try one.write("---\ntags: [private]\n---\nold #private\n", to: name + ".md") }
    try exchange()
    #expect(one.sheaf("rename", "+private", "+personal", "--yes").status == 0)
    let new = "---\ntags: [private]\n---\nnew #private\n"
    try two.write(new, to: "new.md")
    try exchange()
    for machine in [one, two] { #expect(try machine.read("new.md") == new) }
  }

  @Test(arguments: [true, false])
  func `what only differs by names is no conflict with what a person wrote`(renamerIsFirst: Bool) throws {
    let (renamer, writer) = renamerIsFirst ? (one, two) : (two, one)
    try one.write("# Other\n\nother\n", to: "Other.md")
    try one.write("links: [[Plan]] [[Other]]\n\nI see [[Plan]] now.\n\nGone with [[Plan]].\n\nlast\n", to: "List.md")
    try one.write("A note with [[Plan]].\n", to: "Short.md")
    try exchange()
    #expect(renamer.sheaf("rename", "Plan", "Roadmap").status == 0)
    #expect(writer.sheaf("rename", "Other.md", "Second").status == 0)
    let text = try writer.read("List.md").replacing("now.", with: "later.")
      .replacing("Gone with [[Plan]].\n\n", with: "")
    try writer.write(text, to: "List.md")
    try writer.session.folder.remove("Short.md")
    try exchange()
    for machine in [one, two] {
      #expect(try machine.read("List.md") == "links: [[Roadmap]] [[Second]]\n\nI see [[Roadmap]] later.\n\nlast\n")
      #expect(throws: (any Error).self) { try machine.read("Short.md") }
    }
  }

  /// Each machine has one of two notes that get one name in two folders.
  @Test(arguments: [true, false], [true, false])
  func `a link that a rename wrote leads to its note where the other side gave the name to another`(
    renamerIsFirst: Bool, isNew: Bool
  ) throws {
    let (renamer, writer) = renamerIsFirst ? (one, two) : (two, one)
    try one.write("# Other\n\nother\n", to: "Other.md")
    try one.write("intro\n\nsee [[Plan]] there\n\nlast\n", to: "List.md")
    try one.write("see [[Other]] here\n\nmiddle\n\nsee [[Plan]] there\n", to: "Both.md")
    try exchange()
    #expect(renamer.sheaf("mv", "Plan.md", "Deep/Target.md").status == 0)
    if isNew {
      try writer.write("new\n", to: "Far/Target.md")
      try writer.write("[[Other]], [[Target]] and [[Plan]]\n", to: "New.md")
    } else {
      #expect(writer.sheaf("mv", "Other.md", "Far/Target.md").status == 0)
      try writer.write("[[Target]], [[Target]] and [[Plan]]\n", to: "New.md")
    }
    try writer.write(writer.read("List.md").replacing("last", with: "last line"), to: "List.md")
    try exchange()
    for machine in [one, two] {
      #expect(try machine.read("List.md") == "intro\n\nsee [[Deep/Target]] there\n\nlast line\n")
      let other = isNew ? "Other" : "Far/Target"
      #expect(try machine.read("Both.md") == "see [[\(other)]] here\n\nmiddle\n\nsee [[Deep/Target]] there\n")
      #expect(try machine.read("New.md") == "[[\(other)]], [[Far/Target]] and [[Deep/Target]]\n")
      #expect(machine.sheaf("links", "--broken").output == "")
    }
  }

  @Test(arguments: [true, false])
  func `a link that a rename wrote is not read with the names of the other side`(renamerIsFirst: Bool) throws {
    let (renamer, writer) = renamerIsFirst ? (one, two) : (two, one)
    try one.write("# Old\n\nother\n", to: "Deep/Old.md")
    try one.write("first\n\nsee [[Plan]] there\n", to: "List.md")
    try exchange()
    #expect(renamer.sheaf("mv", "Plan.md", "Old.md").status == 0)
    try writer.write(writer.read("List.md").replacing("first", with: "first line"), to: "List.md")
    try exchange()
    for machine in [one, two] { #expect(try machine.read("List.md") == "first line\n\nsee [[Old]] there\n") }
  }

  @Test func `links of one name that each side wrote for another note are named, not turned`() throws {
    try one.write("# Other\n\nother\n", to: "Other.md")
    try one.write("- [[Plan]]\n- [[Other]]\n\nlinks: [[Plan]] [[Other]]\n", to: "List.md")
    try exchange()
    #expect(one.sheaf("mv", "Plan.md", "Deep/Target.md").status == 0)
    #expect(two.sheaf("mv", "Other.md", "Far/Target.md").status == 0)
    #expect(one.sync().status == 0)
    #expect(two.sync().errors.contains("Far/Target.md was meant (sheaf edit List.md)"))
    #expect(one.sync().errors.contains("Deep/Target.md was meant (sheaf edit List.md)"))
  }

  /// Git sees a renaming there, whatever its settings say.
  @Test(arguments: [true, false])
  func `a removed note is no new one that is like it`(removerIsFirst: Bool) throws {
    let (remover, writer) = removerIsFirst ? (one, two) : (two, one)
    func note(_ id: String) -> String { "---\nid: \(id)\n---\n\nline one\nline two\nline three\n" }
    try one.write(note("aaaaaaa1"), to: "Shopping.md")
    try exchange()
    try remover.session.folder.remove("Shopping.md")
    try remover.write(note("bbbbbbb2"), to: "Trip.md")
    try writer.write(note("aaaaaaa1") + "more\n", to: "Shopping.md")
    #expect(one.sync().status == 0)
    let outcome = two.sync()
    #expect(outcome.status == 3 && outcome.errors.contains("  Shopping.md: "), "\(outcome.errors)")
    #expect(two.sheaf("resolve", "Shopping.md", "--keep").status == 0)
    try exchange()
    for machine in [one, two] {
      #expect(try machine.read("Shopping.md") == note("aaaaaaa1") + "more\n")
      #expect(try machine.read("Trip.md") == note("bbbbbbb2"))
    }
  }

  @Test(arguments: [("--mine", "Mine.md"), ("--theirs", "Theirs.md")])
  func `a side may be chosen for a name that both gave`(choice: (option: String, name: String)) throws {
    #expect(one.sheaf("rename", "Plan", "Theirs").status == 0)
    #expect(two.sheaf("rename", "Plan", "Mine").status == 0)
    #expect(one.sync().status == 0)
    #expect(two.sync().status == 3)
    let outcome = two.sheaf("resolve", "Plan.md", choice.option)
    #expect(outcome.status == 0, "\(outcome.errors)")
    try exchange()
    for machine in [one, two] { #expect(try machine.read(choice.name).contains("long enough")) }
  }

  @Test(arguments: [true, false])
  func `an edit follows its text to the note that the other side has made of it`(moverIsFirst: Bool) throws {
    let (mover, writer) = moverIsFirst ? (one, two) : (two, one)
    let text = "intro\n\n## Part\n\nfirst line\nsecond line\n\n## End\n\nend\n"
    try one.write(text, to: "Large.md")
    try exchange()
    #expect(mover.sheaf("extract", "Large#Part").status == 0)
    try writer.write(text.replacing("first line", with: "first edited line"), to: "Large.md")
    try exchange()
    for machine in [one, two] {
      #expect(try machine.read("Part.md").contains("first edited line\nsecond line\n"))
      #expect(try machine.read("Large.md") == "intro\n\n[[Part]]\n\n## End\n\nend\n")
    }
  }

  @Test(arguments: [true, false])
  func `a link to a section leads to the note that the other side has made of it`(moverIsFirst: Bool) throws {
    let (mover, writer) = moverIsFirst ? (one, two) : (two, one)
    try one.write("intro\n\n## Part\n\nfirst line\n\n## Next\n\nitem ^b1\n\n## End\n\nend\n", to: "Large.md")
    try exchange()
    #expect(mover.sheaf("extract", "Large#Part", "--title", "Small").status == 0)
    #expect(mover.sheaf("rename", "Large#End", "Last").status == 0)
    #expect(mover.sheaf("refile", "Large#Next", "Plan").status == 0)
    try writer.write("[[Large#Part]], [it](Large.md#part), ![[Large#^b1]], [[Large#Next]], [[Large#End]]\n", to: "w.md")
    try exchange()
    for machine in [one, two] {
      #expect(
        try machine.read("w.md")
          == "[[Small]], [it](Small.md), ![[Plan#^b1]], [[Plan#Next]], [[Large#Last]]\n")
    }
  }

  @Test(arguments: [true, false])
  func `a link to a note that the other side has joined with another leads there`(moverIsFirst: Bool) throws {
    let (mover, writer) = moverIsFirst ? (one, two) : (two, one)
    try one.write("one line\n\n## Part\n\nmore\n", to: "Small.md")
    try exchange()
    #expect(mover.sheaf("--yes", "merge", "Plan", "Small").status == 0)
    try writer.write("[[Small]] and [[Small#Part]]\n", to: "w.md")
    try exchange()
    for machine in [one, two] { #expect(try machine.read("w.md") == "[[Plan]] and [[Plan#Part]]\n") }
  }

  @Test func `a conflict in text that one side has moved names every note with the text`() throws {
    try one.write(
      "intro\n\n## Part\n\nfirst line of it\nsecond line of it\n\n## End\n\nend of it\nlast line\n", to: "Large.md")
    try exchange()
    #expect(one.sheaf("extract", "Large#Part", "--title", "Small").status == 0)
    #expect(one.sheaf("extract", "Large#End", "--title", "Other").status == 0)
    try one.write(one.read("Small.md").replacing("first line", with: "changed line"), to: "Small.md")
    #expect(one.sync().status == 0)
    try two.write(
      two.read("Large.md").replacing("first line", with: "edited line").replacing("end of", with: "edited end of"),
      to: "Large.md")
    for _ in 0..<2 {
      let outcome = two.sync()
      let words = "Large.md: the text, partly moved to Other.md, Small.md (sheaf"
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }
    #expect(two.sheaf("resolve", "Large", "--theirs").status == 0)
    #expect(two.sheaf("undo").errors == "↶ Undone: sheaf resolve; “sheaf sync” sends these versions\n")
    #expect(try two.read("Large.md").contains("edited line"))
  }

  @Test(arguments: [true, false])
  func `a note that one side removed and of which the other only renamed the tag is gone`(removerIsFirst: Bool) throws {
    let (remover, renamer) = removerIsFirst ? (one, two) : (two, one)
    try remover.session.folder.remove("a.md")
    #expect(renamer.sheaf("--yes", "rename", "+work", "+job").status == 0)
    try exchange()
    for machine in [one, two] { #expect(throws: (any Error).self) { try machine.read("a.md") } }
  }

  @Test func `links that have lost a heading or an attachment are named with a command that mends them`() throws {
    try one.write("%PDF", to: "a.pdf")
    try one.write("[[Plan#Old part]] and [a](a.pdf)\n", to: "list.md")
    try exchange()
    try one.write("# Schedule\n\nfirst\n", to: "Plan.md")
    try one.session.folder.remove("a.pdf")
    #expect(one.sync().status == 0)
    let outcome = two.sync()
    #expect(
      outcome.errors.contains("list.md:1: the heading or block of “Plan#Old part” does not exist any more (sheaf edit"))
    let words = try #require(outcome.errors.split(separator: "(git restore ").last?.split(separator: " ").first)
    try two.git.git("restore", String(words), "--", "a.pdf")
    #expect(try two.read("a.pdf") == "%PDF")
  }

  @Test func `a card that has lost its note is named with a command that shows the canvas`() throws {
    let card = #"{"id": "c", "type": "file", "file": "a.md", "x": 0, "y": 0, "width": 9, "height": 9}"#
    try one.write(#"{"nodes": [\#(card)], "edges": []}"#, to: "Board.canvas")
    try exchange()
    try one.session.folder.remove("a.md")
    try one.write("inside\n", to: "a.md/Inside.md")
    #expect(one.sync().status == 0)
    #expect(two.sync().errors.contains("a.md was meant (sheaf links Board.canvas)"))
    #expect(two.sheaf("links", "Board.canvas").status == 0)
  }

  /// More names than git is given as arguments.
  @Test(arguments: [true, false])
  func `many notes that one side put into another folder are all there, with what the other wrote`(
    renamerIsFirst: Bool
  ) throws {
    let (renamer, writer) = renamerIsFirst ? (one, two) : (two, one)
    let names = (1...130).map { "n\($0).md" }
    for name in names { try one.write("# \(name)\n\nwhat \(name) says\n", to: "Many/" + name) }
    try exchange()
    #expect(renamer.sheaf("mv", "Many", "Sub/All").status == 0)
    try writer.write("# n7.md\n\nwhat n7.md says\n\nmore\n", to: "Many/n7.md")
    try writer.write("more #work and more\n", to: "c.md")
    try exchange()
    for machine in [one, two] {
      let files = try machine.git.git("ls-files", "Many", "Sub/All").split(separator: "\n").map(String.init)
      #expect(Set(files) == Set(names.map { "Sub/All/" + $0 }))
      #expect(try machine.read("Sub/All/n7.md").hasSuffix("says\n\nmore\n"))
      #expect(try machine.read("Sub/All/n8.md") == "# n8.md\n\nwhat n8.md says\n")
    }
  }

  @Test(arguments: [true, false])
  func `a link by the old words of a heading leads to the new ones`(renamerIsFirst: Bool) throws {
    let (renamer, writer) = renamerIsFirst ? (one, two) : (two, one)
    let text = try renamer.read("Plan.md").replacing("## Old part", with: "## New part")
    try renamer.write(text, to: "Plan.md")
    try writer.write("see [[Plan#Old part]] and [it](Plan.md#old-part)\n", to: "tax.md")
    try exchange()
    for machine in [one, two] {
      #expect(
        try machine.read("tax.md") == "see [[Plan#New part]] and [it](Plan.md#new-part)\n")
    }
  }

  /// The only line below the heading has a link to the heading.
  @Test(arguments: [true, false])
  func `a renamed heading is no conflict with words beside links to the heading`(renamerIsFirst: Bool) throws {
    let (renamer, writer) = renamerIsFirst ? (one, two) : (two, one)
    try one.write("# List\n\n## Head\n\ntext [[List#Head]]\n", to: "List.md")
    try one.write("text [[List#Head]] and more\n", to: "tax.md")
    try exchange()
    #expect(renamer.sheaf("rename", "List.md#Head", "Top").status == 0)
    for name in ["List.md", "tax.md"] {
      try writer.write(try writer.read(name).replacing("text", with: "text beside"), to: name)
    }
    try exchange()
    for machine in [one, two] {
      #expect(try machine.read("List.md") == "# List\n\n## Top\n\ntext beside [[List#Top]]\n")
      #expect(try machine.read("tax.md") == "text beside [[List#Top]] and more\n")
    }
  }

  @Test(arguments: [true, false])
  func `a heading that one side renamed is followed where the other renamed the note`(
    renamerIsFirst: Bool
  ) throws {
    let (renamer, writer) = renamerIsFirst ? (one, two) : (two, one)
    let text = try renamer.read("Plan.md").replacing("## Old part", with: "## New part")
    try renamer.write(text, to: "Plan.md")
    #expect(writer.sheaf("mv", "Plan.md", "Alpha.md").status == 0)
    try writer.write("see [[Alpha#Old part]] and [it](Alpha.md#old-part)\n", to: "tax.md")
    try exchange()
    for machine in [one, two] {
      #expect(
        try machine.read("tax.md") == "see [[Alpha#New part]] and [it](Alpha.md#new-part)\n")
    }
  }

  @Test(arguments: [true, false])
  func `a tag that was renamed elsewhere is written by its new name`(renamerIsFirst: Bool) throws {
    let (renamer, writer) = renamerIsFirst ? (one, two) : (two, one)
    let outcome = renamer.sheaf("rename", "+work", "+job")
    #expect(outcome.status == 0, "\(outcome.errors)")
    try writer.write("new #work\n", to: "d.md")
    try exchange()
    for machine in [one, two] { #expect(try machine.read("d.md") == "new #job\n") }
  }

  @Test func `a note with tags below a renamed one, other tags and old links follows in all of it`() throws {
    try one.write("text #work #work/client\n", to: "b.md")
    try exchange()
    #expect(one.sheaf("rename", "+work", "+job").status == 0)
    try one.write(try one.read("c.md") + "more #new\n", to: "c.md")
    #expect(one.sheaf("mv", "Plan.md", "Alpha.md").status == 0)
    try two.write("see [it](Plan.md) #work #work/client/big\n", to: "d.md")
    try exchange()
    for machine in [one, two] {
      #expect(try machine.read("d.md") == "see [it](Alpha.md) #job #job/client/big\n")
    }
  }

  @Test func `a note that both sides renamed and that got a third name keeps the links of both`() throws {
    try one.write("see [[Plan]]\n", to: "c.md")
    try exchange()
    #expect(one.sheaf("mv", "Plan.md", "Alpha.md").status == 0)
    try one.write("one [it](Alpha.md)\n", to: "a.md")
    #expect(one.sync().status == 0)
    #expect(two.sheaf("mv", "Plan.md", "Beta.md").status == 0)
    try two.write("two [it](Beta.md) and [[Beta#Old part]]\n", to: "d.md")
    #expect(two.sync().status == 3)
    let resolved = two.sheaf("resolve", "Plan", "--name", "Gamma")
    #expect(resolved.status == 3 || resolved.status == 0, "\(resolved.errors)")
    if resolved.status == 3 { #expect(two.sheaf("resolve", "c.md", "--mine").status == 0) }
    for machine in [two, one] { #expect(machine.sync().status == 0) }
    for machine in [one, two] {
      #expect(try machine.read("a.md") == "one [it](Gamma.md)\n")
      #expect(try machine.read("d.md") == "two [it](Gamma.md) and [[Gamma#Old part]]\n")
      #expect(machine.sheaf("links", "--broken").output == "")
    }
  }

  /// The places where each machine has put the note, and its name in the end.
  @Test(arguments: [
    ("Deep/Alpha.md", "Beta.md", "Gamma"), ("Alpha.md", "Deep/Beta.md", "Gamma"),
    ("Deep/Alpha.md", "Other/Beta.md", "Gamma"), ("Deep/Alpha.md", "Other/Beta.md", "Third/Gamma"),
    ("Deep/Alpha.md", "Other/Beta.md", "./Gamma"),
  ])
  func `the own links of a note that both put into other folders lead on`(
    first: String, second: String, name: String
  ) throws {
    let lines = (1...20).map { "line \($0) of a longer text\n" }.joined()
    try one.write("[a](a.md)\n\n" + lines, to: "Long.md")
    try exchange()
    #expect(one.sheaf("mv", "Long.md", first).status == 0)
    let up = first.contains("/") ? "../" : ""
    try one.write(try one.read(first) + "\n[b](\(up)b.md)\n", to: first)
    #expect(one.sync().status == 0)
    #expect(two.sheaf("mv", "Long.md", second).status == 0)
    let other = second.contains("/") ? "../" : ""
    let text = try two.read(second).replacing("line 9 of", with: "see [x](\(other)Sub/other.md) of")
    try two.write(text, to: second)
    #expect(two.sync().status == 3)
    let resolved = two.sheaf("resolve", "Long", "--name", name)
    #expect(resolved.status == 0, "\(resolved.errors)")
    for machine in [two, one] { #expect(machine.sync().status == 0) }
    for machine in [one, two] {
      #expect(machine.sheaf("links", "--broken").output == "")
      for target in ["a.md", "b.md", "Sub/other.md"] {
        #expect(machine.sheaf("links", "--backlinks", target).output.contains("Gamma"), "\(target)")
      }
    }
  }

  /// Notes whose names are exchanged: two that swap them, and a chain.
  @Test(arguments: [true, false], [true, false])
  func `links by names that notes exchanged lead to the notes that they meant`(
    renamerIsFirst: Bool, isChain: Bool
  ) throws {
    let (renamer, writer) = renamerIsFirst ? (one, two) : (two, one)
    try renamer.write("# Garden\n\nseeds and soil\nwater\nsun\n", to: "Garden.md")
    try renamer.write("see [[Plan]] and [[Garden]]\n", to: "a.md")
    try exchange()
    let last = isChain ? "Former" : "Plan"
    #expect(renamer.sheaf("mv", "Garden.md", isChain ? "Former.md" : "between.md").status == 0)
    #expect(renamer.sheaf("mv", "Plan.md", "Garden.md").status == 0)
    if !isChain { #expect(renamer.sheaf("mv", "between.md", "Plan.md").status == 0) }
    #expect(try renamer.read("a.md").contains("see [[Garden]] and [[\(last)]]"))
    try writer.write(try writer.read("a.md") + "\nand [[Plan]], [g](Garden.md)\n", to: "a.md")
    try writer.write("to [[Plan#Old part]], [g](Garden.md)\n", to: "new.md")
    try writer.write(try writer.read("Plan.md") + "\nwritten into the plan: [[Garden]]\n", to: "Plan.md")
    try exchange()
    for machine in [one, two] {
      #expect(
        try machine.read("a.md") == "see [[Garden]] and [[\(last)]]\n\nand [[Garden]], [g](\(last).md)\n")
      #expect(try machine.read("new.md") == "to [[Garden#Old part]], [g](\(last).md)\n")
      #expect(try machine.read("Garden.md").hasSuffix("\nwritten into the plan: [[\(last)]]\n"))
      #expect(!(try machine.read("\(last).md").contains("written into")))
      #expect(machine.sheaf("links", "--broken").output == "")
    }
  }

  /// One side passes a name on, the other gives its note a third name.
  @Test(arguments: [true, false])
  func `links by a name that one side passed on and the other gave up lead on`(chainIsFirst: Bool) throws {
    let lines = (1...20).map { "line \($0) of a garden\n" }.joined()
    try one.write("# Garden\n\n## Beds\n\n" + lines, to: "Garden.md")
    try exchange()
    let (chain, other) = chainIsFirst ? (one, two) : (two, one)
    #expect(chain.sheaf("mv", "Plan.md", "Former.md").status == 0)
    #expect(chain.sheaf("mv", "Garden.md", "Plan.md").status == 0)
    try chain.write("to [f](Former.md#old-part) and [[Plan#Beds]]\n", to: "c.md")
    #expect(other.sheaf("mv", "Plan.md", "Third.md").status == 0)
    try other.write("to [[Third#Old part]] and [g](Garden.md#beds)\n", to: "d.md")
    #expect(one.sync().status == 0)
    #expect(two.sync().errors.contains("Plan.md: renamed to"))
    let name = two.sheaf("resolve", "Plan.md", "--name", "Last")
    #expect(name.status == 0, "\(name.errors)")
    try exchange()
    for machine in [one, two] {
      #expect(try machine.read("c.md") == "to [f](Last.md#old-part) and [[Plan#Beds]]\n")
      #expect(try machine.read("d.md") == "to [[Last#Old part]] and [g](Plan.md#beds)\n")
      #expect(machine.sheaf("links", "--broken").output == "")
    }
  }

  @Test func `a note that stays although the other side removed it follows what that side renamed`() throws {
    try one.write("see [[Plan]] and [it](Plan.md)\n", to: "c.md")
    try exchange()
    #expect(one.sheaf("mv", "c.md", "d.md").status == 0)
    #expect(one.sync().status == 0)
    #expect(two.sheaf("rm", "c.md", "--yes").status == 0)
    #expect(two.sheaf("mv", "Plan.md", "Alpha.md").status == 0)
    #expect(two.sync().status == 3)
    let resolved = two.sheaf("resolve", "--keep")
    #expect(resolved.status == 0, "\(resolved.errors)")
    try exchange()
    for machine in [one, two] {
      #expect(try machine.read("d.md") == "see [[Alpha]] and [it](Alpha.md)\n")
    }
  }

  @Test(arguments: [true, false])
  func `links that were written into a note count from the folder where it has gone`(
    moverIsFirst: Bool
  ) throws {
    let (mover, writer) = moverIsFirst ? (one, two) : (two, one)
    let lines = (1...20).map { "line \($0) of a longer text\n" }.joined()
    let text = "one [it](../Plan.md)\n" + lines
    try mover.write(text, to: "Sub/other.md")
    try exchange()
    #expect(mover.sheaf("mv", "Sub/other.md", "Deep/er/other.md").status == 0)
    try writer.write(text + "\nsee [t](../tax.md) and [[Plan]] and [x](x.md)\n", to: "Sub/other.md")
    try writer.write("x\n", to: "Sub/x.md")
    try exchange()
    for machine in [one, two] {
      #expect(
        try machine.read("Deep/er/other.md")
          == text.replacing("../Plan", with: "../../Plan")
          + "\nsee [t](../../tax.md) and [[Plan]] and [x](../../Sub/x.md)\n")
    }
  }

  /// The path of a picture whose name is Latin-1, for the system.
  private func oldPicture(_ name: String, of machine: TwoMachines.Machine) -> [CChar] {
    let path = Array((machine.session.folder.path + "/" + name).utf8) + [0xE9] + Array(".png".utf8) + [0]
    return path.map { CChar(bitPattern: $0) }
  }

  @Test func `a file whose name is not UTF-8 is renamed by git, and no sync writes another name`() throws {
    let descriptor = open(oldPicture("caf", of: one), O_CREAT | O_WRONLY, 0o600)
    #expect(write(descriptor, "picture", 7) == 7)
    close(descriptor)
    try one.git.commitAll(date: 1_700_000_100)
    #expect(one.sync().status == 0)
    try two.git.git("pull", "--quiet", "--no-rebase")
    #expect(rename(oldPicture("caf", of: one), oldPicture("th", of: one)) == 0)
    try one.git.commitAll(date: 1_700_000_200)
    try two.write("text #work\nmore\n", to: "a.md")
    #expect(two.sync().status == 0)
    // The side that renamed it has nothing to write.
    #expect(one.sync().status == 0)
    #expect(try one.read("a.md") == "text #work\nmore\n")
    try one.write("other\n", to: "Sub/other.md")
    #expect(one.sync().status == 0)
    let refused = two.sync()
    #expect(refused.status != 0 && refused.errors.contains("Nothing was changed here"), "\(refused.errors)")
    #expect(access(oldPicture("caf", of: two), F_OK) == 0)
    try two.git.git("pull", "--quiet", "--no-rebase")
    try exchange()
    for machine in [one, two] {
      #expect(access(oldPicture("th", of: machine), F_OK) == 0)
      #expect(try machine.git.git("ls-files", "*.png") == "\"th\\351.png\"\n")
    }
  }

  @Test func `a tag that one note has no more, or that became two, is no renaming`() throws {
    try one.write("text\n", to: "a.md")
    try one.write("text #job #home/client\n", to: "b.md")
    try one.write("more #job\n", to: "c.md")
    try two.write("new #work #work/client\n", to: "d.md")
    try exchange()
    #expect(try one.read("d.md") == "new #work #work/client\n")
  }

  @Test func `a note with another tag is no renaming, and a link follows the note that gave its name away`() throws {
    try one.write("text #home\n", to: "a.md")
    try two.write("new #work\n", to: "d.md")
    try one.write("see [[Plan]]\n", to: "tax.md")
    #expect(two.sheaf("mv", "Plan.md", "Alpha.md").status == 0)
    try two.write("another\n", to: "Plan.md")
    try exchange()
    #expect(try one.read("d.md") == "new #work\n")
    #expect(try one.read("tax.md") == "see [[Alpha]]\n")
  }

  @Test func `a message, other files and a sync that only receives`() throws {
    #expect(one.sheaf("config", "set", "sync.include", "[.obsidian/, .editorconfig]").status == 0)
    for name in [".obsidian/app.json", ".editorconfig", ".left"] { try one.write("1\n", to: name) }
    #expect(one.sync("-m", "Numbers").status == 0)
    #expect(try one.git.git("log", "-1", "--format=%s") == "Numbers\n")
    let names = try one.git.git("ls-files")
    #expect(names.contains(".obsidian/app.json") && names.contains(".editorconfig"))
    #expect(!names.contains(".left"))
    try two.write("here\n", to: "here.md")
    let outcome = two.sync("--pull")
    #expect(outcome.errors == "Received  3 files: .editorconfig, app.json, config.yaml\n")
    #expect(outcome.status == 0)
    #expect(try two.read(".obsidian/app.json") == "1\n")
    #expect(try two.git.git("rev-list", "--count", "origin/main..main") == "2\n")
    #expect(one.sync("--message", " ").status == 64)
  }

  @Test func `a terminal shows both texts and asks`() throws {
    try one.write("mine\n", to: "tax.md")
    #expect(one.sync().status == 0)
    try two.write("yours\n", to: "tax.md")
    #expect(two.sync().status == 3)
    let later = two.session.run(["resolve"], input: "\n", onTerminal: true)
    #expect(later.status == 3)
    let outcome = two.session.run(["resolve", "tax"], input: "b\n", onTerminal: true)
    #expect(
      outcome.errors.contains("  here:\n    yours\n  there:\n    mine\n"),
      "\(outcome.errors)")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try two.read("tax.md") == "yours\nmine\n")
  }
}
