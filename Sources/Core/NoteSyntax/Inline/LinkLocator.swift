import ByteBasics

/// Combines the links that cmark finds with the ranges of their bytes.
struct LinkLocator {
  let bytes: [UInt8]
  let lines: LineTable
  let firstLine: Int
  /// Destinations by folded label.
  let definitions: [String: String]

  /// Returns the links of one leaf block, in the order of the text.
  func links(found: [BlockCollector.FoundLink], candidates: [LinkCandidate], leaf: ByteRange) -> [Link] {
    var links: [Link] = []
    var next = 0
    var written: [ByteRange] = []
    var table: CandidateTable?
    for link in found {
      if next < candidates.count, destinations(of: candidates[next], for: link).contains(link.url) {
        append(candidates[next], link, to: &links)
        written.append(candidates[next].range)
        next += 1
        continue
      }
      let known = table ?? self.table(of: candidates)
      table = known
      if let match = known.place(of: link, from: next) {
        append(candidates[match], link, to: &links)
        written.append(candidates[match].range)
        next = match + 1
      } else if !isBare(link, in: known), !known.hasLabel(of: link), !isWord(link) {
        links.append(unlocated(link, in: leaf))
      }
    }
    links += unwritten(candidates, besides: written)
    return links.sorted { ($0.range?.lowerBound ?? 0) < ($1.range?.lowerBound ?? 0) }
  }

  /// Returns the links that cmark need not confirm: wiki links, and addresses and numbers outside other links.
  private func unwritten(_ candidates: [LinkCandidate], besides written: [ByteRange]) -> [Link] {
    let written = written.sorted()
    var links: [Link] = []
    var next = 0
    var coveredEnd = 0
    for candidate in candidates {
      while next < written.count, written[next].lowerBound <= candidate.range.lowerBound {
        coveredEnd = max(coveredEnd, written[next].upperBound)
        next += 1
      }
      switch candidate.form {
      case .wiki, .embed: links.append(wikiLink(candidate))
      case .email, .telephone, .bareURL:
        if candidate.range.upperBound > coveredEnd { links.append(plainLink(candidate)) }
      case .inline, .reference, .autolink: break
      }
    }
    return links
  }

  private func table(of candidates: [LinkCandidate]) -> CandidateTable {
    CandidateTable(candidates, in: bytes, destinations: destinations, definition: definition)
  }

  /// Returns all destinations that cmark may report for a candidate.
  private func destinations(of candidate: LinkCandidate) -> [String] {
    let raw = bytes[candidate.destinationRange.indices]
    switch candidate.form {
    case .inline: return [unescaped(raw)]
    case .reference: return definitions[foldedLabel(raw)].map { [$0] } ?? []
    case .autolink:
      let text = String(decoding: raw, as: UTF8.self)
      return [text, "mailto:" + text]
    default: return []
    }
  }

  /// Returns the destinations of a candidate if it is of the same kind, image or not, as the link.
  private func destinations(of candidate: LinkCandidate, for link: BlockCollector.FoundLink) -> [String] {
    candidate.isImage == link.isImage ? destinations(of: candidate) : []
  }

  /// Returns true for a link that GitHub's autolink extension found. Our own recogniser has it already.
  private func isBare(_ link: BlockCollector.FoundLink, in table: CandidateTable) -> Bool {
    let isBareScheme = ["http://", "https://", "ftp://", "mailto:", "xmpp:"].contains {
      link.url.prefix(8).lowercased().hasPrefix($0)
    }
    return isBareScheme && !link.isImage && table.holdsHead(of: link)
  }

  /// Returns true for `[[note]](a word)`, which the scanner has read as a link to the note.
  private func isWord(_ link: BlockCollector.FoundLink) -> Bool {
    guard link.text.hasPrefix("["), link.text.hasSuffix("]") else { return false }
    return isWordAfterWikiLink(Array(link.url.utf8)[...], after: Array(link.text.utf8.dropFirst().dropLast())[...])
  }

  private func append(_ candidate: LinkCandidate, _ link: BlockCollector.FoundLink, to links: inout [Link]) {
    if let located = located(candidate, link) { links.append(located) }
  }

  private func definition(of candidate: LinkCandidate) -> String? {
    guard candidate.form == .wiki, candidate.textRange == nil, !definitions.isEmpty else { return nil }
    return definitions[foldedLabel(bytes[candidate.destinationRange.indices])]
  }

