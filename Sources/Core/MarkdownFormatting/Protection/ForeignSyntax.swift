import ByteBasics
package import Wording

/// A syntax of other programs that spans whole lines and that CommonMark reads differently: the beginning of its lines,
/// and the lines that belong to it. These lines and the empty lines around them are not formatted.
package struct ForeignSyntax: Sendable {
  /// The lines that belong to a line that begins it.
  enum Extent: Sendable {
    /// The line that begins the syntax, and the other lines of the same CommonMark block.
    case line
    /// The region is the line and the following lines with more indentation, including empty lines between them.
    case indented
    /// The region is the lines on both sides up to empty ones. Between rules of hyphens, empty lines count.
    case table
    /// The region is the line and the lines up to the next empty one.
    case paragraph
    /// The region is the line and the lines up to the closing line, or only the line if there is no closing line.
    case through(@Sendable (_ opening: ArraySlice<UInt8>, _ line: ArraySlice<UInt8>) -> Bool)
    /// The region is the line and the lines up to the second rule, if all of them are fields.
    case fields
    /// The line breaks of its paragraph; the text may be written otherwise.
    case lineBreaks
  }

  package let name: Message
  /// A whole piece of this syntax, as its program reads it.
  package let example: String
  /// The program that parses a whole body differently from CommonMark if the body contains this syntax.
  package let reader: MarkdownReader?
  /// The two bytes with which a line of it may begin, as ``pair(_:_:)``; any second one if it is zero.
  private let beginnings: [Int]
  let extent: Extent
  /// Returns true for a line, without quote marks and white space, that begins the syntax.
  package let opens: @Sendable (ArraySlice<UInt8>) -> Bool

  /// - Parameters:
  ///   - first: The characters with which a line of this syntax may begin.
  ///   - second: The characters that may follow. Nil for any.
  init(
    _ name: Message, example: String, reader: MarkdownReader? = nil, first: String, second: String? = nil,
    _ extent: Extent, opens: @escaping @Sendable (ArraySlice<UInt8>) -> Bool
  ) {
    let seconds = second.map { Array($0.utf8) } ?? [0]
    self.init(
      name, example: example, reader: reader, extent,
      pairs: first.utf8.flatMap { first in seconds.map { (first, $0) } }, opens: opens)
  }

  private init(
    _ name: Message, example: String, reader: MarkdownReader?, _ extent: Extent,
    pairs: [(UInt8, UInt8)], opens: @escaping @Sendable (ArraySlice<UInt8>) -> Bool
  ) {
    self.name = name
    self.example = example
    self.reader = reader
    self.extent = extent
    self.opens = opens
    beginnings = pairs.map(Self.pair)
  }

  private static func pair(_ first: UInt8, _ second: UInt8) -> Int { Int(first) << 8 | Int(second) }

  /// Begins with one of a few texts.
  init(_ name: Message, example: String, reader: MarkdownReader? = nil, _ extent: Extent, beginning texts: String...) {
    let openings = texts.map { Array($0.utf8) }
    self.init(
      name, example: example, reader: reader, extent,
      pairs: openings.map { ($0[0], $0.count > 1 ? $0[1] : 0) }
    ) { line in openings.contains { line.starts(with: $0) } }
  }

  /// Creates a syntax that consists of one of a few whole lines.
  init(_ name: Message, example: String, _ extent: Extent, lines: String...) {
    let wanted = lines.map { Array($0.lowercased().utf8) }
    self.init(name, example: example, first: String(lines.compactMap(\.first)), extent) { line in
      line.count < 32 && wanted.contains { line.elementsEqual($0, by: { $0 | 0x20 == $1 | 0x20 }) }
    }
  }

  private var keepsLines: Bool { if case .lineBreaks = extent { false } else { true } }

  /// Creates a table of the kinds with which a line may begin, by its first byte.
  private static func table(_ kinds: [ForeignSyntax]) -> [[ForeignSyntax]] {
    var table = [[ForeignSyntax]](repeating: [], count: 256)
    for kind in kinds {
      for byte in Set(kind.beginnings.map { $0 >> 8 }) { table[byte].append(kind) }
    }
    return table
  }

  private static let regionKinds = table(all.filter(\.keepsLines))
  private static let allKinds = table(all)

  /// True for each pair of first bytes with which a region may begin. So prose is skipped without asking each kind.
  private static let pairsOfRegions: [Bool] = {
    var table = [Bool](repeating: false, count: 1 << 16)
    for beginning in all.lazy.filter(\.keepsLines).flatMap(\.beginnings) {
      if beginning & 0xFF == 0 {
        for second in 0..<256 { table[beginning | second] = true }
      } else {
        table[beginning] = true
      }
    }
    return table
  }()

  /// Returns the syntax of the region that a line begins.
  ///
  /// - Parameter line: The line without quote marks and without white space around it.
  static func region(openedBy line: ArraySlice<UInt8>) -> ForeignSyntax? {
    guard let first = line.first,
      pairsOfRegions[pair(first, line.count > 1 ? line[line.startIndex + 1] : 0)]
    else { return nil }
    return regionKinds[Int(first)].first { $0.opens(line) }
  }

  /// Returns true for a line that must not be joined with its neighbours.
  static func isLineByItself(_ line: ArraySlice<UInt8>) -> Bool {
    line.first.map { first in allKinds[Int(first)].contains { $0.opens(line) } } ?? false
  }
}

