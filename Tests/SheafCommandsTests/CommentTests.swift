import Foundation
import NoteTestSupport
import Testing

/// `%%comments%%` are no text: every command that reads notes passes over them.
@Suite struct CommentTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init"])
    try session.folder.write(
      """
      ---
      title: Garden
      created: 2026-11-20
      ---
      Before %%hushinline [[hushlink]] #hushtag%% after.

      %%
      hushblock

      # hushheading

      - [ ] hushtask 📅 2026-11-22
      %%

      - [ ] water %%hushbox 📅 2026-11-25 #hushboxtag%% roses 📅 2026-11-23 #green
      - [x] dig %%hushdone%% ✅ 2026-11-20

      > quote %%hushquote%% ends

      | a |
      |---|
      | x %%hushcell%% |

      Note.^[foot %%hushfoot%% note]

      """, to: "Memo/garden.md")
    try session.folder.write(
      "# 2026-11-20\n\nwent %%hushdiary one two three%% out\n\n%%\nhushday four five\n%%\n",
      to: "Diary/2026/2026-11-20.md")
  }

  @Test(arguments: [
    ["search", "hushinline"], ["search", "hushblock"], ["search", "hushbox"],
    ["search", "hushday"],
    ["search", "--regex", "hush"], ["search", "--regex", "hush.*", "-c"], ["list", "hushinline"],
    ["list", "tag:hushtag"], ["list", "tag:hushboxtag"], ["tasks", "hushtask"],
  ])
  func `nothing is found in a comment`(words: [String]) {
    let outcome = session.run(words)
    #expect(outcome.output == "")
    #expect(outcome.status == 1)
  }

  @Test func `a line is found by its words outside of the comment`() {
    for words in [["search", "roses"], ["search", "--regex", "rose."]] {
      let outcome = session.run(words + ["--count"])
      #expect(outcome.output == "Memo/garden.md:1\n")
    }
  }

  private static let reading = [
    ["tasks", "--json"], ["tasks", "--all"], ["tags"], ["links", "--broken"], ["list", "--json"],
    ["check"], ["cal"], ["digest"], ["digest", "--to", "md"], ["digest", "--to", "html"],
    ["show", "Memo/garden.md"], ["render", "Memo/garden.md"],
    ["render", "Memo/garden.md", "--to", "text"], ["show", "Diary/2026/2026-11-20.md"],
  ]

  @Test(arguments: reading.filter { CommandSession.has($0[0]) })
  func `no output has a comment`(words: [String]) {
    let outcome = session.run(words)
    #expect(!(outcome.output + outcome.errors).contains("hush"), "\(outcome.output)")
  }

  @Test func `a box's fields, tags and title are those outside of its comment`() {
    let outcome = session.run(["tasks", "--format", "{{title}}|{{due}}|{{tags}}"])
    #expect(outcome.output == "water roses|2026-11-23|[\"green\"]\n", "\(outcome.errors)")
  }

  @Test func `the words of a comment are not counted`() {
    let outcome = session.run(["stats", "--json"])
    #expect(outcome.output.contains("\"words\": 2,"), "\(outcome.output)")
  }

  @Test func `extract and merge keep a comment in the form of a definition`() throws {
    let session = try CommandSession()
    _ = session.run(["init"])
    try session.folder.write("# B\n\n## S\n\nwords\n\n[//]: # (self two)\n", to: "Memo/B.md")
    try session.folder.write("# A\n\n[//]: # (note)\n", to: "Memo/A.md")
    #expect(session.run(["extract", "B#S"]).status == 0)
    #expect(String(decoding: try session.folder.read("Memo/S.md"), as: UTF8.self).contains("[//]: # (self two)\n"))
    #expect(session.run(["merge", "S", "A", "--yes"]).status == 0)
    let united = session.folder.files().filter { $0.hasPrefix("Memo/") }
      .map { String(decoding: (try? session.folder.read($0)) ?? [], as: UTF8.self) }.joined()
    #expect(united.contains("[//]: # (self two)\n") && united.contains("[//]: # (note)\n"), "\(united)")
  }

  @Test(.needsExtensions) func `no comment is published, neither on a page nor in the search files`() throws {
    let site = try TemporaryFolder()
    let outcome = session.run(["publish", "-o", site.path])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!site.files().isEmpty)
    for name in site.files() {
      #expect(!String(decoding: try site.read(name), as: UTF8.self).contains("hush"), "\(name)")
    }
  }
}

/// Syntax of other programs that CommonMark does not know stays byte for byte.
@Suite struct FlavourPreservedTests {
  private static let note = """
    ---
    title: Flavour
    tags: [a]
    ---

    # Flavour {#fl .x}

    Words %%one  inline%% after, ==marked *text*==  and $a_b*c*$ here. ^block-1

    %%
    two   in a block

    - [ ] not a task
    *  # not a heading
    %%

    $$
    x_1 * y_2 *  z

    \\frac{a}{b}
    $$

    rating::  4
    Text with [due:: 2026-12-01] and (k::  v) fields.

    > [!tip]- Folded *title*
    > body %%three  %% of it

    A footnote^[inline *note*  with [[other|o]]] here.

    - [ ] water %%four%% roses #work [due:: 2026-11-23] ^t1
    - [/] half [[other]] $x$ ==m==

    {: .note}

    ## Second {: .b}

    | a   | b                   |
    | --- | ------------------- |
    | $x$ | %%five%% ==c== ^[d] |

    [other](other.md)

    """

  private func changed(_ commands: [[String]]) throws -> String {
    let session = try CommandSession()
    _ = session.run(["init"])
    try session.folder.write(Self.note, to: "Memo/flavour.md")
    try session.folder.write("# Other\n", to: "Memo/other.md")
    for words in commands {
      let outcome = session.run(words)
      #expect(outcome.status == 0, "\(words): \(outcome.errors)")
    }
    let name = session.folder.files().first { $0.hasSuffix("flavour.md") } ?? ""
    return String(decoding: try session.folder.read(name), as: UTF8.self)
  }

  @Test func `fmt changes nothing`() throws {
    #expect(try changed([["fmt", "Memo/flavour.md"]]) == Self.note)
  }

  @Test func `set changes its field alone`() throws {
    #expect(
      try changed([["set", "Memo/flavour.md", "priority=high"]])
        == Self.note.replacing("tags: [a]\n", with: "tags: [a]\npriority: high\n"))
  }

  @Test func `mv changes links alone`() throws {
    #expect(
      try changed([["mv", "Memo/flavour.md", "Memo/sub/"]])
        == Self.note.replacing("(other.md)", with: "(../other.md)"))
  }

  @Test func `rename of the note that it leads to changes links alone`() throws {
    #expect(
      try changed([["rename", "Memo/other.md", "Else"]])
        == Self.note.replacing("[[other", with: "[[Else")
        .replacing("(other.md)", with: "(Else.md)"))
  }

  @Test func `done changes the box alone`() throws {
    #expect(
      try changed([["done", "--where", "roses"]])
        == Self.note.replacing(
          "- [ ] water %%four%% roses #work [due:: 2026-11-23] ^t1",
          with:
            "- [x] water %%four%% roses #work [due:: 2026-11-23] [completion:: 2026-11-21] ^t1"))
  }

  @Test func `undo brings every byte back`() throws {
    #expect(
      try changed([
        ["set", "Memo/flavour.md", "priority=high"], ["mv", "Memo/flavour.md", "Memo/sub/"],
        ["undo"], ["undo"],
      ]) == Self.note)
  }
}
