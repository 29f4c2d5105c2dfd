import ByteBasics

/// Links in text that Markdown does not read: addresses in raw HTML, and the tags of site generators for links.
///
///     <img src="a.png">   {{< ref "guide.md" >}}   {% link _posts/a.md %}   {% post_url 2026-05-01-a %}
///     <<< @/snippets/a.js#part{1,3}
struct RawLinks {
  private let bytes: [UInt8]
  private let lines: LineTable
  private let firstLine: Int
  /// Comments and mathematics, in order; none reaches into another.
  private let hidden: [ByteRange]

  init(_ bytes: [UInt8], lines: LineTable, firstLine: Int, hidden: [ByteRange]) {
    self.bytes = bytes
    self.lines = lines
    self.firstLine = firstLine
    var apart: [ByteRange] = []
    for range in hidden.sorted() {
      if let last = apart.last, range.lowerBound < last.upperBound {
        apart[apart.count - 1] = ByteRange(last.lowerBound, max(last.upperBound, range.upperBound))
      } else {
        apart.append(range)
      }
    }
    self.hidden = apart
  }

  /// Returns the links in a range of text or HTML.
  ///
  /// - Parameter hasCode: True for a text in which backticks enclose code, false for a block of HTML.
  func links(in range: ByteRange, hasCode: Bool) -> [Link] {
    var links: [Link] = []
    var offset = range.lowerBound
    var search = ForwardSearch(bytes, to: range.upperBound)
    var ahead = ([ASCII.less, ASCII.leftBrace] + (hasCode ? [ASCII.backtick] : [])).map {
      (mark: $0, place: -1)
    }
    while let found = next(from: offset, in: range, &ahead) {
      offset = found + 1
      let next = hidden.firstOrderedIndex { $0.upperBound > found }
      if next < hidden.count, hidden[next].lowerBound <= found {
        offset = hidden[next].upperBound
      } else if bytes[found] == ASCII.backtick {
        offset = codeSpanEnd(in: bytes, at: found, to: range.upperBound)
      } else if found > range.lowerBound, bytes[found - 1] == ASCII.backslash {
        continue
      } else if bytes[found] == ASCII.less {
        offset = readElement(at: found, to: range.upperBound, &search, into: &links)
      } else if let end = readTag(at: found, in: range, &search, into: &links) {
        offset = end
      }
    }
    return links
  }

  /// Returns the nearest place of a mark from `offset` on.
  ///
  /// - Parameter ahead: The next place of each mark, searched for again after it has been passed.
  private func next(from offset: Int, in range: ByteRange, _ ahead: inout [(mark: UInt8, place: Int)]) -> Int? {
    var nearest = range.upperBound
    for index in ahead.indices {
      if ahead[index].place < offset {
        ahead[index].place =
          firstOffset(of: ahead[index].mark, in: bytes, from: offset, to: range.upperBound) ?? range.upperBound
      }
      nearest = min(nearest, ahead[index].place)
    }
    return nearest < range.upperBound ? nearest : nil
  }

  private func link(_ kind: Link.Kind, _ range: ByteRange) -> Link? {
    let written = trimmedBlanks(bytes[range.indices])
    guard !written.isEmpty, written.count < 2_048, !written.contains(where: { $0 < ASCII.space }) else { return nil }
    let text = kind == .html ? unescaped(written) : String(decoding: written, as: UTF8.self)
    let (destination, fragment) = splitFragment(text)
    let place = ByteRange(written.startIndex, written.endIndex)
    return Link(
      kind: kind, range: place, destinationRange: place, destination: destination,
      fragment: fragment, text: nil, line: firstLine + lines.line(at: place.lowerBound))
  }

  // MARK: - HTML

  /// The attributes with an address, by element.
  private static let attributes: [String: [String]] = [
    "a": ["href"], "img": ["src"], "video": ["src", "poster"], "audio": ["src"],
    "source": ["src"], "track": ["src"],
  ]

  /// The elements whose content is not shown as HTML, up to their end.
  private static let opaque = ["script", "style", "pre", "textarea"]