  private func line(_ offset: Int) -> Int { firstLine + lines.line(at: offset) }

  private func located(_ candidate: LinkCandidate, _ link: BlockCollector.FoundLink) -> Link? {
    let isMail = link.url.hasPrefix("mailto:")
    let kind: Link.Kind =
      switch candidate.form {
      case .inline: link.isImage ? .image : .inline
      case .reference: link.isImage ? .image : .reference
      default: isMail ? .email : .autolink
      }
    let (destination, fragment) = splitFragment(link.url)
    return Link(
      kind: kind, range: candidate.range, destinationRange: candidate.destinationRange,
      destination: isMail && kind == .email ? String(link.url.dropFirst(7)) : destination,
      fragment: fragment, text: link.text.isEmpty ? nil : link.text,
      line: line(candidate.range.lowerBound))
  }

  private func unlocated(_ link: BlockCollector.FoundLink, in leaf: ByteRange) -> Link {
    let (destination, fragment) = splitFragment(link.url)
    return Link(
      kind: link.isImage ? .image : .inline, range: nil, destinationRange: nil, destination: destination,
      fragment: fragment, text: link.text.isEmpty ? nil : link.text, line: line(leaf.lowerBound))
  }

  private func plainLink(_ candidate: LinkCandidate) -> Link {
    let kind: Link.Kind =
      switch candidate.form {
      case .email: .email
      case .telephone: .telephone
      default: .bareURL
      }
    let text = String(decoding: bytes[candidate.range.indices], as: UTF8.self)
    let (destination, fragment) = kind == .bareURL ? splitFragment(text) : (text, nil)
    return Link(
      kind: kind, range: candidate.range, destinationRange: candidate.range, destination: destination,
      fragment: fragment, text: nil, line: line(candidate.range.lowerBound))
  }

  private func wikiLink(_ candidate: LinkCandidate) -> Link {
    let raw = String(decoding: bytes[candidate.destinationRange.indices], as: UTF8.self)
    let (destination, fragment) = splitFragment(raw)
    let text = candidate.textRange.map { String(decoding: bytes[$0.indices], as: UTF8.self) }
    return Link(
      kind: candidate.form == .embed ? .embed : .wiki, range: candidate.range,
      destinationRange: candidate.destinationRange, destination: trimmedSpaces(destination),
      fragment: fragment.map(trimmedSpaces), text: text, line: line(candidate.range.lowerBound),
      definition: definition(of: candidate))
  }
}

/// Splits a text at the first `#`.
package func splitFragment(_ text: String) -> (destination: String, fragment: String?) {
  guard let hash = text.utf8.firstIndex(of: ASCII.hash) else { return (text, nil) }
  return (String(text[..<hash]), String(text[text.utf8.index(after: hash)...]))
}

package func trimmedSpaces(_ text: String) -> String {
  guard text.utf8.first == ASCII.space || text.utf8.last == ASCII.space else { return text }
  var slice = text[...]
  while slice.first == " " { slice.removeFirst() }
  while slice.last == " " { slice.removeLast() }
  return String(slice)
}

/// Folds a link label for comparison, like cmark: lower case, white space collapsed.
func foldedLabel(_ label: ArraySlice<UInt8>) -> String {
  String(decoding: label, as: UTF8.self).lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
}

/// Resolves the backslash escapes and entities of a destination, like cmark.
func unescaped(_ raw: ArraySlice<UInt8>) -> String {
  guard raw.contains(where: { $0 == ASCII.backslash || $0 == UInt8(ascii: "&") }) else {
    return String(decoding: raw, as: UTF8.self)
  }
  var result: [UInt8] = []
  var index = raw.startIndex
  while index < raw.endIndex {
    let byte = raw[index]
    if byte == ASCII.backslash, index + 1 < raw.endIndex, ASCII.isPunctuation(raw[index + 1]) {
      index += 1
    } else if byte == UInt8(ascii: "&"), let (text, next) = basicEntity(raw, at: index) {
      result += text
      index = next
      continue
    }
    result.append(raw[index])
    index += 1
  }
  return String(decoding: result, as: UTF8.self)
}

