import NoteModel
import SafeHTML

/// The start tag of a link, with the address that it has in the page.
enum LinkTag {
  enum Rewriting {
    case asWritten
    case tag(String)
    /// The tags are left out, the words stay.
    case plainText
  }

  static func rewritten(
    _ tag: HTMLTag, _ bytes: [UInt8], _ surroundings: BodySurroundings
  ) -> Rewriting {
    guard let address = value(of: .href, in: tag, bytes), isRelative(address) else {
      return .asWritten
    }
    switch surroundings.place(BodyLink(form: .path, text: address)) {
    case .address(let target, _):
      guard AddressPolicy.allows(target.utf8, as: .link) else { return .plainText }
      let title = value(of: .title, in: tag, bytes).map { " title=\"\(escapedAttribute($0))\"" }
      return .tag("<a href=\"\(escapedAttribute(target))\"\(title ?? "")>")
    case .asWritten: return .asWritten
    case .hidden, .broken, .swapped: return .plainText
    }
  }

  /// Points into the repository: no scheme, no host, not only a fragment.
  static func isRelative(_ address: String) -> Bool {
    guard let first = address.utf8.first else { return false }
    return first != UInt8(ascii: "#") && !address.hasPrefix("//")
      && !LinkTarget.hasScheme(address)
  }

  /// The value of an attribute without character references; nil where the tag has none.
  static func value(of name: HTMLAttributeName, in tag: HTMLTag, _ bytes: [UInt8]) -> String? {
    guard
      let attribute = tag.attributes.first(where: {
        HTMLAttributeName(name: bytes[$0.name]) == name
      })
    else { return nil }
    return String(decoding: CharacterReferences.decoded(bytes[attribute.value]), as: UTF8.self)
  }
}
