import ByteBasics

extension ForeignSyntax {
  /// All known syntax, the more special before the more general. A new one is one value here: the formatter, the tests
  /// with the programs that read it, the fuzzer and sheaf-markdown(7) take it from this list.
  package static let all: [ForeignSyntax] = pythonMarkdown + kramdown + containers + pandoc + others

  private static let pythonMarkdown = [
    ForeignSyntax(
      "admonitions of Python-Markdown and MkDocs",
      example: "!!! note \"Title\"\n    * one\n\n        code\n", reader: .pythonMarkdown,
      .indented,
      beginning: "!!! ", "??? ", "???+ "),
    ForeignSyntax(
      "tabs of MkDocs", example: "=== \"One\"\n\n    * a\n\n=== \"Two\"\n\n    text\n",
      reader: .pythonMarkdown, .indented, beginning: "=== \"", "===! \"", "===+ \""),
    ForeignSyntax(
      "blocks of PyMdown", example: "/// note | Title\n* a\n///\n", reader: .pythonMarkdown, .line,
      beginning: "///"),
    ForeignSyntax(
      "snippets of PyMdown", example: "--8<-- \"a_b.md\"\n", reader: .pythonMarkdown, .line,
      beginning: "--8<--", ";--8<--"),
  ]

  private static let kramdown = [
    ForeignSyntax(
      "attribute lists of kramdown and Python-Markdown", example: "* a\n* b\n{: .wide #top}\n",
      reader: .kramdown, .line, beginning: "{:"),
    ForeignSyntax(
      "definition lists", example: "Term\n:   First\n\n    * more\n", reader: .pandoc, first: ":~",
      .indented
    ) { $0.count > 1 && ASCII.isBlank($0[$0.startIndex + 1]) },
    ForeignSyntax(
      "abbreviations", example: "*[HTML]: Hyper Text\n*[CSS]: Style _Sheets\n", first: "*",
      .lineBreaks
    ) { $0.starts(with: "*[".utf8) && contains("]:", in: $0) },
  ]

  private static let containers = [
    ForeignSyntax(
      "directives of MyST", example: ":::{note} Title\n:class: x_y\n\n* a\n:::\n", first: ":",
      .through(closesColons)
    ) { line in
      let rest = line.drop { $0 == ASCII.colon }
      return line.count - rest.count >= 3 && rest.first == ASCII.leftBrace
        && rest.dropFirst().first.map(ASCII.isLetter) == true
    },
    ForeignSyntax(
      "fenced divs of Pandoc and Quarto", example: "::: {.wide}\n* a\n:::\n", reader: .pandoc,
      first: ":", .line
    ) { line in
      let rest = trimmedBlanks(line.drop { $0 == ASCII.colon })
      return line.count - rest.count >= 3 && rest.first == ASCII.leftBrace
    },
    ForeignSyntax(
      "containers of markdown-it, Docusaurus and VitePress", example: "::: tip\n* a\n* b\n:::\n",
      .line, beginning: ":::"),
    ForeignSyntax(
      "targets of MyST", example: "(a_label)=\n# Title\n", first: "(", .line
    ) { $0.count > 3 && $0.suffix(2).elementsEqual(")=".utf8) },
    ForeignSyntax(
      "snippets of VitePress", example: "<<< @/a_b.js{1}\n", .line, beginning: "<<< ", "@[code]"),
    ForeignSyntax(
      "a table of contents", example: "[[toc]]\n", .line,
      lines: "[[toc]]", "[toc]", "[[_toc_]]"),
  ]

  private static let pandoc = [
    ForeignSyntax(
      "page breaks", example: "\\newpage\n", .line,
      lines: "\\newpage", "\\pagebreak", "\\clearpage", "\\tableofcontents"),
    ForeignSyntax(
      "environments of LaTeX", example: "\\begin{align}\n  a &= b \\\\\n* c_d_\n\\end{align}\n",
      .through(closesEnvironment), beginning: "\\begin{"),
    ForeignSyntax(
      "maths between \\[ and \\]", example: "\\[\n  a_b_ \\\\\n* c\n\\]\n",
      .through { _, line in line.suffix(2).elementsEqual("\\]".utf8) }, beginning: "\\["),
    ForeignSyntax(
      "grid tables", example: "+-----+---+\n| * a | b |\n+-----+---+\n", reader: .pandoc, .table,
      beginning: "+--", "+=="),
    ForeignSyntax(
      "simple tables", example: "  Right     Left\n-------     ------\n     12     34\n",
      reader: .pandoc, first: "-", .table, opens: isRuleOfColumns),
    ForeignSyntax(
      "example lists", example: "(@) one\n\n    more\n", reader: .pandoc, .indented,
      beginning: "(@", "#. "),
    ForeignSyntax(
      "lists by letters", example: "a.  one\n\n    more\n", first: letters, second: ".)ivxIVX",
      .indented, opens: isLettered),
    ForeignSyntax(
      "line blocks and tables without a head", example: "| a  \n| b\n", .lineBreaks, beginning: "|"),
    ForeignSyntax(
      "title blocks of Pandoc and comments of MyST", example: "- a\n% comment\n", .line,
      beginning: "% "),
  ]

