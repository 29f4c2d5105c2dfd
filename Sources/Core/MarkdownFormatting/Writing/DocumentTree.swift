import ByteBasics
package import NoteSyntax

/// A document to be written: its content without the spelling of Markdown.
package struct DocumentTree: Sendable, Hashable {
  /// The front matter, in order.
  package var fields: [Field]
  package var blocks: [Block]

  package init(fields: [Field] = [], blocks: [Block] = []) {
    self.fields = fields
    self.blocks = blocks
  }

  package struct Field: Sendable, Hashable {
    package let key: String
    package let value: FrontMatterEditor.FieldValue

    package init(_ key: String, _ value: FrontMatterEditor.FieldValue) {
      self.key = key
      self.value = value
    }
  }

  package indirect enum Block: Sendable, Hashable {
    /// Levels from 1 to 6.
    case heading(level: Int, [Inline])
    case paragraph([Inline])
    case list(List)
    /// `language` is after the fence.
    case code(String, language: String = "")
    case quote([Block])
    case table(Table)
    case thematicBreak
  }

  package struct List: Sendable, Hashable {
    /// The first number of an ordered list, with which no item has a number below 0 or of more than nine digits.
    package var start: Int?
    /// True for one without empty lines between its items; kept if the items allow it.
    package var isTight: Bool
    package var items: [Item]

    package init(start: Int? = nil, isTight: Bool = true, items: [Item]) {
      self.start = start.map { max(0, min($0, 1_000_000_000 - items.count)) }
      self.isTight = isTight
      self.items = items
    }
  }

  package struct Item: Sendable, Hashable {
    /// True if its box is ticked. Nil for an item without a box.
    package var isChecked: Bool?
    package var blocks: [Block]

    package init(_ blocks: [Block], isChecked: Bool? = nil) {
      self.blocks = blocks
      self.isChecked = isChecked
    }
  }

  package struct Table: Sendable, Hashable {
    package enum Alignment: Sendable { case none, left, center, right }

    package var alignments: [Alignment]
    package var head: [[Inline]]
    package var rows: [[[Inline]]]

    package init(head: [[Inline]], rows: [[[Inline]]], alignments: [Alignment] = []) {
      self.head = head
      self.rows = rows
      self.alignments = head.indices.map { $0 < alignments.count ? alignments[$0] : .none }
    }
  }

  package indirect enum Inline: Sendable, Hashable {
    /// Literal text, whatever characters it contains; white space and line ends become one space.
    case text(String)
    /// Syntax that is copied unchanged: `[[노트|이름]]`, `#tag`, `$x$`, `[due:: 2026-11-30]`.
    case verbatim(String)
    /// Text that is copied unchanged, with the HTML that the text has alone: `<sup>`, `$\\{x\\}$`.
    case raw(String)
    case emphasis([Inline])
    case strong([Inline])
    case deletion([Inline])
    case code(String)
    case link([Inline], to: String, title: String = "")
    case image(alt: String, from: String, title: String = "")
    case footnote([Inline])
    case lineBreak
  }
}

/// The escapes and tags that make Markdown read a text as plain text.
struct TreeSpelling {
  /// The characters that get a backslash.
  let escapes: Set<UInt8>
  /// The constructs that are written with tags, because their marks cannot express them here.
  let tags: Tags
  var addresses = Addresses.kept
  /// True for text in which marks unknown to CommonMark get a backslash as well: `%%`, `==`, `$`, `^`, `{`, `[`.
  var guardsText = false

  enum Addresses: CaseIterable {
    case kept
    /// Between `<` and `>`, as before the backslash of a line break, which cmark would take for a part of the address.
    case angled
    /// With backslashes like other text.
    case escaped
  }

  enum Tags: CaseIterable {
    case none
    /// Emphasis with tags, as in `**말(word)**을`.
    case emphasis
    /// Emphasis as above, and code that is next to other code.
    case emphasisAndCode
  }

  /// The spellings from the most readable to the safest. Most text has no character with a meaning in Markdown.
  static let all: [TreeSpelling] = {
    let inner = Set("\\`*_[]<>&~!|".utf8)
    let punctuation = Set((UInt8(0x21)...0x7E).filter { ASCII.isPunctuation($0) })
    return [[], inner, punctuation].flatMap { escapes in
      Tags.allCases.flatMap { tags in
        (escapes.isEmpty ? [.kept] : Addresses.allCases).map {
          TreeSpelling(escapes: escapes, tags: tags, addresses: $0)
        }
      }
    }
  }()

  /// Returns true if a character of a text gets a backslash.
  func escapes(_ position: Int, of text: [Unicode.Scalar]) -> Bool {
    let scalar = text[position]
    guard scalar.isASCII else { return false }
    if escapes.contains(UInt8(scalar.value)) { return true }
    switch scalar {
    case "$", "^", "{", "[": return guardsText
    // Two of them are a mark.
    case "%", "=":
      let isPair = position > 0 && text[position - 1] == scalar
      return guardsText && (isPair || position + 1 < text.count && text[position + 1] == scalar)
    default: return false
    }
  }
}

extension DocumentTree {
  /// Returns the document in a form that Markdown can express: without extra white space and empty parts, with table
  /// rows as long as the header, and with loose lists if their items need empty lines.
  ///
  /// - Parameter omitsComments: True to leave out the comments in texts.
  func normalized(omitsComments: Bool) -> DocumentTree {
    DocumentTree(fields: fields, blocks: Self.normalized(blocks, omitsComments))
  }

