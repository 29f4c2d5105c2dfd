import ByteBasics

/// Merges files that are made of named parts: settings and bases by the keys of their YAML, canvases by the ids of cards
/// and edges.
///
/// Every part keeps its own bytes, with the comments above it, so the result consists of bytes of the two sides.
package enum KeyedMerge {
  case yaml, json

  /// nil for a file that is not merged by parts.
  ///
  /// - Parameter path: From the root of the repository.
  package init?(path: String) {
    if path.hasSuffix(".canvas") {
      self = .json
    } else if path.hasSuffix(".base") || path.hasSuffix(".yaml") && ("/" + path).contains("/.sheaf/") {
      self = .yaml
    } else {
      return nil
    }
  }

  /// Returns the merged file; nil if both sides changed the same part, or a version has no such parts.
  package func merge(base: [UInt8]?, ours: [UInt8], theirs: [UInt8]) -> [UInt8]? {
    switch self {
    case .yaml:
      func below(_ bytes: [UInt8]) -> [UInt8] {
        [ASCII.lineFeed] + bytes + (bytes.last == ASCII.lineFeed ? [] : [ASCII.lineFeed])
      }
      // Settings as they were made: all of it is comments.
      let former = base.flatMap { $0.split(separator: ASCII.lineFeed).allSatisfy(Parts.isNothing) ? nil : below($0) }
      let merged = Self.merge(former, below(ours), below(theirs), Parts.init(yaml:))
      return merged.flatMap { Parts(yaml: $0) == nil ? nil : Array($0.dropFirst()) }
    case .json:
      guard let merged = Self.merge(base, ours, theirs, Parts.init(json:)), let loose = Self.looseEdges(merged) else {
        return nil
      }
      // One side may have taken away a card to which the other has drawn an edge.
      let known = [base, ours, theirs].compactMap { $0.flatMap(Self.looseEdges) }
      return loose.isSubset(of: known.reduce([]) { $0.union($1) }) ? merged : nil
    }
  }

  /// Returns the ends of the edges of a canvas that are at no card. Nil if the file cannot be read.
  private static func looseEdges(_ bytes: [UInt8]) -> Set<String>? {
    guard let canvas = (try? JSONValueReader.value(of: bytes))?.plain else { return nil }
    let cards = Set((canvas["nodes"]?.items ?? []).compactMap { $0["id"]?.string })
    let ends = (canvas["edges"]?.items ?? []).flatMap { [$0["fromNode"]?.string, $0["toNode"]?.string] }
    return Set(ends.compactMap(\.self)).subtracting(cards)
  }

  private static func merge(
    _ base: [UInt8]?, _ ours: [UInt8], _ theirs: [UInt8], _ split: ([UInt8]) -> Parts?
  ) -> [UInt8]? {
    if let side = either(base, ours, theirs) { return side }
    guard let left = split(ours), let right = split(theirs) else { return nil }
    guard let old = base.map(split) ?? Parts() else { return nil }
    let (former, here, there) = (old.byKey, left.byKey, right.byKey)
    func merged(_ key: [UInt8]) -> Part?? {
      switch (former[key], here[key], there[key]) {
      case (let former, let mine?, let other?):
        guard let lead = either(former?.lead, mine.lead, other.lead),
          let text = merge(former?.text, mine.text, other.text, split)
        else { return nil }
        var part = mine
        (part.lead, part.text) = (lead, text)
        return part
      case (let former?, let part?, nil), (let former?, nil, let part?): return former.isSame(part) ? .some(nil) : nil
      case (nil, let part?, nil), (nil, nil, let part?): return part
      case (_, nil, nil): return .some(nil)
      }
    }
    // If one item was removed and each side added an item, both sides may have changed the removed item.
    let isGone = old.parts.contains { $0.isUnnamed && here[$0.key] == nil && there[$0.key] == nil }
    func hasOwn(_ side: Parts, _ other: [[UInt8]: Part]) -> Bool {
      side.parts.contains { $0.isUnnamed && former[$0.key] == nil && other[$0.key] == nil }
    }
    if isGone, hasOwn(left, there), hasOwn(right, here) { return nil }
    var result: [Part] = []
    for part in left.parts {
      guard let merged = merged(part.key) else { return nil }
      if let merged { result.append(merged) }
    }
    var previous: [UInt8]?
    for part in right.parts {
      defer { previous = part.key }
      guard here[part.key] == nil else { continue }
      guard let merged = merged(part.key) else { return nil }
      guard let merged else { continue }
      let place = result.firstIndex { $0.key == previous }.map { $0 + 1 }
      result.insert(merged, at: place ?? (previous == nil && left.mayBegin ? 0 : result.endIndex))
    }
    var parts = left
    guard let open = either(old.open, left.open, right.open) else { return nil }
    (parts.open, parts.parts) = (open, result)
    parts.close = either(old.close, left.close, right.close) ?? left.close
    return parts.bytes
  }

  /// Returns the version of the side that has changed. Nil if both have.
  private static func either(_ base: [UInt8]?, _ ours: [UInt8], _ theirs: [UInt8]) -> [UInt8]? {
    ours == theirs || theirs == base ? ours : ours == base ? theirs : nil
  }
}