  private static let others = [
    ForeignSyntax(
      "Liquid, Hugo, Handlebars, Templater and EJS",
      example: "{{< figure\n  src=\"a_b_.png\"\n  >}}\n", first: "{<", .line
    ) { line in
      templateOpenings.contains { line.starts(with: $0) }
    },
    ForeignSyntax(
      "modules of MDX", example: "import A from './a_b_.js';\nexport const x = {\n  y: 1,\n};\n",
      reader: .mdx, first: "ie", second: "mx", .paragraph, opens: isModule),
    ForeignSyntax(
      "front matter after a script, metadata of Pandoc",
      example: "<%* let x = 1 %>\n---\ntitle: a\n---\n", first: "-", .fields
    ) { $0.elementsEqual("---".utf8) },
    ForeignSyntax(
      "fields on lines of their own", example: "key:: one\nother:: two\n",
      first: letters, .lineBreaks, opens: isField),
    ForeignSyntax(
      "dates of Logseq", example: "SCHEDULED: <2026-11-23 Mon>\ntext\n", .lineBreaks,
      beginning: "SCHEDULED: <", "DEADLINE: <", ":LOGBOOK:"),
    ForeignSyntax(
      "callouts", example: "> [!note]- Title\n> body\n", .lineBreaks, beginning: "[!"),
  ]

  // MARK: - What a line is

  private static let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
  private static let templateOpenings = ["{%", "{{", "<%"].map { Array($0.utf8) }

  private static func contains(_ text: StaticString, in line: ArraySlice<UInt8>) -> Bool {
    let (one, other) = unsafe (text.utf8Start[0], text.utf8Start[1])
    return zip(line, line.dropFirst()).contains { $0 == one && $1 == other }
  }

  /// At least as many colons as the opening has and nothing else.
  @Sendable private static func closesColons(
    _ opening: ArraySlice<UInt8>, _ line: ArraySlice<UInt8>
  ) -> Bool {
    line.count >= opening.prefix { $0 == ASCII.colon }.count
      && line.allSatisfy { $0 == ASCII.colon }
  }

  @Sendable private static func closesEnvironment(
    _ opening: ArraySlice<UInt8>, _ line: ArraySlice<UInt8>
  ) -> Bool {
    guard let close = opening.firstIndex(of: ASCII.rightBrace) else { return false }
    let name = opening[(opening.startIndex + "\\begin".utf8.count)...close]
    return firstOffset(of: Array("\\end".utf8) + name, in: line) != nil
  }

  private static func firstOffset(of text: [UInt8], in line: ArraySlice<UInt8>) -> Int? {
    guard line.count >= text.count else { return nil }
    return (line.startIndex...(line.endIndex - text.count)).first { line[$0...].starts(with: text) }
  }

  /// Groups of two and more hyphens with spaces between them.
  @Sendable private static func isRuleOfColumns(_ line: ArraySlice<UInt8>) -> Bool {
    let groups = line.split(whereSeparator: ASCII.isBlank)
    return groups.count > 1
      && groups.allSatisfy { $0.count > 1 && $0.allSatisfy { $0 == ASCII.hyphen } }
  }

  /// `a.`, `B)`, `iv.`, with white space after it.
  @Sendable private static func isLettered(_ line: ArraySlice<UInt8>) -> Bool {
    let label = line.prefix { ASCII.isLetter($0) }
    let rest = line[label.endIndex...]
    guard let end = rest.first, end == ASCII.period || end == ASCII.rightParenthesis,
      let space = rest.dropFirst().first, ASCII.isBlank(space)
    else { return false }
    return label.count == 1 || (label.count < 6 && label.allSatisfy { "ivxIVX".utf8.contains($0) })
  }

  /// `word:: value`; words of other alphabets are not looked for, as a line break in a field is rare.
  @Sendable private static func isField(_ line: ArraySlice<UInt8>) -> Bool {
    let key = line.prefix(64).prefix {
      ASCII.isAlphanumeric($0) || $0 >= 0x80 || "-_/ ".utf8.contains($0)
    }
    return line[key.endIndex...].starts(with: "::".utf8)
  }

  @Sendable private static func isModule(_ line: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("import ") {
      return ["import {", "import '", "import \"", "import * as "].contains(where: text.hasPrefix)
        || text.contains(" from '") || text.contains(" from \"")
    }
    return ["const", "default", "function", "let", "async", "class", "{", "*"]
      .contains { text.hasPrefix("export " + $0) }
  }
}
