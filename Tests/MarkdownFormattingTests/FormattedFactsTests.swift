import MarkdownFormatting
import NoteModel
import NoteSyntax
import NoteTestSupport
import SeededRandom
import Testing

/// Formatting changes neither who may read a note nor what is found in the note.
@Suite struct FormattedFactsTests {
  @Test(arguments: [
    "private:: true\n---\n", "publish:: false\n===\n\nx\n", "Some text\nprivate:: true\n---\nx\n",
    "public:: true\n---\nx\n", "unseal:: 2999-01-01\n---\n", "tags:: private\n---\n",
    "text\n| #private |\n|-|\n| x |\n",
    "a\nb #private\n| c |\n|-|\n", "a\n[[N]] %%c%%\n| [[M]] |\n|-|\n| x |\n* y\n",
  ])
  func `a field above an underline and all in a line above a table stay what they are`(text: String) {
    let after = Self.formatted(text)
    #expect(Self.facts(after) == Self.facts(text), "\(after.debugDescription)")
  }

  @Test func `a block whose facts would change stays, and the others are formatted`() {
    let text = "public:: true\n---\n\nText\n\n* a\n* b\n"
    let outcome = MarkdownFormatter().format(Array(text.utf8))
    #expect(String(decoding: outcome.bytes, as: UTF8.self) == "public:: true\n---\n\nText\n\n- a\n- b\n")
    #expect(outcome.leftAlone.map(\.line) == [1])
  }

  @Test func `made-up notes of fields, tags, links and tables are found by the same facts when they are formatted`() {
    var random = SeededGenerator(seed: 20_261_127)
    var changed = 0
    for _ in 0..<2_000 {
      var text = random.chance(1, in: 3) ? "---\ntitle: x\n---\n" : ""
      for _ in 0..<(1 + random.below(5)) {
        text +=
          random.word(of: Self.blocks).replacing("{}", with: random.word(of: Self.pieces))
          .replacing("@", with: random.word(of: Self.pieces)) + random.word(of: ["\n", "\n\n"])
      }
      if random.chance(1, in: 9) { text = text.replacing("\n", with: "\r\n") }
      let after = Self.formatted(text)
      if after != text { changed += 1 }
      #expect(Self.facts(after) == Self.facts(text), "\(text.debugDescription) -> \(after.debugDescription)")
    }
    #expect(changed > 1_000)
  }

  private static let blocks = [
    "{}", "{}\n@", "a {} b\n@ c", "* {}", "* {}\n  @", "1) {}\n2) @", "> {}\n> @", "{}\n---", "{}\n@\n===", "# {}",
    "## {} ##",
    "{}\n| @ | b |\n|---|---|\n| c | d |", "a\n{}\n| @ |\n|-|\n| e |", "| {} | b |\n|-|-|\n| c | @ |",
    "- a\n  {}\n  | @ |\n  |-|",
    "> {}\n> | @ |\n> |-|\n> | x |", "    {}", "```\n{}\n```", "[^1]: {}\n\na[^1]", "<div>\n{}\n</div>", "%%\n{}\n%%",
    "* [ ] {}",
    "___", "{}\\\n@",
  ]

  private static let pieces = [
    "a", "#private", "#a/b", "key:: v", "private:: true", "publish:: false", "tags:: x", "[[N]]", "[[N|t]]",
    "[[N\\|t]]",
    "![[W]]", "[t](u.md)", "![i](p.png)", "<!-- #c -->", "%%#d%%", "`#e`", "$#f$", "(#p)", "*#b*", "_c_ #g", "^blk",
    "a ^blk",
    "[^1]", "https://a.b/#f", "<a href=\"#x\">", "[k:: v]", "due:: 2026-12-01", "- [X] t", "[/] u", "\\#esc", "#한글",
    "+", "1.",
    "|", "| #g |", "==h==", "[x]: /y", "~~a~~", "@key", "unseal:: 2999-01-01", "public:: true", "***k***:: _v_",
  ]

  private static func formatted(_ text: String) -> String {
    String(decoding: MarkdownFormatter().format(Array(text.utf8)).bytes, as: UTF8.self)
  }

  /// The words of everything that is found, in the order of the file.
  private static func facts(_ text: String) -> [String] {
    let document = Document(parsing: Array(text.utf8))
    let note = Note(document, at: NotePath(trusted: "a.md"))
    let marks = document.marks.filter { $0.isHidden }.map { document.source.text(in: $0.range).filter { $0.isLetter } }
    return [
      "\(note.publication)", "\(note.unseal.map { "\($0)" } ?? "")", "\(note.kind)",
      "\(note.tags.map(\.string))", "\(document.tags.map(\.name))", "\(document.links.map { $0.written })", "\(marks)",
      "\(document.fields.map(\.key))", "\(document.checkboxes.map { $0.state.lowercased() })",
    ]
  }
}