/// A family of programs that read Markdown. The formatter uses cmark-gfm to find the meaning of a text. If another
/// family has different rules for lists, empty lines or code, these parts are not formatted.
package enum MarkdownReader: String, Sendable, Hashable, CaseIterable {
  case commonMark = "commonmark"
  case mdx
  case pythonMarkdown = "python-markdown"
  case kramdown
  case pandoc
  /// Outliners: every line belongs to a block by its tabs.
  case outline

  /// True if only headings and paragraphs mean the same to the family as to cmark-gfm however they are written: a list
  /// may need an empty line before it or four columns of indentation, a table its own widths.
  var keepsBlocks: Bool {
    switch self {
    case .commonMark, .mdx: false
    case .pythonMarkdown, .kramdown, .pandoc, .outline: true
    }
  }

  /// True if a file is formatted only if it is named: the style has none of the tabs that the family reads.
  package var isFormattedOnlyByName: Bool { self == .outline }

  /// True if four columns of indentation do not make code.
  var keepsIndentedCode: Bool { self != .commonMark }
}

/// Pages of Logseq: every line that is not indented begins a block with a hyphen, is a heading or a property, and
/// nested blocks are indented by tabs. Indented lines belong to their block by other rules than CommonMark's.
enum LogseqOutline {
  static func isOutline(_ bytes: [UInt8], _ table: LineTable) -> Bool {
    guard marks.contains(where: { $0?.place(in: bytes, from: 0) != nil }) else { return false }
    var hasBullet = false
    var isNested = false
    var wasEmpty = false
    for line in 0..<table.count {
      let range = table.range(of: line)
      let text = trimmedBlanks(bytes[range.lowerBound..<contentEnd(of: range, in: bytes)])
      guard let first = text.first else {
        wasEmpty = true
        continue
      }
      let isIndented = text.startIndex > range.lowerBound
      let isBullet = first == ASCII.hyphen && (text.count == 1 || text.dropFirst().first == ASCII.space)
      // The first block of a page with a property needs no bullet.
      let isInFirst = isNested && !hasBullet && !wasEmpty
      if isIndented {
        guard hasBullet || isInFirst else { return false }
        isNested = isNested || (isBullet && bytes[range.lowerBound] == ASCII.tab) || isProperty(text)
      } else if isBullet {
        if wasEmpty, hasBullet { return false }
        hasBullet = true
      } else if isProperty(text) {
        isNested = true
      } else if !isInFirst, first != ASCII.hash || (wasEmpty && hasBullet) {
        return false
      }
      wasEmpty = false
    }
    return hasBullet && isNested
  }

  private static let marks = ["\t-", "::"].map { ByteSearch(Array($0.utf8)) }

  /// Returns true for `key:: value`.
  private static func isProperty(_ text: ArraySlice<UInt8>) -> Bool {
    let key = text.prefix { ASCII.isAlphanumeric($0) || $0 >= 0x80 || "-_./".utf8.contains($0) }
    return !key.isEmpty && text[key.endIndex...].starts(with: "::".utf8)
  }
}
