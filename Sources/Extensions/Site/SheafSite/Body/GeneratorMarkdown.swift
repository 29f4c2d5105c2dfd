import ByteBasics
import MarkdownFormatting
import NoteModel
import NoteSyntax

/// Translates the Markdown of a site generator into the Markdown of pages: boxes become callouts, shortcodes become
/// their content. Code and text without a counterpart are kept.
struct GeneratorMarkdown {
  let syntax: Set<GeneratorSyntax>
  /// True if single dollar signs are no formulas.
  let escapesDollars: Bool
  /// The text of a file that is part of the site.
  let file: (String) -> [UInt8]?
  /// The address from the root of a note that a shortcode names. Nil for a note that is not on the site.
  let address: (String) -> String?
  /// The syntax that is shown as written, with its line from 1.
  private(set) var leftovers: [(line: Int, text: String)] = []
  /// True if the result contains the text of another file.
  private(set) var includes = false
  /// Files whose text is added to the end of every page, such as lists of abbreviations.
  var appended: [String] = []
  private var abbreviations: [String: String] = [:]
  private var depth = 0

  private struct Line {
    var text: String
    let number: Int
  }

  init(
    syntax: Set<GeneratorSyntax>, escapesDollars: Bool, file: @escaping (String) -> [UInt8]?,
    address: @escaping (String) -> String?
  ) {
    self.syntax = syntax
    self.escapesDollars = escapesDollars
    self.file = file
    self.address = address
  }

  private var hasPythonMarkdown: Bool { syntax.contains(.pythonMarkdown) }
  private var hasShortcodes: Bool { syntax.contains(.shortcodes) }
  private var hasLiquid: Bool { syntax.contains(.liquid) }
  private var hasVideos: Bool { syntax.contains(.videoShortcodes) }

  mutating func translated(_ bytes: [UInt8]) -> [UInt8] {
    let start = Document(parsing: bytes).body.lowerBound
    let first = bytes[..<start].count { $0 == 0x0A } + 1
    let body = Self.texts(bytes[start...]).enumerated().map { Line(text: $1, number: first + $0) }
    let ends = appended.compactMap(file).flatMap { Self.texts($0[...]) }.map { Line(text: $0, number: first) }
    if !ends.isEmpty { includes = true }
    let made = lines(body + (ends.isEmpty ? [] : [Line(text: "", number: first)] + ends)).map(\.text)
    return bytes[..<start] + Array(made.joined(separator: "\n").utf8)
  }

