import ByteBasics

/// What generators of sites make anchors of besides headings, and how else than GitHub they spell headings.
enum PageAnchors {
  /// `server-port` for `server.port`: what is no letter or digit separates.
  static func loose(_ text: String) -> String {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }

  /// A heading without the elements in it and what they contain; nil for one that has none.
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

  /// True for the place of a footnote, which generators name: `fn:1`, `fnref:1`.
  static func isFootnote(_ fragment: String) -> Bool {
    fragment.hasPrefix("fn:") || fragment.hasPrefix("fnref:")
  }

  /// True where a directive puts another file into the page, or the page imports one as a component.
  static func includesOthers(_ bytes: [UInt8]) -> Bool {
    if directives.contains(where: { $0.place(in: bytes, from: 0) != nil }) { return true }
    return importWord?.place(in: bytes, from: 0) != nil
      && partials.contains { $0.place(in: bytes, from: 0) != nil }
  }

  private static let importWord = ByteSearch(Array("\nimport ".utf8))
  private static let partials = [".md'", ".mdx'", ".md\"", ".mdx\""].compactMap {
    ByteSearch(Array($0.utf8))
  }

  private static let directives = [
    "--8<--", "{% include", "{{< include", "{{% include", "{{< readfile", "{{% readfile",
    "<!--@include",
    "<!-- @include", "{!",
  ].compactMap { ByteSearch(Array($0.utf8)) }

  /// The anchors of terms that a line beginning with `: ` defines, of `[](){ #id }`, and of macros in comments that
  /// name a setting: `<!-- md:option a.b -->`.
  static func names(in bytes: [UInt8]) -> Set<String> {
    var names: Set<String> = []
    if definition?.place(in: bytes, from: 0) != nil { names.formUnion(terms(in: bytes)) }
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
  private static let macro = ByteSearch(Array("<!-- md:".utf8))
  private static let attribute = ByteSearch(Array("{".utf8))

  /// The `#id` of attribute lists: `{ #id }`, `{: #id .wide}`.
  private static func attributes(in bytes: [UInt8]) -> Set<String> {
    var names: Set<String> = []
    var start = 0
    while let place = attribute?.place(in: bytes, from: start) {
      start = place + 1
      let rest = bytes[start...].prefix(80).drop {
        $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ":")
      }
      guard rest.first == UInt8(ascii: "#") else { continue }
      let name = rest.dropFirst().prefix { !" }\n".utf8.contains($0) }
      if !name.isEmpty { names.insert(String(decoding: name, as: UTF8.self)) }
    }
    return names
  }

  private static func terms(in bytes: [UInt8]) -> Set<String> {
    var names: Set<String> = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated().dropFirst()
    where line.starts(with: ": ".utf8) && !lines[number - 1].isEmpty {
      let term = String(decoding: lines[number - 1], as: UTF8.self)
      names.formUnion([HeadingAnchors.slug(term.filter { $0 != "`" && $0 != "*" }), loose(term)])
    }
    return names
  }
}
