package import ByteBasics
import Wording

/// A block of the body: a paragraph, a list, a table …, in the order of the file with its nesting depth.
package struct Block: Sendable, Hashable {
  package enum Kind: String, Sendable, Codable {
    case blockQuote, list, item, paragraph, heading, codeBlock, htmlBlock, thematicBreak
    case table, tableRow, tableCell, footnoteDefinition, linkDefinition
  }

  package let kind: Kind
  /// 0 for a block of the top level.
  package let depth: Int
  package let range: ByteRange

  package init(kind: Kind, depth: Int, range: ByteRange) {
    self.kind = kind
    self.depth = depth
    self.range = range
  }
}

package struct Heading: Sendable, Hashable {
  /// 1 … 6.
  package let level: Int
  /// The text that a reader sees, without markers and emphasis.
  package let text: String
  package let range: ByteRange

  package init(level: Int, text: String, range: ByteRange) {
    self.level = level
    self.text = text
    self.range = range
  }
}

/// A link in a document: a note, a file or an address.
package struct Link: Sendable, Hashable {
  package enum Kind: String, Sendable, Codable, CaseIterable {
    /// `[text](destination "title")`
    case inline
    /// `[text][label]`, `[label]`: its destination is in a definition.
    case reference
    /// `[label]: destination`
    case definition
    /// `![alt](destination)`
    case image
    /// `<https://…>`
    case autolink
    /// `https://…` or `www.…` in running text
    case bareURL
    /// `foo@bar.com` in running text or in angle brackets
    case email
    case telephone
    /// `[[note#heading|text]]`
    case wiki
    /// `![[note]]`
    case embed
    /// `[[note]]`, a path or a URL in front matter
    case frontMatter
    /// The file of a card of a canvas: a path from the root.
    case canvas
    /// `<a href="…">`, `<img src="…">` in raw HTML
    case html
    /// `{{< ref "note.md" >}}`, `{% post_url name %}`: a file by its path or its name, never by a title
    case tag
    /// `{% link note.md %}`: a file by its whole path from the root of a site
    case pathTag

    /// True for a link that is written without percent escapes, by names: `[[note]]` and its like.
    package var isWiki: Bool {
      switch self {
      case .wiki, .embed, .frontMatter, .canvas, .tag, .pathTag: true
      default: false
      }
    }
  }

  package let kind: Kind
  /// The whole construct. Nil if it could not be located exactly: indexed, never edited.
  package let range: ByteRange?
  /// The destination as written (percent escapes, without `<>`), fragment included; nil as above.
  package let destinationRange: ByteRange?
  /// The destination with escapes resolved, without fragment. A path, a URL, a note's name, a number.
  package let destination: String
  /// The text after `#`: a heading, or `^block`.
  package let fragment: String?
  /// The text that a reader sees, if it is not the destination itself.
  package let text: String?
  /// 1-based line of the file.
  package let line: Int

  /// The destination of the definition, for a wiki link whose text is a label that the note defines.
  package var definition: String?

  package init(
    kind: Kind, range: ByteRange?, destinationRange: ByteRange?, destination: String,
    fragment: String?, text: String?, line: Int, definition: String? = nil
  ) {
    self.definition = definition
    self.kind = kind
    self.range = range
    self.destinationRange = destinationRange
    self.destination = destination
    self.fragment = fragment
    self.text = text
    self.line = line
  }
}

/// A `- [ ]` in a list.
package struct Checkbox: Sendable, Hashable {
  /// The byte or bytes between the brackets.
  package let stateRange: ByteRange
  /// `" "`, `"x"`, `"X"`, `"/"`, `"-"` or any other single character.
  package let state: String
  /// The rest of the item's first line, after the bracket and its space, without the line's end.
  package let textRange: ByteRange
  /// The whole line without its end.
  package let lineRange: ByteRange
  /// 1-based line of the file.
  package let line: Int
  /// 0 at the top; the number of check boxes that contain this one.
  package let depth: Int
  /// Line of the check box that contains it.
  package let parentLine: Int?

  /// The state with its brackets; a word for a state has none.
  package var boxRange: ByteRange {
    state.count > 1 ? stateRange : ByteRange(stateRange.lowerBound - 1, stateRange.upperBound + 1)
  }

  package init(
    stateRange: ByteRange, state: String, textRange: ByteRange, lineRange: ByteRange, line: Int,
    depth: Int, parentLine: Int?
  ) {
    self.stateRange = stateRange
    self.state = state
    self.textRange = textRange
    self.lineRange = lineRange
    self.line = line
    self.depth = depth
    self.parentLine = parentLine
  }
}

