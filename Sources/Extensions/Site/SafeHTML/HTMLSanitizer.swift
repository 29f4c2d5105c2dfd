import ByteBasics

/// Writes HTML again with nothing in it but the elements, attributes and addresses that are known to be safe.
///
/// The result is balanced: no end tag of a note closes an element of the page around it. Time grows with
/// the length of the text, whatever the text is.
package struct HTMLSanitizer {
  private let bytes: [UInt8]
  private var html: [UInt8] = []
  private var open: [HTMLElement] = []
  /// The beginning of each open `ruby` in ``html``, and if it has a reading.
  private var rubies: [(start: Int, hasReading: Bool)] = []
  private var identifiers: Set<String> = []
  /// Elements of words around blocks, with the number of elements around them: HTML wants them in each block.
  private var wrappers: [(element: HTMLElement, depth: Int)] = []

  /// Elements nested deeper than this are left out, as browsers grow slow on them.
  private static let depthLimit = 256

  /// Sanitises the HTML of a note's body.
  package static func sanitized(_ bytes: [UInt8]) -> [UInt8] {
    var sanitizer = HTMLSanitizer(bytes)
    sanitizer.run()
    return sanitizer.html
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    html.reserveCapacity(bytes.count + bytes.count / 8)
  }

  private mutating func run() {
    var tokenizer = HTMLTokenizer(bytes)
    // The hidden element that is open, and how many of its kind are.
    var hidden: (element: HTMLElement, count: Int)?
    while let token = tokenizer.next() {
      if let (element, count) = hidden {
        switch token {
        case .start(let tag) where tag.element == element: hidden = (element, count + 1)
        case .end(element): hidden = count > 1 ? (element, count - 1) : nil
        default: break
        }
        continue
      }
      switch token {
      case .start(let tag) where isHidden(tag):
        if let element = tag.element, !element.isVoid, !isEmpty(tag, before: tokenizer.position) {
          hidden = (element, 1)
        }
      case .text(let range): appendText(range)
      case .start(let tag):
        if let element = startElement(tag), isEmpty(tag, before: tokenizer.position) { endElement(element) }
      case .end(let element?): endElement(element)
      case .end(nil), .ignored: break
      }
    }
    while let last = open.last { endElement(last) }
  }

  /// Returns true for an element that no browser shows: its text is not for readers.
  private func isHidden(_ tag: HTMLTag) -> Bool {
    tag.attributes.contains { attribute in
      let value = String(decoding: bytes[attribute.value], as: UTF8.self).lowercased().filter { !$0.isWhitespace }
      switch String(decoding: bytes[attribute.name], as: UTF8.self).lowercased() {
      case "hidden": return value != "until-found"
      case "style": return value.contains("display:none") || value.contains("visibility:hidden")
      default: return false
      }
    }
  }

  private mutating func appendText(_ range: Range<Int>) {
    if open.last == .ul || open.last == .ol, !bytes[range].allSatisfy(ASCII.isWhiteSpace) { startItem() }
    var start = range.lowerBound
    for index in range where Self.isSpecial[Int(bytes[index])] {
      html += bytes[start..<index]
      start = index + 1
      switch bytes[index] {
      case UInt8(ascii: "<"): html += "&lt;".utf8
      case UInt8(ascii: ">"): html += "&gt;".utf8
      case UInt8(ascii: "\""): html += "&quot;".utf8
      default: html += "\u{FFFD}".utf8
      }
    }
    html += bytes[start..<range.upperBound]
  }

  private static let isSpecial: [Bool] = (0..<256).map { byte in
    let isControl = byte < 0x20 && !ASCII.isWhiteSpace(UInt8(byte)) || byte == 0x7F
    return isControl || "<>\"".utf8.contains(UInt8(byte))
  }

  /// Returns true for `<span id="x"/>`, an empty element to its writer, though not to a browser.
  private func isEmpty(_ tag: HTMLTag, before end: Int) -> Bool {
    let slash = end - 2
    guard slash > 0, bytes[slash] == UInt8(ascii: "/") else { return false }
    return tag.attributes.allSatisfy { !$0.value.contains(slash) }
  }

  /// Opens an element, after it closes those that cannot contain it. Returns nil if the element is not allowed here.
  private mutating func startElement(_ tag: HTMLTag) -> HTMLElement? {
    guard let element = tag.element, !element.isRawText, open.count < Self.depthLimit else { return nil }
    if element.endsParagraph, isOpen(.p) { endElement(.p) }
    // A link in a link, a list item in its neighbour: the first one ends.
    if element == .a, isOpen(.a) { endElement(.a) }
    if element == .li, open.last == .li { endElement(.li) }
    let required = element.requiredAncestors
    guard required.isEmpty || required.contains(where: isOpen) else { return nil }
    if element == .input, !isCheckbox(tag) { return nil }
    if element != .li, open.last == .ul || open.last == .ol { startItem() }
    if element.endsParagraph { endWrappers() }
    if element == .ruby { rubies.append((html.count, false)) }
    if element == .rt { for index in rubies.indices { rubies[index].hasReading = true } }
    appendStartTag(element, tag)
    guard !element.isVoid else { return nil }
    open.append(element)
    if element.isBlockOfWords { wrapWords() }
    return element
  }

  /// Begins an item around the content of a list that is in none.
  private mutating func startItem() {
    html += "<li>".utf8
    open.append(.li)
  }

  /// Ends the elements of words that are open around a block; they go on in the blocks of words.
  private mutating func endWrappers() {
    while let last = open.last, last.holdsWordsOnly {
      open.removeLast()
      appendEndTag(last)
      // One of a kind is enough, and each block goes over all.
      if !wrappers.contains(where: { $0.element == last }) { wrappers.append((last, open.count)) }
    }
  }

  private mutating func wrapWords() {
    for wrapper in wrappers where wrapper.element != .span && !isOpen(wrapper.element) {
      html += "<\(wrapper.element.rawValue)>".utf8
      open.append(wrapper.element)
    }
  }

  /// Returns true if the element is open. At most ``depthLimit`` elements are searched.
  private func isOpen(_ element: HTMLElement) -> Bool { open.contains(element) }

  /// Closes the element and those that are open inside it.
  private mutating func endElement(_ element: HTMLElement) {
    if let last = wrappers.lastIndex(where: { $0.element == element }) { wrappers.remove(at: last) }
    guard isOpen(element) else { return }
    defer { wrappers.removeAll { $0.depth > open.count } }
    while let last = open.popLast() {
      if last == .ruby, dropsRuby() {
        if last == element { return }
        continue
      }
      appendEndTag(last)
      if last == element { return }
    }
  }

  /// Takes back the start of a `ruby` that explains no reading.
  private mutating func dropsRuby() -> Bool {
    guard let ruby = rubies.popLast(), !ruby.hasReading,
      let end = html[ruby.start...].firstIndex(of: UInt8(ascii: ">"))
    else { return false }
    html.removeSubrange(ruby.start...end)
    return true
  }

  private mutating func appendEndTag(_ element: HTMLElement) {
    html += "</".utf8
    html += element.rawValue.utf8
    html.append(UInt8(ascii: ">"))
  }

  private mutating func appendStartTag(_ element: HTMLElement, _ tag: HTMLTag) {
    html.append(UInt8(ascii: "<"))
    html += element.rawValue.utf8
    if element == .input { html += " type=\"checkbox\" disabled".utf8 }
    if element == .audio || element == .video { html += " controls".utf8 }
    var written: [HTMLAttributeName] = []
    for attribute in tag.attributes {
      guard let name = HTMLAttributeName(name: bytes[attribute.name]) else { continue }
      append(name, bytes[attribute.value], of: element, &written)
    }
    html.append(UInt8(ascii: ">"))
  }

  /// Appends an attribute if the policy allows it. Of equal names only the first is used, as in a browser.
  private mutating func append(
    _ name: HTMLAttributeName, _ raw: ArraySlice<UInt8>, of element: HTMLElement, _ written: inout [HTMLAttributeName]
  ) {
    let value = CharacterReferences.decoded(raw)
    switch AttributePolicy.decision(name, value, of: element) {
    case .leaveOut: _ = isFirst(name, &written)
    case .flag:
      guard isFirst(name, &written) else { return }
      html += (" " + name.rawValue).utf8
    case .keep(let kept, let value):
      guard isFirst(kept, &written) else { return }
      if kept == .id, !identifiers.insert(String(decoding: value, as: UTF8.self)).inserted { return }
      appendName(kept)
      CharacterReferences.appendEscaped(value, to: &html)
      html.append(UInt8(ascii: "\""))
    case .keepText:
      guard isFirst(name, &written) else { return }
      appendName(name)
      CharacterReferences.appendQuotable(raw, to: &html)
      html.append(UInt8(ascii: "\""))
    }
  }

  private mutating func appendName(_ name: HTMLAttributeName) {
    html.append(0x20)
    html += name.rawValue.utf8
    html.append(markup: "=\"")
  }

  private func isFirst(_ name: HTMLAttributeName, _ written: inout [HTMLAttributeName]) -> Bool {
    if written.contains(name) { return false }
    written.append(name)
    return true
  }

  private func isCheckbox(_ tag: HTMLTag) -> Bool {
    tag.attributes.contains {
      HTMLAttributeName(name: bytes[$0.name]) == .type
        && bytes[$0.value].map { $0 | 0x20 }.elementsEqual("checkbox".utf8)
    }
  }
}
