import ByteBasics
import NoteModel

/// The targets of links in an org file.
struct OrgLinks {
  let outline: OrgOutline
  let library: OrgLibrary
  /// The line of the top heading whose note has the links; nil for the note of the file.
  let section: Int?

  enum Target {
    case address(String)
    /// A heading of the same note, by its words.
    case heading(String)
    case note(String)
    /// A destination to which a note cannot link.
    case none
  }

  func target(of written: String) -> Target {
    if written.hasPrefix("id:") { return .note(library.source(ofIdentifier: String(written.dropFirst(3)))) }
    if written.hasPrefix("*") || written.hasPrefix("#") {
      return heading(String(written.drop { $0 == "*" })) ?? .none
    }
    let path = ["file+sys:", "file+emacs:", "file:", "attachment:"].first { written.hasPrefix($0) }
      .map { String(written.dropFirst($0.count)) }
    if path == nil, let found = heading(written) { return found }
    let isAddress = path != nil || written.contains("/") || written.contains(":") || written.contains(".")
    guard isAddress else { return .none }
    let parts = (path ?? written).split(separator: "::", maxSplits: 1)
    guard let name = parts.first else { return .none }
    if path == nil, Self.hasScheme(written) { return .address(Self.url(written)) }
    // `file.org::*Heading`; a line or a place that is searched for is left out.
    let place = parts.count > 1 && parts[1].hasPrefix("*") ? parts[1].drop { $0 == "*" } : ""
    return .address(
      LinkDestinationStyle.markdown(String(name))
        + (place.isEmpty ? "" : "#" + LinkDestinationStyle.markdown(String(place))))
  }

  /// Returns true for an address with a scheme such as `https:`, but not for the `a::` between a file and a place in
  /// the file.
  private static func hasScheme(_ address: String) -> Bool {
    guard let colon = schemeEnd(of: address.utf8) else { return false }
    return !address[colon...].hasPrefix("::")
  }

  /// Returns an address for Markdown: in angle brackets if Markdown would end the address before its end.
  private static func url(_ address: String) -> String {
    let isOpen = address.contains { $0 == " " || $0 == "(" || $0 == ")" }
    return isOpen ? "<\(address.filter { $0 != "<" && $0 != ">" })>" : address
  }

  private func heading(_ name: String) -> Target? {
    guard let found = outline.headings[name.lowercased()] else { return nil }
    let isHere = outline.isWhole || found.section == section
    return isHere ? .heading(found.title) : .note(outline.source(ofSection: found.section))
  }
}

/// The text of lines of org as Markdown: `*b*`, `/i/`, `=c=`, `~c~`, `+d+`, `[[to][words]]`, `[fn:1]`.
struct OrgInlines {
  let links: OrgLinks
  private(set) var references: [String: ImportedNote.Reference] = [:]
  /// The definitions of footnotes that are written where they are called.
  private(set) var footnotes: [String] = []
  /// Places for links, which show nothing.
  private(set) var lost: [(line: Substring, text: Substring)] = []

  /// The characters that begin a mark.
  static let signs = Set("*/=~+_")