  private static func normalized(_ blocks: [Block], _ omitsComments: Bool) -> [Block] {
    /// Collapses white space to one space, and removes white space at the ends and around line breaks.
    func squeezed(_ inlines: [Inline], isOneLine: Bool) -> [Inline] {
      var squeezer = InlineSqueezer(isOneLine: isOneLine, omitsComments: omitsComments)
      return squeezer.ended(squeezer.squeezed(inlines))
    }
    return blocks.compactMap { block in
      switch block {
      case .heading(let level, let text): return .heading(level: max(1, min(6, level)), squeezed(text, isOneLine: true))
      case .paragraph(let text):
        let inlines = squeezed(text, isOneLine: false)
        return inlines.isEmpty ? nil : .paragraph(inlines)
      case .list(var list):
        for index in list.items.indices {
          list.items[index].blocks = normalized(list.items[index].blocks, omitsComments)
        }
        let canBeLoose = list.items.count > 1 || list.items.contains { $0.blocks.count > 1 }
        list.isTight = (list.isTight || !canBeLoose) && list.items.allSatisfy(\.canBeTight)
        return list.items.isEmpty ? nil : .list(list)
      case .code(let text, let language):
        let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        let word = language.split { $0.isWhitespace || $0 == "`" }.first.map(String.init) ?? ""
        return .code(lines.hasSuffix("\n") ? String(lines.dropLast()) : lines, language: word)
      case .quote(let inner): return .quote(normalized(inner, omitsComments))
      case .table(var table):
        let width = table.head.count
        table.head = table.head.map { squeezed($0, isOneLine: true) }
        table.rows = table.rows.map { row in
          (0..<width).map { $0 < row.count ? squeezed(row[$0], isOneLine: true) : [] }
        }
        return width == 0 ? nil : .table(table)
      case .thematicBreak: return block
      }
    }
  }
}

extension DocumentTree.Item {
  /// True if a text begins the item, which stands on the line of its box.
  var hasTextAtBox: Bool { if case .paragraph? = blocks.first { true } else { false } }

  /// True for a text, with or without a list below that can begin without an empty line.
  fileprivate var canBeTight: Bool {
    let blocks = isChecked == nil || hasTextAtBox ? blocks : [.paragraph([])] + blocks
    switch blocks.count {
    case 0: return true
    case 1: if case .paragraph = blocks[0] { return true } else { return false }
    case 2:
      guard case .paragraph = blocks[0], case .list(let list) = blocks[1] else { return false }
      return list.isTight && (list.start ?? 1) == 1 && list.items.first?.blocks.isEmpty == false
    default: return false
    }
  }
}

/// Squeezes white space over the borders of emphasis and links.
private struct InlineSqueezer {
  let isOneLine: Bool
  let omitsComments: Bool
  /// True if a space now would be the second one, or be at the head of a line.
  fileprivate var endsInSpace = true

  mutating func squeezed(_ inlines: [DocumentTree.Inline]) -> [DocumentTree.Inline] {
    var result: [DocumentTree.Inline] = []
    for inline in inlines {
      guard let next = squeezed(inline) else { continue }
      if case .lineBreak = next { result = trimmed(result) }
      result.append(next)
    }
    return result
  }

  private mutating func squeezed(_ inline: DocumentTree.Inline) -> DocumentTree.Inline? {
    switch inline {
    case .text(let text):
      let squeezed = squeezed(omitsComments ? text.withoutComments : text)
      return squeezed.isEmpty ? nil : .text(squeezed)
    case .emphasis(let inner): return holding(inner) { .emphasis($0) }
    case .strong(let inner): return holding(inner) { .strong($0) }
    case .deletion(let inner): return holding(inner) { .deletion($0) }
    case .link(let inner, let url, let title): return .link(squeezed(inner), to: url, title: title)
    case .lineBreak:
      if isOneLine { return squeezed(.text(" ")) }
      endsInSpace = true
      return .lineBreak
    case .code(let text):
      endsInSpace = false
      return .code(text.split(whereSeparator: \.isNewline).joined(separator: " "))
    case .verbatim, .raw, .image, .footnote:
      endsInSpace = false
      return inline
    }
  }

  private mutating func holding(
    _ inner: [DocumentTree.Inline], _ make: ([DocumentTree.Inline]) -> DocumentTree.Inline
  ) -> DocumentTree.Inline? {
    let inlines = squeezed(inner)
    return inlines.isEmpty ? nil : make(inlines)
  }

  private mutating func squeezed(_ text: String) -> String {
    var result = ""
    for character in text {
      let isSpace = character == " " || character == "\t" || character.isNewline
      if isSpace, endsInSpace { continue }
      result.append(isSpace ? " " : character)
      endsInSpace = isSpace
    }
    return result
  }

  /// Removes white space and line breaks at the end.
  func ended(_ inlines: [DocumentTree.Inline]) -> [DocumentTree.Inline] {
    var result = trimmed(inlines)
    while case .lineBreak? = result.last { result = trimmed(Array(result.dropLast())) }
    return result
  }

  /// Removes the space at the end.
  func trimmed(_ inlines: [DocumentTree.Inline]) -> [DocumentTree.Inline] {
    guard case .text(let text)? = inlines.last, text.hasSuffix(" ") else { return inlines }
    let rest = Array(inlines.dropLast())
    return text.count == 1 ? trimmed(rest) : rest + [.text(String(text.dropLast()))]
  }
}
