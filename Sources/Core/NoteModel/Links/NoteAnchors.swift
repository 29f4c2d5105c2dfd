import ByteBasics
package import NoteSyntax
import Synchronization

/// The possible targets of the part of a link after `#` in a note: headings, blocks, elements of raw HTML.
package struct NoteAnchors: Sendable {
  package enum Target: Hashable, Sendable {
    /// A heading by its position in ``Document/headings``.
    case heading(Int)
    /// A block by its position in ``Document/blockIdentifiers``.
    case block(Int)
    case element(String)
  }

  /// A target, and the headings that a wiki link names on the way to it.
  package struct Place: Hashable, Sendable {
    package let target: Target
    /// `Plan#Aim` names two headings; empty if the link does not name headings by their words.
    package let path: [Int]
  }

  private struct Entry: Sendable {
    let level: Int
    /// The title that a reader sees.
    let title: String
    /// Folded, without the characters that Obsidian leaves out of links.
    let words: String
    /// The `{#id}` that it gives itself.
    let identifier: String?
    /// The anchor that GitHub gives it.
    let anchor: String
    /// The position of the heading that contains it.
    let outer: Int?
  }

  private let headings: [Entry]
  /// Positions of headings by ``Entry/words``, each list in order.
  private let worded: [String: [Int]]
  /// The positions of headings by the words of their source, if markup changes them. Obsidian compares these.
  private let sourced: [String: [Int]]
  /// Positions of headings by the `{#id}` that they have, and by the anchors that GitHub gives them.
  private var anchors: [String: Int] = [:]
  let blockNames: [String]
  private var blocks: [String: Int] = [:]
  /// The names of elements of raw HTML.
  private let elements: Set<String>
  /// Names of places that the site generator of the notes makes from its own syntax.
  private let generated: Set<String>
  private let loose: LooseHeadings
  /// True if a program includes other texts in the page, whose headings are not known here.
  private let includesOthers: Bool

  package init(_ document: Document) {
    var github = HeadingAnchors()
    var open: [Int] = []
    headings = document.headings.enumerated().map { position, heading in
      while let last = open.last, document.headings[last].level >= heading.level { open.removeLast() }
      defer { open.append(position) }
      let text = HeadingAttributes.text(of: heading)
      return Entry(
        level: heading.level, title: text, words: Self.words(foldedName(text)),
        identifier: document.identifier(of: heading), anchor: github.anchor(for: text), outer: open.last)
    }
    worded = Dictionary(grouping: headings.indices, by: { [headings] in headings[$0].words })
    sourced = Dictionary(
      grouping: headings.indices.filter { document.headings[$0].hasMarks(in: document) },
      by: { Self.words(foldedName(document.headings[$0].sourceText(in: document))) })
    for (position, heading) in headings.enumerated() where anchors[heading.anchor] == nil {
      anchors[heading.anchor] = position
    }
    for (position, heading) in headings.enumerated().reversed() {
      if let identifier = heading.identifier { anchors[identifier] = position }
    }
    blockNames = document.blockIdentifiers.map(\.name)
    for (position, name) in blockNames.enumerated().reversed() {
      blocks[name.lowercased()] = position
    }
    let bytes = document.source.bytes
    elements = ElementIdentifiers.all(in: bytes)
    generated = PageAnchors.names(in: bytes)
    includesOthers = PageAnchors.includesOthers(document)
    loose = LooseHeadings(zip(headings, document.headings).map { ($0.title, document.source.text(in: $1.range)) })
  }

  package var headingCount: Int { headings.count }
  package var blockCount: Int { blockNames.count }

  /// Returns the text of a heading, without its attributes.
  package func title(ofHeading position: Int) -> String { headings[position].title }

  /// Returns the anchor by which a Markdown link finds a heading: its own `{#id}`, otherwise GitHub's.
  package func anchor(ofHeading position: Int) -> String {
    headings[position].identifier ?? headings[position].anchor
  }

  /// Returns the anchor that GitHub gives a heading, even if it has an `{#id}`.
  package func plainAnchor(ofHeading position: Int) -> String { headings[position].anchor }

  /// Returns further anchors by which links name a heading in another way than GitHub, `7-6-x` for `7.6 x`, by the text
  /// of the heading. Each anchor is returned once, without those that headings have themselves.
  package func furtherAnchors() -> [String: [String]] {
    var taken = Set(headings.map(\.anchor))
    var further: [String: [String]] = [:]
    for heading in headings {
      for anchor in [HeadingAnchors.linkSlug(heading.title), HeadingAnchors.slug(heading.words)]
      where !anchor.isEmpty && taken.insert(anchor).inserted {
        further[heading.title, default: []].append(anchor)
      }
    }
    return further
  }

  /// Returns true for the name of an element of raw HTML, but not for one that only a site generator creates.
  package func hasElement(_ name: String) -> Bool { elements.contains(name) }

  package func name(ofBlock position: Int) -> String { blockNames[position] }

  /// Returns the fragments that a link may use for a heading, the usual form first: its words, its words with those of
  /// the enclosing headings, its anchor. ``place(of:isWiki:)`` decides which of them find the heading.
  package func fragments(ofHeading position: Int, isWiki: Bool) -> [String] {
    let whole = path(toHeading: position).map { linkable($0) }.joined(separator: "#")
    let anchor = anchor(ofHeading: position)
    return isWiki ? [linkable(position), whole, anchor] : [anchor, whole]
  }

  /// Returns the text of a heading without characters that would end a link.
  func linkable(_ position: Int) -> String {
    headings[position].title.split { "[]|#^\\ \n\t".contains($0) }.joined(separator: " ")
  }

  /// Returns the headings around a heading, outermost first, and the heading itself.
  package func path(toHeading position: Int) -> [Int] {
    var path = [position]
    while let outer = headings[path[path.count - 1]].outer { path.append(outer) }
    return path.reversed()
  }

  /// Returns the place in the note that a link leads to.
  ///
  /// - Parameters:
  ///   - fragment: The text as written, without `#`: `Aim`, `Plan#Aim`, `plan-1`, `%EA%B0%80`, `^block`.
  ///   - isWiki: A wiki link means the words of a heading first, another link its anchor.
  /// - Returns: nil if the note has no such place.
  package func place(of fragment: String, isWiki: Bool) -> Place? {
    guard let range = DendronRange(fragment) else { return ownPlace(of: fragment, isWiki: isWiki) }
    let start = ownPlace(of: range.start, isWiki: isWiki)
    // A comma and a number may as well belong to the heading.
    return range.hasEnd && start != nil ? start : ownPlace(of: fragment, isWiki: isWiki) ?? start
  }

  private func ownPlace(of fragment: String, isWiki: Bool) -> Place? {
    let decoded = percentDecoded(fragment)
    let last = decoded.split(separator: "#").last.map(String.init) ?? decoded
    if last.hasPrefix("^"), let block = block(String(last.dropFirst())) {
      return Place(target: .block(block), path: [])
    }
    let anchor = anchors[decoded] ?? anchors[decoded.lowercased()]
    if !isWiki, let anchor { return Place(target: .heading(anchor), path: []) }
    let isElement = elements.contains(decoded) || generated.contains(decoded)
    if !isWiki, isElement { return Place(target: .element(decoded), path: []) }
    if let place = byWords(decoded) { return place }
    if let anchor { return Place(target: .heading(anchor), path: []) }
    if isElement { return Place(target: .element(decoded), path: []) }
    let other = anchors[HeadingAnchors.slug(last)] ?? (isWiki ? nil : loose.known.positions[PageAnchors.loose(last)])
    return other.map { Place(target: .heading($0), path: []) }
  }

  /// Returns false if the page surely has no such place. Always true if the page includes other texts.
  package func has(_ fragment: String, isWiki: Bool) -> Bool {
    includesOthers || !isWiki && (PageAnchors.isFootnote(fragment) || fragment.lowercased() == "top")
      || place(of: fragment, isWiki: isWiki) != nil
      || !isWiki && isPictured(fragment)
  }

  /// Returns true if the words are those of a heading, with other words in place of its pictures.
  private func isPictured(_ fragment: String) -> Bool {
    let name = PageAnchors.loose(percentDecoded(fragment))
    return loose.known.pictured.contains { before, after in
      name.hasPrefix(before.isEmpty ? "" : before + "-") && name.hasSuffix(after.isEmpty ? "" : "-" + after)
        && name.utf8.count > before.utf8.count + after.utf8.count
        && !(before.isEmpty && after.isEmpty)
    }
  }

  private func block(_ name: String) -> Int? { blocks[name.lowercased()] }

  /// Finds a heading by words: `Plan#Aim` is the heading `Aim` below `Plan`, or, if there is none, any `Aim`.
  private func byWords(_ text: String) -> Place? {
    let parts = text.split(separator: "#").map { foldedName(String($0)) }
    guard let last = parts.last else { return nil }
    if let path = descend(parts[...], in: headings.indices, below: 0), let end = path.last {
      return Place(target: .heading(end), path: path)
    }
    return positions(of: last).first.map { Place(target: .heading($0), path: []) }
  }

  private func descend(_ parts: ArraySlice<String>, in range: Range<Int>, below level: Int) -> [Int]? {
    guard let part = parts.first else { return [] }
    for position in positions(of: part) where range.contains(position) && headings[position].level > level {
      if parts.count == 1 { return [position] }
      let rest = descend(parts.dropFirst(), in: section(of: position), below: headings[position].level)
      if let rest { return [position] + rest }
    }
    return nil
  }

  /// Returns the headings below a heading, up to the next of its level.
  private func section(of position: Int) -> Range<Int> {
    let start = position + 1
    let end = headings[start...].firstIndex { $0.level <= headings[position].level }
    return start..<(end ?? headings.endIndex)
  }

  /// Returns the headings with the given words, in their order.
  private func positions(of text: String) -> [Int] {
    let words = Self.words(text)
    return worded[words] ?? sourced[words] ?? []
  }

  /// Returns the form that Obsidian compares: characters with a meaning in links or Markdown count as spaces.
  private static func words(_ text: String) -> String {
    let signs = "!\"#$%&()*+,.:;<=>?@^`{|}~/[]\\"
    guard text.utf8.contains(where: { signs.utf8.contains($0) }) else { return text }
    return text.split { $0.isWhitespace || signs.contains($0) }.joined(separator: " ")
  }
}

