import ByteBasics
import NoteModel
import NoteSyntax
import RemoteCalls

extension Request {
  /// Answers `textDocument/foldingRange`: front matter, sections, lists, code, tables, quotes, comments, formulas.
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
        let isComment = table.bytes[block.range.indices].starts(with: "<!--".utf8)
        add(block.range, block.kind == .htmlBlock && isComment ? "comment" : nil)
      case .paragraph, .heading, .thematicBreak, .tableRow, .tableCell, .linkDefinition: continue
      }
    }
    for mark in parsed.marks {
      switch mark.kind {
      case .comment: add(mark.range, "comment")
      case .mathematics: add(mark.range)
      default: continue
      }
    }
    return .array(ranges)
  }

  /// Answers `textDocument/selectionRange` with the word, its link, line, block, section, body and file.
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
  /// Returns ranges around an offset, the smallest first. Each contains the one before and is larger.
  fileprivate func enclosingRanges(of offset: Int) -> [ByteRange] {
    let parsed = note.document
    var candidates = [word(at: offset)]
    candidates += parsed.links.flatMap { [$0.destinationRange, $0.range] }.compactMap(\.self)
    candidates += parsed.tags.map(\.range) + parsed.marks.map(\.range)
    candidates.append(table.content(ofLine: table.line(at: offset)))
    candidates += parsed.blocks.map(\.range)
    candidates += parsed.headings.indices.map { parsed.section(of: $0) }
    if let frontMatter = parsed.frontMatter { candidates += [frontMatter.content, frontMatter.range] }
    candidates += [parsed.body, ByteRange(0, bytes.count)]
    var steps: [ByteRange] = []
    let around = candidates.filter { $0.lowerBound <= offset && offset <= $0.upperBound }
    for range in around.sorted(by: { $0.count < $1.count }) {
      guard let last = steps.last else {
        steps.append(range)
        continue
      }
      if range.contains(last), range != last { steps.append(range) }
    }
    return steps
  }

  /// Returns the letters around an offset, which may be none.
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
  /// Answers `textDocument/documentColor` with the field `color`, as digits or as a name.
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

  private static func color(_ text: String) -> JSONValue? {
    NoteColor(text).map { color in
      .map([
        "red": .number(Double(color.red) / 255), "green": .number(Double(color.green) / 255),
        "blue": .number(Double(color.blue) / 255), "alpha": .number(Double(color.opacity) / 255),
      ])
    }
  }

  /// Answers `textDocument/colorPresentation` with the digits of a colour in quotes, and its name if it has one.
  func colorPresentations() throws -> JSONValue {
    guard let color = parameters["color"], let range = parameters["range"] else {
      throw CallError.invalidParameters("color")
    }
    func part(_ key: String) -> UInt8 { UInt8(min(max(((color[key]?.double ?? 1) * 255).rounded(), 0), 255)) }
    let chosen = NoteColor(red: part("red"), green: part("green"), blue: part("blue"), opacity: part("alpha"))
    let texts = [(chosen.digits, "\"\(chosen.digits)\"")] + (chosen.name.map { [($0, $0)] } ?? [])
    return .array(
      texts.map { label, text in
        .map([
          "label": .string(label),
          "textEdit": .map(["range": range, "newText": .string(text)]),
        ])
      })
  }
}