/// A `#tag` in the body.
package struct TagOccurrence: Sendable, Hashable {
  /// The range including the `#`.
  package let range: ByteRange
  /// The name as written, without the `#`.
  package let name: String

  package init(range: ByteRange, name: String) {
    self.range = range
    self.name = name
  }
}

/// A `^name` at the end of a block, which `[[note#^name]]` points to.
package struct BlockIdentifier: Sendable, Hashable {
  /// The range including the `^`.
  package let range: ByteRange
  package let name: String
}

/// Returns the trimmed cells of a table row. A pipe after a backslash does not separate cells.
package func tableCells(of line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
  var result: [ArraySlice<UInt8>] = []
  var start = line.startIndex
  var offset = start
  if line.first == ASCII.pipe {
    start += 1
    offset += 1
  }
  while offset < line.endIndex {
    if line[offset] == ASCII.backslash, offset + 1 < line.endIndex, line[offset + 1] == ASCII.pipe {
      offset += 2
      continue
    }
    if line[offset] == ASCII.pipe {
      result.append(trimmedBlanks(line[start..<offset]))
      start = offset + 1
    }
    offset += 1
  }
  if start < line.endIndex { result.append(trimmedBlanks(line[start...])) }
  return result
}

/// The lines that git writes round the two sides of a conflict.
enum ConflictMarkers {
  /// Returns a diagnostic for each conflict marker outside code.
  static func diagnostics(in bytes: [UInt8], _ blocks: [Block]) -> [Diagnostic] {
    let marks = ranges(in: bytes)
    guard !marks.isEmpty else { return [] }
    let code = blocks.filter { $0.kind == .codeBlock }.map(\.range)
    return marks.filter { mark in !code.contains { $0.contains(mark) } }.map { mark in
      let sign = String(decoding: bytes[mark.indices].prefix { $0 != ASCII.space }, as: UTF8.self)
      return Diagnostic(
        check: "conflict-mark", severity: .error, range: mark,
        message: Message(
          "A merge left the conflict marker “\(sign)”; “sheaf resolve” can merge it",
          ko: "충돌 표시가 남아 있습니다: “\(sign)”. “sheaf resolve”로 병합할 수 있습니다"))
    }
  }

  private static func ranges(in bytes: [UInt8]) -> [ByteRange] {
    let marks = marks(ASCII.less, in: bytes) + marks(ASCII.greater, in: bytes)
    let long = marks.contains { $0.count > usual } ? longConflicts(marks, in: bytes) : []
    return marks.filter { $0.count == usual || long.contains($0) }.map(\.start).sorted().map {
      ByteRange($0, bytes[$0...].firstIndex(of: ASCII.lineFeed) ?? bytes.count)
    }
  }

  /// Git's length, unless `conflict-marker-size` asks for longer ones.
  private static let usual = 7
  private static let divider = UInt8(ascii: "=")

  /// A line that begins with marks and a space, or consists of those between the two sides.
  private struct Mark: Hashable {
    let start: Int
    let count: Int
    let byte: UInt8
  }

  private static func marks(_ byte: UInt8, in bytes: [UInt8]) -> [Mark] {
    var marks: [Mark] = []
    var offset = 0
    while let found = firstOffset(of: byte, in: bytes, from: offset, to: bytes.count) {
      let isAtLineStart = found == 0 || bytes[found - 1] == ASCII.lineFeed
      let end = bytes[found...].firstIndex { $0 != byte } ?? bytes.count
      let next = end < bytes.count ? bytes[end] : ASCII.lineFeed
      let isWhole =
        byte == divider
        ? next == ASCII.lineFeed || next == ASCII.carriageReturn
        : next == ASCII.space
      if isAtLineStart, end - found >= usual, isWhole {
        marks.append(Mark(start: found, count: end - found, byte: byte))
      }
      offset = end
    }
    return marks
  }

  /// Finds conflicts with longer markers, which need a complete set: `>>>>>>>> a` alone is a quote in quotes.
  private static func longConflicts(_ marks: [Mark], in bytes: [UInt8]) -> Set<Mark> {
    let dividers = self.marks(divider, in: bytes)
    var opened: [Int: (mark: Mark, isDivided: Bool)] = [:]
    var found: Set<Mark> = []
    for mark in (marks + dividers).sorted(by: { $0.start < $1.start }) {
      switch mark.byte {
      case ASCII.less: opened[mark.count] = (mark, false)
      case divider: opened[mark.count]?.isDivided = true
      default:
        if let opening = opened.removeValue(forKey: mark.count), opening.isDivided {
          found.formUnion([opening.mark, mark])
        }
      }
    }
    return found
  }
}
