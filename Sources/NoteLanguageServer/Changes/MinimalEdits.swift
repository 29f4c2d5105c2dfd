import ByteBasics
import NoteModel

/// The smallest edits that make one text of another: only what differs, so that the client's cursor and folds stay.
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
      // Lines that answer one another are compared one by one.
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

  /// The edit without what both begin and end with, cut between characters.
  private static func edit(
    _ before: [UInt8], _ old: Range<Int>, _ after: [UInt8], _ new: Range<Int>
  ) -> TextEdit? {
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
    while tail > 0, !isStart(before, old.upperBound - tail) { tail -= 1 }
    let start = old.lowerBound + head
    let end = old.upperBound - tail
    return TextEdit(
      range: ByteRange(start, end),
      replacement: Array(after[(new.lowerBound + head)..<(new.upperBound - tail)]))
  }

  /// False inside a character, and between the two halves of a line end.
  private static func isStart(_ bytes: [UInt8], _ offset: Int) -> Bool {
    guard offset < bytes.count, offset > 0 else { return true }
    if bytes[offset] & 0xC0 == 0x80 { return false }
    return !(bytes[offset] == ASCII.lineFeed && bytes[offset - 1] == ASCII.carriageReturn)
  }
}
