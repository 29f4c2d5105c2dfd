import ByteBasics
package import NoteModel
package import NoteRepository
import NoteSyntax
import Wording

/// The part that is moved to another note.
package enum RefiledPart: Sendable {
  /// The section whose heading is in a line, from 1, or the list item or paragraph that begins in it.
  case block(line: Int)
  /// List items and paragraphs, from one line to another, both from 1.
  case lines(ClosedRange<Int>)
}

extension Workspace {
  /// Moves a section, list items or paragraphs of a note to the end of another note or section.
  ///
  /// - Parameters:
  ///   - part: The part that is moved.
  ///   - path: The path of the note that contains it.
  ///   - target: The note, and the line of the heading of a section.
  ///   - transaction: Receives the changes.
  /// - Throws: ``Problem``.
  package func refile(
    _ part: RefiledPart, of path: NotePath, to target: NotePosition, _ transaction: inout Transaction
  ) throws -> ShapedNotes {
    var refiling = try Refiling(part, of: path, to: target, self)
    return try refiling.carryOut(&transaction)
  }
}

private struct Refiling {
  private let path: NotePath
  private let document: Document
  private let targetPath: NotePath
  private let target: Document
  private let range: ByteRange
  /// True for list items and paragraphs, whose indentation is that of their place.
  private let isLines: Bool
  /// The heading of the section that gets it.
  private let heading: Heading?
  private let insertion: Int
  private var shaping: NoteShaping

  init(_ part: RefiledPart, of path: NotePath, to place: NotePosition, _ workspace: Workspace) throws {
    self.path = path
    targetPath = place.path
    shaping = NoteShaping(workspace)
    document = try shaping.open(path)
    let target = try shaping.open(place.path)
    self.target = target
    (range, isLines) = try Self.range(of: part, document, path)
    heading = place.line.flatMap { line in
      target.sectionHeadings.first { target.source.position(at: $0.range.lowerBound).line == line }
    }
    let room = heading.map { target.section(of: $0) } ?? ByteRange(target.body.lowerBound, target.source.count)
    var end = room.upperBound
    while end > room.lowerBound, target.source.bytes[end - 1] <= ASCII.space { end -= 1 }
    insertion = end == room.lowerBound ? room.upperBound : min(target.lineEnd(of: end), room.upperBound)
    if path == place.path, range.contains(insertion - 1),
      insertion != range.upperBound || range.contains(room.lowerBound)
    {
      throw Problem(
        .usage, Message("\(path): the target is part of the moved text", ko: "\(path): 옮길 내용 안으로는 옮길 수 없습니다"))
    }
  }

  private static func range(
    of part: RefiledPart, _ document: Document, _ path: NotePath
  ) throws -> (ByteRange, isLines: Bool) {
    let lines: ClosedRange<Int>
    switch part {
    case .block(let line):
      let heading = document.sectionHeadings.first {
        document.source.position(at: $0.range.lowerBound).line == line
      }
      if let heading { return (document.section(of: heading), false) }
      lines = line...line
    case .lines(let range): lines = range
    }
    guard let range = document.wholeBlocks(in: lines) else {
      throw nothingThere(path, line: lines.lowerBound)
    }
    return (range, true)
  }

  mutating func carryOut(_ transaction: inout Transaction) throws -> ShapedNotes {
    let rests = [ByteRange(0, range.lowerBound), ByteRange(range.upperBound, document.source.count)]
    let carried = CarriedDefinitions(document)
    let shares = path == targetPath ? [([], []), ([], [])] : carried.shared(among: [rests, [range]])
    let known: [ByteRange]
    var edits: [TextEdit] = isLines ? dedenting : shifting
    if path == targetPath {
      known = []
    } else {
      let (renamed, same) = carried.edits([range] + shares[1].added, besides: CarriedDefinitions(target))
      edits += renamed
      known = same
    }
    if isLines { openLists() }
    let moved = Moved(edits: edits, cut: shares[1].cut + known, added: shares[1].added.filter { !known.contains($0) })
    if path == targetPath {
      shaping.results = [withinNote(moved)]
    } else {
      var rest = ComposedNote(path)
      rest.append(rests, without: shares[0].cut, of: document, at: path)
      rest.append(definitions: shares[0].added, of: document, at: path)
      shaping.results = [rest, intoTarget(moved)]
    }
    let fixes = try shaping.carryOut(in: &transaction)
    transaction.subject = targetPath
    return ShapedNotes(paths: [targetPath], linkFixes: fixes)
  }

  private struct Moved {
    let edits: [TextEdit]
    let cut: [ByteRange]
    let added: [ByteRange]
  }

  private func intoTarget(_ moved: Moved) -> ComposedNote {
    var note = ComposedNote(targetPath)
    note.append(ByteRange(0, insertion), of: target, at: targetPath)
    append(moved, to: &note)
    close(&note, before: insertion)
    note.append(ByteRange(insertion, target.source.count), of: target, at: targetPath)
    note.append(definitions: moved.added, of: document, at: path, moved.edits)
    return note
  }

