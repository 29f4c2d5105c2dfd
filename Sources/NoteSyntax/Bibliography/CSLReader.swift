import ByteBasics

/// Reads CSL-JSON, the form in which programs for citations exchange works: a list of objects, or one with `items`.
enum CSLReader {
  static func entries(of bytes: [UInt8]) -> [BibliographyEntry] {
    guard let root = try? JSONValueReader.value(of: bytes) else { return [] }
    if case .array(let items) = root { return items.compactMap(entry) }
    if case .array(let items)? = root["items"] { return items.compactMap(entry) }
    return []
  }

  private static func entry(_ item: LocatedJSON) -> BibliographyEntry? {
    guard let key = item["citation-key"]?.string ?? item["id"]?.string,
      !key.text.isEmpty, !key.text.contains(where: \.isWhitespace)
    else { return nil }
    let address = text(item["URL"]) ?? text(item["DOI"]).map { "https://doi.org/" + $0 }
    return BibliographyEntry(
      key: key.text, kind: text(item["type"]) ?? "", title: text(item["title"]) ?? "",
      authors: names(item["author"] ?? item["editor"]), year: year(item["issued"]),
      container: text(item["container-title"]) ?? text(item["publisher"]) ?? "",
      address: address ?? "", range: key.range)
  }

  private static func text(_ value: LocatedJSON?) -> String? { value?.string?.text }

  private static func names(_ people: LocatedJSON?) -> [String] {
    guard case .array(let list)? = people else { return [] }
    return list.prefix(100).compactMap { person in
      let particle = text(person["non-dropping-particle"]).map { $0 + " " } ?? ""
      return (text(person["family"]) ?? text(person["literal"])).map { particle + $0 }
    }
  }

  /// `{"date-parts": [[1961, 6]]}`, or a text.
  private static func year(_ issued: LocatedJSON?) -> String {
    if case .array(let parts)? = issued?["date-parts"], case .array(let first)? = parts.first {
      switch first.first {
      case .string(let text)?: return text.text
      case .word(.integer(let year))?: return String(year)
      default: return ""
      }
    }
    return String((text(issued?["raw"]) ?? text(issued?["literal"]) ?? "").prefix(4))
  }
}