/// Forms of headings that few links ask for, made at the first question.
private final class LooseHeadings: Sendable {
  struct Known {
    /// Headings by the form of their words in which all that is no letter or digit separates: `server-port`.
    let positions: [String: Int]
    /// The words around the pictures of headings, see ``PageAnchors/aroundPictures(_:)``.
    let pictured: [(before: String, after: String)]
  }

  private let texts: [(text: String, source: String)]
  private let made = Mutex<Known?>(nil)

  /// - Parameter texts: The text of each heading, and its source.
  init(_ texts: [(text: String, source: String)]) { self.texts = texts }

  var known: Known {
    made.withLock { made in
      if let made { return made }
      let forms = texts.enumerated().flatMap { position, texts in
        [texts.text, PageAnchors.withoutElements(texts.source)].compactMap { $0 }
          .map { (PageAnchors.loose($0), position) }
      }
      let known = Known(
        positions: Dictionary(forms, uniquingKeysWith: { first, _ in first }),
        pictured: texts.compactMap { PageAnchors.aroundPictures($0.text) })
      made = known
      return known
    }
  }
}

extension Heading {
  /// Returns the source text of a heading, without the number signs or the line below it.
  fileprivate func sourceText(in document: Document) -> String {
    let line = document.source.text(in: range).prefix { !$0.isNewline }.drop { $0 == "#" }
    let closed = line.lastIndex { $0 != "#" && $0 != " " }.map { line[...$0] } ?? ""
    return closed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  fileprivate func hasMarks(in document: Document) -> Bool { sourceText(in: document) != text }
}

/// The anchors that site generators make besides those of headings, and their spellings of headings unlike GitHub's.
enum PageAnchors {
  /// Folds a text to an anchor: `server-port` for `server.port`, `busqueda` for `Búsqueda`. Characters other than
  /// letters and digits are separators, and accents are ignored.
  static func loose(_ text: String) -> String {
    let lower = text.lowercased()
    let plain = lower.utf8.allSatisfy { $0 < 0x80 } ? lower : withoutAccents(lower)
    return plain.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }

