import ByteBasics
import MarkdownFormatting
import SeededRandom

/// Signs of Markdown in no order: what no person writes and what a parser must still read in one way.
enum MarkdownSoup {
  static func text(_ random: inout SeededGenerator) -> [UInt8] {
    var text = ""
    for _ in 0..<(1 + random.below(24)) { text += random.word(of: pieces) }
    if random.chance(1, in: 3) { text += "\n" }
    return Array(text.utf8)
  }

  private static let pieces =
    words + blocks + inlines + others + foreign

  /// Beginnings and ends of the syntax of other programs.
  private static let foreign =
    ForeignSyntax.all.map { $0.example.textLines[0] + "\n" } + [
      "!!! a\n", "\n    b\n", ":::", "\n:::\n", "{: .x}\n", "\n: d\n", "{% endif %}", "{{< a >}}",
      "{{< /a >}}", "<%", "%>", "<Card>\n", "</Card>", "</div>\n", "\tt\n", "-- --\n",
      "\n---\nk: v\n---\n",
    ]

  private static let words = ["a", "b c", "한글", "é", "1", "\u{A0}", "\u{200B}", "xy zw", "가나"]

  private static let blocks = [
    "- ", "* ", "+ ", "1. ", "2) ", "10. ", "> ", ">", "    ", "  ", "\t", "\n", "\n", "\n\n",
    "\n\n\n", "# ", "## ", " #", "===\n", "---\n", "***\n", "```\n", "```js\n", "~~~\n", "|",
    "|-|-|\n", "|a|b|\n|-|-|\n", ":-:", "[ ] ", "[x] ", "+++\n", "\r\n", "<div>\n", "[x]: /y\n",
    "[^1]: n\n", "- - ", "> - ", "    - ", "\n  ", "\n    ", "\n> ", "\n- ",
  ]

  private static let inlines = [
    "`", "``", "_", "__", "*", "**", "***", "~~", "\\", "\\\n", "  \n", "[", "]", "(", ")", "](/u)",
    "[^1]", "![", "<b>", "</b>", "<!-- c -->", "&amp;", "http://a.b/c_d", "www.x.y", "a@b.c",
    "&#32;", "&nbsp;", "<", ">", "![i](j)", "[t](<u v> 'w')",
  ]

  private static let others = [
    "[[w|v]]", "$m$", "$$", "%%", "==h==", "#tag", "^id", "{{t}}", "{% if %}", ":", "=", "!", "\"",
    "'", ".", "[!note] ", "[k:: v]", "📅 2026-11-30", "import x\n", "\u{FEFF}",
  ]
}
