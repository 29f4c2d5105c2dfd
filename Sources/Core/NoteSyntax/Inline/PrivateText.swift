package import ByteBasics

extension Document {
  /// The private parts of the body, in the order of the file: comments, including comments of site generators, and all
  /// text after a `%%` or `<!--` without an end. Ranges may touch, but never overlap.
  package var privateRanges: [ByteRange] {
    var ranges = comments + HTMLScanner(self).ranges + commentsInLabels
    if let open = diagnostics.first(where: { $0.check == "open-comment" })?.range {
      ranges.append(ByteRange(open.lowerBound, body.upperBound))
    }
    return Self.merged(ranges)
  }

  /// The comments in the texts of wiki links and embeds, whose text no scanner reads: `[[note|label %%comment%%]]`.
  private var commentsInLabels: [ByteRange] {
    let marks = [("%%", "%%"), ("<!--", "-->")]
    return links.filter { $0.kind == .wiki || $0.kind == .embed }.compactMap(\.range).flatMap { link in
      marks.filter { holds($0.0.utf8.first ?? 0, in: source.bytes[link.indices]) }.flatMap { open, close in
        var (ranges, rest) = ([ByteRange](), source.bytes[link.indices])
        while let start = rest.firstRange(of: open.utf8) {
          let end = rest[start.upperBound...].firstRange(of: close.utf8)?.upperBound ?? link.upperBound
          ranges.append(ByteRange(start.lowerBound, end))
          rest = rest[end...]
        }
        return ranges
      }
    }
  }

  private static func merged(_ ranges: [ByteRange]) -> [ByteRange] {
    var result: [ByteRange] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = result.last, range.lowerBound < last.upperBound {
        result[result.count - 1] = ByteRange(last.lowerBound, max(last.upperBound, range.upperBound))
      } else {
        result.append(range)
      }
    }
    return result
  }

  /// Returns the body for other readers: without its ``privateRanges``, and with only the words of each link for which
  /// `becomesWords` returns true. The definition of such a link is removed.
  ///
  /// - Parameter withFiles: False to remove addresses that contain a whole file, such as `data:image/jpeg;base64,…`,
  ///   except in code: the metadata of a picture may tell where the picture was taken.
  package func bodyForOthers(withFiles: Bool = true, _ becomesWords: (Link) -> Bool = { _ in false }) -> [UInt8] {
    guard withFiles else {
      let shown = bodyForOthers { becomesWords($0) || $0.isWrittenFile && $0.kind != .html }
      guard FileAddress.mayOccur(in: shown) else { return shown }
      // Nothing at the beginning of a body is front matter.
      let document = Document(parsing: [ASCII.lineFeed] + shown)
      let edits = HTMLScanner(document, findsFiles: true).ranges.map { TextEdit(range: $0, replacement: "") }
      return (try? document.source.applying(edits)).map { Array($0.bytes.dropFirst()) } ?? []
    }
    let hidden = privateRanges
    // Line ends are kept, because a check box without an id is identified by its line.
    var edits = hidden.map { range in
      let lines = source[range].count { $0 == ASCII.lineFeed }
      return TextEdit(range: range, replacement: String(repeating: "\n", count: lines))
    }
    var free = body.lowerBound
    var next = 0
    for link in links.sorted(by: { ($0.range?.lowerBound ?? 0) < ($1.range?.lowerBound ?? 0) }) {
      guard let range = link.range, body.contains(range), range.lowerBound >= free else { continue }
      while next < hidden.count, hidden[next].upperBound <= range.lowerBound { next += 1 }
      if next < hidden.count, hidden[next].lowerBound < range.upperBound { continue }
      guard becomesWords(link) else { continue }
      edits.append(TextEdit(range: range, replacement: Self.words(of: link)))
      free = range.upperBound
    }
    let ordered = edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
    guard let changed = try? source.applying(ordered) else { return Array(source[body]) }
    return Array(changed.bytes[body.lowerBound...])
  }

  /// Returns a file without its comments, with the same number of lines.
  ///
  /// - Parameter ofPrograms: True to keep comments of HTML and `%%`, because the renderer removes them.
  package static func withoutComments(_ bytes: [UInt8], ofPrograms: Bool = false) -> [UInt8] {
    guard HTMLScanner.marks.contains(where: { $0?.place(in: bytes, from: 0) != nil }) else { return bytes }
    let document = Document(parsing: bytes)
    let found =
      ofPrograms
      ? merged(
        document.comments.filter { "{#".utf8.contains(bytes[$0.lowerBound]) }
          + HTMLScanner(document).ranges.filter { bytes[$0.lowerBound] != ASCII.less } + document.commentsInLabels)
      : document.privateRanges
    // A comment without words keeps two lists apart.
    let edits = found.filter { bytes[$0.indices].contains { ASCII.isAlphanumeric($0) || $0 >= 0x80 } }.map { range in
      let lines = document.source[range].count { $0 == ASCII.lineFeed }
      return TextEdit(range: range, replacement: String(repeating: "\n", count: lines))
    }
    return (try? document.source.applying(edits))?.bytes ?? []
  }

  private static func words(of link: Link) -> String {
    if link.kind == .definition { return "" }
    let words = link.text ?? ""
    if link.isWrittenFile, words.isEmpty || words == link.destination { return "" }
    guard words.isEmpty else { return words.filter { $0 != "[" && $0 != "]" } }
    let name = link.destination.split(separator: "/").last.map(String.init) ?? link.destination
    return name.hasSuffix(".md") ? String(name.dropLast(3)) : name
  }
}