  private static func texts(_ bytes: ArraySlice<UInt8>) -> [String] {
    bytes.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false).map {
      String(decoding: $0.last == 0x0D ? $0.dropLast() : $0, as: UTF8.self)
    }
  }

  /// Returns a text in which includes of VitePress are no comments, so that the removal of comments keeps the includes.
  func keepingIncludes(_ bytes: [UInt8]) -> [UInt8] {
    let sign = Array("@include:".utf8)
    guard syntax.contains(.vitepress), bytes.firstRange(of: sign) != nil else { return bytes }
    let code = ForeignRegions(in: bytes).fences
    return Array(
      Self.texts(bytes[...]).enumerated().map { index, line in
        guard !code.contains(where: { $0.contains(index) }),
          let name = line.wholeMatch(of: /\s*<!--\s*@include:\s*([^<>]+?)\s*-->\s*/)?.1
        else { return line }
        return Self.includeSign + name
      }.joined(separator: "\n").utf8)
  }

  /// The most lines that are searched for the end of a box, and the longest line in which signs are looked for.
  private static let searchLimit = 500
  private static let lineLimit = 10_000

  // MARK: - Lines

  private mutating func lines(_ input: [Line]) -> [Line] {
    depth += 1
    defer { depth -= 1 }
    guard depth < 12 else { return input }
    let input = hasShortcodes || hasLiquid ? joinedTags(input) : input
    let found = ForeignRegions(in: Array(input.map(\.text).joined(separator: "\n").utf8))
    let ends = Dictionary(found.openings.map { ($0.lowerBound, $0.upperBound) }) { first, _ in first }
    let code = found.fences.reduce(into: Set<Int>()) { $0.formUnion($1) }
    if hasPythonMarkdown || hasLiquid { findAbbreviations(input, code) }
    var result: [Line] = []
    var index = 0
    // In a list, indented lines belong to an item.
    var hasList = false
    while index < input.count {
      let line = input[index]
      hasList = hasList || line.text.first.map { "-*+0123456789".contains($0) } ?? false
      let isCode = code.contains(index) || !hasList && isIndentedCode(index, input)
      if isCode {
        result += hasPythonMarkdown ? withSnippet(line) : [line]
        index += 1
      } else if let next = block(at: index, in: input, end: ends[index] ?? index, code, &result) {
        index = next
      } else {
        result.append(Line(text: inline(line), number: line.number))
        index += 1
      }
    }
    return result
  }

  /// Returns a line of code, or the unchanged lines of the file that the line includes.
  private mutating func withSnippet(_ line: Line) -> [Line] {
    guard let name = snippet(line.text) else { return [line] }
    guard depth < 6, let bytes = file(name) else {
      leftovers.append((line.number, trimmedSpaces(line.text)))
      return [line]
    }
    includes = true
    let indent = line.text.prefix { $0 == " " }
    return Self.texts(bytes.last == ASCII.lineFeed ? bytes.dropLast() : bytes[...]).map {
      Line(text: $0.isEmpty ? "" : indent + $0, number: line.number)
    }
  }

  /// Returns the name of the file in a line `--8<-- "name"`.
  private func snippet(_ text: String) -> String? {
    let text = trimmedSpaces(text)
    return text.hasPrefix("--8<-- ") ? quoted(text[...]) : nil
  }

  private func isIndentedCode(_ index: Int, _ input: [Line]) -> Bool {
    let isIndented = input[index].text.hasPrefix("    ") && !input[index].text.allSatisfy { $0 == " " }
    return isIndented && (index == 0 || input[index - 1].text.allSatisfy { $0 == " " })
  }

  /// Writes the construct that begins on a line to `result`. Returns the next line, or nil for a line of text.
  private mutating func block(
    at index: Int, in input: [Line], end: Int, _ code: Set<Int>, _ result: inout [Line]
  ) -> Int? {
    let line = input[index]
    let indent = String(line.text.prefix { $0 == " " })
    let text = trimmedSpaces(line.text)
    if !escapesDollars, text.hasPrefix("$$"), !text.dropFirst(2).contains("$$"),
      let close = input.indices[(index + 1)...].prefix(Self.searchLimit).first(where: { input[$0].text.contains("$$") })
    {
      result += input[index...close]
      return close + 1
    }
    if hasPythonMarkdown,
      let sign = ["!!!", "???+", "???", "=== \"", "===! \"", "===+ \""].first(where: text.hasPrefix),
      let first = text.dropFirst(sign.count).first(where: { $0 != " " }), sign.hasPrefix("=") || first.isLetter
    {
      let inside = dedented(input[(index + 1)..<(end + 1)], by: indent.count + 4)
      let rest = text.dropFirst(sign.count).drop { $0 == " " }
      let fold = sign == "???" ? "-" : sign == "???+" ? "+" : ""
      let name = String(rest.prefix { $0 != " " && $0 != "\"" })
      box(sign.hasPrefix("=") ? "tab" : name, fold: fold, quoted(text[...]), inside, indent, line.number, &result)
      return end + 1
    }
    if hasPythonMarkdown, let name = snippet(text) {
      guard let bytes = included(name) else { return leave(line, &result, index) }
      result += lines(Self.texts(bytes[...]).map { Line(text: indent + $0, number: line.number) })
      return index + 1
    }
    if text.hasPrefix("<"), let next = element(index, input, code, &result) { return next }
    if syntax.contains(.mdx), let next = programLines(from: index, in: input, after: result.last) { return next }
    if syntax.contains(.vitepress), text.hasPrefix("<<< ") {
      guard let made = inclusion(text, line.number) else {
        let name = text.hasPrefix(Self.includeSign) ? text.dropFirst(Self.includeSign.count) : nil
        let shown = name.map { Line(text: indent + "<!--@include: \($0)-->", number: line.number) }
        return leave(shown ?? line, &result, index)
      }
      result += made.map { Line(text: indent + $0.text, number: $0.number) }
      return index + 1
    }
    if syntax.contains(.vitepress), text.hasPrefix("#"), text.contains("<Badge "), !text.contains("`") {
      // The label follows the heading, so that the anchor of the heading does not contain the label.
      let labels = text.matches(of: /<Badge [^<>]*>/).compactMap { Self.label($0.0) }.joined(separator: " ")
      result += [line.text.replacing(/\s*<Badge [^<>]*>/, with: ""), "", labels, ""].map {
        Line(text: $0, number: line.number)
      }
      return index + 1
    }
    if hasPythonMarkdown || hasLiquid {
      if text.hasPrefix("*["), text.contains("]:") { return index + 1 }
      if text.hasPrefix("{"), text.hasSuffix("}"), attributes(text[...]) == text.endIndex { return index + 1 }
      if text.hasPrefix(":"), text.dropFirst().first == " ", let term = result.last, !trimmedSpaces(term.text).isEmpty {
        definition(input[index...end], indent, &result)
        return end + 1
      }
    }
    let isBlock = text.hasPrefix("///") && text.drop { $0 == "/" }.first == " "
    if (syntax.contains(.containers) && text.hasPrefix(":::")) || (hasPythonMarkdown && isBlock),
      let close = closing(of: index, in: input, code)
    {
      let rest = trimmedSpaces(String(text.drop { $0 == ":" || $0 == "/" }))
      let kind = String(rest.prefix { $0.isLetter || $0 == "-" })
      var title = trimmedSpaces(String(rest.dropFirst(kind.count)))
      if title.hasPrefix("|") { title = trimmedSpaces(String(title.dropFirst())) }
      if title.hasPrefix("["), title.hasSuffix("]") { title = String(title.dropFirst().dropLast()) }
      let inside = Array(input[(index + 1)..<close])
      if kind.isEmpty || ["code-group", "raw", "v-pre", "html", "define", "caption", "figure-caption"].contains(kind) {
        result += lines(inside)
      } else {
        box(kind, fold: kind == "details" ? "-" : "", title.isEmpty ? nil : title, inside, indent, line.number, &result)
      }
      return close + 1
    }
    if hasShortcodes || hasLiquid, let tag = GeneratorTag(text), tag.isWhole {
      return pair(tag, at: index, in: input, code, indent, &result)
    }
    return nil
  }

  /// Writes an element of several lines with Markdown as content: `<figure markdown>`, or a tab of MDX as a box.
  private mutating func element(_ index: Int, _ input: [Line], _ code: Set<Int>, _ result: inout [Line]) -> Int? {
    var (tag, start) = (trimmedSpaces(input[index].text), index + 1)
    let isTab = syntax.contains(.mdx) && tag.hasPrefix("<TabItem")
    while isTab, !tag.contains(">"), start < min(input.count, index + 8) {
      tag += " " + trimmedSpaces(input[start].text)
      start += 1
    }
    guard tag.hasSuffix(">"), !tag.contains("</"), isTab || hasPythonMarkdown && tag.contains(" markdown") else {
      return nil
    }
    let name = tag.dropFirst().prefix { $0.isLetter || $0.isNumber }
    var depth = 1
    let close = input.indices[start...].prefix(Self.searchLimit).first { place in
      let text = trimmedSpaces(input[place].text)
      guard !code.contains(place) else { return false }
      depth += text.hasPrefix("<\(name)") && !text.contains("</\(name)>") ? 1 : text == "</\(name)>" ? -1 : 0
      return depth == 0
    }
    guard let close else { return nil }
    let indent = String(input[index].text.prefix { $0 == " " })
    let content = input[start..<close]
    let columns = content.compactMap { line in line.text.firstIndex { $0 != " " }?.utf16Offset(in: line.text) }.min()
    let inside = dedented(content, by: columns ?? 0)
    let number = input[index].number
    if isTab {
      let title = Self.value("label", of: tag) ?? Self.value("value", of: tag)
      box("tab", fold: "", title, inside, indent, number, &result)
    } else {
      let open = tag.replacing(/\smarkdown(?:="[^"]*")?(?=[\s>])/, with: "")
      let end = Line(text: "</\(name)>", number: input[close].number)
      let blank = Line(text: "", number: number)
      result += ([Line(text: open, number: number), blank] + lines(inside) + [blank, end, blank]).map {
        Line(text: $0.text.isEmpty ? "" : indent + $0.text, number: $0.number)
      }
    }
    return close + 1
  }

  private static func value(_ name: String, of tag: some StringProtocol) -> String? {
    String(tag).matches(of: /\s(\w+)=(?:"([^"]*)"|'([^']*)')/).first { $0.1 == name }.flatMap { $0.2 ?? $0.3 }
      .map(String.init)
  }

  /// Returns the label `<Badge text="new" />` as `<mark>new</mark>`.
  private static func label(_ tag: some StringProtocol) -> String? {
    value("text", of: tag).map { "<mark>\($0)</mark>" }
  }

  /// Returns the end of the JavaScript that begins on a line of MDX: `import … from "…"`, `export const …`.
  private func programLines(from index: Int, in input: [Line], after last: Line?) -> Int? {
    guard last.map({ trimmedSpaces($0.text).isEmpty }) ?? true,
      ["import", "export"].contains(where: input[index].text.hasPrefix),
      input[index].text.prefixMatch(
        of: /import\s*(?:["'{*]|[\w$]+\s*(?:,|from\b))|export\s+(?:[{*]|(?:const|let|var|default|function|class)\b)/)
        != nil
    else { return nil }
    var depth = 0
    for place in input.indices[index...].prefix(Self.searchLimit) {
      let text = input[place].text
      if depth <= 0, trimmedSpaces(text).isEmpty { return place }
      for byte in text.utf8 { depth += "{([".utf8.contains(byte) ? 1 : "})]".utf8.contains(byte) ? -1 : 0 }
    }
    return depth <= 0 ? input.count : nil
  }

  /// Returns lines of a file of the site: code for `<<< @/a.js#part{1,3 js}`, Markdown for an include.
  private mutating func inclusion(_ text: String, _ number: Int) -> [Line]? {
    let isText = text.hasPrefix(Self.includeSign)
    let words = text.dropFirst(isText ? Self.includeSign.count : 4).drop { $0 == " " }
    let name = words.prefix { !"{# ".contains($0) }
    let path = String(name.dropFirst(name.hasPrefix("@/") || name.hasPrefix("./") ? 2 : 0))
    guard depth < 6, let bytes = file(path) else { return nil }
    includes = true
    var texts = Self.texts(bytes.last == ASCII.lineFeed ? bytes.dropLast() : bytes[...])
    var first = isText ? bytes[..<Document(parsing: bytes).body.lowerBound].count { $0 == ASCII.lineFeed } : 0
    var end = texts.count
    let braces = words.firstMatch(of: /\{([^}]*)\}/)?.1 ?? ""
    if let part = words.firstMatch(of: /#([\w-]+)/)?.1 {
      guard let start = texts.firstIndex(where: { $0.contains("#region \(part)") }),
        let close = texts[start...].firstIndex(where: { $0.contains("#endregion") })
      else { return nil }
      (first, end) = (max(first, start + 1), close)
    } else if isText, !braces.isEmpty {
      let ends = braces.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
      (first, end) = (max(first, (ends[0] ?? 1) - 1), min(end, ends[ends.count - 1] ?? end))
    }
    texts = first < end ? Array(texts[first..<end]) : []
    if isText { return lines(texts.map { Line(text: $0, number: number) }) }
    let language = braces.split(separator: " ").last { $0.first?.isLetter == true }
    let fence = "~~~~~~"
    return ([fence + (language ?? path.split(separator: ".").last ?? "")] + texts + [fence]).map {
      Line(text: $0, number: number)
    }
  }

  private static let includeSign = "<<< @include "

  private mutating func leave(_ line: Line, _ result: inout [Line], _ index: Int) -> Int {
    leftovers.append((line.number, trimmedSpaces(line.text)))
    result.append(line)
    return index + 1
  }

  private mutating func box(
    _ kind: String, fold: String, _ title: String?, _ inside: [Line], _ indent: String, _ number: Int,
    _ result: inout [Line]
  ) {
    if let last = result.last, !trimmedSpaces(last.text).isEmpty { result.append(Line(text: indent, number: number)) }
    let words = title.map { $0.isEmpty ? "" : " " + inline(Line(text: $0, number: number)) } ?? ""
    result.append(Line(text: "\(indent)> [!\(kind)]\(fold)\(words)", number: number))
    for line in lines(inside) {
      result.append(Line(text: indent + (line.text.isEmpty ? ">" : "> " + line.text), number: line.number))
    }
    result.append(Line(text: indent, number: number))
  }

  private func dedented(_ lines: ArraySlice<Line>, by columns: Int) -> [Line] {
    lines.map { line in
      let text = line.text.replacing("\t", with: "    ")
      let count = min(columns, text.prefix { $0 == " " }.count)
      return Line(text: String(text.dropFirst(count)), number: line.number)
    }
  }

  /// Returns the line that ends a container: at least as many colons or slashes as the first line has.
  private func closing(of index: Int, in input: [Line], _ code: Set<Int>) -> Int? {
    let text = trimmedSpaces(input[index].text).utf8
    let sign = text.first ?? ASCII.colon
    let count = text.prefix { $0 == sign }.count
    return input.indices[(index + 1)...].prefix(Self.searchLimit).first { next in
      // Most long lines are refused by their length or their end.
      let line = input[next].text
      guard line.utf8.count >= count, line.utf8.last(where: { $0 != ASCII.space }) == sign else { return false }
      let text = trimmedSpaces(line).utf8
      return !code.contains(next) && text.count >= count && text.allSatisfy { $0 == sign }
    }
  }

  /// Writes `<dl>` with the previous paragraph as its terms; consecutive lists become one.
  private mutating func definition(_ input: ArraySlice<Line>, _ indent: String, _ result: inout [Line]) {
    var terms: [Line] = []
    if result.last?.text != "</dl>" {
      while let last = result.last, !trimmedSpaces(last.text).isEmpty { terms.insert(result.removeLast(), at: 0) }
    }
    let number = input.first?.number ?? 0
    func add(_ text: String) { result.append(Line(text: indent + text, number: number)) }
    if result.count > 1, result[result.count - 2].text == indent + "</dl>", terms.isEmpty == false {
      result.removeLast(2)
    } else if result.last?.text == indent + "</dl>" {
      result.removeLast()
    } else {
      add("<dl>")
    }
    for term in terms { result += [Line(text: "\(indent)<dt>\(trimmedSpaces(term.text))</dt>", number: term.number)] }
    add("<dd>")
    add("")
    var inside = dedented(input, by: indent.count + 4)
    if let first = inside.first {
      inside[0].text = trimmedSpaces(String(trimmedSpaces(first.text).dropFirst()))
    }
    result += lines(inside).map { Line(text: indent + $0.text, number: $0.number) }
    add("")
    add("</dd>")
    add("</dl>")
    add("")
  }

  private mutating func included(_ name: String) -> [UInt8]? {
    guard depth < 6, let bytes = file(name) else { return nil }
    includes = true
    return Array(bytes[Document(parsing: bytes).body.lowerBound...])
  }

  private mutating func findAbbreviations(_ input: [Line], _ code: Set<Int>) {
    for (index, line) in input.enumerated() where line.text.hasPrefix("*[") && !code.contains(index) {
      let parts = line.text.dropFirst(2).split(separator: "]:", maxSplits: 1)
      if parts.count == 2 { abbreviations[String(parts[0])] = trimmedSpaces(String(parts[1])) }
    }
  }

  /// Returns the text between the first quotes.
  private func quoted(_ text: Substring) -> String? {
    guard let open = text.firstIndex(where: { $0 == "\"" || $0 == "'" }) else { return nil }
    let rest = text[text.index(after: open)...]
    return rest.lastIndex(of: text[open]).map { String(rest[..<$0]) }
  }

  // MARK: - Shortcodes and tags

  /// Joins the lines of a tag that spans several lines.
  private func joinedTags(_ input: [Line]) -> [Line] {
    var result: [Line] = []
    for line in input {
      if let last = result.last, last.number > line.number - 20, GeneratorTag.isOpen(last.text) {
        result[result.count - 1].text += " " + trimmedSpaces(line.text)
      } else {
        result.append(line)
      }
    }
    return result
  }

  private mutating func pair(
    _ tag: GeneratorTag, at index: Int, in input: [Line], _ code: Set<Int>, _ indent: String, _ result: inout [Line]
  ) -> Int? {
    let line = input[index]
    var close: Int?
    var open = 1
    for next in input.indices[(index + 1)...].prefix(Self.searchLimit) where !code.contains(next) {
      guard let other = GeneratorTag(trimmedSpaces(input[next].text)), other.isWhole else { continue }
      if other.name == tag.name { open += 1 } else if other.closes(tag) { open -= 1 }
      if open == 0 {
        close = next
        break
      }
    }
    guard let close else { return nil }
    let inside = input[(index + 1)..<close]
    switch tag.name {
    case "highlight":
      result.append(Line(text: indent + "```" + (tag.values.first ?? ""), number: line.number))
      result += inside
      result.append(Line(text: indent + "```", number: line.number))
    case "comment" where hasLiquid: break
    case "raw" where hasLiquid: result += inside
    case "hint", "notice", "alert", "callout", "admonition", "note", "tip", "info", "warning", "details", "expand":
      guard hasShortcodes else { return nil }
      let isKind = ["hint", "notice", "callout", "admonition", "alert"].contains(tag.name)
      let named = tag.named["type"] ?? tag.named["color"] ?? tag.named["context"]
      let kind = isKind ? named ?? (tag.name == "alert" ? "note" : tag.values.first ?? "note") : tag.name
      let isSecond = isKind && tag.name != "alert"
      let title = tag.named["title"] ?? (isSecond ? tag.values.dropFirst().first : tag.values.first)
      box(
        kind, fold: ["details", "expand"].contains(tag.name) ? "-" : "", title, Array(inside), indent, line.number,
        &result)
    default: return nil
    }
    return close + 1
  }

  private func replacement(of tag: GeneratorTag) -> String? {
    let first = tag.values.first ?? tag.named["id"] ?? tag.named["src"] ?? ""
    switch tag.name {
    case _ where tag.isComment: return ""
    case "figure" where hasShortcodes:
      let source = tag.named["src"] ?? first
      let caption = tag.named["caption"] ?? tag.named["title"] ?? ""
      let picture = "![\(tag.named["alt"] ?? caption)](<\(source)>)"
      let linked = tag.named["link"].map { "[\(picture)](<\($0)>)" } ?? picture
      return linked + (caption.isEmpty ? "" : "\\\n*\(caption)*")
    case "ref", "relref":
      guard hasShortcodes, !first.isEmpty else { return nil }
      return target(tag.named["path"] ?? first)
    case "link", "post_url": return hasLiquid && !first.isEmpty ? target(first) : nil
    case "youtube" where hasVideos:
      let name = "https://www.youtube.com/watch?v=" + first
      return "[![YouTube](https://i.ytimg.com/vi/\(first)/hqdefault.jpg)](\(name))"
    case "vimeo" where hasVideos: return "[Vimeo \(first)](https://vimeo.com/\(first))"
    case "site.baseurl", "site.url": return hasLiquid ? "" : nil
    default: return hasLiquid && tag.isRelativeAddress ? tag.values.first : nil
    }
  }

  private func target(_ name: String) -> String? {
    let parts = name.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts[0].isEmpty ? "" : address(String(parts[0]))
    return path.map { SiteAddress.escaped($0) + (parts.count > 1 ? "#" + parts[1] : "") }
  }

  /// Returns the text of a line with its tags replaced. Unknown tags are kept and recorded.
  private mutating func withoutTags(_ line: Line) -> String {
    var result = ""
    var rest = line.text[...]
    while let tag = GeneratorTag.next(in: rest) {
      result += rest[..<tag.range.lowerBound]
      rest = rest[tag.range.upperBound...]
      let isInCode = result.count { $0 == "`" } % 2 == 1
      if !isInCode, let text = replacement(of: tag) {
        result += text
      } else {
        if !isInCode { leftovers.append((line.number, tag.text)) }
        result += tag.text
      }
    }
    return result + rest
  }

  // MARK: - In a line

  private mutating func inline(_ line: Line) -> String {
    guard line.text.utf8.count < Self.lineLimit else { return line.text }
    let text = hasVideos || hasLiquid ? withoutTags(line) : line.text
    guard hasPythonMarkdown || hasLiquid || escapesDollars || syntax.contains(.vitepress) else { return text }
    let isHeading = text.hasPrefix("#")
    var result = ""
    var index = text.startIndex
    var plain = index
    func take(to end: String.Index, _ kept: Range<String.Index>) {
      result += words(String(text[plain..<end]))
      result += text[kept]
      plain = kept.upperBound
      index = plain
    }
    while index < text.endIndex {
      let rest = text[index...]
      if rest.first == "`" {
        let run = rest.prefix { $0 == "`" }
        guard let close = rest.dropFirst(run.count).firstRange(of: run) else {
          index = run.endIndex
          continue
        }
        take(to: index, index..<close.upperBound)
      } else if rest.hasPrefix("]("), let close = rest.firstIndex(of: ")") {
        take(to: index, index..<text.index(after: close))
      } else if rest.first == "<", let next = rest.dropFirst().first, next.isLetter || next == "/" || next == "!",
        let close = rest.firstIndex(of: ">")
      {
        let end = text.index(after: close)
        if syntax.contains(.vitepress), rest.hasPrefix("<Badge "), let label = Self.label(text[index..<end]) {
          result += words(String(text[plain..<index])) + label
          (plain, index) = (end, end)
        } else {
          take(to: index, index..<end)
        }
      } else if rest.first == "{", !isHeading, hasPythonMarkdown || hasLiquid, let end = attributes(rest) {
        let before = String(text[plain..<index])
        result += words(before.hasSuffix(" ") && end == text.endIndex ? String(before.dropLast()) : before)
        plain = end
        index = end
      } else {
        index = text.index(after: index)
      }
    }
    return result + words(String(text[plain...]))
  }

  /// Returns the end of an attribute list that a text begins with: `{ .wide }`, `{: #top target="_blank" }`.
  private func attributes(_ text: Substring) -> String.Index? {
    guard text.first == "{", let close = text.firstIndex(of: "}") else { return nil }
    let inside = text[text.index(after: text.startIndex)..<close]
    guard !inside.contains("{"), let first = inside.first, first == ":" || first == " " || first == "." || first == "#"
    else { return nil }
    let parts = inside.drop { $0 == ":" }.split(separator: " ")
    guard let word = parts.first, word.hasPrefix(".") || word.hasPrefix("#") || word.contains("=") || first == ":"
    else { return nil }
    return text.index(after: close)
  }

  /// Replaces marks, keys, icons, abbreviations and dollar signs in plain words.
  private func words(_ text: String) -> String {
    var text = hasPythonMarkdown ? marked(text) : text
    if hasPythonMarkdown, text.contains("++") {
      text.replace(#/\+\+([a-zA-Z0-9"+ -]+?)\+\+/#) { match in
        match.1.split(separator: "+").map { key in
          let name = key.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
          return "<kbd>\(name.replacing("\"", with: ""))</kbd>"
        }.joined(separator: "+")
      }
    }
    if hasPythonMarkdown, text.contains(":") {
      text.replace(#/:(?:material|fontawesome-(?:brands|regular|solid)|octicons|simple)-([a-z0-9-]+):/#) { match in
        match.1.split(separator: "-").filter { Int($0) == nil }.joined(separator: " ")
      }
    }
    for (short, long) in abbreviations.sorted(by: { $0.key.count > $1.key.count }) where text.contains(short) {
      text = replaced(short, by: "<abbr title=\"\(escapedAttribute(long))\">\(short)</abbr>", in: text)
    }
    guard escapesDollars, text.contains("$") else { return text }
    var result = ""
    for character in text { result += character == "$" && !result.hasSuffix("\\") ? "\\$" : String(character) }
    // Kramdown writes all formulas between `$$`.
    return hasLiquid ? result.replacing("\\$\\$", with: "$$") : result
  }

  /// Replaces marks of edits, superscript and subscript. Footnotes and formulas, which also contain `^`, are kept.
  private func marked(_ text: String) -> String {
    guard text.utf8.contains(where: { "{^~".utf8.contains($0) }) else { return text }
    var text = text.replacing(/\{~~(.+?)~>(.+?)~~\}/) { "<del>\($0.1)</del><ins>\($0.2)</ins>" }
    text.replace(/\{(\+\+|--|==)(.+?)(?:\+\+|--|==)\}/) { mark in
      let name = ["++": "ins", "--": "del"][mark.1] ?? "mark"
      return "<\(name)>\(mark.2)</\(name)>"
    }
    text.replace(/\^\^(\S|\S.*?\S)\^\^/) { "<ins>\($0.1)</ins>" }
    guard escapesDollars || !text.contains("$") else { return text }
    // `~~` and `^^` are other marks.
    return text.replacing(/\\[~^]|~~+|\^\^+|\^([\w+−-]+)\^|~([\w+−-]+)~/) { mark in
      mark.1.map { "<sup>\($0)</sup>" } ?? mark.2.map { "<sub>\($0)</sub>" } ?? String(mark.0)
    }
  }

  private func replaced(_ word: String, by text: String, in line: String) -> String {
    var result = ""
    var rest = line[...]
    while let found = rest.firstRange(of: word) {
      let before = found.lowerBound == line.startIndex ? nil : line[line.index(before: found.lowerBound)]
      let after = found.upperBound == line.endIndex ? nil : line[found.upperBound]
      let isWord = [before, after].allSatisfy { !($0?.isLetter ?? false) && !($0?.isNumber ?? false) }
      result += rest[..<found.lowerBound] + (isWord ? text : word)
      rest = rest[found.upperBound...]
    }
    return result + rest
  }
}

