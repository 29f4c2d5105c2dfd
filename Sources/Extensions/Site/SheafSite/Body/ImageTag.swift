import ByteBasics
import NoteSyntax
import SafeHTML

/// Rewrites an image of a page: address, size and alternative text.
enum ImageTag {
  static func rewritten(_ tag: HTMLTag, _ bytes: [UInt8], _ surroundings: BodySurroundings) -> [UInt8] {
    let address = trimmedSpaces(LinkTag.value(of: .src, in: tag, bytes) ?? "")
    let (alt, size) = sized((LinkTag.value(of: .alt, in: tag, bytes) ?? "").withoutComments)
    var place = BodyPlace.asWritten
    if LinkTag.isRelative(address) {
      place = surroundings.place(BodyLink(form: .image, text: address))
    } else if !surroundings.loadsRemoteMedia, !address.hasPrefix("data:") {
      place = .hidden
    }
    let title = LinkTag.value(of: .title, in: tag, bytes)?.withoutComments
    let width = LinkTag.value(of: .width, in: tag, bytes).flatMap { Int($0) }
    return html(
      place, written: address, alt: alt, title: title, size: size ?? width.map { WrittenSize(width: $0, height: nil) })
  }

  /// The size that the user wrote after `|`.
  struct WrittenSize {
    let width: Int
    let height: Int?
  }

  /// Splits `alt|300` and `alt|300x200`, the syntax of Obsidian.
  static func sized(_ alt: String) -> (alt: String, size: WrittenSize?) {
    guard let bar = alt.lastIndex(of: "|") else { return (alt, nil) }
    let numbers = alt[alt.index(after: bar)...].split(separator: "x").map { Int($0) }
    guard let width = numbers.first ?? nil, (1...10_000).contains(width), numbers.count <= 2 else {
      return (alt, nil)
    }
    let height = (numbers.count == 2 ? numbers[1] : nil).flatMap { (1...10_000).contains($0) ? $0 : nil }
    return (String(alt[..<bar]), WrittenSize(width: width, height: height))
  }

  /// Returns the tag, or the words of an image that is not there.
  static func html(_ place: BodyPlace, written: String, alt: String, title: String?, size: WrittenSize?) -> [UInt8] {
    let address: String
    var pixels: ImageSize?
    switch place {
    case .address(let target, let size):
      address = target
      pixels = size
    case .asWritten: address = PublicFile.address(written: written) ?? ""
    case .hidden, .broken, .swapped: return Array(escapedAttribute(alt).utf8)
    }
    guard !address.isEmpty, AddressPolicy.allows(address.utf8, as: .media) else {
      return Array(escapedAttribute(alt).utf8)
    }
    var tag = "<img src=\"\(escapedAttribute(address))\" alt=\"\(escapedAttribute(alt))\""
    if let title { tag += " title=\"\(escapedAttribute(title))\"" }
    tag += dimensions(size, pixels) + " loading=\"lazy\">"
    return Array(tag.utf8)
  }

  /// Returns width and height, so that nothing moves when the image is loaded.
  private static func dimensions(_ written: WrittenSize?, _ pixels: ImageSize?) -> String {
    guard let written else { return pixels.map { " width=\"\($0.width)\" height=\"\($0.height)\"" } ?? "" }
    let scaled = pixels.flatMap { $0.width > 0 ? $0.height * written.width / $0.width : nil }
    let height = (written.height ?? scaled).map { " height=\"\($0)\"" }
    return " width=\"\(written.width)\"" + (height ?? "")
  }
}

/// A film or a sound in a page, with the address that it has there.
enum MediaTag {
  /// Rewrites the tag of a film or a sound. `range` is the range of the whole tag.
  static func rewritten(
    _ tag: HTMLTag, _ range: Range<Int>, _ bytes: [UInt8], _ surroundings: BodySurroundings
  ) -> [UInt8] {
    // If a page loads nothing, the element remains, because its end tag follows, but without addresses.
    guard surroundings.loadsRemoteMedia else { return bare(tag) }
    var html: [UInt8] = []
    var end = range.lowerBound
    for attribute in tag.attributes {
      let name = HTMLAttributeName(name: bytes[attribute.name])
      guard name == .src || name == .poster else { continue }
      let written = LinkTag.address(attribute, bytes)
      guard LinkTag.isRelative(written) else {
        if PublicFile.address(written: written) != written { return bare(tag) }
        continue
      }
      switch surroundings.place(BodyLink(form: .path, text: written)) {
      case .address(let target, _):
        html += bytes[end..<attribute.value.lowerBound]
        CharacterReferences.appendEscaped(target.utf8, to: &html)
        end = attribute.value.upperBound
      case .hidden: return bare(tag)
      case .broken, .swapped, .asWritten: continue
      }
    }
    return html + bytes[end..<range.upperBound]
  }

  private static func bare(_ tag: HTMLTag) -> [UInt8] {
    guard let element = tag.element, element != .source else { return [] }
    return Array("<\(element.rawValue)>".utf8)
  }
}