  /// Reads an element and its links. Returns the offset at which reading continues.
  private func readElement(at start: Int, to end: Int, _ search: inout ForwardSearch, into links: inout [Link]) -> Int {
    func after(_ mark: String) -> Int {
      search.place(of: mark, from: start + 1).map { $0 + mark.utf8.count } ?? end
    }
    if bytes[start..<end].starts(with: "<!--".utf8) { return after("-->") }
    if let snippet = snippet(at: start, to: end) {
      if let link = link(.html, snippet) { links.append(link) }
      return snippet.upperBound
    }
    let nameBytes = bytes[(start + 1)..<end].prefix(12).prefix(while: ASCII.isLetter)
    let name = String(decoding: nameBytes, as: UTF8.self).lowercased()
    if Self.opaque.contains(name) { return after("</" + name) }
    guard let wanted = Self.attributes[name], nameBytes.endIndex < end, ASCII.isWhiteSpace(bytes[nameBytes.endIndex])
    else { return start + 1 }
    var offset = nameBytes.endIndex
    while let attribute = attribute(from: offset, to: end) {
      if wanted.contains(attribute.name), let link = link(.html, attribute.value) { links.append(link) }
      offset = attribute.value.upperBound + 1
    }
    return offset
  }

  /// Returns the path in a line `<<< @/a.js{1,3}`, which is replaced by that file, or nil for any other line.
  private func snippet(at start: Int, to end: Int) -> ByteRange? {
    guard start == 0 || bytes[start - 1] == ASCII.lineFeed,
      bytes[start..<end].starts(with: "<<< ".utf8)
    else { return nil }
    let line = bytes[start..<end].prefix { $0 != ASCII.lineFeed }
    // The text after `#` names a region of the file, not an anchor.
    let path = line.dropFirst(4).prefix { !" #{[\r".utf8.contains($0) }
    // The name of a file has an ending; other words may follow such a mark as well.
    let name = path.split(separator: UInt8(ascii: "/")).last ?? []
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex, dot + 1 < name.endIndex
    else { return nil }
    return ByteRange(path.startIndex, path.endIndex)
  }

  /// Returns the next attribute with a value in quotes before the end of the element.
  private func attribute(from start: Int, to end: Int) -> (name: String, value: ByteRange)? {
    var offset = start
    var name: [UInt8] = []
    while offset < end {
      let byte = bytes[offset]
      switch byte {
      case ASCII.greater, ASCII.less, ASCII.leftBrace: return nil
      case ASCII.doubleQuote, ASCII.singleQuote:
        guard let close = firstOffset(of: byte, in: bytes, from: offset + 1, to: end) else { return nil }
        return (String(decoding: name, as: UTF8.self).lowercased(), ByteRange(offset + 1, close))
      case ASCII.equals: break
      case _ where ASCII.isWhiteSpace(byte):
        let isBeforeValue = bytes[offset..<end].first { !ASCII.isWhiteSpace($0) } == ASCII.equals
        if !isBeforeValue, bytes[offset - 1] != ASCII.equals { name = [] }
      default: name.append(byte)
      }
      offset += 1
    }
    return nil
  }

  // MARK: - Tags of generators

  /// Reads a template tag and its link. Returns the end of the tag, or nil if no such tag begins here.
  private func readTag(
    at start: Int, in range: ByteRange, _ search: inout ForwardSearch, into links: inout [Link]
  ) -> Int? {
    let references: [String: Link.Kind] = ["ref": .tag, "relref": .tag]
    for (open, close, kinds) in [
      ("{{<", ">}}", references), ("{{%", "%}}", references),
      ("{%", "%}", ["link": .pathTag, "post_url": .tag]),
    ] where bytes[start..<range.upperBound].starts(with: open.utf8) {
      let inner = start + open.utf8.count
      guard let stop = search.place(of: close, from: inner) else { return nil }
      let words = bytes[inner..<stop].drop { ASCII.isWhiteSpace($0) || $0 == ASCII.hyphen }
      let name = words.prefix { ASCII.isLetter($0) || $0 == ASCII.underscore }
      guard let kind = kinds[String(decoding: name, as: UTF8.self)], let value = Self.argument(words[name.endIndex...])
      else { return nil }
      if let link = link(kind, value) { links.append(link) }
      return stop + close.utf8.count
    }
    return nil
  }

  /// Returns the first argument: in quotes, after `path=`, or a word.
  private static func argument(_ text: ArraySlice<UInt8>) -> ByteRange? {
    var rest = text.drop(while: ASCII.isWhiteSpace)
    if rest.starts(with: "path=".utf8) { rest = rest.dropFirst(5) }
    guard let first = rest.first else { return nil }
    if first == ASCII.doubleQuote || first == ASCII.singleQuote {
      let inner = rest.dropFirst()
      guard let close = inner.firstIndex(of: first) else { return nil }
      return ByteRange(inner.startIndex, close)
    }
    let word = rest.prefix { !ASCII.isWhiteSpace($0) }
    return word.contains(ASCII.equals) || word.first == ASCII.leftBrace
      ? nil : ByteRange(word.startIndex, word.endIndex)
  }
}
