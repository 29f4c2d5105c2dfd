import ByteBasics
import MarkdownFormatting
import NoteActions
import NoteModel
import NoteSyntax
import RemoteCalls

/// The smallest edits that turn one text into another, so that the client keeps its cursor and folds.
enum MinimalEdits {
  static func from(_ before: [UInt8], to after: [UInt8]) -> [TextEdit] {
    if before == after { return [] }
    let old = lines(of: before)
    let new = lines(of: after)
    let difference = LineDifference(from: old, to: new)
    var oldStarts: [Int] = [0]
    for line in old { oldStarts.append(oldStarts[oldStarts.count - 1] + line.count) }
    var newStarts: [Int] = [0]
    for line in new { newStarts.append(newStarts[newStarts.count - 1] + line.count) }
    var edits: [TextEdit] = []
    func add(_ lines: Range<Int>, _ others: Range<Int>) {
      let old = oldStarts[lines.lowerBound]..<oldStarts[lines.upperBound]
      let new = newStarts[others.lowerBound]..<newStarts[others.upperBound]
      if let found = edit(before, old, after, new) { edits.append(found) }
    }
    for change in difference.changes {
      guard change.before.count == change.after.count else {
        add(change.before, change.after)
        continue
      }
      // Corresponding lines are compared one by one.
      for (one, other) in zip(change.before, change.after) {
        add(one..<(one + 1), other..<(other + 1))
      }
    }
    return edits
  }

  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let feed = firstOffset(of: ASCII.lineFeed, in: bytes, from: start, to: bytes.count)
      let end = feed.map { $0 + 1 } ?? bytes.count
      lines.append(bytes[start..<end])
      start = end
    }
    return lines
  }

  /// Returns the edit without the common beginning and end of both texts. It begins and ends between characters.
  private static func edit(_ before: [UInt8], _ old: Range<Int>, _ after: [UInt8], _ new: Range<Int>) -> TextEdit? {
    let shorter = min(old.count, new.count)
    var head = 0
    while head < shorter, before[old.lowerBound + head] == after[new.lowerBound + head] {
      head += 1
    }
    if head == old.count, head == new.count { return nil }
    while head > 0,
      !isStart(before, old.lowerBound + head) || !isStart(after, new.lowerBound + head)
    {
      head -= 1
    }
    var tail = 0
    while tail < shorter - head,
      before[old.upperBound - 1 - tail] == after[new.upperBound - 1 - tail]
    {
      tail += 1
    }
    while tail > 0,
      !isStart(before, old.upperBound - tail) || !isStart(after, new.upperBound - tail)
    {
      tail -= 1
    }
    let start = old.lowerBound + head
    let end = old.upperBound - tail
    return TextEdit(
      range: ByteRange(start, end), replacement: Array(after[(new.lowerBound + head)..<(new.upperBound - tail)]))
  }

  /// Returns false inside a character, and between the CR and LF of a line end.
  private static func isStart(_ bytes: [UInt8], _ offset: Int) -> Bool {
    guard offset < bytes.count, offset > 0 else { return true }
    if bytes[offset] & 0xC0 == 0x80 { return false }
    return !(bytes[offset] == ASCII.lineFeed && bytes[offset - 1] == ASCII.carriageReturn)
  }
}

extension Request {
  /// Answers `textDocument/formatting` with the result of `sheaf fmt`, in the smallest edits.
  func formatting() throws -> JSONValue {
    let document = try requireDocument()
    return json(MinimalEdits.from(document.bytes, to: format(document.bytes)), document)
  }

  /// Answers `textDocument/rangeFormatting`.
  func rangeFormatting() throws -> JSONValue {
    let document = try requireDocument()
    guard let range = PositionRange(parameters["range"]) else { throw CallError.invalidParameters("range") }
    let wanted = document.table.range(range)
    return json(
      try edits(of: document) { edit in
        edit.range.lowerBound <= wanted.upperBound && wanted.lowerBound <= edit.range.upperBound
      }, document)
  }

  /// Answers `textDocument/onTypeFormatting`: formats the block before a new line, or other rows of a table after `|`.
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
    let formatting = NoteFormatting(formatter: MarkdownFormatter(style: style), trimsFrontMatter: false)
    return formatting.format(bytes).bytes
  }

  /// Returns some of the edits that format the whole document, if formatting their result gives the same document.
  private func edits(of document: OpenDocument, where isWanted: (TextEdit) -> Bool) throws -> [TextEdit] {
    let whole = format(document.bytes)
    let edits = MinimalEdits.from(document.bytes, to: whole).filter(isWanted)
    guard !edits.isEmpty, let result = try? SourceBuffer(document.bytes).applying(edits), format(result.bytes) == whole
    else { return [] }
    return edits
  }

  private func json(_ edits: [TextEdit], _ document: OpenDocument) -> JSONValue {
    .array(edits.map { $0.json(document.table) })
  }
}
