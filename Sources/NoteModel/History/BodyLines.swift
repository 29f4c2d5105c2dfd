import ByteBasics
import NoteSyntax

/// The lines of a note's body as they are compared: the state of a check box is no part of its line.
struct BodyLines {
  private(set) var lines: [[UInt8]]
  /// For each line the heading that it is under.
  private var headings: [String?]

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

  /// The last line that begins at or before an offset.
  private static func line(of offset: Int, _ starts: [Int]) -> Int? {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }

  /// The heading that is the note's title is none of a part.
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
