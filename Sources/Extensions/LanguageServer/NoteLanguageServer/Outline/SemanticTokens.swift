import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NoteSyntax

/// The kinds of text that the server colours, in the order of its legend.
enum TokenKind: Int, CaseIterable, Sendable {
  case link, tag, date, sealed, block, field, callout

  /// Names that the protocol defines, so that every theme has a colour for them.
  var name: String {
    switch self {
    case .link: "class"
    case .tag: "decorator"
    case .date: "number"
    case .sealed: "comment"
    case .block: "label"
    case .field: "property"
    case .callout: "keyword"
    }
  }

  /// A broken link; a task that is done or cancelled.
  static let modifiers = ["deprecated"]
}

extension Request {
  /// Answers `textDocument/semanticTokens` with wiki links, tags, dates, block ids and the text of sealed letters.
  func semanticTokens() throws -> JSONValue {
    let document = try requireDocument()
    let wanted = PositionRange(parameters["range"]).map { document.table.range($0) }
    var tokens = try tokens(of: document)
    if let wanted {
      tokens = tokens.filter {
        $0.range.upperBound > wanted.lowerBound && $0.range.lowerBound < wanted.upperBound
      }
    }
    return .map(["data": .array(TokenWriter(table: document.table).data(tokens).map { .integer($0) })])
  }

  private func tokens(of document: OpenDocument) throws -> [TokenWriter.Token] {
    let note = document.note
    let parsed = note.document
    var tokens: [TokenWriter.Token] = []
    func add(_ range: ByteRange, _ kind: TokenKind, isDeprecated: Bool = false) {
      tokens.append(TokenWriter.Token(range: range, kind: kind, modifiers: isDeprecated ? 1 : 0))
    }
    if note.isSealed(on: snapshot.today) {
      add(parsed.body, .sealed)
    } else {
      let isReady = snapshot.folder.isReady
      for row in try snapshot.workspace().index.links(of: note) {
        guard row.isWiki, let range = row.range else { continue }
        add(range, .link, isDeprecated: isReady && row.state == .broken)
      }
      for tag in parsed.tags { add(tag.range, .tag) }
      for block in parsed.blockIdentifiers { add(block.range, .block) }
      for mark in parsed.marks {
        if case .callout = mark.kind { add(mark.range, .callout) }
      }
      for box in parsed.checkboxes {
        let start = box.textRange.lowerBound
        for field in CheckboxFields(box, in: parsed).fields {
          let range = ByteRange(start + field.range.lowerBound, start + field.range.upperBound)
          add(range, CivilDate(iso: field.value) == nil ? .field : .date)
        }
      }
    }
    for entry in parsed.frontMatter?.entries ?? [] {
      guard let value = entry.valueRange, case .scalar(let scalar) = entry.value, CivilDate(iso: scalar.text) != nil
      else { continue }
      add(value, .date)
    }
    for entry in parsed.frontMatter?.entries ?? [] where FieldCatalogue.field(for: entry.key)?.key == "tags" {
      for tag in Note.tags(of: entry, parsed.source) { add(tag.range, .tag) }
    }
    return tokens
  }
}

/// Writes tokens as the protocol wants them: five numbers each, relative to the one before, none over several lines.
struct TokenWriter {
  struct Token {
    let range: ByteRange
    let kind: TokenKind
    let modifiers: Int
  }

  let table: PositionTable

  func data(_ tokens: [Token]) -> [Int] {
    var data: [Int] = []
    var last = Position(line: 0, character: 0)
    var end = 0
    for token in tokens.sorted(by: {
      ($0.range.lowerBound, -$0.range.count) < ($1.range.lowerBound, -$1.range.count)
    }) {
      guard token.range.lowerBound >= end, token.range.count > 0 else { continue }
      end = token.range.upperBound
      for line in table.line(at: token.range.lowerBound)...table.line(at: token.range.upperBound) {
        let content = table.content(ofLine: line)
        let part = ByteRange(
          max(content.lowerBound, token.range.lowerBound), min(content.upperBound, token.range.upperBound))
        guard part.count > 0 else { continue }
        let range = table.range(part)
        let isSameLine = range.start.line == last.line && !data.isEmpty
        data += [
          range.start.line - last.line,
          isSameLine ? range.start.character - last.character : range.start.character,
          range.end.character - range.start.character, token.kind.rawValue, token.modifiers,
        ]
        last = range.start
      }
    }
    return data
  }
}
