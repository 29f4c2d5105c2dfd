import ByteBasics
import Wording

extension ForeignSyntax {
  /// All known syntax, the more special before the more general. A new one is one value here: the formatter, the tests
  /// with the programs that read it, the fuzzer and sheaf-markdown(7) take it from this list.
  package static let all: [ForeignSyntax] = pythonMarkdown + kramdown + containers + pandoc + others

  private static let pythonMarkdown = [
    ForeignSyntax(
      Message("admonitions of Python-Markdown and MkDocs", ko: "Python-Markdown와 MkDocs의 알림 상자"),
      example: "!!! note \"Title\"\n    * one\n\n        code\n", reader: .pythonMarkdown, first: "!?", .indented
    ) { line in
      // The space is optional: `!!!note`.
      guard line.starts(with: "!!!".utf8) || line.starts(with: "???".utf8) else { return false }
      let rest = line.dropFirst(3)
      let word = (line.first == UInt8(ascii: "?") && rest.first == ASCII.plus ? rest.dropFirst() : rest).drop(
        while: ASCII.isBlank)
      return word.first.map(ASCII.isLetter) ?? false
    },
    ForeignSyntax(
      Message("tabs of MkDocs", ko: "MkDocs의 탭"), example: "=== \"One\"\n\n    * a\n\n=== \"Two\"\n\n    text\n",
      reader: .pythonMarkdown, .indented, beginning: "=== \"", "===! \"", "===+ \""),
    ForeignSyntax(
      Message("blocks of PyMdown", ko: "PyMdown의 블록"), example: "/// note | Title\n* a\n///\n", reader: .pythonMarkdown,
      .line, beginning: "///"),
    ForeignSyntax(
      Message("snippets of PyMdown", ko: "PyMdown의 스니펫"), example: "--8<-- \"a_b.md\"\n", reader: .pythonMarkdown,
      .line, beginning: "--8<--", ";--8<--"),
  ]

  private static let kramdown = [
    ForeignSyntax(
      Message("attribute lists of kramdown and Python-Markdown", ko: "kramdown과 Python-Markdown의 속성 목록"),
      example: "* a\n* b\n{: .wide #top}\n", reader: .kramdown, .line, beginning: "{:"),
    ForeignSyntax(
      Message("definition lists", ko: "정의 목록"), example: "Term\n:   First\n\n    * more\n", reader: .pandoc,
      first: ":~", .indented
    ) { $0.count > 1 && ASCII.isBlank($0[$0.startIndex + 1]) },
    ForeignSyntax(
      Message("abbreviations", ko: "약어"), example: "*[HTML]: Hyper Text\n*[CSS]: Style _Sheets\n", first: "*",
      .lineBreaks
    ) { $0.starts(with: "*[".utf8) && contains("]:", in: $0) },
  ]

  private static let containers = [
    ForeignSyntax(
      Message("directives of MyST", ko: "MyST의 지시문"), example: ":::{note} Title\n:class: x_y\n\n* a\n:::\n", first: ":",
      .through(closesColons)
    ) { line in
      let rest = line.drop { $0 == ASCII.colon }
      return line.count - rest.count >= 3 && rest.first == ASCII.leftBrace
        && rest.dropFirst().first.map(ASCII.isLetter) == true
    },
    ForeignSyntax(
      Message("fenced divs of Pandoc and Quarto", ko: "Pandoc과 Quarto의 div 블록"), example: "::: {.wide}\n* a\n:::\n",
      reader: .pandoc, first: ":", .line
    ) { line in
      let rest = trimmedBlanks(line.drop { $0 == ASCII.colon })
      return line.count - rest.count >= 3 && rest.first == ASCII.leftBrace
    },
    ForeignSyntax(
      Message("containers of markdown-it, Docusaurus and VitePress", ko: "markdown-it, Docusaurus, VitePress의 컨테이너"),
      example: "::: tip\n* a\n* b\n:::\n", .line, beginning: ":::"),
    ForeignSyntax(
      Message("targets of MyST", ko: "MyST의 링크 대상"), example: "(a_label)=\n# Title\n", first: "(", .line
    ) { $0.count > 3 && $0.suffix(2).elementsEqual(")=".utf8) },
    ForeignSyntax(
      Message("snippets of VitePress", ko: "VitePress의 스니펫"), example: "<<< @/a_b.js{1}\n", .line, beginning: "<<< ",
      "@[code]"),
    ForeignSyntax(
      Message("a table of contents", ko: "목차"), example: "[[toc]]\n", .line, lines: "[[toc]]", "[toc]", "[[_toc_]]"),
  ]