/// A part of a file that is identified by its key.
private struct Part {
  let key: [UInt8]
  /// The part before the text: comments, white space, a key.
  var lead: [UInt8]
  var text: [UInt8]
  var trail: [UInt8] = []
  /// The column of the hyphen of an item of a YAML list, whose text is kept as if it began on a line of its own.
  var hyphen: Int?

  /// True for an item that is identified only by its text.
  var isUnnamed: Bool { hyphen != nil && key == text }

  func isSame(_ other: Part) -> Bool { text == other.text && lead == other.lead }

  var bytes: [UInt8]? {
    guard let hyphen else { return lead + text + trail }
    let start = text.dropFirst().prefix(hyphen + 1)
    let isFirst = start.allSatisfy { $0 == ASCII.space } && text.dropFirst(hyphen + 2).first != ASCII.hash
    return isFirst
      ? lead + Array(repeating: ASCII.space, count: hyphen) + [ASCII.hyphen] + text.dropFirst(hyphen + 2) : nil
  }
}

private struct Parts {
  var open: [UInt8] = []
  var parts: [Part] = []
  var close: [UInt8] = []
  var separator: [UInt8] = []
  /// False if the first part is written otherwise than the others.
  var mayBegin: Bool { parts.first?.hyphen == nil }

  init() {}

  var byKey: [[UInt8]: Part] { Dictionary(parts.map { ($0.key, $0) }, uniquingKeysWith: { $1 }) }

  var bytes: [UInt8]? {
    let all = parts.compactMap(\.bytes)
    return all.count == parts.count ? open + all.joined(separator: separator) + close : nil
  }

  private var isUnique: Bool { byKey.count == parts.count }

  // MARK: - JSON

  /// The members of an object, or the items of a list that all have ids.
  init?(json bytes: [UInt8]) {
    let isSpace: (UInt8) -> Bool = { ASCII.isWhiteSpace($0) }
    guard let start = bytes.firstIndex(where: { !isSpace($0) }), let end = bytes.lastIndex(where: { !isSpace($0) }),
      start < end, [ASCII.leftBrace, ASCII.leftBracket].contains(bytes[start])
    else { return nil }
    let isObject = bytes[start] == ASCII.leftBrace
    separator = [ASCII.comma]
    (open, close) = (Array(bytes[...start]), Array(bytes[end...]))
    for piece in Self.pieces(bytes[(start + 1)..<end]) {
      guard let first = piece.firstIndex(where: { !isSpace($0) }), let last = piece.lastIndex(where: { !isSpace($0) })
      else {
        guard parts.isEmpty else { return nil }
        open += piece
        continue
      }
      var (lead, value) = (piece[..<first], piece[first...last])
      let key: [UInt8]
      if isObject {
        guard let colon = Self.pieces(value, at: ASCII.colon).first?.endIndex, colon < value.endIndex,
          let begin = value[(colon + 1)...].firstIndex(where: { !isSpace($0) })
        else { return nil }
        key = Array(value[..<colon].prefix { !isSpace($0) })
        (lead, value) = (piece[..<begin], value[begin...])
      } else {
        guard let id = Parts(json: Array(value))?.byKey[Array("\"id\"".utf8)]?.text else { return nil }
        key = id
      }
      parts.append(Part(key: key, lead: Array(lead), text: Array(value), trail: Array(piece[(last + 1)...])))
    }
    // The space before the end is not that of the last part.
    if let last = parts.indices.last {
      close = parts[last].trail + close
      parts[last].trail = []
    }
    guard isUnique else { return nil }
  }