  /// Composes the note when text moves from one place to another within it.
  private func withinNote(_ moved: Moved) -> ComposedNote {
    var note = ComposedNote(path)
    let isLater = insertion >= range.upperBound
    note.append(ByteRange(0, isLater ? range.lowerBound : insertion), of: document, at: path)
    if isLater { note.append(ByteRange(range.upperBound, insertion), of: document, at: path) }
    append(moved, to: &note)
    close(&note, before: insertion)
    if !isLater { note.append(ByteRange(insertion, range.lowerBound), of: document, at: path) }
    note.append(ByteRange(isLater ? insertion : range.upperBound, document.source.count), of: document, at: path)
    return note
  }

  private func append(_ moved: Moved, to note: inout ComposedNote) {
    let end = lineEnd(of: target.source.bytes)
    if isLines, joinsList {
      if note.bytes.last != ASCII.lineFeed { note.append(new: end) }
    } else {
      note.closeBlock(end)
    }
    var last = range.upperBound
    let bytes = document.source.bytes
    while last > range.lowerBound, bytes[last - 1] <= ASCII.space { last -= 1 }
    let text = ByteRange(range.lowerBound, min(document.lineEnd(of: last), range.upperBound))
    note.append([text], without: moved.cut, of: document, at: path, moved.edits)
    if note.bytes.last != ASCII.lineFeed { note.append(new: end) }
  }

  /// Adds an empty line if other text follows directly.
  private func close(_ note: inout ComposedNote, before offset: Int) {
    let bytes = target.source.bytes
    guard offset < bytes.count, bytes[offset..<target.lineEnd(of: offset + 1)].contains(where: { $0 > ASCII.space })
    else { return }
    note.append(new: lineEnd(of: bytes))
  }

  /// True if the moved items follow the last list of the target.
  private var joinsList: Bool {
    let isItem = document.blocks.contains { $0.kind == .item && range.contains($0.range.lowerBound) }
    let last = target.blocks.last { $0.depth == 0 && $0.range.lowerBound < insertion }
    return isItem && last?.kind == .list && (last?.range.lowerBound ?? 0) >= (heading?.range.upperBound ?? 0)
  }

  /// The edits that remove the indentation of the first line from each line.
  private var dedenting: [TextEdit] {
    let bytes = document.source.bytes
    let indent = bytes[range.indices].prefix { ASCII.isBlank($0) }
    guard !indent.isEmpty else { return [] }
    let lines = LineTable(bytes, in: range)
    return (0..<lines.count).compactMap { line in
      let start = lines.range(of: line).lowerBound
      guard bytes[start...].starts(with: indent) else { return nil }
      return TextEdit(range: ByteRange(start, start + indent.count), replacement: [UInt8]())
    }
  }

  /// A section lies below the heading that gets it.
  private var shifting: [TextEdit] {
    let headings = document.sectionHeadings.filter { range.contains($0.range) }
    let outer = heading?.level ?? (target.leadingHeading == nil ? 0 : 1)
    let shift = headings.map(\.level).min().map { max(0, outer + 1 - $0) } ?? 0
    return document.edits(shifting: headings, by: shift)
  }

  private mutating func openLists() {
    let source = document.blocks.filter {
      $0.depth == 0 && $0.range.lowerBound < range.upperBound && range.lowerBound < $0.range.upperBound
    }
    shaping.openLists[path] = source.map(\.range)
    guard joinsList, let last = target.blocks.last(where: { $0.depth == 0 && $0.range.lowerBound < insertion })
    else { return }
    shaping.openLists[targetPath, default: []].append(last.range)
  }
}

extension Document {
  /// Returns the whole lines of the list items or outer blocks that begin and end within some lines. A single line
  /// means the item that begins on it, with everything that belongs to the item.
  fileprivate func wholeBlocks(in lines: ClosedRange<Int>) -> ByteRange? {
    let table = LineTable(source.bytes, in: ByteRange(0, source.count))
    guard lines.lowerBound >= 1, lines.upperBound <= table.count else { return nil }
    let first = table.starts[lines.lowerBound - 1]
    let end = table.starts[lines.upperBound]
    let movable = blocks.filter { $0.kind == .item || $0.depth == 0 && $0.kind == .paragraph }
    func starts(_ block: Block) -> Bool { lineStart(of: block.range.lowerBound) == first }
    guard let block = movable.first(where: starts),
      !blocks.contains(where: { $0.kind == .blockQuote && $0.range.contains(block.range) })
    else { return nil }
    if lines.count == 1 { return self.lines(of: trimmed(block.range)) }
    let inside = movable.filter { $0.range.lowerBound >= first && $0.range.lowerBound < end }
    let upper = inside.map { self.lines(of: trimmed($0.range)).upperBound }.max() ?? end
    guard upper <= end else { return nil }
    return ByteRange(first, upper)
  }

  /// Removes the empty lines at the end of a range.
  private func trimmed(_ range: ByteRange) -> ByteRange {
    var end = range.upperBound
    while end > range.lowerBound, source.bytes[end - 1] <= ASCII.space { end -= 1 }
    return ByteRange(range.lowerBound, end)
  }
}
