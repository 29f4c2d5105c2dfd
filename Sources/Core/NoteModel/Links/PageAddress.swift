import ByteBasics
import CivilCalendar
package import NoteSyntax

/// Addresses of pages as names of their notes: `/docs/guide` in one form, whatever a link writes around it.
package enum PageAddress {
  /// Returns the names that a page has by its place on the site: none for notes, and for files that are not pages.
  static func names(ofFile path: NotePath, _ layout: VaultLayout) -> [NoteName] {
    guard path.fileName.hasSuffix(".mdx"), !layout.addresses.isEmpty else { return [] }
    return keys(of: path, FieldTable(nil), layout).map { NoteName(key: $0, rank: .address) }
  }

  /// Returns the addresses that a page had on the site of its generator, so that they can be redirected: by its fields,
  /// by its folder's pattern, otherwise by its place below the pages' folder, in generators' spellings.
  package static func addresses(of path: NotePath, _ frontMatter: FrontMatter?, _ layout: VaultLayout) -> [String] {
    let rules = layout.rules
    guard rules.makesSite || !layout.linkRoots.isEmpty && rules.addressFields.contains("permalink") else { return [] }
    let fields = FieldTable(frontMatter)
    var places = patterned(path, fields, layout)
    if places.isEmpty {
      places = sitePaths(path, layout) + languageAddresses(path, layout)
      // Pages may lie at the root of the repository, which is no path.
      if places.isEmpty, rules.omitsDayFromNames || NotePath(layout.memoFolder) == nil {
        places = [path.withoutExtension.string]
      }
      places = places.map { place in
        var names = place.split(separator: "/").map(String.init)
        if let last = names.last, ["index", "_index", "readme"].contains(last.lowercased()) { names.removeLast() }
        // For Zola, a day at the beginning of a file name is the date of the page.
        if rules.addressFields.contains("path"), path.stem != "_index", let last = names.popLast() {
          names.append(String(last.trimmingPrefix(/\d{4}-\d\d-\d\d(?:T[0-9:.Z+-]+)?[-_]/)))
        }
        return names.joined(separator: "/")
      }
    }
    var result: [String] = []
    for field in ["id", "slug", "url", "path", "permalink"] where rules.addressFields.contains(field) {
      guard let text = fields[field]?.text, !text.isEmpty, field != "id" || !path.isFolderPage else { continue }
      // A slug with a slash at its beginning follows the base address of the folder: `/docs` and `/start`.
      if field == "slug", text.hasPrefix("/"), rules.addressFields.contains("id") {
        let bases = layout.addresses.filter { NotePath($0.key)?.contains(path) == true }.flatMap {
          $0.value.split(separator: " ")
        }
        .map { $0.split(separator: "/").dropLast() }.filter { !$0.contains { $0.hasPrefix(":") } }
        places = bases.map { $0.joined(separator: "/") + text }
      } else if field != "id" && field != "slug" || text.hasPrefix("/") {
        result.append(text)
      } else {
        places = places.map { ($0.split(separator: "/").dropLast() + [text[...]]).joined(separator: "/") }
      }
    }
    if !rules.makesSite {
      let aliases = ["aliases", "alias"].flatMap { fields[$0]?.texts ?? [] }.filter { !$0.hasPrefix("/") }
      // Old versions of Quartz resolve an alias from the note's folder, new versions from the root.
      let inFolders = places.flatMap { place -> [String] in
        let names = place.split(separator: "/").dropLast()
        return names.isEmpty ? [] : aliases.map { names.joined(separator: "/") + "/" + $0 }
      }
      places += aliases + inFolders
    }
    for place in places where !place.isEmpty {
      let plain = place.lowercased().split { $0.isWhitespace }.joined(separator: "-")
      for spelling in rules.makesSite ? [place, plain] : [quartzAddress(place)] {
        result.append("/" + spelling)
        if !rules.pagesAreFolders || rules.omitsDayFromNames, !spelling.hasSuffix(".html") {
          result.append("/" + spelling + ".html")
        }
      }
    }
    var seen: Set<String> = []
    return result.filter { seen.insert($0.hasSuffix("/") ? String($0.dropLast()) : $0).inserted }
  }

  /// Returns the spelling of a path in addresses of Quartz.
  private static func quartzAddress(_ path: String) -> String {
    path.split(separator: "/").map { name in
      name.replacing("&", with: "-and-").replacing("%", with: "-percent").filter { $0 != "?" && $0 != "#" }
        .map { $0.isWhitespace ? "-" : String($0) }.joined()
    }.joined(separator: "/")
  }

  /// Returns the key of the address that a link's destination means, or nil for a relative address and a plain name.
  static func key(ofLink text: String) -> String? {
    guard !text.hasPrefix("./"), !text.hasPrefix("../"), text.utf8.contains(UInt8(ascii: "/")) else { return nil }
    return key(text)
  }

  /// Returns the key of an address, `/docs/guide` for `/Docs/guide/` and `docs/guide.html`, or nil for the first page.
  private static func key(_ address: String) -> String? {
    let names = address.split(separator: "/").filter { $0 != "." }
    if names.isEmpty || names.contains("..") { return nil }
    return "/" + nameKey(names.joined(separator: "/"))
  }

  /// Returns the keys of a note's addresses: addresses in fields, and addresses by the pattern of the folder.
  static func keys(of path: NotePath, _ fields: FieldTable, _ layout: VaultLayout) -> [String] {
    var keys: [String] = []
    var seen: Set<String> = []
    func add(_ key: String?) {
      if let key, seen.insert(key).inserted { keys.append(key) }
    }
    if layout.rules.decodesPageNames {
      let name = PageName.page(of: String(path.stem))
      if name.contains("/") { add(key(name)) }
    }
    if layout.rules.pagesAreFolders {
      for address in languageAddresses(path, layout) { add(key(address)) }
    }
    let regular = patterned(path, fields, layout)
    for address in regular { add(key(address)) }
    for field in layout.rules.addressFields.sorted() {
      for text in fields[field]?.scalarTexts ?? [] where !text.isEmpty {
        if text.contains("/") { add(key(text)) } else { add(nameKey(text)) }
        for address in regular + sitePaths(path, layout) {
          let names = address.split(separator: "/").dropLast().map(String.init)
          // `/start` counts from the folder that has the pattern.
          let depths = text.hasPrefix("/") ? Array(0...names.count) : [names.count]
          for depth in depths { add(key((names[..<depth] + [text]).joined(separator: "/"))) }
        }
      }
    }
    return keys
  }

  /// Returns the folder from which relative links of a page are resolved: the page's address by its fields, else by the
  /// pattern of its folder, else by its path if pages are folders. Returns nil if the repository's pages have no
  /// addresses, or if the page has only its path.
  static func folder(of path: NotePath, _ fields: FieldTable, _ layout: VaultLayout) -> String? {
    guard layout.roots.haveAddresses else { return nil }
    // A list has other addresses that lead to the page.
    let said = layout.rules.addressFields.sorted().lazy.compactMap { fields[$0]?.text }.first { $0.hasPrefix("/") }
    let place = layout.rules.pagesAreFolders ? path.withoutExtension.string : nil
    guard let address = said ?? patterned(path, fields, layout).first ?? place else { return nil }
    let names = address.split(separator: "/")
    return names.dropLast(address.hasSuffix(".html") ? 1 : 0).joined(separator: "/")
  }

  /// Returns the addresses that a page may have at its new path, in the form of a link to its present address:
  /// `/docs/manual/` for `/docs/guide/`.
  ///
  /// - Parameters:
  ///   - written: The link's path, without escapes.
  ///   - document: The page.
  /// - Returns: The most likely address first, or none for a link that does not use an address by the folder's pattern.
  package static func successors(
    of written: String, _ document: Document, from path: NotePath, to newPath: NotePath, in layout: VaultLayout
  ) -> [String] {
    guard let asked = key(ofLink: written) else { return [] }
    let fields = FieldTable(document.frontMatter)
    guard let index = patterned(path, fields, layout).firstIndex(where: { key($0) == asked }) else {
      return []
    }
    let new = patterned(newPath, fields, layout)
    let likest = new.indices.contains(index) ? [new[index]] + new : new
    let ending = [".html", "/"].first(where: written.hasSuffix) ?? ""
    return likest.map { (written.hasPrefix("/") ? "/" : "") + $0 + ending }
  }

  /// Returns the addresses with the language first, as generators write them: `ca/blog/a` for `blog/a.ca.md` and
  /// `blog/a/index.ca.md`, and `zh-cn/a` for `a.zh-CN.md`.
  private static func languageAddresses(_ path: NotePath, _ layout: VaultLayout) -> [String] {
    let parts = path.stem.split(separator: ".")
    guard parts.count > 1, let language = parts.last, language.wholeMatch(of: /[a-z]{2}(?:-[A-Za-z0-9]{2,4})?/) != nil
    else { return [] }
    return sitePaths(path, layout).map { place in
      var names = place.dropLast(language.utf8.count + 1).split(separator: "/")
      if let last = names.last, ["index", "_index"].contains(last) { names.removeLast() }
      return ([language.lowercased()] + names.map(String.init)).joined(separator: "/")
    }
  }

  /// Returns the note's path on the site, from each root that contains it.
  private static func sitePaths(_ path: NotePath, _ layout: VaultLayout) -> [String] {
    layout.linkRoots.filter { $0.contains(path) }.map {
      String(path.withoutExtension.string.dropFirst($0.string.count + 1))
    }
  }

  /// Returns the addresses by the pattern of the nearest folder with a pattern. Spaces separate several patterns.
  private static func patterned(_ path: NotePath, _ fields: FieldTable, _ layout: VaultLayout) -> [String] {
    var folder = layout.addresses.isEmpty ? nil : path.folder
    while let current = folder {
      if let patterns = layout.addresses[current.string] {
        let inside = path.withoutExtension.string.dropFirst(current.string.count + 1)
        // The page of a section is at the place of its folder.
        return patterns.split(separator: " ").filter { path.stem != "_index" || $0.contains("path") }.map {
          filled(String($0), current, String(inside), path, fields)
        }.filter { !$0.isEmpty }
      }
      folder = current.folder
    }
    return []
  }

  private static func filled(
    _ pattern: String, _ folder: NotePath, _ inside: String, _ path: NotePath, _ fields: FieldTable
  ) -> String {
    let day = fields.created?.day ?? path.namedDay
    let stem = String((path.isFolderPage ? path.folder?.fileName : nil) ?? path.stem)
    let title = path.namedDay == nil ? stem : String(path.stem.dropFirst("2026-11-21-".count))
    let slug = fields["slug"]?.text ?? title
    let place = path.isFolderPage ? String(inside.dropLast(path.stem.count)) : inside
    let address = replacingPlaceholders(in: pattern) { name in
      switch name {
      case "path": place
      case "bare_path": place.split(separator: "/").map(withoutNumber).joined(separator: "/")
      case "folders": inside.split(separator: "/").dropLast(path.isFolderPage ? 2 : 1).joined(separator: "/")
      case "heading":
        (fields["title"]?.text ?? title).lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
      case "collection": String(folder.fileName.drop { $0 == "_" })
      case "title", "slug": slug
      case "basename", "name": title
      case "categories", "slugified_categories": categories(fields)
      case "output_ext": ""
      default: dayNames[name].map { part in day.map(part.text) ?? "" }
      }
    }
    let parts = address?.split(separator: "/") ?? []
    return parts.joined(separator: "/")
  }

  /// Returns `intro` for `01-intro`, and `2021-11-foo` and `7.0-foo`, a day and a version, as they are.
  ///
  /// Source: Docusaurus, number prefixes.
  private static func withoutNumber(_ name: Substring) -> String {
    let rest = name.drop(while: \.isNumber)
    let end = rest.drop { "-_. ".contains($0) }
    guard rest.startIndex > name.startIndex, end.startIndex > rest.startIndex, let first = end.first, !first.isNumber,
      rest.prefix(upTo: end.startIndex).contains(where: { $0 != " " })
    else { return String(name) }
    return String(end)
  }

  /// The parts of a day in the patterns of generators.
  private static let dayNames: [String: DayPlaceholder] = [
    "year": .year, "short_year": .shortYear, "month": .month, "i_month": .plainMonth, "short_month": .shortMonthName,
    "long_month": .monthName, "day": .dayOfMonth, "i_day": .plainDayOfMonth, "y_day": .dayOfYear, "week": .week,
    "w_year": .weekYear, "w_day": .weekdayNumber, "short_day": .shortWeekday, "long_day": .weekday,
  ]
  private static let otherNames: Set = [
    "path", "bare_path", "folders", "heading", "collection", "title", "slug", "basename", "name", "categories",
    "slugified_categories", "output_ext",
  ]

  /// Returns a pattern with a value in the place of each `:name`. Nil if a name has no value.
  package static func replacingPlaceholders(in pattern: String, by value: (String) -> String?) -> String? {
    let isName: (Character) -> Bool = { $0.isASCII && $0.isLetter || $0 == "_" }
    var (result, rest) = ("", pattern[...])
    while let colon = rest.firstIndex(of: ":") {
      let name = rest[rest.index(after: colon)...].prefix(while: isName)
      guard let text = name.isEmpty ? ":" : value(String(name)) else { return nil }
      result += rest[..<colon] + text
      rest = rest[name.endIndex...]
    }
    return result + rest
  }

  /// Returns true for a pattern with known names only.
  package static func isKnown(_ pattern: String) -> Bool {
    replacingPlaceholders(in: pattern) { dayNames[$0] != nil || otherNames.contains($0) ? "" : nil } != nil
  }

  /// Returns `news/two-words` for `categories: [News, Two words]`. A text has its names between spaces.
  private static func categories(_ fields: FieldTable) -> String {
    let values = ["categories", "category"].flatMap { fields.values(of: $0) }
    let names = values.flatMap { value -> [String] in
      guard case .scalar(let scalar) = value else { return value.scalarTexts }
      return scalar.text.split(separator: " ").map(String.init)
    }
    return names.map { $0.lowercased().replacing(" ", with: "-") }.joined(separator: "/")
  }
}

/// The names of pages in names of files, which cannot hold every sign.
package enum PageName {
  /// Returns the page `A/B?` for the file `A___B%3F`.
  static func page(of stem: String) -> String { percentDecoded(stem.replacing("___", with: "/")) }

  /// Returns a file's name for a page, which ``page(of:)`` reads back.
  package static func file(of name: String) -> String {
    var encoded = ""
    for character in name.replacing("/", with: "___") {
      if "%?*<>|\"\\:#".contains(character) {
        for byte in character.utf8 {
          let digits = String(byte, radix: 16, uppercase: true)
          encoded += "%" + (digits.count < 2 ? "0" : "") + digits
        }
      } else {
        encoded.append(character)
      }
    }
    return encoded
  }
}
