import ByteBasics
import MarkdownFormatting
import SeededRandom

extension MarkdownGenerator {
  mutating func fence() -> [String] {
    let mark = random.word(of: ["```", "~~~", "````", "   ```"])
    let info = random.word(of: ["", "", "swift", " js  ", "a b", "&amp;"])
    let code = random.word(of: ["let x = *1*", "```", "  indented", "", "# no", "~~~", "\tt"])
    let close = random.chance(1, in: 10) ? [] : [mark + random.word(of: ["", "", " ", "`"])]
    return [mark + info, code, random.word(of: ["", "more  "])] + close
  }

  mutating func table() -> [String] {
    let columns = 1 + random.below(3)
    let hasEnds = random.chance(4, in: 5)
    let delimiters = (0..<columns).map { _ in
      random.word(of: ["-", "---", ":-", "-:", ":-:", " --- "])
    }
    var lines = [row(columns, hasEnds), joined(delimiters, hasEnds)]
    for _ in 0...random.below(3) {
      lines.append(row(random.chance(1, in: 8) ? 1 + random.below(4) : columns, hasEnds))
    }
    return lines
  }

  private mutating func row(_ columns: Int, _ hasEnds: Bool) -> String {
    let cells = (0..<columns).map { _ in
      random.word(of: [" ", ""])
        + random.word(of: [
          "a", "한글", "", "`a\\|b`", "[[n\\|x]]", "**b**", "_c_", "x \\| y", "$a$", "https://a.b",
        ])
        + random.word(of: ["", " ", "  "])
    }
    return joined(cells, hasEnds)
  }

  private func joined(_ cells: [String], _ hasEnds: Bool) -> String {
    hasEnds ? "|" + cells.joined(separator: "|") + "|" : cells.joined(separator: "|")
  }

  mutating func html() -> [String] {
    switch random.below(5) {
    case 0: ["<div>", "* raw _x_", "</div>"]
    case 1: ["<!-- c", "", "  d -->"]
    case 2: ["<details>", "<summary>s</summary>", ""] + paragraph() + ["", "</details>"]
    case 3: ["<Card title={x}>", "  " + inline(1), "</Card>"]
    default: ["<br>" + random.word(of: ["", " a"])]
    }
  }

  mutating func definition() -> [String] {
    switch random.below(4) {
    case 0: ["[x]: /y  'T'"]
    case 1: ["[y]: <a b>", "  \"t\""]
    case 2: ["[^1]: " + inline(1), "", "    " + inline(1)]
    default: ["[^n]: " + inline(0)]
    }
  }

  /// Syntax that only other programs know.
  mutating func extra() -> [String] {
    if random.chance(1, in: 3), let foreign = random.element(of: ForeignSyntax.all) {
      return foreign.example.textLines.dropLast().map(String.init)
    }
    return switch random.below(6) {
    case 0: ["$$", random.word(of: ["* a", "x_1 + y_1", "  \\frac", "- b"]), "$$"]
    case 1: ["%%", random.word(of: ["* hidden", "_x_", "", "# h"]), "%%"]
    case 2: ["{% if x %}", "* " + inline(1), "{% endif %}"]
    case 3: ["import X from 'x'", "", "export y"]
    case 4: ["key:: " + inline(0), "^block-id"]
    default: ["{{< shortcode _a_ >}}"]
    }
  }

  // MARK: - Inside a line

  /// A few pieces of text; `depth` says how deeply emphasis and links may hold one another.
  mutating func inline(_ depth: Int) -> String {
    var text = ""
    for index in 0...random.below(4) {
      if index > 0 { text += random.word(of: [" ", " ", " ", "", "  "]) }
      text += piece(depth)
    }
    return text
  }

  private mutating func piece(_ depth: Int) -> String {
    guard depth > 0, random.chance(1, in: 2) else { return random.word(of: Self.words) }
    let inner = inline(depth - 1)
    return switch random.below(9) {
    case 0: "_" + inner + "_"
    case 1: "*" + inner + "*"
    case 2: "__" + inner + "__"
    case 3: "**" + inner + "**" + random.word(of: ["", "을", "s"])
    case 4: "~~" + inner + "~~"
    case 5: "[" + inner + "](" + random.word(of: ["/u", "<a b>", "/u 't'", "", "a_b_c"]) + ")"
    case 6: "[" + inner + "]" + random.word(of: ["[x]", "[]", "[^1]"])
    case 7: "![" + inner + "](i.png)"
    default: "`" + inner + "`"
    }
  }

  private static let words = [
    "word", "메모", "마크다운(Markdown)", "snake_case_x", "1. a", "a*b", "2 * 3", "#tag", "[[wiki_a|b]]",
    "![[e.png]]", "$a_b$", "==m==", "%%c%%", "{{t_x_}}", "`code`", "``c ` d``", "<b>",
    "https://a.b/c_d_",
    "www.x.y/_z_", "a@b.c", "&amp;", "\\*", "\\_x", "\\#", "📅 2026-11-30", "[due:: 2026-11-30]",
    "- x", "+",
    "[^1]", "[x]", "<https://a.b>", "é", "\u{A0}", ":smile:", "…", "\"q\"", "|", "3)", "=", "^id-1",
  ]
}
