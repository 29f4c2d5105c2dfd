package import NoteSyntax

/// A name that a note answers to.
package struct NoteName: Hashable, Sendable {
  /// What kind of name it is; a lower one wins.
  package enum Rank: Int, Sendable, Comparable {
    case path, identifier, title, alias, fileName

    package static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
  }

  /// Folded.
  package let key: String
  package let rank: Rank

  package init(key: String, rank: Rank) {
    self.key = key
    self.rank = rank
  }
}

extension Note {
  /// The names by which links and people call this note.
  package var names: [NoteName] {
    var names = [
      NoteName(key: foldedName(path.stem), rank: .fileName),
      NoteName(key: foldedName(title), rank: .title),
    ]
    if let identifier { names.append(NoteName(key: foldedName(identifier), rank: .identifier)) }
    for alias in aliases { names.append(NoteName(key: foldedName(alias), rank: .alias)) }
    var seen: Set<String> = []
    return names.sorted { $0.rank < $1.rank }.filter { seen.insert($0.key).inserted }
  }
}

/// What a link points to inside a repository.
package struct LinkTarget: Hashable, Sendable {
  /// The folded name by which candidates are found: the last part of the path without `.md`.
  package let key: String
  /// The path as written, without escapes, nil for a plain name.
  package let path: String?

  package init(key: String, path: String?) {
    self.key = key
    self.path = path
  }

  /// - Returns: nil for a link that leaves the repository: a URL, an address, a number.
  package init?(_ link: Link) {
    switch link.kind {
    case .bareURL, .email, .telephone, .autolink: return nil
    case .inline, .reference, .definition, .image, .wiki, .embed, .frontMatter: break
    }
    let isWiki = link.kind.isWiki
    guard !Self.hasScheme(link.destination) else { return nil }
    self.init(isWiki ? link.destination : percentDecoded(link.destination), isWiki: isWiki)
  }

  /// What a field names: a name, an id, a path, or a wiki link to one, whose text and heading do not count.
  package init?(naming text: String) {
    var name = text[...]
    if name.hasPrefix("[["), name.hasSuffix("]]") {
      name = name.dropFirst(2).dropLast(2).prefix { $0 != "|" && $0 != "#" }
    }
    while name.last?.isWhitespace == true { name.removeLast() }
    guard !Self.hasScheme(String(name)) else { return nil }
    self.init(String(name), isWiki: true)
  }

  /// A fragment alone points into the note itself.
  private init?(_ text: String, isWiki: Bool) {
    guard !text.isEmpty else { return nil }
    let last = text.split(separator: "/").last.map(String.init) ?? text
    let stem = last.lowercased().hasSuffix(".md") ? String(last.dropLast(3)) : last
    key = foldedName(stem)
    path = isWiki && !text.contains("/") ? nil : text
  }

  /// True for a URL, `mailto:` and their like, and for `//host/path`.
  package static func hasScheme(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      return text.hasPrefix("//")
    }
    let scheme = text.utf8[..<colon]
    return scheme.count > 1
      && scheme.allSatisfy {
        $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
      }
  }
}

/// `a%20b` as `a b`; what is no escape stays.
package func percentDecoded(_ text: String) -> String {
  guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
  let bytes = Array(text.utf8)
  var result: [UInt8] = []
  var index = 0
  while index < bytes.count {
    if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
      let value = UInt8(
        String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
    {
      result.append(value)
      index += 3
    } else {
      result.append(bytes[index])
      index += 1
    }
  }
  return String(decoding: result, as: UTF8.self)
}