  /// Returns the pieces between separators that are in no string and in no other value.
  private static func pieces(_ bytes: ArraySlice<UInt8>, at separator: UInt8 = ASCII.comma) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var (start, depth, place, isText) = (bytes.startIndex, 0, bytes.startIndex, false)
    while place < bytes.endIndex {
      let byte = bytes[place]
      if isText, byte == ASCII.backslash {
        place += 1
      } else if byte == ASCII.doubleQuote {
        isText.toggle()
      } else if !isText {
        if byte == separator, depth == 0 {
          pieces.append(bytes[start..<place])
          start = place + 1
        }
        if byte == ASCII.leftBrace || byte == ASCII.leftBracket { depth += 1 }
        if byte == ASCII.rightBrace || byte == ASCII.rightBracket { depth -= 1 }
      }
      place += 1
    }
    return pieces + [bytes[start...]]
  }

  // MARK: - YAML

  /// The keys of a mapping, or the items of a list, that stand on the lines below a key.
  ///
  /// - Parameter bytes: From behind the key on: nothing or a comment, and the lines.
  init?(yaml bytes: [UInt8]) {
    let lines = bytes.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false).dropLast()
    guard let first = lines.first, Self.isNothing(first), !bytes.contains(ASCII.tab) else { return nil }
    open = first + [ASCII.lineFeed]
    let content = lines.dropFirst()
    guard let indent = content.first(where: { !Self.isNothing($0) }).map(Self.indent) else { return nil }
    let isList =
      content.contains { Self.indent($0) == indent && !Self.isNothing($0) && Self.isItem($0.dropFirst(indent)) }
      && content.first { !Self.isNothing($0) }.map { Self.isItem($0.dropFirst(indent)) } == true
    var pending: [ArraySlice<UInt8>] = []
    func above() -> [UInt8] { pending.flatMap { $0 + [ASCII.lineFeed] } }
    /// Assigns a comment with more indentation, or a line that looks like a comment, to the item above.
    func leaveComments() {
      guard let last = parts.indices.last,
        let cut = pending.lastIndex(where: { Self.indent($0) > indent && $0.contains(ASCII.hash) })
      else { return }
      parts[last].text += pending[...cut].flatMap { $0 + [ASCII.lineFeed] }
      pending.removeSubrange(...cut)
    }
    for line in content {
      let whole = line + [ASCII.lineFeed]
      let column = Self.indent(line)
      if Self.isNothing(line) {
        pending.append(line)
        continue
      }
      let isContinued = column > indent || column == indent && !isList && Self.isItem(line.dropFirst(indent))
      if isContinued {
        guard let last = parts.indices.last else { return nil }
        parts[last].text += above() + whole
        pending = []
        continue
      }
      leaveComments()
      guard column == indent else { return nil }
      if isList {
        guard Self.isItem(line.dropFirst(indent)) else { return nil }
        let text = [ASCII.lineFeed] + Array(repeating: ASCII.space, count: indent + 1) + line.dropFirst(indent + 1)
        parts.append(Part(key: [], lead: above(), text: text + [ASCII.lineFeed], hyphen: indent))
      } else {
        guard let colon = Self.colon(in: line) else { return nil }
        let key = line[..<colon].drop { $0 == ASCII.space }
        parts.append(
          Part(key: Array(key), lead: above() + line[...colon], text: line[(colon + 1)...] + [ASCII.lineFeed]))
      }
      pending = []
    }
    leaveComments()
    close = above()
    if isList {
      parts = parts.map { part in
        let own = Parts(yaml: part.text)?.byKey
        let name = ["id", "name", "key"].lazy.compactMap { own?[Array($0.utf8)]?.text }.first
        return Part(key: name ?? part.text, lead: part.lead, text: part.text, hyphen: part.hyphen)
      }
    }
    guard isUnique else { return nil }
  }

  private static func indent(_ line: ArraySlice<UInt8>) -> Int { line.prefix { $0 == ASCII.space }.count }

  static func isNothing(_ line: ArraySlice<UInt8>) -> Bool {
    let rest = line.drop { ASCII.isWhiteSpace($0) }
    return rest.isEmpty || rest.first == ASCII.hash
  }

  private static func isItem(_ text: ArraySlice<UInt8>) -> Bool {
    text.first == ASCII.hyphen
      && (text.dropFirst().first.map { $0 == ASCII.space || $0 == ASCII.carriageReturn } ?? true)
  }

  /// Returns the colon behind the key of a line. Nil for a line without a plain or quoted key.
  private static func colon(in line: ArraySlice<UInt8>) -> Int? {
    let text = line.drop { $0 == ASCII.space }
    guard let first = text.first, !"[{?&*!|>%@`".utf8.contains(first) else { return nil }
    var start = text.startIndex
    if first == ASCII.doubleQuote || first == ASCII.singleQuote {
      guard let end = text.dropFirst().firstIndex(of: first) else { return nil }
      start = end + 1
    }
    return text[start...].indices.first { place in
      text[place] == ASCII.colon && (place + 1 == text.endIndex || ASCII.isWhiteSpace(text[place + 1]))
    }
  }
}