extension String {
  /// The text without comments, as a line of a note for other readers. A comment without an end in the text hides the
  /// rest.
  package var withoutComments: String {
    guard utf8.contains(UInt8(ascii: "%")) || utf8.contains(ASCII.less) || utf8.contains(UInt8(ascii: "{")) else {
      return self
    }
    let document = Document(parsing: Array(("\n" + self).utf8))
    var shown = self[...]
    if !document.privateRanges.isEmpty {
      shown = String(decoding: document.bodyForOthers(), as: UTF8.self).trimmingPrefix("\n")
    }
    if let open = shown.firstRange(of: "<!--"), shown[..<open.lowerBound].count(where: { $0 == "`" }).isMultiple(of: 2)
    {
      shown = shown[..<open.lowerBound]
    }
    return shown.count == count ? self : trimmedSpaces(String(shown))
  }
}

extension Link {
  /// True for a picture in a `data:` address. The metadata of the picture may name a person.
  package var isWrittenFile: Bool { destination.prefix(5).lowercased() == "data:" }
}

/// Finds comments in a body, or addresses that hold a file: in blocks of HTML, and in running text outside of code.
struct HTMLScanner {
  private let bytes: [UInt8]
  private let end: Int
  private(set) var ranges: [ByteRange] = []
  /// The place of the first comment of a site generator, or in a block of HTML, that has no end.
  private(set) var open: Int?
  private var lacksRemarkEnd = false

  private let findsFiles: Bool
  /// Marks of comments: each comment contains a mark. Prose may contain the marks of site generators, too.
  static let marks = programMarks + documentMarks
  static let programMarks = ["/*", "omment", "OMMENT", "{>>", "<!--"].map(search)
  private static let documentMarks = ["<!--", "%%", "[//]:", "[comment]:", "<?", "<![", "<!D", "<!d"].map(search)
  private static func search(_ mark: String) -> ByteSearch? { ByteSearch(Array(mark.utf8)) }
  private static let (opening, closing, remarkEnd) = (Array("<!--".utf8), search("-->"), search("<<}"))

  /// Returns true if a comment `<!--` begins at an offset and does not end before `limit`.
  static func isOpen(at offset: Int, in bytes: [UInt8], to limit: Int) -> Bool {
    bytes[offset..<limit].starts(with: opening) && closing?.place(in: bytes, from: offset + 2, to: limit) == nil
  }

  /// The comments of site generators are among those of the document, unless the document was too complex to parse.
  init(_ document: Document, findsFiles: Bool = false) {
    self.init(
      document.source.bytes, document.body, document.blocks,
      document.blocks.isEmpty ? Self.marks : Self.documentMarks, known: document.comments, findsFiles: findsFiles)
  }

  /// - Parameters:
  ///   - body: The range that is searched.
  ///   - blocks: The blocks of the body, in order.
  ///   - marks: The marks of the comments. A body without a mark is not searched.
  ///   - known: Comments in which a backtick begins no code.
  init(
    _ bytes: [UInt8], _ body: ByteRange, _ blocks: [Block], _ marks: [ByteSearch?], known: [ByteRange],
    findsFiles: Bool = false
  ) {
    var bytes = bytes
    for range in known {
      for index in range.indices where bytes[index] == ASCII.backtick { bytes[index] = ASCII.space }
    }
    self.bytes = bytes
    end = body.upperBound
    self.findsFiles = findsFiles
    let (start, end) = (body.lowerBound, body.upperBound)
    guard findsFiles || marks.contains(where: { $0?.place(in: bytes, from: start, to: end) != nil }) else { return }
    let blocks = blocks.filter { $0.kind == .codeBlock || $0.kind == .htmlBlock }
    var offset = body.lowerBound
    for block in blocks where block.range.lowerBound >= offset {
      scanText(from: offset, to: block.range.lowerBound)
      offset = block.range.upperBound
      if block.kind == .htmlBlock { offset = max(offset, scanHTML(block.range)) }
    }
    scanText(from: offset, to: end)
  }

