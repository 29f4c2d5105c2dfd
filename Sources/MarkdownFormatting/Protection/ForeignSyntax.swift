import ByteBasics

/// A syntax of other programs that goes over whole lines and that CommonMark takes for something else: how a line of it
/// begins and which lines belong to it. Those lines stay as they are written, with the empty lines around them.
package struct ForeignSyntax: Sendable {
  /// Which lines belong to a line that begins it.
  enum Extent: Sendable {
    /// That line; in the same block of CommonMark, the others too.
    case line
    /// And the lines after it that are indented further, empty lines between them included.
    case indented
    /// And the lines on both sides up to empty ones; between rules of hyphens empty lines too.
    case table
    /// And the lines up to the next empty one.
    case paragraph
    /// And the lines up to the one that closes it; that line alone where none does.
    case through(@Sendable (_ opening: ArraySlice<UInt8>, _ line: ArraySlice<UInt8>) -> Bool)
    /// And the lines up to the second rule, where all of them are fields.
    case fields
    /// The line breaks of its paragraph; the text may be written otherwise.
    case lineBreaks
  }

  package let name: String
  /// One whole piece of it, as its program reads it.
  package let example: String
  /// The program that reads the whole body otherwise than CommonMark where this occurs in it.
  package let reader: MarkdownReader?
  /// The bytes with which a line of it may begin.
  let firstBytes: [UInt8]
  let extent: Extent
  /// Says whether a line, without the marks of quotes and white space, begins it.
  let opens: @Sendable (ArraySlice<UInt8>) -> Bool

  /// - Parameter first: The characters with which a line of it may begin.
  init(
    _ name: String, example: String, reader: MarkdownReader? = nil, first: String,
    _ extent: Extent, opens: @escaping @Sendable (ArraySlice<UInt8>) -> Bool
  ) {
    self.name = name
    self.example = example
    self.reader = reader
    self.extent = extent
    self.opens = opens
    firstBytes = Array(first.utf8)
  }

  /// Begins with one of a few texts.
  init(
    _ name: String, example: String, reader: MarkdownReader? = nil, _ extent: Extent,
    beginning texts: String...
  ) {
    let openings = texts.map { Array($0.utf8) }
    self.init(
      name, example: example, reader: reader, first: String(texts.compactMap(\.first)), extent
    ) { line in openings.contains { line.starts(with: $0) } }
  }

  /// Is one of a few whole lines.
  init(_ name: String, example: String, _ extent: Extent, lines: String...) {
    let wanted = lines.map { Array($0.lowercased().utf8) }
    self.init(name, example: example, first: String(lines.compactMap(\.first)), extent) { line in
      line.count < 32 && wanted.contains { line.elementsEqual($0, by: { $0 | 0x20 == $1 | 0x20 }) }
    }
  }

  private var keepsLines: Bool { if case .lineBreaks = extent { false } else { true } }

  /// The kinds with which a line may begin, by its first byte.
  private static func table(_ kinds: [ForeignSyntax]) -> [[ForeignSyntax]] {
    var table = [[ForeignSyntax]](repeating: [], count: 256)
    for kind in kinds { for byte in Set(kind.firstBytes) { table[Int(byte)].append(kind) } }
    return table
  }

  private static let regionKinds = table(all.filter(\.keepsLines))
  private static let allKinds = table(all)

  static let mayBeginRegion: [Bool] = regionKinds.map { !$0.isEmpty }

  /// What a line begins that stays as it is written.
  ///
  /// - Parameter line: Without the marks of quotes and without white space around it.
  static func region(openedBy line: ArraySlice<UInt8>) -> ForeignSyntax? {
    line.first.flatMap { first in regionKinds[Int(first)].first { $0.opens(line) } }
  }

  /// True for a line that may not be joined with the ones around it.
  static func isLineByItself(_ line: ArraySlice<UInt8>) -> Bool {
    line.first.map { first in allKinds[Int(first)].contains { $0.opens(line) } } ?? false
  }
}
