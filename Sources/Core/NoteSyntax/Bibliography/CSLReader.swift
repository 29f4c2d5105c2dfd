import ByteBasics

/// Reads CSL-JSON, the form in which programs for citations exchange works: a list of objects, or one with `items`; and
/// the JSON of Zotero's Better BibTeX, whose objects have the names of Zotero's own fields.
enum CSLReader {
  static func entries(of bytes: [UInt8]) -> [BibliographyEntry] { items(of: bytes).compactMap(entry) }

  /// Returns the works of a `.json` file, or none if one of its objects is no known kind of work.
  static func entries(ofUnnamed bytes: [UInt8]) -> [BibliographyEntry] {
    let items = items(of: bytes)
    let areWorks = items.allSatisfy { item in
      text(item["itemType"]) != nil || text(item["type"]).map(types.contains) == true
    }
    return areWorks ? items.compactMap(entry) : []
  }

  /// Returns true if the first bytes may begin a list of works: a list, or an object with `items`, with their fields.
  static func mayBegin(_ head: [UInt8]) -> Bool {
    guard let first = head.first(where: { !ASCII.isWhiteSpace($0) && $0 < 0x80 }) else { return false }
    func has(_ name: String) -> Bool { ByteSearch(Array("\"\(name)\"".utf8))?.place(in: head, from: 0) != nil }
    if first == ASCII.leftBracket { return has("type") || has("itemType") }
    return first == ASCII.leftBrace && (has("items") || has("BetterBibTeX JSON"))
  }

  /// Returns the works with the given keys as CSL, with these keys as their ids.
  static func excerpt(of bytes: [UInt8], _ keys: Set<String>) -> [UInt8] {
    let works = items(of: bytes).compactMap { item -> JSONValue? in
      guard let entry = entry(item), keys.contains(entry.key) else { return nil }
      guard text(item["type"]).map(types.contains) == true, case .object(let members) = item.plain else {
        return self.item(entry)
      }
      let id = JSONValue.Member("id", .string(entry.key))
      return .object([id] + members.filter { $0.key != "id" })
    }
    return Array(JSONValue.array(works).text().utf8)
  }

  /// Converts a work to CSL.
  private static func item(_ entry: BibliographyEntry) -> JSONValue {
    let journals = ["journalarticle", "magazinearticle", "newspaperarticle"]
    let type =
      types.contains(entry.kind) ? entry.kind : journals.contains(entry.kind.lowercased()) ? "article-journal" : "book"
    return .object([
      JSONValue.Member("id", .string(entry.key)), JSONValue.Member("type", .string(type)),
      JSONValue.Member("title", .string(entry.title)),
      JSONValue.Member("author", .array(entry.authors.map { .object([JSONValue.Member("family", .string($0))]) })),
      JSONValue.Member("issued", .object([JSONValue.Member("raw", .string(entry.year))])),
      JSONValue.Member("container-title", .string(entry.container)),
      JSONValue.Member("URL", .string(entry.address)),
    ])
  }

  private static func items(of bytes: [UInt8]) -> [LocatedJSON] {
    guard let root = try? JSONValueReader.value(of: bytes) else { return [] }
    if case .array(let items) = root { return items }
    if case .array(let items)? = root["items"] { return items }
    return []
  }

  private static func entry(_ item: LocatedJSON) -> BibliographyEntry? {
    let named = item["citation-key"] ?? item["citationKey"] ?? item["citekey"]
    guard let key = named?.string ?? item["id"]?.string, !key.text.isEmpty, !key.text.contains(where: \.isWhitespace)
    else { return nil }
    let doi = text(item["DOI"]).map { "https://doi.org/" + $0 }
    return BibliographyEntry(
      key: key.text, kind: text(item["type"]) ?? text(item["itemType"]) ?? "", title: text(item["title"]) ?? "",
      authors: names(item["author"] ?? item["editor"] ?? item["creators"]),
      year: item["issued"].map(year) ?? text(item["date"]).map(firstYear) ?? "",
      container: ["container-title", "publicationTitle", "bookTitle", "publisher"].lazy
        .compactMap { text(item[$0]) }.first ?? "",
      address: text(item["URL"]) ?? text(item["url"]) ?? doi ?? "", range: key.range)
  }

  private static func text(_ value: LocatedJSON?) -> String? { value?.string?.text }

  private static func names(_ people: LocatedJSON?) -> [String] {
    guard case .array(let list)? = people else { return [] }
    return list.prefix(100).compactMap { person in
      let particle = text(person["non-dropping-particle"]).map { $0 + " " } ?? ""
      let name = text(person["family"]) ?? text(person["literal"]) ?? text(person["lastName"]) ?? text(person["name"])
      return name.map { particle + $0 }
    }
  }

  /// Returns the first four digits of `2019-03-12` or `March 1961`.
  private static func firstYear(_ date: String) -> String {
    date.split { !$0.isASCII || !$0.isNumber }.first { $0.count == 4 }.map(String.init) ?? ""
  }

  /// The kinds of works that CSL knows.
  private static let types: Set<String> = [
    "article", "article-journal", "article-magazine", "article-newspaper", "bill", "book", "broadcast", "chapter",
    "classic", "collection", "dataset", "document", "entry", "entry-dictionary", "entry-encyclopedia", "event",
    "figure", "graphic", "hearing", "interview", "legal_case", "legislation", "manuscript", "map", "motion_picture",
    "musical_score", "pamphlet", "paper-conference", "patent", "performance", "periodical", "personal_communication",
    "post", "post-weblog", "regulation", "report", "review", "review-book", "software", "song", "speech", "standard",
    "thesis", "treaty", "webpage",
  ]

  /// Returns the year of `{"date-parts": [[1961, 6]]}`, or of a text.
  private static func year(_ issued: LocatedJSON?) -> String {
    if case .array(let parts)? = issued?["date-parts"], case .array(let first)? = parts.first {
      switch first.first {
      case .string(let text)?: return text.text
      case .word(.integer(let year))?: return String(year)
      default: return ""
      }
    }
    let words = text(issued?["raw"]) ?? text(issued?["literal"]) ?? ""
    let year = firstYear(words)
    return year.isEmpty ? words : year
  }
}