  private static let pandoc = [
    ForeignSyntax(
      Message("page breaks", ko: "페이지 나누기"), example: "\\newpage\n", .line,
      lines: "\\newpage", "\\pagebreak", "\\clearpage", "\\tableofcontents"),
    ForeignSyntax(
      Message("environments of LaTeX", ko: "LaTeX의 환경"),
      example: "\\begin{align}\n  a &= b \\\\\n* c_d_\n\\end{align}\n",
      .through(closesEnvironment), beginning: "\\begin{"),
    ForeignSyntax(
      Message("maths between \\[ and \\]", ko: "\\[와 \\] 사이의 수식"), example: "\\[\n  a_b_ \\\\\n* c\n\\]\n",
      .through { _, line in line.suffix(2).elementsEqual("\\]".utf8) }, beginning: "\\["),
    ForeignSyntax(
      Message("grid tables", ko: "격자 표"), example: "+-----+---+\n| * a | b |\n+-----+---+\n", reader: .pandoc, .table,
      beginning: "+--", "+=="),
    ForeignSyntax(
      Message("simple tables", ko: "줄로 나눈 간단한 표"), example: "  Right     Left\n-------     ------\n     12     34\n",
      reader: .pandoc, first: "-", .table, opens: isRuleOfColumns),
    ForeignSyntax(
      Message("example lists", ko: "예제 번호 목록"), example: "(@) one\n\n    more\n", reader: .pandoc, .indented,
      beginning: "(@", "#. "),
    ForeignSyntax(
      Message("lists by letters", ko: "글자로 번호를 매긴 목록"), example: "a.  one\n\n    more\n", first: letters,
      second: ".)ivxIVX", .indented, opens: isLettered),
    ForeignSyntax(
      Message("line blocks and tables without a head", ko: "줄 블록과 머리글 없는 표"), example: "| a  \n| b\n", .lineBreaks,
      beginning: "|"),
    ForeignSyntax(
      Message("title blocks of Pandoc and comments of MyST", ko: "Pandoc의 제목 블록과 MyST의 주석"),
      example: "- a\n% comment\n", .line, beginning: "% "),
  ]

  private static let others = [
    ForeignSyntax(
      Message("Liquid, Hugo, Handlebars, Templater and EJS", ko: "Liquid, Hugo, Handlebars, Templater, EJS"),
      example: "{{< figure\n  src=\"a_b_.png\"\n  >}}\n", first: "{<", .line
    ) { line in
      templateOpenings.contains { line.starts(with: $0) }
    },
    ForeignSyntax(
      Message("modules of MDX", ko: "MDX의 모듈"),
      example: "import A from './a_b_.js';\nexport const x = {\n  y: 1,\n};\n",
      reader: .mdx, first: "ie", second: "mx", .paragraph, opens: isModule),
    ForeignSyntax(
      Message("front matter after a script, metadata of Pandoc", ko: "스크립트 뒤의 머리말, Pandoc의 메타데이터"),
      example: "<%* let x = 1 %>\n---\ntitle: a\n---\n", first: "-", .fields
    ) { $0.elementsEqual("---".utf8) },
    ForeignSyntax(
      Message("fields on separate lines", ko: "한 줄을 차지하는 필드"), example: "key:: one\nother:: two\n",
      first: letters, .lineBreaks, opens: isField),
    ForeignSyntax(
      Message("dates of Logseq", ko: "Logseq의 날짜"), example: "SCHEDULED: <2026-11-23 Mon>\ntext\n", .lineBreaks,
      beginning: "SCHEDULED: <", "DEADLINE: <", ":LOGBOOK:"),
    ForeignSyntax(
      Message("callouts", ko: "콜아웃"), example: "> [!note]- Title\n> body\n", .lineBreaks, beginning: "[!"),
  ]

  // MARK: - What a line is

  private static let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
  private static let templateOpenings = ["{%", "{{", "<%"].map { Array($0.utf8) }

  private static func contains(_ text: StaticString, in line: ArraySlice<UInt8>) -> Bool {
    let (one, other) = unsafe (text.utf8Start[0], text.utf8Start[1])
    return zip(line, line.dropFirst()).contains { $0 == one && $1 == other }
  }

  /// True for a line with at least as many colons as the opening line and no other character.
  @Sendable private static func closesColons(
    _ opening: ArraySlice<UInt8>, _ line: ArraySlice<UInt8>
  ) -> Bool {
    line.count >= opening.prefix { $0 == ASCII.colon }.count && line.allSatisfy { $0 == ASCII.colon }
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
    return groups.count > 1 && groups.allSatisfy { $0.count > 1 && $0.allSatisfy { $0 == ASCII.hyphen } }
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
    let key = line.prefix(64).prefix { ASCII.isAlphanumeric($0) || $0 >= 0x80 || "-_/ ".utf8.contains($0) }
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
