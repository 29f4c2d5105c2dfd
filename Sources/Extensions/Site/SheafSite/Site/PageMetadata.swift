import ByteBasics
import NoteModel
import NoteSyntax

/// The metadata of a page for search engines and for programs that show links to it.
struct PageMetadata {
  let title: String
  /// The address of a picture; whole where the site has one.
  let picture: String?
  /// The page's own address; nil for a site without one.
  let address: String?
  let language: String
  let isArticle: Bool
  var isListed = true
  /// The page in all its languages.
  var translations: [(language: String, address: String)] = []

  /// Returns OpenGraph and card elements for the head of a page; both have the same description.
  func html(siteTitle: String) -> String {
    var values: [(String, String)] = [
      ("og:site_name", siteTitle), ("og:title", title),
      ("og:type", isArticle ? "article" : "website"),
      ("og:locale", language.replacing("-", with: "_")),
    ]
    if let address { values.append(("og:url", address)) }
    if let picture { values.append(("og:image", picture)) }
    if picture?.hasSuffix(".svg") ?? false { values.append(("og:image:type", "image/svg+xml")) }
    let properties = values.map { name, value in
      "<meta property=\"\(name)\" content=\"\(escapedAttribute(value))\">\n"
    }
    let card = picture == nil ? "summary" : "summary_large_image"
    let robots = isListed ? "" : "<meta name=\"robots\" content=\"noindex\">\n"
    let alternates = translations.map { page in
      "<link rel=\"alternate\" hreflang=\"\(escapedAttribute(page.language))\" href=\"\(escapedAttribute(page.address))\">\n"
    }
    return robots + alternates.joined() + properties.joined() + "<meta name=\"twitter:card\" content=\"\(card)\">\n"
  }
}

/// The fields of a note that are about its page.
struct PageFields {
  private let frontMatter: FrontMatter?

  init(_ frontMatter: FrontMatter?) { self.frontMatter = frontMatter }

  private func text(_ keys: [String]) -> String? {
    let entries = frontMatter?.entries ?? []
    return keys.lazy.compactMap { key in
      entries.first { $0.key.lowercased() == key }?.value.text.flatMap { $0.isEmpty ? nil : $0 }
    }.first
  }

  var language: String? { text(["lang", "language"]) }
  var description: String? { text(["description", "summary", "excerpt"])?.withoutComments.withoutFiles }

  /// A picture: an address, a path or a wiki link.
  var picture: String? { text(["image", "cover", "banner", "thumbnail"]).map { wikiLinkName($0) ?? $0 } }

  /// Class names for the style sheet, without characters that would end an attribute.
  var classes: String {
    let entries = (frontMatter?.entries ?? []).filter { entry in
      ["cssclasses", "cssclass"].contains(entry.key.lowercased())
    }
    let texts = entries.flatMap { $0.value.scalarTexts }
    let names = texts.flatMap { text in text.split { $0 == " " || $0 == "," } }
    return names.filter { name in
      name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    }.joined(separator: " ")
  }
}

/// The parts of a content security policy for scripts and styles in a page.
enum PageSecurity {
  /// Returns `'sha256-…'`.
  static func hash(_ text: String) -> String { "'sha256-" + Base64.text(SHA256.hash(Array(text.utf8))) + "'" }

  /// Returns a page with a policy that comes into force before anything that it could forbid: behind the tags of the
  /// document and its head where the page begins with these, else in front of all.
  static func page(_ html: String, under policy: String) -> String {
    let bytes = Array(html.utf8)
    var place = 0
    for tag in ["<!doctype", "<html", "<head"] {
      place = end(of: tag, in: bytes, from: place) ?? place
    }
    let meta = "\n<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">"
    return String(decoding: bytes[..<place] + Array(meta.utf8) + bytes[place...], as: UTF8.self)
  }

  /// Returns the end of a tag that only white space is in front of. Nil for another tag, and for one whose end is in
  /// doubt.
  private static func end(of tag: String, in bytes: [UInt8], from place: Int) -> Int? {
    let rest = bytes[place...].drop { ASCII.isWhiteSpace($0) }
    let name = Array(tag.utf8)
    guard rest.count > name.count,
      String(decoding: rest.prefix(name.count), as: UTF8.self).lowercased() == tag,
      rest[rest.startIndex + name.count] == UInt8(ascii: ">") || ASCII.isWhiteSpace(rest[rest.startIndex + name.count]),
      let end = rest.firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let inside = rest[..<end]
    let isPlain = [UInt8(ascii: "\""), UInt8(ascii: "'")].allSatisfy { quote in
      inside.count { $0 == quote }.isMultiple(of: 2)
    }
    return isPlain ? end + 1 : nil
  }
}
