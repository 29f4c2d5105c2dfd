import ByteBasics

/// Determines whether a Markdown block begins between two lines, so that changes before and after it concern different
/// blocks.
enum BlockBoundary {
  /// Returns true if two lines are in different blocks; nil stands for the ends of the text.
  static func separates(_ before: ArraySlice<UInt8>?, _ after: ArraySlice<UInt8>?) -> Bool {
    guard let before, let after else { return true }
    if isBlank(after) { return true }
    if let indent = itemIndent(after) {
      // A nested item belongs to the one before it.
      if isBlank(before) { return indent == 0 }
      return indent <= (itemIndent(before) ?? 0)
    }
    guard after.first.map({ !ASCII.isBlank($0) }) ?? true else { return false }
    return isBlank(before) || isHeading(before) || isHeading(after) || isTimed(after)
  }

  static func isBlank(_ line: ArraySlice<UInt8>) -> Bool { line.allSatisfy { $0 <= ASCII.space } }

  /// Returns the number of bars in a row of a table. Nil for other lines.
  static func rowWidth(_ line: ArraySlice<UInt8>) -> Int? {
    line.first { $0 != ASCII.space } == ASCII.pipe ? line.count { $0 == ASCII.pipe } : nil
  }

  /// Returns the indentation of a list item, in bytes. Nil for other lines.
  static func itemIndent(_ line: ArraySlice<UInt8>) -> Int? {
    var index = line.startIndex
    while index < line.endIndex, ASCII.isBlank(line[index]) { index += 1 }
    return ListMarker.end(in: line, at: index) == nil ? nil : index - line.startIndex
  }

  /// Returns 1 to 6 for a line that begins with `#`. Nil for other lines.
  static func headingLevel(_ line: ArraySlice<UInt8>) -> Int? {
    let marks = line.prefix { $0 == ASCII.hash }
    guard (1...6).contains(marks.count),
      marks.endIndex == line.endIndex || line[marks.endIndex] <= ASCII.space
    else { return nil }
    return marks.count
  }

  private static func isHeading(_ line: ArraySlice<UInt8>) -> Bool { headingLevel(line) != nil }

  /// Returns true for a line of a diary: `21:00 met Jieun`, in a list or not.
  static func isTimed(_ line: ArraySlice<UInt8>) -> Bool { time(of: line) != nil }

  /// Returns the time that a line begins with, in minutes.
  static func time(of line: ArraySlice<UInt8>) -> Int? {
    var index = line.startIndex
    if let marker = ListMarker.end(in: line, at: index) {
      index = marker
      while index < line.endIndex, ASCII.isBlank(line[index]) { index += 1 }
    }
    let digits = line[index...].prefix(6)
    guard digits.count == 6 else { return nil }
    let parts = Array(digits)
    guard ASCII.isDigit(parts[0]), ASCII.isDigit(parts[1]), parts[2] == ASCII.colon,
      ASCII.isDigit(parts[3]), ASCII.isDigit(parts[4]), parts[5] <= ASCII.space
    else { return nil }
    return Int(parts[0] - 48) * 600 + Int(parts[1] - 48) * 60 + Int(parts[3] - 48) * 10 + Int(parts[4] - 48)
  }
}

/// The lines of a text that are between fences of code: there a list is no list.
struct CodeLines {
  private let isInside: [Bool]

  init(of text: LineText) {
    var isInside = [Bool](repeating: false, count: text.count + 1)
    var fence: ArraySlice<UInt8> = []
    for index in 0..<text.count {
      isInside[index] = !fence.isEmpty
      let line = text[index].drop(while: ASCII.isBlank)
      guard let mark = line.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { continue }
      let run = line.prefix { $0 == mark }
      guard run.count >= 3 else { continue }
      if fence.isEmpty {
        fence = run
      } else if fence.first == mark, run.count >= fence.count, BlockBoundary.isBlank(line[run.endIndex...]) {
        fence = []
      }
    }
    self.isInside = isInside
  }

  /// Returns true if a line and the previous line are in the same code block, including the closing fence.
  func joins(at line: Int) -> Bool { line < isInside.count && isInside[line] }
}
