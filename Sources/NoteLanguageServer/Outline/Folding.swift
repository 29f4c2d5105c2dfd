import ByteBasics
import NoteModel
import NoteSyntax

extension Request {
  /// `textDocument/foldingRange`: front matter, sections, lists, code, tables, quotes.
  func foldingRanges() throws -> JSONValue {
    let document = try requireDocument()
    let table = document.table
    let parsed = document.note.document
    var seen: Set<[Int]> = []
    var ranges: [JSONValue] = []
    func add(_ range: ByteRange, _ kind: String? = nil) {
      var last = range.upperBound
      while last > range.lowerBound, ASCII.isWhiteSpace(table.bytes[last - 1]) { last -= 1 }
      let (start, end) = (table.line(at: range.lowerBound), table.line(at: last))
      guard end > start, seen.insert([start, end]).inserted else { return }
      ranges.append(
        .map([
          "startLine": .integer(start), "endLine": .integer(end),
          "kind": kind.map { .string($0) },
        ]))
    }
    if let frontMatter = parsed.frontMatter { add(frontMatter.range, "region") }
    for position in parsed.headings.indices { add(parsed.section(of: position)) }
    for block in parsed.blocks {
      switch block.kind {
      case .list, .item, .codeBlock, .table, .blockQuote, .htmlBlock, .footnoteDefinition:
        add(block.range, block.kind == .htmlBlock ? "comment" : nil)
      case .paragraph, .heading, .thematicBreak, .tableRow, .tableCell, .linkDefinition: continue
      }
    }
    return .array(ranges)
  }

  /// `textDocument/selectionRange`: the word, its link, line, block, section, body, file.
  func selectionRanges() throws -> JSONValue {
    let document = try requireDocument()
    let positions = parameters["positions"]?.items.compactMap { Position($0) } ?? []
    return .array(
      positions.map { position in
        let offset = document.table.offset(of: position)
        let steps = document.enclosingRanges(of: offset)
        return steps.reversed().reduce(JSONValue.null) { parent, range in
          .map([
            "range": document.table.range(range).json, "parent": parent == .null ? nil : parent,
          ])
        }
      })
  }
}

extension OpenDocument {
  /// Ranges around an offset, the smallest first; each contains the one before and is larger.
  fileprivate func enclosingRanges(of offset: Int) -> [ByteRange] {
    let parsed = note.document
    func isAround(_ range: ByteRange) -> Bool {
      range.lowerBound <= offset && offset <= range.upperBound
    }
    var candidates = [word(at: offset)]
    candidates += parsed.links.flatMap { [$0.destinationRange, $0.range] }.compactMap(\.self)
    candidates += parsed.tags.map(\.range) + parsed.marks.map(\.range)
    candidates.append(table.content(ofLine: table.line(at: offset)))
    candidates += parsed.blocks.map(\.range)
    candidates += parsed.headings.indices.map { parsed.section(of: $0) }
    if let frontMatter = parsed.frontMatter {
      candidates += [frontMatter.content, frontMatter.range]
    }
    candidates += [parsed.body, ByteRange(0, bytes.count)]
    var steps: [ByteRange] = []
    for range in candidates.filter(isAround).sorted(by: { $0.count < $1.count }) {
      guard let last = steps.last else {
        steps.append(range)
        continue
      }
      if range.contains(last), range != last { steps.append(range) }
    }
    return steps
  }

  /// The letters around an offset, which may be none.
  private func word(at offset: Int) -> ByteRange {
    func isWord(_ byte: UInt8) -> Bool {
      ASCII.isAlphanumeric(byte) || byte >= 0x80 || byte == ASCII.underscore
    }
    var (start, end) = (offset, offset)
    while start > 0, isWord(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, isWord(bytes[end]) { end += 1 }
    return ByteRange(start, end)
  }
}

extension Request {
  /// `textDocument/documentColor`: the field `color`, where it has hexadecimal digits.
  func documentColors() throws -> JSONValue {
    let document = try requireDocument()
    let entries = document.note.document.frontMatter?.entries ?? []
    return .array(
      entries.compactMap { entry -> JSONValue? in
        guard FieldCatalogue.field(for: entry.key)?.key == "color",
          case .scalar(let scalar) = entry.value, let range = entry.valueRange,
          let color = Self.color(scalar.text)
        else { return nil }
        return .map(["range": document.table.range(range).json, "color": color])
      })
  }

  /// `#abc`, `#aabbcc`, `#aabbccdd`
  private static func color(_ text: String) -> JSONValue? {
    guard text.hasPrefix("#") else { return nil }
    var digits = text.dropFirst().compactMap(\.hexDigitValue)
    guard digits.count == text.count - 1 else { return nil }
    if digits.count == 3 || digits.count == 4 { digits = digits.flatMap { [$0, $0] } }
    guard digits.count == 6 || digits.count == 8 else { return nil }
    let parts = stride(from: 0, to: digits.count, by: 2).map {
      Double(digits[$0] * 16 + digits[$0 + 1]) / 255
    }
    return .map([
      "red": .number(parts[0]), "green": .number(parts[1]), "blue": .number(parts[2]),
      "alpha": .number(parts.count > 3 ? parts[3] : 1),
    ])
  }

  /// `textDocument/colorPresentation`: the digits of a colour, in quotes as YAML needs them.
  func colorPresentations() throws -> JSONValue {
    guard let color = parameters["color"], let range = parameters["range"] else {
      throw CallError.invalidParameters("color")
    }
    func digits(_ key: String) -> String {
      let value = Int(((color[key]?.double ?? 1) * 255).rounded())
      let text = String(min(max(value, 0), 255), radix: 16)
      return text.count == 1 ? "0" + text : text
    }
    let alpha = digits("alpha")
    let label =
      "#" + digits("red") + digits("green") + digits("blue") + (alpha == "ff" ? "" : alpha)
    return .array([
      .map([
        "label": .string(label),
        "textEdit": .map([
          "range": range, "newText": .string("\"\(label)\""),
        ]),
      ])
    ])
  }
}
