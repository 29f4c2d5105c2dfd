import ByteBasics

/// The ids in pages for places in notes.
///
/// Every id from a note (a heading, a block, a footnote, an element of raw HTML) gets a prefix, so that it cannot
/// conflict with a part of the page or with a property of the page's scripts.
package enum PagePlace {
  package static let prefix = "note-"

  /// Returns the `id` on the page for an anchor in a note.
  package static func identifier(_ anchor: String) -> String { prefix + anchor }

  /// Returns the anchor in the note for an address within its page, or nil for other addresses.
  package static func anchor(in address: String) -> String? {
    address.hasPrefix("#" + prefix) ? String(address.dropFirst(prefix.count + 1)) : nil
  }

  /// Adds the prefix to a value of `href` that leads to a place in the same note. The top of the page needs no prefix.
  package static func address(_ address: [UInt8]) -> [UInt8] {
    guard isPlace(address[...]) else { return address }
    return Array("#\(prefix)".utf8) + address.dropFirst()
  }

  private static func isPlace(_ address: ArraySlice<UInt8>) -> Bool {
    address.first == UInt8(ascii: "#") && address.count > 1 && !address.dropFirst().elementsEqual("top".utf8)
  }

  /// Adds the prefix to links in unsanitised HTML if they lead to other places. The elements keep their names.
  package static func linked(_ html: [UInt8]) -> [UInt8] {
    let own = identifiers(in: html)
    var result: [UInt8] = []
    var copied = 0
    forEachAttribute([.href], of: html) { _, range in
      let address = html[range]
      guard isPlace(address), !own.has(address.dropFirst()) else { return }
      result += html[copied...range.lowerBound]
      result += prefix.utf8
      copied = range.lowerBound + 1
    }
    return result + html[copied...]
  }

  /// Renames the places of HTML that shares a page with other notes, and the links to these places.
  ///
  /// - Parameter elsewhere: The address before `#` for links to places that this HTML does not have.
  package static func renamed(_ html: [UInt8], prefix: String, elsewhere: String = "") -> [UInt8] {
    let own = identifiers(in: html)
    var result: [UInt8] = []
    result.reserveCapacity(html.count + 256)
    var copied = 0
    forEachAttribute([.id, .href], of: html) { name, value in
      let isLink = name == .href
      guard !isLink || html[value].first == UInt8(ascii: "#") else { return }
      let start = value.lowerBound + (isLink ? 1 : 0)
      if isLink, !own.has(html[start..<value.upperBound]) {
        result += html[copied..<value.lowerBound]
        result.append(escaping: elsewhere)
        copied = value.lowerBound
      } else {
        result += html[copied..<start]
        result += prefix.utf8
        copied = start
      }
    }
    return result + html[copied...]
  }

  /// Returns the names of all places in some HTML.
  package static func identifiers(in html: [UInt8]) -> Set<ArraySlice<UInt8>> {
    var identifiers: Set<ArraySlice<UInt8>> = []
    forEachAttribute([.id], of: html) { identifiers.insert(html[$1]) }
    return identifiers
  }

  private static func forEachAttribute(
    _ names: Set<HTMLAttributeName>, of html: [UInt8], _ body: (_ name: HTMLAttributeName, _ value: Range<Int>) -> Void
  ) {
    var tokenizer = HTMLTokenizer(html)
    while let token = tokenizer.next() {
      guard case .start(let tag) = token else { continue }
      for attribute in tag.attributes {
        guard let name = HTMLAttributeName(name: html[attribute.name]), names.contains(name) else { continue }
        body(name, attribute.value)
      }
    }
  }
}

extension Set<ArraySlice<UInt8>> {
  /// Returns true if a fragment, which can contain percent escapes, is one of these places.
  fileprivate func has(_ fragment: ArraySlice<UInt8>) -> Bool {
    guard !contains(fragment), fragment.contains(UInt8(ascii: "%")) else { return contains(fragment) }
    return contains(Array(percentDecoded(String(decoding: fragment, as: UTF8.self)).utf8)[...])
  }
}
