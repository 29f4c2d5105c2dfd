import ByteBasics
package import NoteSyntax

/// The target of a link inside a repository.
package struct LinkTarget: Hashable, Sendable {
  /// The meaning of a link whose text names no note.
  package indirect enum Alternative: Hashable, Sendable {
    /// `[[text|note]]`, where the text comes first: `LinkRoots.textComesFirst`.
    case reversed(LinkTarget)
    /// `[[label]]` with a `[label]: destination` in the note. Nil for one outside the repository.
    case defined(LinkTarget?)
    /// `../privacy/` as seen from the address of the note's own page.
    case seenFromPage(LinkTarget)
  }

  /// The folded name by which candidates are found: the last part of the path, see ``nameKey(_:)``.
  package let key: String
  /// The name as written, without escapes. Empty for a link within the note.
  package let name: String
  /// The destination as a path, or nil for a plain name.
  package let path: String?
  package let fragment: String?
  package let alternative: Alternative?
  /// Names of lower ranks do not count: `.fileName` for a link that never calls a note by its title.
  let lastRank: NoteName.Rank

  /// - Parameters:
  ///   - text: The destination as written, without escapes.
  ///   - isName: False for a Markdown link, whose destination is a path even without `/`.
  ///   - lastRank: The lowest rank of names that count.
  package init(
    text: String, isName: Bool, fragment: String? = nil, alternative: Alternative? = nil,
    lastRank: NoteName.Rank = .address
  ) {
    self.lastRank = lastRank
    let last = text.utf8.split(separator: UInt8(ascii: "/")).last.map { Substring($0) } ?? ""
    key = nameKey(last)
    name = text
    path = text.isEmpty || isName && !text.utf8.contains(UInt8(ascii: "/")) ? nil : text
    self.fragment = fragment
    self.alternative = alternative
  }

  /// Returns the keys of all that it may mean; where pages have addresses, also the whole text as one.
  package func keys(in roots: LinkRoots) -> [String] {
    var keys = [key]
    switch alternative {
    case .reversed(let other)?: if roots.textComesFirst { keys.append(other.key) }
    case .defined(let other?)?: keys.append(other.key)
    // The last part of both is the same, and what is asked for as a whole is an address.
    case .seenFromPage(let other)?: keys.append(other.addressKey ?? key)
    case .defined(nil)?, nil: break
    }
    if roots.haveAddresses, let addressKey { keys.append(addressKey) }
    return keys.filter { !$0.isEmpty }
  }

  /// The key by which the notes are found that have the link's path as the address or the whole name of their page.
  var addressKey: String? {
    switch alternative {
    case .reversed?, nil: lastRank == .address ? PageAddress.key(ofLink: name) : nil
    case .defined?, .seenFromPage?: nil
    }
  }

  /// Returns the target that one form of the link means. Nil if it is outside the repository.
  package func meant(_ form: LinkGoal.Form) -> LinkTarget? {
    switch (form, alternative) {
    case (.reversed, .reversed(let other)?): other
    case (.defined, .defined(let other)?): other
    default: self
    }
  }

  /// True if it may be the address or the whole name of a page.
  package var isAddressed: Bool { addressKey != nil }

  /// True for `[[#heading]]` and `[text](#anchor)`.
  package var isOwnNote: Bool { name.isEmpty }

  /// Reads the target of a link. Nil for a link that leaves the repository: a URL, an address, a number.
  package init?(_ link: Link) {
    self.init(
      kind: link.kind, destination: link.destination, fragment: link.fragment, text: link.text,
      definition: link.definition)
  }

  /// - Parameter definition: The destination that the note gives to the link's text as a label, or the site's meaning
  ///   of a relative destination.
  package init?(kind: Link.Kind, destination: String, fragment: String?, text: String?, definition: String?) {
    switch kind {
    case .bareURL, .email, .telephone, .autolink: return nil
    case .inline, .reference, .definition, .image, .html:
      if Self.hasScheme(destination) || Self.isTemplated(destination) { return nil }
      if destination.hasPrefix("?") { return nil }
      if let name = bracketedName(destination) {
        self.init(text: name, isName: true, fragment: fragment)
        return
      }
      let path = destination[..<(queryStart(in: destination) ?? destination.endIndex)]
      let sign = rootSign(of: path)
      self.init(
        text: percentDecoded((sign.isEmpty ? "" : "/") + path.dropFirst(sign.count)),
        isName: false, fragment: fragment,
        alternative: definition.map {
          .seenFromPage(LinkTarget(text: percentDecoded($0), isName: false, fragment: fragment))
        })
    case .canvas: self.init(text: "/" + destination, isName: false, fragment: fragment)
    case .tag:
      if Self.isTemplated(destination) { return nil }
      self.init(text: destination, isName: false, fragment: fragment, lastRank: .fileName)
    case .pathTag:
      if Self.isTemplated(destination) { return nil }
      self.init(text: "/" + destination, isName: false, fragment: fragment, lastRank: .path)
    case .wiki, .embed, .frontMatter:
      let name = destination.dropFirst(dendronVault(of: destination).count)
      if Self.isTemplated(destination) { return nil }
      // A name may hold a colon.
      if Self.hasScheme(String(name)), name.contains("//") { return nil }
      let alternative = Self.alternative(kind: kind, text: destination.isEmpty ? nil : text, definition: definition)
      self.init(text: String(name), isName: true, fragment: fragment, alternative: alternative)
    }
  }

  /// Reads the target that a field names: a name, an id, a path, or a wiki link, whose text and heading do not count.
  package init?(naming text: String) {
    var name = text[...]
    if name.hasPrefix("[["), name.hasSuffix("]]") {
      name = name.dropFirst(2).dropLast(2).prefix { $0 != "|" && $0 != "#" }
    }
    while name.last?.isWhitespace == true { name.removeLast() }
    if name.isEmpty || Self.hasScheme(String(name)) { return nil }
    self.init(text: String(name), isName: true)
  }

  private static func alternative(kind: Link.Kind, text: String?, definition: String?) -> Alternative? {
    if let definition {
      if hasScheme(definition) { return .defined(nil) }
      let (path, fragment) = splitFragment(definition)
      return .defined(LinkTarget(text: percentDecoded(path), isName: false, fragment: fragment))
    }
    guard let text else { return nil }
    let vault = dendronVault(of: text)
    guard kind == .wiki || kind == .embed && !vault.isEmpty else { return nil }
    let (name, fragment) = splitFragment(String(text.dropFirst(vault.count)))
    let trimmed = name.utf8.first == 0x20 || name.utf8.last == 0x20 ? name.trimmingSpaces : name
    if trimmed.isEmpty { return nil }
    return .reversed(LinkTarget(text: trimmed, isName: true, fragment: fragment))
  }

  /// Returns true for a destination that a program fills in: `{{ site.url }}/a`, `{% link a.md %}`.
  private static func isTemplated(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "{")) || text.utf8.contains(UInt8(ascii: "<")) else {
      return false
    }
    return ["{{", "{%", "<%"].contains { text.contains($0) }
  }

  /// Returns true for a URL, `mailto:` and similar, and for `//host/path`.
  package static func hasScheme(_ text: String) -> Bool {
    text.hasPrefix("//") || schemeEnd(of: text.utf8) != nil
  }
}

