import ByteBasics
import NoteModel
import SafeHTML
package import Wording

/// Looks at a published site from outside: do its links lead somewhere, are its pages well formed, can everybody use
/// them.
package enum SiteCheck {
  package static func isPage(_ name: String) -> Bool { name.hasSuffix(".html") && !isFile(name) }

  /// Returns true for an attachment or a file of the theme, which may be a page of another author.
  private static func isFile(_ name: String) -> Bool { name.hasPrefix("files/") || name.hasPrefix("theme/") }

  /// Checks a site.
  ///
  /// - Parameters:
  ///   - names: Every file of the site.
  ///   - read: The bytes of one.
  /// - Returns: The problems, page by page; empty for a site without any.
  package static func problems(in names: [String], read: (String) throws -> [UInt8]) rethrows -> [Message] {
    let files = Set(names)
    var pages: [(name: String, page: CheckedPage)] = []
    for name in names where isPage(name) { pages.append((name, CheckedPage(try read(name)))) }
    let places = Dictionary(pages.map { ($0.name, $0.page.identifiers) }) { first, _ in first }
    var problems: [Message] = []
    for (name, page) in pages {
      for problem in page.problems {
        problems.append(Message("\(name): \(problem.english)", ko: "\(name): \(problem.korean)"))
      }
      for link in Set(page.links).sorted() {
        if let problem = problem(with: link, of: name, files, places) {
          problems.append(Message("\(name): \(problem.english)", ko: "\(name): \(problem.korean)"))
        }
      }
    }
    return problems
  }

  private static func problem(
    with link: String, of page: String, _ files: Set<String>, _ places: [String: Set<String>]
  ) -> Message? {
    guard !link.isEmpty, !LinkTarget.hasScheme(link) else { return nil }
    let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let address = percentDecoded(String(parts[0].prefix { $0 != "?" }))
    // The page for unknown addresses can be shown at any address, and only its host resolves absolute paths.
    if address.hasPrefix("/") { return nil }
    let target = address.isEmpty ? page : resolved(address, from: page)
    guard files.contains(target) else { return Message("broken link: \(link)", ko: "끊긴 링크입니다: \(link)") }
    guard parts.count == 2, !parts[1].isEmpty, let here = places[target] else { return nil }
    let place = percentDecoded(String(parts[1]))
    // The search page uses the text after `#` for the query.
    if here.contains(place) || target == "search.html" { return nil }
    return Message("there is no such anchor: \(link)", ko: "페이지에 없는 위치입니다: \(link)")
  }

  private static func resolved(_ address: String, from page: String) -> String {
    var path = page.split(separator: "/").dropLast().map(String.init)
    for part in address.split(separator: "/") {
      if part == ".." { _ = path.popLast() } else if part != "." { path.append(String(part)) }
    }
    let joined = path.joined(separator: "/")
    return address.hasSuffix("/") || joined.isEmpty ? joined + (joined.isEmpty ? "" : "/") + "index.html" : joined
  }
}

/// A page, read once.
private struct CheckedPage {
  private(set) var links: [String] = []
  private(set) var identifiers: Set<String> = []
  private(set) var problems: [Message] = []