  /// Scans a block of HTML, in which a comment without an end hides the rest, as in a browser.
  ///
  /// - Returns: The end of the last comment.
  private mutating func scanHTML(_ range: ByteRange) -> Int {
    var offset = range.lowerBound
    while findsFiles, offset < range.upperBound {
      offset = file(at: offset, to: range.upperBound) ?? offset + 1
    }
    if findsFiles { return offset }
    // A browser shows neither instructions nor declarations.
    let head = bytes[range.indices].drop(while: ASCII.isBlank)
    let isInstruction = ["<?", "<!"].contains { head.starts(with: $0.utf8) } && !head.starts(with: Self.opening)
    if isInstruction { ranges.append(range) }
    // Other readers find `<!--` in the comment of a site generator, too.
    var covered = isInstruction ? range.upperBound : offset
    while offset < range.upperBound {
      var next = offset + 1
      if bytes[offset] == ASCII.less, bytes[offset..<range.upperBound].starts(with: Self.opening) {
        let close = Self.closing?.place(in: bytes, from: offset + 2, to: end)
        if close == nil { open = open ?? offset }
        next = close.map { $0 + 3 } ?? end
        covered = max(covered, next)
        ranges.append(ByteRange(offset, next))
      } else if "{#".utf8.contains(bytes[offset]), offset >= covered, let close = endOfProgramComment(at: offset) {
        covered = close
        ranges.append(ByteRange(offset, close))
      } else if bytes[offset] == ASCII.less {
        scanTag(at: offset, to: range.upperBound)
      }
      offset = next
    }
    return max(offset, covered)
  }

  /// Scans running text by paragraphs, because code spans and comments end in the paragraph in which they begin.
  private mutating func scanText(from begin: Int, to limit: Int) {
    var start = begin
    var offset = begin
    while offset < limit {
      let isEndOfLine = bytes[offset] == ASCII.lineFeed
      offset += 1
      guard isEndOfLine, isBlank(offset, limit) else { continue }
      scanParagraph(from: start, to: offset)
      start = offset
    }
    scanParagraph(from: start, to: limit)
  }

  private mutating func scanParagraph(from begin: Int, to limit: Int) {
    var offset = begin
    var unclosed: Set<Int> = []
    while offset < limit {
      switch bytes[offset] {
      case ASCII.backslash: offset += 2
      case ASCII.backtick:
        let length = run(at: offset, limit)
        let close = unclosed.contains(length) ? nil : closeOfCode(length, from: offset, limit)
        if close == nil { unclosed.insert(length) }
        offset = close ?? offset + length
      case _ where findsFiles: offset = file(at: offset, to: limit) ?? offset + 1
      case ASCII.less where bytes[offset..<limit].starts(with: Self.opening):
        guard let close = Self.closing?.place(in: bytes, from: offset + 2, to: limit) else { return }
        ranges.append(ByteRange(offset, close + 3))
        offset = close + 3
      case ASCII.less:
        scanTag(at: offset, to: limit)
        offset += 1
      case ASCII.leftBrace, ASCII.hash, ASCII.leftBracket:
        let close =
          bytes[offset] == ASCII.leftBracket
          ? DefinitionScanner.endOfComment(at: offset, in: bytes, to: limit) : endOfProgramComment(at: offset)
        if let close { ranges.append(ByteRange(offset, close)) }
        offset = close ?? offset + 1
      default: offset += 1
      }
    }
  }

  /// Finds the `%%…%%` in a tag: no other scanner reads the values of attributes.
  private mutating func scanTag(at start: Int, to limit: Int) {
    let end = min(limit, start + 1_024)
    guard start + 1 < end, ASCII.isLetter(bytes[start + 1]),
      let close = firstOffset(of: ASCII.greater, in: bytes, from: start, to: end)
    else { return }
    var rest = bytes[start..<close]
    while let open = rest.firstRange(of: "%%".utf8), let end = rest[open.upperBound...].firstRange(of: "%%".utf8) {
      ranges.append(ByteRange(open.lowerBound, end.upperBound))
      rest = rest[end.upperBound...]
    }
  }

