import ByteBasics
import NoteSyntax

/// The versions that a file with conflict markers was made of, as far as the markers show.
package struct MarkedText: Sendable {
  /// The file with the lines of ours.
  package let ours: [UInt8]
  package let theirs: [UInt8]
  /// The base; nil if the markers do not show the base (git's style `merge`).
  package let base: [UInt8]?
  /// The beginnings of the conflicts, as offsets in the file.
  package let starts: [Int]

  /// Takes a file apart; nil if it has no markers, or not all that belong to a conflict.
  package init?(_ bytes: [UInt8]) {
    var reader = MarkerReader(bytes: bytes)
    guard reader.read(), !reader.starts.isEmpty else { return nil }
    ours = reader.ours
    theirs = reader.theirs
    base = reader.hasBases ? reader.base : nil
    starts = reader.starts
  }

  /// The lines of a conflict to keep.
  package enum Side: Sendable, Hashable {
    case ours, theirs
    /// The lines of ours, then the lines of theirs.
    case both

    package var swapped: Side {
      switch self {
      case .ours: .theirs
      case .theirs: .ours
      case .both: .both
      }
    }
  }

  /// The name of the part above the first heading.
  private static let top = "#"

  /// A conflict: its place as ``deciding(_:_:part:)`` names it, and the lines of both sides.
  package struct Conflict: Sendable {
    package let part: String
    /// True in the front matter.
    package let isField: Bool
    package let ours: [UInt8]
    package let theirs: [UInt8]
  }

  /// Returns the conflicts in a file; none if markers are missing.
  package static func conflicts(in bytes: [UInt8]) -> [Conflict] {
    var reader = MarkerReader(bytes: bytes)
    guard reader.read() else { return [] }
    let endOfFields = endOfFields(in: reader.ours)
    return reader.regions.map { region in
      let key = (region.ours + region.theirs).prefix { $0 != UInt8(ascii: ":") }
      let isField = region.place < endOfFields
      let part = isField ? String(decoding: key, as: UTF8.self) : region.heading ?? top
      return Conflict(part: part, isField: isField, ours: region.ours, theirs: region.theirs)
    }
  }

  /// Returns a file in which conflicts are decided.
  ///
  /// - Parameters:
  ///   - bytes: With markers.
  ///   - side: The lines that stay.
  ///   - part: Only the conflicts about this field, or below this heading; nil decides all.
  /// - Returns: The same bytes if markers are missing, or if no conflict is about the part. A field has one
  ///   value: both sides of it are not taken.
  package static func deciding(_ bytes: [UInt8], _ side: Side, part: String?) -> [UInt8] {
    var reader = MarkerReader(bytes: bytes)
    guard reader.read() else { return bytes }
    let endOfFields = endOfFields(in: reader.ours)
    var result: [UInt8] = []
    var place = 0
    for region in reader.regions {
      let isField = region.place < endOfFields
      let isMeant =
        part.map { part in
          isField
            ? [region.ours, region.theirs].contains { names($0, field: part) }
            : (region.heading ?? top) == folded(part[...])
        } ?? true
      guard isMeant, !isField || side != .both else { continue }
      result += bytes[place..<region.range.lowerBound]
      if side != .theirs { result += region.ours }
      if side != .ours { result += region.theirs }
      place = region.range.upperBound
    }
    return result + bytes[place...]
  }

  /// Returns the end of the front matter of a file; 0 without any.
  private static func endOfFields(in bytes: [UInt8]) -> Int {
    let document = Document(parsing: bytes)
    return document.frontMatter == nil ? 0 : document.body.lowerBound
  }

  private static func names(_ lines: [UInt8], field: String) -> Bool {
    String(decoding: lines, as: UTF8.self).textLines.contains { folded($0).hasPrefix(field.lowercased() + ":") }
  }

  /// Returns a heading or the name of a field, as parts are compared.
  package static func folded(_ text: Substring) -> String {
    text.split(separator: " ").joined(separator: " ").lowercased()
  }
}

/// Reads a file with conflict markers line by line.
private struct MarkerReader {
  struct Region {
    /// The range of the conflict with its markers.
    var range: Range<Int>
    /// The offset of its lines in ``ours``.
    let place: Int
    /// The text of the heading above it, folded.
    let heading: String?
    var ours: [UInt8] = []
    var theirs: [UInt8] = []
  }

  fileprivate enum Part { case shared, ours, base, theirs }

  let bytes: [UInt8]
  private(set) var ours: [UInt8] = []
  private(set) var theirs: [UInt8] = []
  private(set) var base: [UInt8] = []
  private(set) var starts: [Int] = []
  private(set) var regions: [Region] = []
  fileprivate var region = Region(range: 0..<0, place: 0, heading: nil)
  fileprivate var heading: String?
  /// True if every conflict shows its base.
  private(set) var hasBases = true
  fileprivate var part = Part.shared
  fileprivate var length = 0
  fileprivate var hasBase = false

  /// Git's markers are as long or longer.
  private static let shortest = 7

  /// Reads the text between markers. Returns false if a marker is missing.
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
    if part == .ours { region.ours += line }
    if part == .theirs { region.theirs += line }
    if part == .shared || part == .ours { ours += line }
    if part == .shared || part == .theirs { theirs += line }
    if part == .shared || part == .base { base += line }
    if line.first == UInt8(ascii: "#") { noteHeading(line) }
  }

  private mutating func noteHeading(_ line: ArraySlice<UInt8>) {
    let text = String(decoding: line, as: UTF8.self).textLines.first?.drop { $0 == "#" } ?? ""
    if text.hasPrefix(" ") { heading = MarkedText.folded(text) }
  }

  /// Reads a line that may be a marker. Returns false for other lines.
  private mutating func readMarker(_ start: Int, _ end: Int) -> Bool {
    let line = bytes[start..<end]
    switch (part, line.first) {
    case (.shared, UInt8(ascii: "<")):
      let count = line.prefix { $0 == UInt8(ascii: "<") }.count
      guard count >= Self.shortest, isMarker(line, UInt8(ascii: "<"), count) else { return false }
      (part, length, hasBase) = (.ours, count, false)
      starts.append(start)
      region = Region(range: start..<start, place: ours.count, heading: heading)
    case (.ours, UInt8(ascii: "|")) where isMarker(line, UInt8(ascii: "|"), length): (part, hasBase) = (.base, true)
    case (.ours, UInt8(ascii: "=")) where isMarker(line, UInt8(ascii: "="), length),
      (.base, UInt8(ascii: "=")) where isMarker(line, UInt8(ascii: "="), length):
      part = .theirs
    case (.theirs, UInt8(ascii: ">")) where isMarker(line, UInt8(ascii: ">"), length):
      part = .shared
      region.range = region.range.lowerBound..<end
      regions.append(region)
      hasBases = hasBases && hasBase
    default: return false
    }
    return true
  }

  /// Returns true for a line of `count` marks, alone or followed by a space and a label.
  private func isMarker(_ line: ArraySlice<UInt8>, _ mark: UInt8, _ count: Int) -> Bool {
    guard line.count >= count, line.prefix(count).allSatisfy({ $0 == mark }) else { return false }
    let next = line.dropFirst(count).first
    return next.map { $0 <= ASCII.space } ?? true
  }
}
