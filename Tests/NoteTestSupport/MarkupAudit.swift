/// Looks for anything in a page's HTML that could run, load or submit something.
///
/// It reads tags on its own and knows what is forbidden, where the sanitiser knows what is allowed.
package enum MarkupAudit {
  package static func findings(in html: [UInt8]) -> [String] {
    let text = String(decoding: html, as: UTF8.self)
    var findings: [String] = []
    for tag in text.split(separator: "<").dropFirst(text.hasPrefix("<") ? 0 : 1) {
      findings += self.findings(inTag: tag.prefix { $0 != ">" })
    }
    return findings
  }

  private static let forbidden: Set<String> = [
    "script", "style", "iframe", "object", "embed", "form", "button", "link", "meta", "base", "svg",
    "math", "template", "textarea", "select", "frame", "frameset", "applet", "noscript", "title",
    "body", "html", "head", "main", "dialog", "marquee", "keygen", "isindex", "animate", "set",
  ]

  private static func findings(inTag tag: Substring) -> [String] {
    let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
    var findings = forbidden.contains(name) ? ["element \(name)"] : []
    var rest = tag.dropFirst(tag.prefix { !$0.isWhitespace }.count)
    while let (attribute, value, after) = attribute(in: rest) {
      rest = after
      if attribute.hasPrefix("on") || attribute == "style" || attribute.hasPrefix("form") {
        findings.append("attribute \(attribute)")
      }
      let address = value.replacing("&amp;", with: "&").unicodeScalars
        .filter { $0.value > 0x20 }
        .reduce(into: "") { $0.unicodeScalars.append($1) }.lowercased()
      let isAddress = ["href", "src", "cite", "poster"].contains(attribute)
      for scheme in ["javascript:", "vbscript:", "data:text", "data:image/svg", "file:"]
      where isAddress && address.hasPrefix(scheme) {
        findings.append("address \(value)")
      }
    }
    return findings
  }

  /// The next `name="value"` or `name` of a tag that writes double quotes only.
  private static func attribute(
    in text: Substring
  ) -> (name: String, value: String, rest: Substring)? {
    let start = text.drop { $0.isWhitespace }
    guard !start.isEmpty else { return nil }
    let name = start.prefix { !$0.isWhitespace && $0 != "=" }
    let behind = start.dropFirst(name.count)
    guard behind.hasPrefix("=\"") else { return (name.lowercased(), "", behind) }
    let value = behind.dropFirst(2).prefix { $0 != "\"" }
    return (name.lowercased(), String(value), behind.dropFirst(value.count + 3))
  }
}