  /// Converts the marks of a text to Markdown. `isLine` means a whole line, which may be the text of a footnote.
  mutating func markdown(_ text: Substring, isLine: Bool = false) -> String {
    var result = ""
    var rest = text
    if isLine, let (name, end) = Self.footnote(rest), rest[end...].first == "]" {
      result = "[^\(name)]:"
      rest = rest[rest.index(after: end)...]
    }
    var previous: Character = " "
    // A mark without an end from here on has none later either.
    var endless: Set<Character> = []
    while let character = rest.first {
      if let (markdown, end) = construct(rest, character, &endless) {
        result += markdown
        rest = rest[end...]
        previous = "]"
      } else if character == OrgHeading.shield.first, let sign = rest.dropFirst().first,
        Self.signs.contains(sign) || ":#".contains(sign)
      {
        result += sign == "*" || sign == "_" ? "\\\(sign)" : String(sign)
        previous = sign
        rest = rest.dropFirst(2)
      } else if let (open, close) = Self.marks[character], !previous.isLetter, !previous.isNumber,
        previous != character, !endless.contains(character), let end = Self.end(of: rest, mark: character, &endless)
      {
        let inner = rest[rest.index(after: rest.startIndex)..<end]
        let isCode = character == "=" || character == "~"
        result += open + (isCode ? String(inner) : markdown(inner)) + close
        rest = rest[rest.index(after: end)...]
        previous = character
      } else {
        // Markdown would take a text that begins like this for HTML.
        let next = rest.dropFirst().first
        let isTag = character == "<" && (next?.isLetter == true || next == "/" || next == "!")
        if isTag, !["<http", "<mailto:"].contains(where: rest.hasPrefix) { result += "\\" }
        result.append(character)
        previous = character
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private mutating func construct(
    _ text: Substring, _ first: Character, _ endless: inout Set<Character>
  ) -> (String, Substring.Index)? {
    if first == "\\" { return entity(text, &endless) }
    guard first == "[" || first == "<", !endless.contains(first) else { return nil }
    if first == "[", !text.hasPrefix("[[") { return call(text) }
    guard text.hasPrefix("[[") || text.hasPrefix("<<") else { return nil }
    guard let end = text.firstRange(of: first == "[" ? "]]" : ">>") else {
      endless.insert(first)
      return nil
    }
    if first == "[" { return link(text, end) }
    let place = text[..<end.lowerBound].drop { $0 == "<" }
    // `<<place>>` shows nothing, `<<<words>>>` shows the words.
    if text.hasPrefix("<<<") { return (markdown(place), text[end.upperBound...].drop { $0 == ">" }.startIndex) }
    lost.append((text, text[..<end.upperBound]))
    return ("", end.upperBound)
  }

  /// Reads `\(x\)`, `\[x\]`, `\vert{}` and the `\\` that ends a line.
  private func entity(_ text: Substring, _ endless: inout Set<Character>) -> (String, Substring.Index)? {
    if text == "\\\\" { return ("\\", text.endIndex) }
    for (open, close, mark) in [("\\(", "\\)", "$"), ("\\[", "\\]", "$$")] where text.hasPrefix(open) {
      guard !endless.contains(mark == "$" ? "(" : "["), let end = text.firstRange(of: close) else {
        endless.insert(mark == "$" ? "(" : "[")
        return nil
      }
      let tex = text[..<end.lowerBound].dropFirst(2).split(separator: " ").joined(separator: " ")
      return tex.isEmpty ? nil : (mark + tex + mark, end.upperBound)
    }
    let name = text.dropFirst().prefix { $0.isASCII && $0.isLetter }
    guard text[name.endIndex...].hasPrefix("{}") else { return nil }
    let reference = "&\(name);"
    let sign = Self.entities[String(name)] ?? HTMLText.decoded(Array(reference.utf8)[...])
    return sign == reference ? nil : (sign, text.index(name.endIndex, offsetBy: 2))
  }

  /// Entities of org whose names in HTML differ.
  private static let entities = [
    "vert": "|", "ast": "\\*", "under": "\\_", "slash": "/", "equal": "=", "plus": "+", "tilde": "~", "dollar": "\\$",
    "backslash": "\\\\", "dots": "…", "rightarrow": "→", "leftarrow": "←", "to": "→", "square": "□", "check": "✓",
  ]

  private static let marks: [Character: (String, String)] = [
    "*": ("**", "**"), "/": ("*", "*"), "=": ("`", "`"), "~": ("`", "`"), "+": ("~~", "~~"),
  ]

  /// Returns the end of a mark that begins here: not after a space, and not before a letter.
  private static func end(of text: Substring, mark: Character, _ endless: inout Set<Character>) -> Substring.Index? {
    var index = text.index(after: text.startIndex)
    guard index < text.endIndex, !text[index].isWhitespace, text[index] != mark else { return nil }
    while let found = text[index...].firstIndex(of: mark) {
      let after = text.index(after: found)
      let before = text[text.index(before: found)]
      let isLast = after == text.endIndex || !text[after].isLetter && !text[after].isNumber
      if isLast, !before.isWhitespace { return found }
      index = after
    }
    endless.insert(mark)
    return nil
  }

  // MARK: - Footnotes

  /// Returns the name in `[fn:name]` or `[fn:name:words]`, and the end of the name.
  static func footnote(_ text: Substring) -> (Substring, Substring.Index)? {
    guard text.hasPrefix("[fn:") else { return nil }
    let name = text.dropFirst(4).prefix { $0.isLetter || $0.isNumber || "-_".contains($0) }
    return name.isEmpty ? nil : (name, name.endIndex)
  }

  private mutating func call(_ text: Substring) -> (String, Substring.Index)? {
    if let (name, end) = Self.footnote(text) {
      if text[end...].first == "]" { return ("[^\(name)]", text.index(after: end)) }
      return defined(String(name), text[end...])
    }
    return text.hasPrefix("[fn::") ? defined("fn-\(footnotes.count + 1)", text.dropFirst(4)) : nil
  }

  /// Returns a footnote with its text. `rest` begins with the colon before the text.
  private mutating func defined(_ name: String, _ rest: Substring) -> (String, Substring.Index)? {
    // The text of a footnote here has no other bracket in it.
    guard rest.first == ":", let end = rest.firstIndex(where: { $0 == "[" || $0 == "]" }),
      rest[end] == "]"
    else { return nil }
    let words = rest[rest.index(after: rest.startIndex)..<end].drop { $0 == " " }
    footnotes.append("[^\(name)]: " + markdown(words))
    return ("[^\(name)]", rest.index(after: end))
  }

  // MARK: - Links

  private mutating func link(_ text: Substring, _ end: Range<Substring.Index>) -> (String, Substring.Index)? {
    let inner = text[text.index(text.startIndex, offsetBy: 2)..<end.lowerBound]
    let sides = inner.split(separator: "][", maxSplits: 1).map(String.init)
    guard let written = sides.first else { return nil }
    let words = sides.count > 1 ? sides[1] : nil
    return (markdown(ofLinkTo: written, words), end.upperBound)
  }

  private mutating func markdown(ofLinkTo written: String, _ words: String?) -> String {
    switch links.target(of: written) {
    case .heading(let title): return "[[#\(title)" + (words.map { "|\($0)" } ?? "") + "]]"
    case .note(let source):
      let address =
        written.utf8.contains { " ()<>".utf8.contains($0) } ? LinkDestinationStyle.markdown(written) : written
      references[address] = .note(source)
      return "[\(words ?? written)](\(address))"
    case .address(let address):
      if words == nil, case .picture = FileKind(address) { return "![](\(address))" }
      return "[\(words ?? written)](\(address))"
    case .none: return words ?? String(written.drop { $0 == "#" || $0 == "*" })
    }
  }
}
