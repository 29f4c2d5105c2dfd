import ByteBasics
import NoteSyntax

/// The front matter of a file taken apart into its fields, each with every byte of its lines.
struct FrontMatterParts: Equatable {
  /// One field of the top level.
  struct Field: Equatable {
    /// The key in lower case, for comparisons.
    let key: String
    /// The key as written.
    let name: String
    /// Comments and blank lines before it.
    let lead: [UInt8]
    /// The lines of the field, from its key on.
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
    places = Dictionary(fields.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
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
      let fields = frontMatter.parts(in: bytes), Set(fields.fields.map(\.key)).count == fields.fields.count
    else { return nil }
    let (range, content) = (frontMatter.range, frontMatter.content)
    self.init(
      fences: Fences(
        opening: Array(bytes[range.lowerBound..<content.lowerBound]),
        closing: Array(bytes[content.upperBound..<range.upperBound])), fields: fields.fields, tail: fields.tail)
  }

  subscript(key: String) -> Field? { places[key].map { fields[$0] } }
}

extension FrontMatter {
  /// Returns the lines of the block, cut into fields.
  ///
  /// - Returns: nil if a key is not the first thing on its line.
  fileprivate func parts(in bytes: [UInt8]) -> (fields: [FrontMatterParts.Field], tail: [UInt8])? {
    var fields: [FrontMatterParts.Field] = []
    var position = content.lowerBound
    for (index, entry) in entries.enumerated() {
      let lines = lines(ofEntryAt: index, in: bytes)
      let start = lines.lowerBound
      guard start >= position, start == entry.keyRange.lowerBound, !lines.isEmpty else { return nil }
      // Read together with others that are not plain, a value is not located; alone, it may be.
      let value = entry.valueRange ?? plainEntry(at: index, in: lines, of: bytes)?.valueRange
      fields.append(
        FrontMatterParts.Field(
          key: entry.key.lowercased(), name: entry.key, lead: Array(bytes[position..<start]),
          lines: Array(bytes[lines.indices]), value: entry.value,
          valueRange: value.map { ($0.lowerBound - start)..<($0.upperBound - start) }))
      position = lines.upperBound
    }
    return (fields, Array(bytes[position..<content.upperBound]))
  }
}
