import ByteBasics
import NoteSyntax

/// The lines of a note's body as they are compared: the state of a check box is no part of its line.
struct BodyLines {
  private(set) var lines: [[UInt8]]
  /// For each line, the heading above the line.
  private var headings: [String?]

  func isBlank(_ line: Int) -> Bool { lines[line].allSatisfy(ASCII.isWhiteSpace) }

  init(_ note: Note) {
    let document = note.document
    let bytes = document.source.bytes
    lines = []
    headings = []
    var starts: [Int] = []
    var place = document.body.lowerBound
    while place < bytes.count {
      let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      starts.append(place)
      lines.append(Array(bytes[place..<end]))
      place = end + 1
    }
    for box in document.checkboxes {
      guard let line = Self.line(of: box.stateRange.lowerBound, starts) else { continue }
      let first = box.stateRange.lowerBound - starts[line]
      let end = box.stateRange.upperBound - starts[line]
      guard first < end, end <= lines[line].count else { continue }
      lines[line].replaceSubrange(first..<end, with: [UInt8(ascii: " ")])
    }
    headings = Self.headings(of: note, starts)
  }

  func heading(of line: Int) -> String? { headings.indices.contains(line) ? headings[line] : nil }

  /// Returns the last line that begins at or before an offset.
  private static func line(of offset: Int, _ starts: [Int]) -> Int? {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }

  /// Returns the heading of each line. The heading that is the note's title is the heading of no part.
  private static func headings(of note: Note, _ starts: [Int]) -> [String?] {
    var current: String?
    var rest = note.document.headings[...]
    return starts.map { start in
      while let next = rest.first, next.range.lowerBound <= start {
        current = next.text == note.leadingHeading ? nil : next.text
        rest = rest.dropFirst()
      }
      return current
    }
  }
}

/// The lines in which two texts differ.
package struct LineDifference<Line: Hashable & Sendable>: Sendable {
  /// Lines that are replaced by others; either may be none.
  package struct Change: Sendable, Hashable {
    package let before: Range<Int>
    package let after: Range<Int>
  }

  package let changes: [Change]

  /// The number of differing lines above which no time is spent on finding equal ones among them.
  private static var searchLimit: Int { 3_000 }

  package init(from before: [Line], to after: [Line]) {
    let shorter = min(before.count, after.count)
    var head = 0
    while head < shorter, before[head] == after[head] { head += 1 }
    var tail = 0
    while tail < shorter - head, before[before.count - 1 - tail] == after[after.count - 1 - tail] {
      tail += 1
    }
    let whole = Change(before: head..<(before.count - tail), after: head..<(after.count - tail))
    if whole.before.isEmpty && whole.after.isEmpty {
      changes = []
    } else if max(whole.before.count, whole.after.count) > Self.searchLimit {
      changes = [whole]
    } else {
      changes = Self.parts(of: whole, before, after)
    }
  }

  /// Returns the changes inside a range whose first and last lines differ.
  private static func parts(of whole: Change, _ before: [Line], _ after: [Line]) -> [Change] {
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in after[whole.after].difference(from: before[whole.before]) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset + whole.before.lowerBound)
      case .insert(let offset, _, _): inserted.insert(offset + whole.after.lowerBound)
      }
    }
    var parts: [Change] = []
    var old = whole.before.lowerBound
    var new = whole.after.lowerBound
    while old < whole.before.upperBound || new < whole.after.upperBound {
      let oldStart = old
      let newStart = new
      while removed.contains(old) { old += 1 }
      while inserted.contains(new) { new += 1 }
      if old > oldStart || new > newStart {
        parts.append(Change(before: oldStart..<old, after: newStart..<new))
      } else {
        old += 1
        new += 1
      }
    }
    return parts
  }
}
