import ByteBasics
import NoteModel
import NoteSyntax
import SafeHTML

/// The start tag of a link, with the address that it has in the page.
enum LinkTag {
  enum Rewriting {
    case asWritten
    case tag(String)
    /// The tags are left out, the words stay.
    case plainText
  }

  static func rewritten(_ tag: HTMLTag, _ bytes: [UInt8], _ surroundings: BodySurroundings) -> Rewriting {
    let written = value(of: .title, in: tag, bytes)
    let shown = written?.withoutComments
    let title = shown.map { " title=\"\(escapedAttribute($0))\"" } ?? ""
    guard let address = value(of: .href, in: tag, bytes).map(trimmedSpaces), isRelative(address) else {
      guard shown != written, let address = value(of: .href, in: tag, bytes) else { return .asWritten }
      return .tag("<a href=\"\(escapedAttribute(address))\"\(title)>")
    }
    switch surroundings.place(BodyLink(form: .path, text: address)) {
    case .address(let target, _):
      guard AddressPolicy.allows(target.utf8, as: .link) else { return .plainText }
      return .tag("<a href=\"\(escapedAttribute(target))\"\(title)>")
    case .asWritten: return .asWritten
    case .hidden, .broken, .swapped: return .plainText
    }
  }

  /// Returns the range of the address in the tag of a link into the note itself, and its place; nil for other links, and
  /// for places that are no part of the note, such as footnotes.
  static func ownPlace(_ tag: HTMLTag, _ bytes: [UInt8], _ own: OwnPlaces) -> (range: Range<Int>, place: BodyPlace)? {
    guard let attribute = attribute(.href, of: tag, bytes),
      let anchor = PagePlace.anchor(in: text(of: attribute, bytes)),
      let place = own.place(of: BodyLink(form: .path, destination: "", fragment: percentDecoded(anchor)))
    else { return nil }
    return (attribute.value, place)
  }

  /// Returns true for an address in the repository: no scheme, no host, not only a fragment.
  static func isRelative(_ address: String) -> Bool {
    guard let first = address.utf8.first else { return false }
    return first != UInt8(ascii: "#") && !address.hasPrefix("//")
      && !LinkTarget.hasScheme(address)
  }

  /// Returns the value of an attribute without character references. Nil if the tag has none.
  static func value(of name: HTMLAttributeName, in tag: HTMLTag, _ bytes: [UInt8]) -> String? {
    attribute(name, of: tag, bytes).map { text(of: $0, bytes) }
  }

  private static func attribute(_ name: HTMLAttributeName, of tag: HTMLTag, _ bytes: [UInt8]) -> HTMLTag.Attribute? {
    tag.attributes.first { HTMLAttributeName(name: bytes[$0.name]) == name }
  }

  static func text(of attribute: HTMLTag.Attribute, _ bytes: [UInt8]) -> String {
    String(decoding: CharacterReferences.decoded(bytes[attribute.value]), as: UTF8.self)
  }

  /// Returns the address of a film or a sound, without the spaces around it that a browser does not read.
  static func address(_ attribute: HTMLTag.Attribute, _ bytes: [UInt8]) -> String {
    trimmedSpaces(text(of: attribute, bytes))
  }
}

/// A link whose end is still to come, in the page that is being written.
struct OpenLink {
  /// The offset of its tag in the page; nil if its tags are left out.
  let start: Int?
  /// The offset of its content in the page.
  let contentStart: Int
  /// The name of a link whose content is only pictures without words. Nil for a link that is a place itself.
  let address: String?
  /// True if a reader can see or hear the target.
  var hasName = false
  var hasPicture = false

  /// Ends the link; one without content is left out, as screen readers would only read out its address.
  ///
  /// - Returns: False if its end tag is left out.
  func close(in html: inout [UInt8]) -> Bool {
    if hasPicture { silencePicture(in: &html) }
    guard let start else { return false }
    guard !hasName, let address else { return true }
    if html[contentStart...].allSatisfy({ $0 <= 0x20 }) {
      html.removeSubrange(start..<contentStart)
      return false
    }
    var label: [UInt8] = []
    label.append(markup: " aria-label=\"")
    label.append(escaping: address)
    label.append(markup: "\"")
    html.insert(contentsOf: label, at: contentStart - 1)
    return true
  }

  /// Empties the alternative text of a picture that repeats the text of its link, because screen readers would read the
  /// text twice.
  private func silencePicture(in html: inout [UInt8]) {
    let mark = Array(" alt=\"".utf8)
    guard let found = ByteSearch(mark)?.place(in: html, from: contentStart),
      let end = html[(found + mark.count)...].firstIndex(of: UInt8(ascii: "\""))
    else { return }
    let alt = (found + mark.count)..<end
    func folded(_ bytes: some Sequence<UInt8>) -> String {
      trimmedSpaces(String(decoding: Array(bytes), as: UTF8.self)).lowercased()
    }
    var isTag = false
    let words = html[contentStart...].filter { byte in
      if byte == UInt8(ascii: "<") { isTag = true }
      defer { if byte == UInt8(ascii: ">") { isTag = false } }
      return !isTag
    }
    if folded(words) == folded(html[alt]) { html.removeSubrange(alt) }
  }
}
