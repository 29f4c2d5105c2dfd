import SafeHTML

/// The HTML of a note as a feed has it, far from the page that it was made for.
enum FeedHTML {
  /// - Parameters:
  ///   - html: With addresses from the root of the site.
  ///   - page: The address of the note's own page, which places in the text belong to.
  ///   - site: The address of the site; nil leaves addresses relative to the feed, which lies at the root.
  /// - Returns: The same with every address leading where it led, in ASCII.
  static func located(_ html: [UInt8], page: String, site: String?) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(html.count + 256)
    var copied = 0
    var tokenizer = HTMLTokenizer(html)
    while let token = tokenizer.next() {
      guard case .start(let tag) = token else { continue }
      for attribute in tag.attributes {
        let name = HTMLAttributeName(name: html[attribute.name])
        guard name == .href || name == .src,
          let start = start(of: html[attribute.value], page: page, site: site)
        else { continue }
        result += html[copied..<attribute.value.lowerBound]
        result.append(escaping: start)
        result += SiteAddress.ascii(String(decoding: html[attribute.value], as: UTF8.self)).utf8
        copied = attribute.value.upperBound
      }
    }
    return result + html[copied...]
  }

  /// What an address lacks; nil for one that is complete.
  private static func start(of value: ArraySlice<UInt8>, page: String, site: String?) -> String? {
    if value.first == UInt8(ascii: "#") { return page }
    guard LinkTag.isRelative(String(decoding: value, as: UTF8.self)) else { return nil }
    return site.map { $0 + "/" } ?? ""
  }
}
