import ByteBasics
import MarkdownFormatting
import NoteActions
import NoteModel
import NoteSyntax

extension Request {
  /// `textDocument/formatting`: as `sheaf fmt` formats, in the smallest edits.
  func formatting() throws -> JSONValue {
    let document = try requireDocument()
    return json(MinimalEdits.from(document.bytes, to: format(document.bytes)), document)
  }

  /// `textDocument/rangeFormatting`
  func rangeFormatting() throws -> JSONValue {
    let document = try requireDocument()
    guard let range = PositionRange(parameters["range"]) else {
      throw CallError.invalidParameters("range")
    }
    let wanted = document.table.range(range)
    return json(
      try edits(of: document) { edit in
        edit.range.lowerBound <= wanted.upperBound && wanted.lowerBound <= edit.range.upperBound
      }, document)
  }

  /// `textDocument/onTypeFormatting`: the block before a new line; after `|` the other rows of the table.
  func onTypeFormatting() throws -> JSONValue {
    let document = try requireDocument()
    let offset = try offset()
    let table = document.table
    let line = table.line(at: offset)
    let own = table.content(ofLine: line)
    let parsed = document.note.document
    if parameters["ch"]?.string == "|" {
      guard
        let rows = parsed.blocks.first(where: {
          $0.kind == .table && $0.range.lowerBound <= offset && offset <= $0.range.upperBound
        })?.range
      else { return .null }
      return json(
        try edits(of: document) { edit in
          rows.contains(edit.range)
            && !(edit.range.upperBound >= own.lowerBound && edit.range.lowerBound <= own.upperBound)
        }, document)
    }
    guard line > 0 else { return .null }
    let previous = table.content(ofLine: line - 1).upperBound
    let blocks = parsed.blocks.filter {
      $0.depth == 0 && $0.range.lowerBound <= previous && previous <= $0.range.upperBound
    }
    // While a block goes on, the line of the cursor is part of it.
    guard let block = blocks.first?.range, block.upperBound <= own.lowerBound else { return .null }
    return json(
      try edits(of: document) {
        block.contains($0.range) && $0.range.upperBound < own.lowerBound
      }, document)
  }

  private func format(_ bytes: [UInt8]) -> [UInt8] {
    let style = FormattingStyle(snapshot.folder.configuration)
    let formatting = NoteFormatting(
      formatter: MarkdownFormatter(style: style), trimsFrontMatter: false)
    return formatting.format(bytes).bytes
  }

  /// Some of the edits of the whole. What they leave has to become the same when the rest is formatted.
  private func edits(
    of document: OpenDocument, where isWanted: (TextEdit) -> Bool
  ) throws -> [TextEdit] {
    let whole = format(document.bytes)
    let edits = MinimalEdits.from(document.bytes, to: whole).filter(isWanted)
    guard !edits.isEmpty, let result = try? SourceBuffer(document.bytes).applying(edits),
      format(result.bytes) == whole
    else { return [] }
    return edits
  }

  private func json(_ edits: [TextEdit], _ document: OpenDocument) -> JSONValue {
    .array(edits.map { $0.json(document.table) })
  }
}