/// Resolves the entities that are usual in destinations. With any other entity the link is not located.
private func basicEntity(_ raw: ArraySlice<UInt8>, at start: Int) -> ([UInt8], Int)? {
  let entities: [(String, String)] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"),
    ("&nbsp;", "\u{A0}"),
  ]
  for (entity, text) in entities where raw[start...].starts(with: entity.utf8) {
    return (Array(text.utf8), start + entity.utf8.count)
  }
  return nil
}

/// The candidates of a leaf by the destination that cmark reports, so that a link does not compare itself with all of
/// them.
struct CandidateTable {
  private struct Key: Hashable {
    let destination: String
    let isImage: Bool
  }

  /// The places of the candidates of each destination, in the order of the text.
  private var places: [Key: [Int]] = [:]
  /// The beginnings of the candidates that need no cmark: at most ``headSize`` bytes of ASCII.
  private var heads: Set<[UInt8]> = []
  private var labelled: Set<String> = []

  static let headSize = 8

  /// - Parameters:
  ///   - destinations: Returns all destinations that cmark may report for a candidate.
  ///   - definition: Returns the definition of a wiki link that is a label.
  init(
    _ candidates: [LinkCandidate], in bytes: [UInt8],
    destinations: (LinkCandidate) -> [String], definition: (LinkCandidate) -> String?
  ) {
    for (place, candidate) in candidates.enumerated() {
      for destination in destinations(candidate) {
        places[Key(destination: destination, isImage: candidate.isImage), default: []].append(place)
      }
      switch candidate.form {
      case .bareURL, .email, .wiki:
        heads.insert(Array(bytes[candidate.range.indices].prefix(Self.headSize).prefix { $0 < 0x80 }))
      default: break
      }
      if let definition = definition(candidate) { labelled.insert(definition) }
    }
  }

  /// Returns the first candidate from `start` on that may be the link.
  func place(of link: BlockCollector.FoundLink, from start: Int) -> Int? {
    guard let places = places[Key(destination: link.url, isImage: link.isImage)] else { return nil }
    return places[places.firstOrderedIndex { $0 >= start }...].first
  }

  /// Returns true if the beginning of a candidate is in the destination or begins the text.
  func holdsHead(of link: BlockCollector.FoundLink) -> Bool {
    if heads.contains([]) { return true }
    let url = Array(link.url.utf8)
    for start in url.indices {
      for length in 1...Self.headSize where start + length <= url.count {
        if heads.contains(Array(url[start..<(start + length)])) { return true }
      }
    }
    let text = Array(link.text.utf8.prefix(Self.headSize))
    return text.indices.contains { heads.contains(Array(text[...$0])) }
  }

  /// Returns true if a wiki link has the label of the link's definition.
  func hasLabel(of link: BlockCollector.FoundLink) -> Bool { labelled.contains(link.url) }
}

/// Bytes that look like a link, before cmark decides whether the bytes are a link.
struct LinkCandidate {
  enum Form {
    /// `[text](destination)`, `![alt](destination)`
    case inline
    /// `[text][label]`, `[label][]`, `[label]`
    case reference
    /// `<https://…>`, `<foo@bar.com>`
    case autolink
    case bareURL, email, telephone
    case wiki, embed
  }

  let form: Form
  let range: ByteRange
  /// The range as written, without `<>`, or the label of a reference.
  let destinationRange: ByteRange
  /// The range between the brackets, or after the `|` of a wiki link.
  var textRange: ByteRange?
  var isImage = false
}

extension Link {
  /// True for `[[#heading]]` and `[text](#anchor)`.
  package var leadsIntoItsNote: Bool { destination.isEmpty && fragment != nil }

  /// The destination and the part after `#`.
  package var written: String { fragment.map { destination + "#" + $0 } ?? destination }

  /// `[[text|note]]` read the other way round: its text is the target. Nil without a text, and for other kinds.
  package var reversed: Link? {
    guard kind == .wiki || kind == .embed, let text, let range else { return nil }
    let (path, part) = splitFragment(text)
    let end = range.upperBound - 2
    return Link(
      kind: kind, range: range, destinationRange: ByteRange(end - text.utf8.count, end),
      destination: trimmedSpaces(path), fragment: part, text: written, line: line)
  }

  /// The text that a reader sees: its own, else its destination; the id of a block is no word for a reader.
  package var shown: String {
    if let text { return text }
    guard let fragment, !fragment.isEmpty else { return destination }
    return fragment.hasPrefix("^") && !destination.isEmpty ? destination : fragment
  }
}
