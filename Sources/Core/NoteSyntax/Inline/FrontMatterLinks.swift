import ByteBasics

/// Links in front matter: `"[[note]]"`, several of them in one value, URLs, paths to Markdown files, and the picture of
/// a note: `cover: img/a.png`.
enum FrontMatterLinks {
  static func links(of frontMatter: FrontMatter, in bytes: [UInt8]) -> [Link] {
    var links: [Link] = []
    for entry in frontMatter.entries {
      var texts: [String] = []
      collect(entry.value, into: &texts)
      texts = texts.flatMap(parts)
      // One after the other, so that two equal links are found at two places.
      var rest = entry.valueRange
      for text in texts {
        let range = locate(text, in: rest, bytes)
        if let range { rest = rest.map { ByteRange(range.upperBound, $0.upperBound) } }
        if let link = link(text, at: range, entry, in: bytes) { links.append(link) }
      }
    }
    return links
  }

  private static func collect(_ value: FrontMatterValue, into texts: inout [String]) {
    switch value {
    case .scalar(let scalar): texts.append(scalar.text)
    case .list(let items): for item in items { collect(item, into: &texts) }
    case .map(let pairs): for pair in pairs { collect(pair.value, into: &texts) }
    }
  }

  /// Splits a value that begins and ends with a link, `[[a]], [[b]]`, into its links. Other values are unchanged.
  private static func parts(of text: String) -> [String] {
    guard text.hasPrefix("[["), text.hasSuffix("]]") else { return [text] }
    let links = text.split(separator: "[[").compactMap { part in
      part.firstRange(of: "]]").map { "[[" + part[..<$0.upperBound] }
    }
    return links.count > 1 ? links : [text]
  }

  private static func link(
    _ text: String, at range: ByteRange?, _ entry: FrontMatter.Entry, in bytes: [UInt8]
  ) -> Link? {
    let isWiki = text.hasPrefix("[[") && text.hasSuffix("]]") && text.utf8.count > 4
    let isURL = text.hasPrefix("https://") || text.hasPrefix("http://")
    // `notion:a/b.md` names something elsewhere.
    let isPath = text.hasSuffix(".md") && text.contains("/") && schemeEnd(of: text.utf8) == nil
    guard isWiki || isURL || isPath || isPicture(text, entry.key) else { return nil }
    let inner = isWiki ? String(text.dropFirst(2).dropLast(2)) : text
    let bar = inner.firstIndex(of: "|")
    let target = bar.map { String(inner[..<$0]) } ?? inner
    let (destination, fragment) = splitFragment(target)
    let destinationRange = range.map {
      let start = $0.lowerBound + (isWiki ? 2 : 0)
      return ByteRange(start, start + target.utf8.count)
    }
    let before = bytes[..<entry.keyRange.lowerBound]
    let line = 1 + before.reduce(0) { $0 + ($1 == ASCII.lineFeed ? 1 : 0) }
    return Link(
      kind: .frontMatter, range: range, destinationRange: destinationRange, destination: destination,
      fragment: fragment, text: bar.map { String(inner[inner.index(after: $0)...]) }, line: line)
  }

  /// The fields in which programs for notes and generators of sites keep a picture's path.
  private static let pictureFields: Set<String> = [
    "image", "images", "cover", "banner", "thumbnail", "featured_image", "featuredimage",
    "heroimage", "hero_image", "cover_image", "coverimage", "og_image",
  ]
  private static let pictureEndings = [
    ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".bmp",
  ]

  private static func isPicture(_ text: String, _ key: String) -> Bool {
    guard pictureFields.contains(key.lowercased()) else { return false }
    let folded = text.lowercased()
    return pictureEndings.contains(where: folded.hasSuffix) && schemeEnd(of: text.utf8) == nil
      && !text.contains("\n") && !text.hasPrefix("//")
  }

  private static func locate(_ text: String, in range: ByteRange?, _ bytes: [UInt8]) -> ByteRange? {
    guard let range else { return nil }
    let needle = Array(text.utf8)
    guard let search = ByteSearch(needle) else { return ByteRange(range.lowerBound, range.lowerBound) }
    return search.place(in: bytes, from: range.lowerBound, to: range.upperBound)
      .map { ByteRange($0, $0 + needle.count) }
  }
}
