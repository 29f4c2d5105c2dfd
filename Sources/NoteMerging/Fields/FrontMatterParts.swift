import ByteBasics
import NoteSyntax

/// The front matter of a file taken apart into its fields, each with every byte of its lines.
struct FrontMatterParts: Equatable {
  /// One field of the top level.
  struct Field: Equatable {
    /// In small letters, as keys are compared.
    let key: String
    /// As written.
    let name: String
    /// Comments and blank lines before it.
    let lead: [UInt8]
    /// Its own lines, from its key on.
    let lines: [UInt8]
    let value: FrontMatterValue
    /// The range of the value in `lines`; nil if that is not known exactly.
    let valueRange: Range<Int>?
  }

  /// The lines of the fences; nil for a file without front matter.
  let fences: Fences?
  let fields: [Field]
  /// The bytes after the last field.
  let tail: [UInt8]

  struct Fences: Equatable {
    let opening: [UInt8]
    let closing: [UInt8]
  }

  static let none = FrontMatterParts(fences: nil, fields: [], tail: [])

  /// The index of a field, by its key.
  private let places: [String: Int]

  private init(fences: Fences?, fields: [Field], tail: [UInt8]) {
    places = Dictionary(
      fields.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    self.fences = fences
    self.fields = fields
    self.tail = tail
  }

  /// Splits a file's front matter; nil if a key cannot be distinguished from another, or it cannot be read.
  ///
  /// - Parameter bytes: A file without byte order mark whose lines end in LF.
  init?(of bytes: [UInt8]) {
    let reading = FrontMatter.read(bytes)
    guard reading.diagnostics.isEmpty else { return nil }
    guard let frontMatter = reading.frontMatter else {
      self = .none
      return
    }
    guard frontMatter.format == .yaml,
      let fields = FieldCutter(frontMatter, bytes).fields(), Self.areDistinct(fields.fields)
    else { return nil }
    let (range, content) = (frontMatter.range, frontMatter.content)
    self.init(
      fences: Fences(
        opening: Array(bytes[range.lowerBound..<content.lowerBound]),
        closing: Array(bytes[content.upperBound..<range.upperBound])),
      fields: fields.fields, tail: fields.tail)
  }

  private static func areDistinct(_ fields: [Field]) -> Bool {
    Set(fields.map(\.key)).count == fields.count
  }

  subscript(key: String) -> Field? { places[key].map { fields[$0] } }
}

/// Cuts the lines of front matter into fields.
private struct FieldCutter {
  private let frontMatter: FrontMatter
  private let bytes: [UInt8]

  init(_ frontMatter: FrontMatter, _ bytes: [UInt8]) {
    self.frontMatter = frontMatter
    self.bytes = bytes
  }

  /// - Returns: nil if a key is not the first thing on its line.
  func fields() -> (fields: [FrontMatterParts.Field], tail: [UInt8])? {
    let entries = frontMatter.entries.sorted { $0.keyRange < $1.keyRange }
    var fields: [FrontMatterParts.Field] = []
    var position = frontMatter.content.lowerBound
    for (index, entry) in entries.enumerated() {
      let start = entry.keyRange.lowerBound
      let isAtLineStart = start == position || start > 0 && bytes[start - 1] == ASCII.lineFeed
      guard start >= position, isAtLineStart else { return nil }
      let limit =
        index + 1 < entries.count
        ? entries[index + 1].keyRange.lowerBound : frontMatter.content.upperBound
      guard limit > start else { return nil }
      let end = endOfValue(from: start, to: limit)
      let value =
        entry.valueRange.map { ($0.lowerBound - start)..<($0.upperBound - start) }
        ?? Self.valueRange(of: entry, in: bytes[start..<end])
      fields.append(
        FrontMatterParts.Field(
          key: entry.key.lowercased(), name: entry.key, lead: Array(bytes[position..<start]),
          lines: Array(bytes[start..<end]), value: entry.value, valueRange: value))
      position = end
    }
    return (fields, Array(bytes[position..<frontMatter.content.upperBound]))
  }

  /// The range of a value that was read together with others that are not plain: alone, it may be.
  private static func valueRange(
    of entry: FrontMatter.Entry, in lines: ArraySlice<UInt8>
  ) -> Range<Int>? {
    let fence = Array("---\n".utf8)
    let alone = FrontMatter.read(fence + lines + fence).frontMatter?.entries ?? []
    guard alone.count == 1, alone[0].value == entry.value, let range = alone[0].valueRange else {
      return nil
    }
    return (range.lowerBound - fence.count)..<(range.upperBound - fence.count)
  }

  /// The end of the last line before `limit` that is neither blank nor a comment at the margin.
  private func endOfValue(from start: Int, to limit: Int) -> Int {
    var end = limit
    while end > start {
      let lineStart = bytes[start..<(end - 1)].lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? start
      let line = bytes[lineStart..<end]
      guard lineStart > start, line.first == ASCII.hash || BlockBoundary.isBlank(line) else {
        return end
      }
      end = lineStart
    }
    return end
  }
}