/// Returns the name in `[text]([[name]])` and the id in `[text](((id)))`, the links of outliners to pages and blocks,
/// or nil for any other destination.
package func bracketedName(_ destination: String) -> String? {
  guard destination.utf8.count > 4 else { return nil }
  let isName =
    destination.hasPrefix("[[") && destination.hasSuffix("]]")
    || destination.hasPrefix("((") && destination.hasSuffix("))")
  return isName ? String(destination.dropFirst(2).dropLast(2)) : nil
}

/// Returns the start of a destination's query, as in `guide.md?raw=true`. Nil for a name such as `What?.md`.
package func queryStart(in destination: String) -> String.Index? {
  guard let mark = destination.firstIndex(of: "?") else { return nil }
  let query = destination[mark...].dropFirst().utf8
  let isQuery = query.allSatisfy { byte in
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "=&%_-+.,/:;~".utf8.contains(byte)
  }
  let isName = [".md", ".markdown", ".mdx"].contains { destination.hasSuffix($0) }
  return isQuery && !query.isEmpty && !isName ? mark : nil
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = self[...]
    while text.utf8.first == 0x20 { text.removeFirst() }
    while text.utf8.last == 0x20 { text.removeLast() }
    return String(text)
  }
}

/// Returns a site generator's sign for its root at the start of a path: Zola's `@/`, Docusaurus' `@site/`; empty for
/// any other path.
func rootSign(of path: Substring) -> String {
  guard path.utf8.first == UInt8(ascii: "@") else { return "" }
  return ["@/", "@site/"].first(where: path.hasPrefix) ?? ""
}

/// Returns the beginning of an address that Dendron gives to a note of another of its vaults: `dendron://vault/` of
/// `dendron://vault/note`. It is empty for any other text. All vaults of a workspace are in one repository.
func dendronVault(of text: String) -> Substring {
  let scheme = "dendron://"
  guard text.utf8.starts(with: scheme.utf8),
    let slash = text.utf8.dropFirst(scheme.utf8.count).firstIndex(of: UInt8(ascii: "/"))
  else { return "" }
  return text[...slash]
}

/// A part of a note as Dendron's embeds write it, from one heading to another: `aim,1:#*`, `aim:#risks`, `aim,2`.
///
/// The number leaves out lines after the heading; `*` is the next heading of its level.
package struct DendronRange {
  /// The heading or `^block` with which the part begins.
  package let start: String
  /// The rest of the part, as written.
  let rest: String

  /// True if it also has the heading with which the part ends.
  package var hasEnd: Bool { rest.contains(":#") }

  /// Parses a range. Nil for a fragment that only names a heading or a block.
  package init?(_ fragment: String) {
    var start = fragment[..<(fragment.firstRange(of: ":#")?.lowerBound ?? fragment.endIndex)]
    if let comma = start.lastIndex(of: ",") {
      let number = start[start.index(after: comma)...]
      if !number.isEmpty, number.utf8.allSatisfy({ $0 &- 0x30 < 10 }) { start = start[..<comma] }
    }
    guard !start.isEmpty, start.endIndex < fragment.endIndex else { return nil }
    self.start = String(start)
    rest = String(fragment[start.endIndex...])
  }
}
