import MarkdownFormatting
import SheafCommands

/// A page of the manual as the blocks of a note.
struct ManualMarkdown {
  typealias Block = DocumentTree.Block
  typealias Inline = DocumentTree.Inline
  /// The title of a page in the guide, and its address as the destination of a link.
  typealias Destination = (title: String, address: String)

  /// A list that is being read.
  private struct List {
    var items: [(term: [Inline], blocks: [Block])] = []
    let hasTerms: Bool
  }

  fileprivate let destination: (_ page: String, _ section: String) -> Destination?
  fileprivate let level: Int
  fileprivate let heads: ManualHeadings
  fileprivate let omitted: Set<String>
  private var blocks: [Block] = []
  private var lists: [List] = []
  private var paragraph: [Inline] = []
  private var literal: [String]?
  private var synopsis: [String]?
  private var isLeftOut = false
  /// True in a section without a heading: name, description, options, subcommands. Subsections come below the title.
  private var isInDescription = false
  /// The command or file that the page is about, which a bare `.Nm` stands for.
  private var subject: String?

  /// Converts a page from mdoc to blocks.
  ///
  /// - Parameters:
  ///   - source: In mdoc.
  ///   - level: Of the headings of its sections.
  ///   - heads: The titles of the sections.
  ///   - sections: Those that a note says otherwise, or not at all.
  ///   - destination: Finds another page of the manual: `sheaf-list`, `1`; nil if it is in no note.
  static func blocks(
    of source: String, level: Int, heads: ManualHeadings, leavingOut sections: Set<String>,
    linking destination: @escaping (String, String) -> Destination?
  ) -> [Block] {
    var page = ManualMarkdown(destination: destination, level: level, heads: heads, omitted: sections)
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) { page.add(line) }
    page.endParagraph()
    return page.blocks
  }

  private mutating func add(_ line: Substring) {
    if literal != nil, !line.hasPrefix(".Ed") {
      literal?.append(Mdoc.unescaped(line))
    } else if line.first != "." {
      if !line.isEmpty, !isLeftOut { collect(running(Mdoc.unescaped(line))) }
    } else {
      let words = Mdoc.words(line.dropFirst())
      guard let name = words.first else { return }
      if name == "Nm", subject == nil {
        subject = words.dropFirst().first
      } else if name == "Sh" || !isLeftOut {
        macro(name, Array(words.dropFirst()))
      }
    }
  }

  private mutating func macro(_ name: String, _ rest: [String]) {
    switch name {
    case "Sh": section(rest.joined(separator: " "))
    case "Ss":
      endParagraph()
      let title = rest.joined(separator: " ")
      append(.heading(level: isInDescription ? level : level + 1, [.text(title)]))
      if rest.first == "sheaf" { synopsis = [] }
    case "Pp": endParagraph()
    case "br": if !paragraph.isEmpty { paragraph.append(.lineBreak) }
    case "Bl":
      endParagraph()
      lists.append(List(hasTerms: rest.first != "-bullet"))
    case "It": item(rest)
    case "El":
      endParagraph()
      if let list = lists.popLast() { append(Self.block(of: list)) }
    case "Bd":
      endParagraph()
      literal = []
    case "Ed":
      if let lines = literal { append(.code(lines.joined(separator: "\n"), language: "text")) }
      literal = nil
    case "Dl":
      endParagraph()
      append(.code(rest.joined(separator: " "), language: "text"))
    case "Nm" where synopsis != nil: synopsis?.append(rest.joined(separator: " "))
    case "Nd":
      let sentence = rest.joined(separator: " ")
      collect(running(sentence.prefix(1).uppercased() + sentence.dropFirst() + "."))
    case "Nm" where rest.isEmpty: collect([.code(subject ?? "sheaf")])
    case "Op", "Ar", "Fl": argument(name, rest)
    case "Nm", "Ql", "Ic", "Ev", "Pa", "Em", "Xr", "Pq": collect(inline([name] + rest))
    default: return
    }
  }

  private mutating func section(_ title: String) {
    endParagraph()
    isLeftOut = omitted.contains(title)
    guard !isLeftOut else { return }
    isInDescription = [heads.name, heads.description, heads.options, heads.subcommands].contains(title)
    if title == heads.synopsis { return synopsis = [] }
    if isInDescription { return }
    append(.heading(level: level, [.text(title.prefix(1) + title.dropFirst().lowercased())]))
  }

  /// Appends an argument of a synopsis or of running text.
  private mutating func argument(_ name: String, _ rest: [String]) {
    guard synopsis != nil else { return collect(inline([name] + rest)) }
    let words = Self.spelled(name == "Op" ? rest : [name] + rest)
    synopsis?.append(name == "Op" ? "[" + words + "]" : words)
  }

  private mutating func item(_ rest: [String]) {
    endParagraph()
    guard !lists.isEmpty else { return }
    let term = lists[lists.count - 1].hasTerms && !rest.isEmpty ? Self.term(rest, inline) : []
    lists[lists.count - 1].items.append((term, []))
  }

  /// Returns an option of a synopsis as typed: `Fl -limit Ar N` becomes `--limit N`.
  private static func spelled(_ words: [String]) -> String {
    var result: [String] = []
    var isFlag = false
    for word in words {
      switch word {
      case "Fl": isFlag = true
      case "Ar", "Op": isFlag = false
      case ",": result.append(",")
      case "...": result[max(0, result.count - 1)] += "..."
      default:
        result.append((isFlag ? "-" : "") + word)
        isFlag = false
      }
    }
    return result.joined(separator: " ").replacing(" , ", with: ", ")
  }

  /// Returns the term of a list item: each name as code.
  private static func term(_ words: [String], _ inline: ([String]) -> [Inline]) -> [Inline] {
    if words.first == "Xr" { return inline(words) }
    if words.first == "Fl" || words.first == "Ar" {
      return spelled(words).split(separator: ", ").flatMap { [.text(", "), .code(String($0))] }.dropFirst().map(\.self)
    }
    return inline(words)
  }

  private static let macros: Set<String> = ["Nm", "Ql", "Ic", "Ev", "Pa", "Em", "Fl", "Ar", "Pq", "Ta"]

  /// Returns the words of a macro with those within it: `Ql a , b`, `Xr sheaf-query 7`.
  private func inline(_ words: [String]) -> [Inline] {
    var line: [Inline] = []
    var rest = words[...]
    var style = ""
    var pending: [String] = []
    func flush() -> [Inline] {
      guard !pending.isEmpty else { return [] }
      let text = pending.joined(separator: " ")
      switch style {
      case "Em": return [.emphasis([.text(text)])]
      case "Ql", "Ic", "Ev", "Pa", "Nm", "Ar": return [.code(text)]
      case "Fl": return [.code("-" + text)]
      default: return [.text(text)]
      }
    }
    func add(_ inlines: [Inline], glued: Bool = false) {
      guard !inlines.isEmpty else { return }
      if !line.isEmpty, !glued { line.append(.text(" ")) }
      line += inlines
    }
    while let word = rest.popFirst() {
      if Self.macros.contains(word) {
        add(flush())
        (pending, style) = ([], word)
        if word == "Ta" { line.append(.text(", ")) }
      } else if word == "Xr", let page = rest.popFirst() {
        add(flush())
        pending = []
        add([link(page, rest.popFirst() ?? "1")])
        style = ""
      } else if word.count == 1, ",.;:)?!".contains(word), !words.isEmpty {
        add(flush())
        pending = []
        add([.text(word)], glued: true)
      } else {
        pending.append(word)
      }
    }
    add(flush())
    return words.first == "Pq" ? [.text("(")] + line + [.text(")")] : line
  }

  /// Formats running text: options, and marks that are syntax to other programs, as code; names of pages as links.
  private func running(_ text: String) -> [Inline] {
    var line: [Inline] = []
    var rest = text[...]
    while let match = rest.firstMatch(of: Self.special) {
      if match.range.lowerBound > rest.startIndex {
        line.append(.text(String(rest[..<match.range.lowerBound])))
      }
      if let page = match.output.1, let section = match.output.2 {
        line.append(link(String(page), String(section)))
      } else {
        line.append(.code(String(match.output.0)))
      }
      rest = rest[match.range.upperBound...]
    }
    return rest.isEmpty ? line : line + [.text(String(rest))]
  }

  private nonisolated(unsafe) static let special =
    /(sheaf[a-z-]*)\(([157])\)|!?\[\[[^\]]*\]\]|[^\s(]*\{\{[^}]*\}\}(?:[^\s),]*[^\s),.:;])?|\[[^\]]+\]\([^)]*\)|%%[^%]*%%|%%|==[^=]+==|\$[a-z]+\$|\*{2,3}[^*]+\*{2,3}|\*[a-z]+\*|(?:--|[\^#])[a-z][a-z-]*|(?:\.\.\/|\.)[a-z]+\/(?:[a-z.\/]*[a-z\/])?/

  private func link(_ page: String, _ section: String) -> Inline {
    guard let destination = destination(page, section) else { return .code("\(page)(\(section))") }
    return .link([.text(destination.title)], to: destination.address)
  }

  private mutating func collect(_ inlines: [Inline]) {
    endSynopsis()
    if case .text(let text)? = inlines.first, Mdoc.isGlued(text[...]), !paragraph.isEmpty {
      paragraph += inlines
    } else {
      if !paragraph.isEmpty, paragraph.last != .lineBreak { paragraph.append(.text(" ")) }
      paragraph += inlines
    }
  }

  private mutating func endSynopsis() {
    guard let words = synopsis else { return }
    synopsis = nil
    if !words.isEmpty { append(.code(words.joined(separator: " "), language: "text")) }
  }

  private mutating func endParagraph() {
    endSynopsis()
    guard !paragraph.isEmpty else { return }
    append(.paragraph(paragraph))
    paragraph = []
  }

  private mutating func append(_ block: Block) {
    guard !lists.isEmpty, !lists[lists.count - 1].items.isEmpty else { return blocks.append(block) }
    lists[lists.count - 1].items[lists[lists.count - 1].items.count - 1].blocks.append(block)
  }

  /// Returns a list as a block. In a list of terms each term comes before its first paragraph.
  private static func block(of list: List) -> Block {
    let items = list.items.map { item -> DocumentTree.Item in
      guard !item.term.isEmpty else { return DocumentTree.Item(item.blocks) }
      guard case .paragraph(let words)? = item.blocks.first else {
        return DocumentTree.Item([.paragraph(item.term)] + item.blocks)
      }
      let first = Block.paragraph(item.term + [.text(": ")] + words)
      return DocumentTree.Item([first] + item.blocks.dropFirst())
    }
    return .list(DocumentTree.List(items: items))
  }
}
