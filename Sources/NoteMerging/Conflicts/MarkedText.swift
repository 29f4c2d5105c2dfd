import ByteBasics

/// The versions that a file with conflict markers was made of, as far as the markers tell.
package struct MarkedText: Sendable {
  /// The file with the lines of ours.
  package let ours: [UInt8]
  package let theirs: [UInt8]
  /// nil where the markers do not show the base: in git's style `merge`.
  package let base: [UInt8]?
  /// Where the conflicts begin, as offsets in the file.
  package let starts: [Int]

  /// Takes a file apart; nil where it has no markers, or not all that belong to a conflict.
  package init?(_ bytes: [UInt8]) {
    var reader = MarkerReader(bytes)
    guard reader.read(), !reader.starts.isEmpty else { return nil }
    ours = reader.ours
    theirs = reader.theirs
    base = reader.hasBases ? reader.base : nil
    starts = reader.starts
  }
}

/// Reads a file with conflict markers line by line.
private struct MarkerReader {
  private enum Part { case shared, ours, base, theirs }

  private let bytes: [UInt8]
  private(set) var ours: [UInt8] = []
  private(set) var theirs: [UInt8] = []
  private(set) var base: [UInt8] = []
  private(set) var starts: [Int] = []
  /// True where every conflict shows its base.
  private(set) var hasBases = true
  private var part = Part.shared
  private var length = 0
  private var hasBase = false

  /// Git's markers are as long or longer.
  private static let shortest = 7

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// - Returns: False where a marker is missing.
  mutating func read() -> Bool {
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? bytes.count
      if !readMarker(start, end) { append(bytes[start..<end]) }
      start = end
    }
    return part == .shared
  }

  private mutating func append(_ line: ArraySlice<UInt8>) {
    if part == .shared || part == .ours { ours += line }
    if part == .shared || part == .theirs { theirs += line }
    if part == .shared || part == .base { base += line }
  }

  /// - Returns: False for a line that is no marker here.
  private mutating func readMarker(_ start: Int, _ end: Int) -> Bool {
    let line = bytes[start..<end]
    switch (part, line.first) {
    case (.shared, UInt8(ascii: "<")):
      let count = line.prefix { $0 == UInt8(ascii: "<") }.count
      guard count >= Self.shortest, isMarker(line, UInt8(ascii: "<"), count) else { return false }
      (part, length, hasBase) = (.ours, count, false)
      starts.append(start)
    case (.ours, UInt8(ascii: "|")) where isMarker(line, UInt8(ascii: "|"), length):
      (part, hasBase) = (.base, true)
    case (.ours, UInt8(ascii: "=")) where isMarker(line, UInt8(ascii: "="), length),
      (.base, UInt8(ascii: "=")) where isMarker(line, UInt8(ascii: "="), length):
      part = .theirs
    case (.theirs, UInt8(ascii: ">")) where isMarker(line, UInt8(ascii: ">"), length):
      part = .shared
      hasBases = hasBases && hasBase
    default: return false
    }
    return true
  }

  /// This many marks, then a label after a space, or nothing.
  private func isMarker(_ line: ArraySlice<UInt8>, _ mark: UInt8, _ count: Int) -> Bool {
    guard line.count >= count, line.prefix(count).allSatisfy({ $0 == mark }) else { return false }
    let next = line.dropFirst(count).first
    return next.map { $0 <= ASCII.space } ?? true
  }
}
