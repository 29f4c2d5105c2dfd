/// `{#id}`, `{ #id }`, `{.class}`, `{: #id}` and `{ id="id" }` at the end of a heading: not part of its text.
package enum HeadingAttributes {
  /// Returns the text of a heading as links write it, without its attributes.
  package static func text(of heading: Heading) -> String {
    guard let start = start(in: heading.text) else { return heading.text }
    let text = heading.text[..<start]
    return String(text[..<(text.lastIndex { $0 != " " }.map { text.index(after: $0) } ?? start)])
  }

  /// Returns the `id` in attributes, which may have spaces before them: `plan` for ` {#plan .wide}`.
  package static func identifier(in attributes: some StringProtocol) -> String? {
    attributes.drop { $0 != "{" }.dropFirst().dropLast().split { " :".contains($0) }
      .compactMap { attribute in
        if attribute.hasPrefix(key) { return String(attribute.dropFirst(key.count).filter { $0 != "\"" && $0 != "'" }) }
        return attribute.hasPrefix("#") ? String(attribute.dropFirst()) : nil
      }.first { !$0.isEmpty }
  }

  /// Returns the beginning of the attributes, or nil for a text without attributes.
  static func start(in text: some StringProtocol) -> String.Index? {
    guard text.last == "}", let open = text.lastIndex(of: "{") else { return nil }
    let rest = text[text.index(after: open)...].drop { $0 == " " }
    return rest.first.map { "#.:".contains($0) } == true || rest.hasPrefix(key) ? open : nil
  }

  static let key = "id="
}

extension Document {
  /// Returns the `id` in a heading's own attributes: `plan` for `## The plan {#plan}`.
  package func identifier(of heading: Heading) -> String? {
    let bytes = source[heading.range]
    guard bytes.contains(UInt8(ascii: "{")) else { return nil }
    var lines = bytes.split(separator: UInt8(ascii: "\n"))
    // Underlined: the last line is the underline.
    if lines.count > 1 { lines.removeLast() }
    let line = String(decoding: lines.last ?? [], as: UTF8.self)
    let end = line.lastIndex { !" \t\r#".contains($0) }
    let text = end.map { line[...$0] } ?? ""
    guard let start = HeadingAttributes.start(in: text) else { return nil }
    return HeadingAttributes.identifier(in: text[start...])
  }
}