  private static func withoutAccents(_ text: String) -> String {
    let scalars = text.unicodeScalars.compactMap { scalar in
      ScalarFolding.folded(scalar.value).flatMap(Unicode.Scalar.init)
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Returns the words before and after the pictures in a heading. Some generators spell pictures out: `crab` for 🦀.
  static func aroundPictures(_ text: String) -> (before: String, after: String)? {
    func isPicture(_ character: Character) -> Bool {
      character.unicodeScalars.contains { $0.value > 0x2000 && $0.properties.isEmoji }
    }
    guard let first = text.firstIndex(where: isPicture), let last = text.lastIndex(where: isPicture) else { return nil }
    return (loose(String(text[..<first])), loose(String(text[text.index(after: last)...])))
  }

  /// Returns a heading without HTML elements and their content, or nil if the heading contains none.
  static func withoutElements(_ heading: String) -> String? {
    guard heading.contains("</") else { return nil }
    var text = heading
    while let end = text.firstRange(of: "</"),
      let start = text[..<end.lowerBound].lastIndex(of: "<"),
      let close = text[end.upperBound...].firstIndex(of: ">")
    {
      text.removeSubrange(start...close)
    }
    return text
  }

  /// Returns true for the place of a footnote, which generators name: `fn:1`, `fnref:1`.
  static func isFootnote(_ fragment: String) -> Bool {
    fragment.hasPrefix("fn:") || fragment.hasPrefix("fnref:")
  }

  /// Returns true if a directive includes another file in the page, or the page imports a file as a component.
  static func includesOthers(_ document: Document) -> Bool {
    // A page about the directive shows the directive in code, from which no heading comes.
    func isInCode(_ place: Int) -> Bool {
      let blocks = document.blocks
      let start = place > 0 ? document.source.bytes[place - 1] : ASCII.lineFeed
      return start == ASCII.backtick || blocks.contains { $0.kind == .codeBlock && $0.range.contains(place) }
    }
    func has(_ search: ByteSearch) -> Bool {
      var start = 0
      while let place = search.place(in: document.source.bytes, from: start) {
        if !isInCode(place) { return true }
        start = place + 1
      }
      return false
    }
    return directives.contains(where: has) || importWord.map(has) == true && partials.contains(where: has)
  }

  private static let importWord = ByteSearch(Array("\nimport ".utf8))
  private static let partials = [".md'", ".mdx'", ".md\"", ".mdx\""].compactMap { ByteSearch(Array($0.utf8)) }

  private static let directives = [
    "--8<--", "{% include", "{{< include", "{{% include", "{{< readfile", "{{% readfile",
    "<!--@include",
    "<!-- @include", "{!",
  ].compactMap { ByteSearch(Array($0.utf8)) }

  /// Returns the anchors of terms that a line beginning with `: ` defines, of `[](){ #id }`, and of macros in comments
  /// that name a setting: `<!-- md:option a.b -->`.
  static func names(in bytes: [UInt8]) -> Set<String> {
    var names: Set<String> = []
    if definition?.place(in: bytes, from: 0) != nil { names.formUnion(terms(in: bytes)) }
    if tab?.place(in: bytes, from: 0) != nil { names.formUnion(tabs(in: bytes)) }
    var start = 0
    while let place = macro?.place(in: bytes, from: start) {
      let rest = bytes[(place + 8)...].prefix(200)
      let words = rest.prefix { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "\n") }
      for word in words.split(separator: UInt8(ascii: " ")).dropFirst().prefix(2) {
        let name = String(decoding: word, as: UTF8.self)
        names.formUnion([name, "+" + name])
      }
      start = place + 8
    }
    return names.union(attributes(in: bytes))
  }

  private static let definition = ByteSearch(Array("\n: ".utf8))
  private static let tab = ByteSearch(Array("=== \"".utf8))
  private static let macro = ByteSearch(Array("<!-- md:".utf8))
  private static let attribute = ByteSearch(Array("{".utf8))

  /// Returns the `#id` of attribute lists: `{ #id }`, `{: #id .wide}`.
  private static func attributes(in bytes: [UInt8]) -> Set<String> {
    var names: Set<String> = []
    var start = 0
    while let place = attribute?.place(in: bytes, from: start) {
      start = place + 1
      let rest = bytes[start...].prefix(80).drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ":") }
      guard rest.first == UInt8(ascii: "#") else { continue }
      let name = rest.dropFirst().prefix { !" }\n".utf8.contains($0) }
      if !name.isEmpty { names.insert(String(decoding: name, as: UTF8.self)) }
    }
    return names
  }

