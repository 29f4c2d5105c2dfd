extension DocumentTree {
  /// The same document in the one shape that Markdown can say: white space squeezed, empty parts left out,
  /// rows of a table as long as its head, lists loose where their items need empty lines.
  var normalized: DocumentTree {
    DocumentTree(fields: fields, blocks: Self.normalized(blocks))
  }

  private static func normalized(_ blocks: [Block]) -> [Block] {
    blocks.compactMap { block in
      switch block {
      case .heading(let level, let text):
        return .heading(level: max(1, min(6, level)), squeezed(text, isOneLine: true))
      case .paragraph(let text):
        let inlines = squeezed(text, isOneLine: false)
        return inlines.isEmpty ? nil : .paragraph(inlines)
      case .list(var list):
        for index in list.items.indices {
          list.items[index].blocks = normalized(list.items[index].blocks)
        }
        let canBeLoose = list.items.count > 1 || list.items.contains { $0.blocks.count > 1 }
        list.isTight = (list.isTight || !canBeLoose) && list.items.allSatisfy(\.canBeTight)
        return list.items.isEmpty ? nil : .list(list)
      case .code(let text, let language):
        let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        let word = language.split { $0.isWhitespace || $0 == "`" }.first.map(String.init) ?? ""
        return .code(lines.hasSuffix("\n") ? String(lines.dropLast()) : lines, language: word)
      case .quote(let inner): return .quote(normalized(inner))
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

  /// One space for white space, none at the ends and around line breaks.
  private static func squeezed(_ inlines: [Inline], isOneLine: Bool) -> [Inline] {
    var squeezer = InlineSqueezer(isOneLine: isOneLine)
    return squeezer.ended(squeezer.squeezed(inlines))
  }
}

extension DocumentTree.Item {
  /// A text, perhaps with a list below it that may begin without an empty line.
  fileprivate var canBeTight: Bool {
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
  /// True where a space now would be the second one, or be at the head of a line.
  private var endsInSpace = true

  init(isOneLine: Bool) {
    self.isOneLine = isOneLine
  }

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
      let squeezed = squeezed(text)
      return squeezed.isEmpty ? nil : .text(squeezed)
    case .emphasis(let inner): return holding(inner) { .emphasis($0) }
    case .strong(let inner): return holding(inner) { .strong($0) }
    case .deletion(let inner): return holding(inner) { .deletion($0) }
    case .link(let inner, let url, let title):
      return .link(squeezed(inner), to: url, title: title)
    case .lineBreak:
      if isOneLine { return squeezed(.text(" ")) }
      endsInSpace = true
      return .lineBreak
    case .code(let text):
      endsInSpace = false
      return .code(text.split(whereSeparator: \.isNewline).joined(separator: " "))
    case .verbatim, .image, .footnote:
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

  /// Without white space and line breaks at the end.
  func ended(_ inlines: [DocumentTree.Inline]) -> [DocumentTree.Inline] {
    var result = trimmed(inlines)
    while case .lineBreak? = result.last { result = trimmed(Array(result.dropLast())) }
    return result
  }

  /// Without the space at the end.
  func trimmed(_ inlines: [DocumentTree.Inline]) -> [DocumentTree.Inline] {
    guard case .text(let text)? = inlines.last, text.hasSuffix(" ") else { return inlines }
    let rest = Array(inlines.dropLast())
    return text.count == 1 ? trimmed(rest) : rest + [.text(String(text.dropLast()))]
  }
}
