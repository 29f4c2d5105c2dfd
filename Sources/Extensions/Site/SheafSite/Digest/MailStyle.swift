import ByteBasics

/// Writes the style of each element into it: many programs that show mail take no other.
enum MailStyle {
  /// The styles by the name of an element.
  private static let elements: [String: String] = [
    "p": "margin:6px 0;font-size:16px;line-height:25px", "ul": "margin:6px 0;padding:0 0 0 22px",
    "ol": "margin:6px 0;padding:0 0 0 26px", "li": "margin:2px 0",
    "h3": "margin:16px 0 2px;font-size:16px;line-height:24px",
    "h4": "margin:14px 0 2px;font-size:16px;line-height:24px",
    "h5": "margin:14px 0 2px;font-size:15px;line-height:24px",
    "h6": "margin:14px 0 2px;font-size:15px;line-height:24px", "a": "color:#0a5c8a",
    "img": "display:block;max-width:100%;border:0",
    "blockquote": "margin:8px 0;padding:0 0 0 12px;border-left:3px solid #d8dde3",
    "pre":
      "margin:8px 0;padding:8px 10px;background-color:#f4f2ed;border:1px solid #d8dde3;white-space:pre-wrap;font-family:Consolas,Menlo,monospace;font-size:14px;line-height:20px",
    "code": "font-family:Consolas,Menlo,monospace;font-size:14px",
    "table": "border-collapse:collapse;margin:8px 0",
    "th": "border:1px solid #d8dde3;padding:3px 8px;text-align:left",
    "td": "border:1px solid #d8dde3;padding:3px 8px",
    "figure": "margin:12px 0", "figcaption": "color:#59636e;font-size:14px;line-height:20px",
    "hr": "border:0;border-top:1px solid #d8dde3;margin:14px 0",
  ]

  /// The styles by class, after the style of the element.
  private static let classes: [String: String] = [
    "soft": "color:#59636e;font-size:14px", "late": "color:#b3261e;font-size:14px;font-weight:bold",
    "m": "color:#59636e;padding-right:8px", "ok": "color:#1c6b43",
    "callout": "margin:8px 0;padding:0 0 0 12px;border-left:3px solid #d8dde3",
    "callout-title": "font-weight:bold", "tags": "margin:2px 0",
  ]

  static func text(_ html: String) -> String { String(decoding: applied(to: Array(html.utf8)), as: UTF8.self) }

  /// Applies the styles to the well-formed HTML of a body.
  static func applied(to html: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(html.count * 3 / 2)
    var place = 0
    while let open = html[place...].firstIndex(of: UInt8(ascii: "<")) {
      result += html[place..<open]
      let end = endOfTag(html, open)
      append(html[open..<end], isOfBox: html[end...].starts(with: "<span class=\"m".utf8), to: &result)
      place = end
    }
    return result + html[place...]
  }

  /// Returns the position after the `>` that is in no quoted value.
  private static func endOfTag(_ html: [UInt8], _ open: Int) -> Int {
    var quote: UInt8?
    for index in open..<html.count {
      let byte = html[index]
      if let mark = quote {
        if byte == mark { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return index + 1
      }
    }
    return html.count
  }

  /// Appends a tag with its styles. `isOfBox` means that a check box follows directly after the tag.
  private static func append(_ tag: ArraySlice<UInt8>, isOfBox: Bool, to result: inout [UInt8]) {
    let text = String(decoding: tag, as: UTF8.self)
    let name = text.dropFirst().prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }.lowercased()
    let names = value(of: "class", in: text).split(separator: " ").map(String.init)
    let styles = [elements[name], name == "li" && isOfBox ? "list-style:none" : nil] + names.map { classes[$0] }
    let style = styles.compactMap(\.self).joined(separator: ";")
    guard !name.isEmpty, !style.isEmpty, !text.contains(" style=") else {
      result += tag
      return
    }
    let isClosed = text.hasSuffix("/>")
    // A picture's height follows from its width: some programs know only the height in the attribute.
    let head = text.dropLast(isClosed ? 2 : 1)
    let height = " height=\"\(value(of: "height", in: text))\""
    result += (name == "img" ? head.replacing(height, with: "") : head).utf8
    result += (" style=\"\(style)\"" + (isClosed ? "/>" : ">")).utf8
  }

  private static func value(of attribute: String, in tag: String) -> Substring {
    guard let start = tag.firstRange(of: " \(attribute)=\"") else { return "" }
    return tag[start.upperBound...].prefix { $0 != "\"" }
  }
}