  /// Returns the titles of tabs, `=== "In C++"`, as anchors in the forms of Python-Markdown. The anchor of a tab in a
  /// section may begin with the anchor of the section.
  private static func tabs(in bytes: [UInt8]) -> Set<String> {
    var names: Set<String> = []
    var section = ""
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let text = line.drop { $0 == UInt8(ascii: " ") }
      if text.first == UInt8(ascii: "#") {
        section = HeadingAnchors.slug(heading(text))
      } else if text.starts(with: "=== \"".utf8) {
        let title = String(decoding: text.dropFirst(5).prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
        for slug in [HeadingAnchors.slug(title), loose(title)] {
          names.formUnion([slug, section + "-" + slug])
        }
      }
    }
    return names
  }

  private static func heading(_ line: ArraySlice<UInt8>) -> String {
    String(decoding: line.drop { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: " ") }, as: UTF8.self)
  }

  private static func terms(in bytes: [UInt8]) -> Set<String> {
    var names: Set<String> = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated().dropFirst()
    where line.starts(with: ": ".utf8) && !lines[number - 1].isEmpty {
      let term = String(decoding: lines[number - 1], as: UTF8.self)
      let slug = HeadingAnchors.slug(term.filter { $0 != "`" && $0 != "*" })
      // A heading or another term of the same words has the number.
      names.formUnion([slug, slug + "-1", loose(term)])
    }
    return names
  }
}
