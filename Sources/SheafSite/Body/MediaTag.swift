import SafeHTML

/// A film or a sound in a page, with the address that it has there.
enum MediaTag {
  /// `range`: Of the whole tag.
  static func rewritten(
    _ tag: HTMLTag, _ range: Range<Int>, _ bytes: [UInt8], _ surroundings: BodySurroundings
  ) -> [UInt8] {
    // A page that loads nothing keeps the element, since its end tag follows, and none of its addresses.
    guard surroundings.loadsRemoteMedia else { return bare(tag) }
    guard
      let source = tag.attributes.first(where: { HTMLAttributeName(name: bytes[$0.name]) == .src }),
      let written = LinkTag.value(of: .src, in: tag, bytes), LinkTag.isRelative(written),
      case .address(let target, _) = surroundings.place(BodyLink(form: .path, text: written))
    else { return Array(bytes[range]) }
    var html = Array(bytes[range.lowerBound..<source.value.lowerBound])
    CharacterReferences.appendEscaped(target.utf8, to: &html)
    return html + bytes[source.value.upperBound..<range.upperBound]
  }

  private static func bare(_ tag: HTMLTag) -> [UInt8] {
    guard let element = tag.element, element != .source else { return [] }
    return Array("<\(element.rawValue)>".utf8)
  }
}