/// A shortcode of Hugo or a tag of Liquid: `{{< figure src="a.png" >}}`, `{% link a.md %}`, `{{ site.baseurl }}`.
struct GeneratorTag {
  let range: Range<String.Index>
  let text: String
  private(set) var name = ""
  private(set) var values: [String] = []
  private(set) var named: [String: String] = [:]
  /// True if nothing else is on the line.
  private(set) var isWhole = false

  private static let styles = [("{{<", ">}}"), ("{{%", "%}}"), ("{%", "%}"), ("{{", "}}")]

  static func next(in text: Substring) -> GeneratorTag? {
    guard let start = ["{{", "{%"].compactMap({ text.firstRange(of: $0)?.lowerBound }).min() else { return nil }
    let rest = text[start...]
    guard let style = styles.first(where: { rest.hasPrefix($0.0) }), let end = rest.firstRange(of: style.1) else {
      return nil
    }
    return GeneratorTag(rest[..<end.upperBound], style)
  }

  init?(_ line: String) {
    guard let tag = Self.next(in: line[...]) else { return nil }
    self = tag
    isWhole = tag.range == line.startIndex..<line.endIndex
  }

  private init(_ text: Substring, _ style: (String, String)) {
    range = text.startIndex..<text.endIndex
    self.text = String(text)
    var words: [String] = []
    var word = ""
    var quote: Character?
    for character in text.dropFirst(style.0.count).dropLast(style.1.count) {
      if let open = quote {
        if character == open { quote = nil } else { word.append(character) }
      } else if "\"'`“”".contains(character) {
        quote = character == "“" ? "”" : character
      } else if character.isWhitespace {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else if character == "(" || character == ")" || character == "," {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else {
        word.append(character)
      }
    }
    if !word.isEmpty { words.append(word) }
    name = words.first ?? ""
    for value in words.dropFirst() where value != "-" && value != "/" {
      let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if parts.count == 2, !parts[0].isEmpty, parts[0].allSatisfy({ $0.isLetter || $0 == "-" || $0 == "_" }) {
        named[parts[0]] = parts[1]
      } else {
        values.append(value)
      }
    }
    // `{{ "/a" | relative_url }}` has its address first.
    if let place = words.firstIndex(of: "|") { values = place > 0 ? [words[0]] + words.dropFirst(place) : values }
  }

  var isComment: Bool { name.hasPrefix("/*") && !text.hasPrefix("{{<") && !text.hasPrefix("{{%") }

  var isRelativeAddress: Bool {
    text.hasPrefix("{{") && values.count > 2 && ["relative_url", "absolute_url"].contains(values[2])
  }

  func closes(_ other: GeneratorTag) -> Bool {
    [name, name + (values.first ?? "")].contains("/" + other.name) || name == "end" + other.name
  }

  /// Returns true if a line begins a tag of these two kinds and does not end it.
  static func isOpen(_ line: String) -> Bool {
    ["{{<": ">}}", "{{%": "%}}", "{%": "%}"].contains { open, close in
      guard let last = line.ranges(of: open).last else { return false }
      return !line[last.upperBound...].contains(close)
    }
  }
}