  /// Returns the end of a comment of a program that makes sites of notes: `{% comment %}x{% endcomment %}` of Jekyll,
  /// `{::comment}x{:/comment}` of kramdown, `{{< comment >}}x{{< /comment >}}` of Hugo, `{/* x */}` of MDX,
  /// `{>>x<<}` of CriticMarkup, and `#+BEGIN_COMMENT` of Logseq. Nil if no comment begins there. A comment without an end
  /// is ``open``.
  private mutating func endOfProgramComment(at start: Int) -> Int? {
    guard open == nil, start + 1 < end else { return nil }
    let next = bytes[start + 1]
    let isBrace = next <= ASCII.space || next >= 0x80 || "%:{/>".utf8.contains(next)
    guard bytes[start] == ASCII.hash ? next == UInt8(ascii: "+") : isBrace else { return nil }
    let end = end
    let bytes = bytes
    func text(_ place: Int) -> Substring {
      String(decoding: bytes[place..<min(end, place + 60)], as: UTF8.self).lowercased()[...]
    }
    func word(_ text: Substring) -> String {
      let word = text.drop { $0 == "-" || $0.isWhitespace }.prefix { $0.isLetter || $0.isNumber || "-_".contains($0) }
      return String(word.hasSuffix("-") ? word.dropLast() : word)
    }
    /// Returns the place after the tag that ends the comment. `change` says how a tag changes the number of open tags.
    func close(_ opener: String, _ closer: String, _ change: (Substring) -> Int) -> Int? {
      var (depth, offset) = (1, start + 2)
      while let next = ByteSearch(Array(opener.utf8))?.place(in: bytes, from: offset, to: end) {
        offset = next + opener.utf8.count
        depth += change(text(offset))
        if depth > 0 { continue }
        return ByteSearch(Array(closer.utf8))?.place(in: bytes, from: offset, to: end).map { $0 + closer.utf8.count }
      }
      return nil
    }
    let head = text(start)
    var place: Int?
    if head.dropFirst().drop(while: \.isWhitespace).hasPrefix("/*") {
      let star = ByteSearch(Array("*/".utf8))?.place(in: bytes, from: start + 3, to: end)
      let rest = star.map { bytes[($0 + 2)..<end].drop(while: ASCII.isWhiteSpace) }
      // `{ /* colour */ color: red }` is a style.
      if let rest, rest.first != ASCII.rightBrace { return nil }
      if rest == nil, !head.hasPrefix("{/*") { return nil }
      place = rest.map { $0.startIndex + 1 }
    } else if head.hasPrefix("{>>") {
      // Without an end, the mark is text in CriticMarkup, too, and so is every later one.
      let place = lacksRemarkEnd ? nil : Self.remarkEnd?.place(in: bytes, from: start + 3, to: end)
      lacksRemarkEnd = place == nil
      return place.map { $0 + 3 }
    } else if head.hasPrefix("#+begin_comment") {
      place = close("#+", "_", { $0.hasPrefix("end_comment") ? -1 : 0 }).map { $0 + "comment".utf8.count }
    } else if head.hasPrefix("{%"), word(head.dropFirst(2)) == "comment" {
      place = close("{%", "%}") { word($0) == "comment" ? 1 : word($0) == "endcomment" ? -1 : 0 }
    } else if head.hasPrefix("{{<") || head.hasPrefix("{{%"), word(head.dropFirst(3)) == "comment" {
      place = close("{{", "}}") { tag in
        guard tag.hasPrefix("<") || tag.hasPrefix("%") else { return 0 }
        let name = tag.dropFirst().drop(while: \.isWhitespace)
        return name.hasPrefix("/") ? (word(name.dropFirst()) == "comment" ? -1 : 0) : word(name) == "comment" ? 1 : 0
      }
    } else if head.hasPrefix("{::"), word(head.dropFirst(3)) == "comment" {
      place = close("{:", "}") { $0.hasPrefix(":") ? 1 : $0.hasPrefix("/") ? -1 : 0 }
    } else {
      return nil
    }
    if place == nil { open = start }
    return place
  }

  /// Finds an address at a place.
  ///
  /// - Returns: Its end.
  private mutating func file(at start: Int, to limit: Int) -> Int? {
    let end = FileAddress.end(at: start, in: bytes, to: limit)
    if let end { ranges.append(ByteRange(start, end)) }
    return end
  }

  private func closeOfCode(_ length: Int, from offset: Int, _ limit: Int) -> Int? {
    var index = offset + length
    while index < limit {
      let count = run(at: index, limit)
      if count == length { return index + count }
      index += max(1, count)
    }
    return nil
  }

  private func run(at offset: Int, _ limit: Int) -> Int {
    bytes[offset..<limit].prefix { $0 == ASCII.backtick }.count
  }

  private func isBlank(_ start: Int, _ limit: Int) -> Bool {
    guard start < limit else { return true }
    for byte in bytes[start..<limit] {
      if byte == ASCII.lineFeed { return true }
      guard ASCII.isWhiteSpace(byte) || byte == UInt8(ascii: ">") else { return false }
    }
    return true
  }
}
