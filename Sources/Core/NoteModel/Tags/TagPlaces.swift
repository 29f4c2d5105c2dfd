package import ByteBasics
package import NoteSyntax

extension Note {
  /// Returns the ranges of a tag and of those below it: in the text with `#`, in front matter without.
  package func places(of tag: TagName) -> [ByteRange] {
    let folded = foldedName(tag.string)
    return taggedRanges.filter { name, _ in
      let name = foldedName(name)
      return name == folded || name.hasPrefix(folded + "/")
    }.map(\.range)
  }

  /// Every tag as written, tags of front matter first.
  var taggedRanges: [(name: String, range: ByteRange)] {
    let fields = document.frontMatter?.entries.filter { FieldCatalogue.field(for: $0.key)?.key == "tags" }
    let inFields = (fields ?? []).flatMap { Note.tags(of: $0, document.source) }.map { ($0.name.string, $0.range) }
    return inFields + document.tags.map { ($0.name, $0.range) }
  }

  /// Returns the tags of a field with the range of each, without `#`.
  package static func tags(of entry: FrontMatter.Entry, _ source: SourceBuffer) -> [(name: TagName, range: ByteRange)] {
    guard let value = entry.valueRange else { return [] }
    let known = Set(entry.value.tagTexts.compactMap { TagName($0)?.string })
    var found: [(TagName, ByteRange)] = []
    var start = value.lowerBound
    func take(upTo end: Int) {
      var range = ByteRange(start, end)
      while range.count > 0, " #-\t\r".utf8.contains(source.bytes[range.lowerBound]) {
        range = ByteRange(range.lowerBound + 1, range.upperBound)
      }
      while range.count > 0, " \t\r".utf8.contains(source.bytes[range.upperBound - 1]) {
        range = ByteRange(range.lowerBound, range.upperBound - 1)
      }
      if let name = TagName(source.text(in: range)), known.contains(name.string) {
        found.append((name, range))
      }
    }
    for index in value.indices where ",[]\"'\n ".utf8.contains(source.bytes[index]) {
      take(upTo: index)
      start = index + 1
    }
    take(upTo: value.upperBound)
    return found
  }
}

/// The places of one tag in a note, as lines and characters from 0: an editor is told about them without a look at the
/// file.
package struct TagPlaces: Sendable, Hashable {
  package struct Place: Sendable, Hashable {
    package let line: Int
    /// Bytes of the line.
    package let utf8: Range<Int>
    /// The range in UTF-16 code units.
    package let utf16: Range<Int>
  }

  package private(set) var places: [Place] = []

  /// Returns the places of all tags of a note, by their folded names.
  package static func all(of note: Note) -> [String: TagPlaces] {
    let ranges = note.taggedRanges
    guard !ranges.isEmpty else { return [:] }
    let bytes = note.document.source.bytes
    let lines = LineTable(bytes, in: ByteRange(0, bytes.count))
    var places: [String: TagPlaces] = [:]
    // Tags of one line follow each other, so that the line is counted once.
    var counted = (line: -1, end: 0, units: 0)
    for (name, range) in ranges {
      let line = lines.line(at: range.lowerBound)
      let start = lines.range(of: line).lowerBound
      if counted.line != line || counted.end > range.lowerBound { counted = (line, start, 0) }
      counted.units += bytes[counted.end..<range.lowerBound].utf16Length
      counted.end = range.lowerBound
      let before = counted.units
      let length = bytes[range.indices].utf16Length
      places[foldedName(name), default: TagPlaces()].places.append(
        Place(
          line: line, utf8: (range.lowerBound - start)..<(range.upperBound - start), utf16: before..<(before + length)))
    }
    return places
  }
}

extension ArraySlice<UInt8> {
  /// The number of UTF-16 units, of text that is UTF-8.
  fileprivate var utf16Length: Int { reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : $1 >= 0xF0 ? 2 : 1) } }
}

/// The form in the index: five numbers for each place, `line start8 end8 start16 end16`.
extension TagPlaces {
  package var text: String {
    places.map {
      "\($0.line) \($0.utf8.lowerBound) \($0.utf8.upperBound) \($0.utf16.lowerBound) \($0.utf16.upperBound)"
    }.joined(separator: " ")
  }

  /// Parses the stored text. Nil for any other text.
  package init?(text: String) {
    var numbers: [Int] = []
    var number = 0
    for byte in text.utf8 {
      if ASCII.isDigit(byte), number < 1 << 40 {
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
      } else {
        numbers.append(number)
        number = 0
      }
    }
    numbers.append(number)
    guard numbers.count % 5 == 0 else { return nil }
    for start in stride(from: 0, to: numbers.count, by: 5) {
      guard numbers[start + 1] <= numbers[start + 2], numbers[start + 3] <= numbers[start + 4] else { return nil }
      places.append(
        Place(
          line: numbers[start], utf8: numbers[start + 1]..<numbers[start + 2],
          utf16: numbers[start + 3]..<numbers[start + 4]))
    }
  }
}