  init(_ bytes: [UInt8]) {
    var reader = PageTags(bytes: bytes)
    var names: [String: Int] = [:]
    var open: [String] = []
    var linkText: (hasName: Bool, address: String)?
    while let tag = reader.next() {
      switch tag {
      case .text(let isBlank): if !isBlank { linkText?.hasName = true }
      case .end(let name):
        if name == "a", let link = linkText {
          if !link.hasName {
            add(
              Message("a link has no text: \(link.address)", ko: "텍스트가 없는 링크입니다: \(link.address)"))
          }
          linkText = nil
        }
        guard let index = open.lastIndex(of: name) else {
          // Drawings write `<path …></path>` as well as `<path …/>`.
          if !Self.empty.contains(name) {
            add(Message("</\(name)> has no start tag", ko: "</\(name)>에 맞는 시작 태그가 없습니다"))
          }
          continue
        }
        for left in open[(index + 1)...] where !Self.optionalEnds.contains(left) {
          add(Message("<\(left)> is not closed", ko: "<\(left)>가 닫히지 않았습니다"))
        }
        open.removeSubrange(index...)
      case .start(let name, let attributes):
        names[name, default: 0] += 1
        for key in ["href", "src"] { if let value = attributes[key] { links.append(value) } }
        if let identifier = attributes["id"], !identifiers.insert(identifier).inserted {
          add(Message("the id \(identifier) is used twice", ko: "id가 두 번 쓰였습니다: \(identifier)"))
        }
        if name == "img", attributes["alt"] == nil {
          add(Message("a picture has no alt text", ko: "그림에 대체 텍스트가 없습니다"))
        }
        if attributes["aria-label"]?.isEmpty == false || attributes["alt"]?.isEmpty == false {
          linkText?.hasName = true
        }
        if name == "a", let address = attributes["href"] {
          linkText = (attributes["aria-label"] != nil || attributes["title"] != nil, address)
        }
        if name == "html", attributes["lang"]?.isEmpty ?? true {
          add(Message("the page has no language", ko: "페이지의 언어가 없습니다"))
        }
        if !Self.empty.contains(name) { open.append(name) }
      }
    }
    for left in open where !Self.optionalEnds.contains(left) {
      add(Message("<\(left)> is not closed", ko: "<\(left)>가 닫히지 않았습니다"))
    }
    for name in ["title", "main", "h1"] where names[name] == nil {
      add(Message("the page has no <\(name)>", ko: "페이지에 <\(name)>이 없습니다"))
    }
    for name in ["title", "main"] where (names[name] ?? 0) > 1 {
      add(Message("the page has more than one <\(name)>", ko: "페이지에 <\(name)>이 둘 이상 있습니다"))
    }
  }

  private mutating func add(_ problem: Message) {
    if !problems.contains(problem) { problems.append(problem) }
  }

  private static let empty: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr", "circle", "line", "path", "rect",
  ]
  private static let optionalEnds: Set<String> = [
    "li", "p", "td", "th", "tr", "dd", "dt", "option", "tbody", "thead",
  ]
}

/// Every tag of a page with all its attributes; scripts and styles are skipped.
private struct PageTags {
  enum Piece {
    case text(isBlank: Bool)
    case start(String, [String: String])
    case end(String)
  }

  let bytes: [UInt8]
  fileprivate var index = 0

  mutating func next() -> Piece? {
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<") else { return text() }
      if starts("<!--") {
        skip(past: "-->")
      } else if starts("<!") {
        skip(past: ">")
      } else {
        return tag()
      }
    }
    return nil
  }

  private func starts(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

  private mutating func skip(past text: String) {
    let end = ByteSearch(Array(text.utf8))?.place(in: bytes, from: index)
    index = end.map { $0 + text.utf8.count } ?? bytes.count
  }

  private mutating func text() -> Piece {
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
    return .text(isBlank: bytes[start..<index].allSatisfy(ASCII.isWhiteSpace))
  }

  private mutating func word(until ends: String) -> String {
    let start = index
    while index < bytes.count, !ASCII.isWhiteSpace(bytes[index]),
      !ends.utf8.contains(bytes[index])
    {
      index += 1
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func tag() -> Piece {
    index += 1
    let isEnd = index < bytes.count && bytes[index] == UInt8(ascii: "/")
    if isEnd { index += 1 }
    let name = word(until: ">/").lowercased()
    var attributes: [String: String] = [:]
    while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
      if ASCII.isWhiteSpace(bytes[index]) || bytes[index] == UInt8(ascii: "/") {
        index += 1
        continue
      }
      let key = word(until: "=>/").lowercased()
      let value = value()
      // The first of several counts.
      if attributes[key] == nil { attributes[key] = value }
    }
    index = min(bytes.count, index + 1)
    if isEnd { return .end(name) }
    if name == "script" || name == "style" {
      let end = ByteSearch(Array("</\(name)".utf8))?.place(in: bytes, from: index)
      index = end ?? bytes.count
    }
    return .start(name, attributes)
  }

  private mutating func value() -> String {
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return "" }
    index += 1
    guard index < bytes.count, let quote = [bytes[index]].first(where: { "\"'".utf8.contains($0) })
    else { return word(until: ">") }
    index += 1
    let start = index
    while index < bytes.count, bytes[index] != quote { index += 1 }
    defer { index = min(bytes.count, index + 1) }
    return String(decoding: CharacterReferences.decoded(bytes[start..<index]), as: UTF8.self)
  }
}
