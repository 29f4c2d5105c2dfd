import ByteBasics

/// The attributes that an element of a note keeps in a page.
enum AttributePolicy {
  enum Decision {
    case leaveOut
    /// The name alone.
    case flag
    case keep(HTMLAttributeName, [UInt8])
    /// Words for the user, with their character references as they are written.
    case keepText
  }

  /// Decides whether an attribute of an element is kept, and with which value.
  ///
  /// - Parameter value: The value without character references.
  static func decision(_ name: HTMLAttributeName, _ value: [UInt8], of element: HTMLElement) -> Decision {
    switch name {
    case .href: address(name, PagePlace.address(value), .link, where: element == .a)
    case .cite: address(name, value, .link, where: quoting.contains(element))
    case .src: address(name, value, .media, where: media.contains(element))
    case .poster: address(name, value, .media, where: element == .video)
    case .id: identifier(value)
    case .name: element == .a ? identifier(value) : .leaveOut
    case .class: classes(value)
    case .align: alignment(value, of: element)
    case .dir: keep(name, value, where: ["ltr", "rtl", "auto"].contains(text(value)))
    case .title, .lang, .ariaLabel: .keepText
    case .alt: element == .img ? .keepText : .leaveOut
    case .dataMeta: element == .code ? .keepText : .leaveOut
    case .datetime: keep(name, value, where: [.del, .ins, .time].contains(element))
    case .scope: keep(name, value, where: element == .th && scopes.contains(text(value)))
    case .type: type(value, of: element)
    case .colspan, .rowspan: number(name, value, where: element == .td || element == .th)
    case .span: number(name, value, where: element == .col || element == .colgroup)
    case .start: number(name, value, where: element == .ol)
    case .value: number(name, value, where: element == .li)
    case .width, .height: number(name, value, where: sized.contains(element))
    case .checked: element == .input ? .flag : .leaveOut
    case .open: element == .details ? .flag : .leaveOut
    case .reversed: element == .ol ? .flag : .leaveOut
    case .loop, .muted: element == .audio || element == .video ? .flag : .leaveOut
    case .controls: .leaveOut
    }
  }

  private static let quoting: Set<HTMLElement> = [.blockquote, .del, .ins, .q]
  private static let media: Set<HTMLElement> = [.audio, .img, .source, .video]
  private static let sized: Set<HTMLElement> = [.img, .video]
  private static let scopes = ["row", "col", "rowgroup", "colgroup"]

  private static func keep(_ name: HTMLAttributeName, _ value: [UInt8], where condition: Bool) -> Decision {
    condition ? .keep(name, value) : .leaveOut
  }

  private static func address(
    _ name: HTMLAttributeName, _ value: [UInt8], _ use: AddressPolicy.Use, where condition: Bool
  ) -> Decision {
    keep(
      name, WebAddressForm.valid(value),
      where: condition && AddressPolicy.allows(value, as: use))
  }

  private static func number(_ name: HTMLAttributeName, _ value: [UInt8], where condition: Bool) -> Decision {
    let isNumber = (1...5).contains(value.count) && value.allSatisfy { $0 &- 0x30 < 10 }
    return keep(name, value, where: condition && isNumber)
  }

  /// Keeps an anchor under a name that begins with the prefix for places of notes.
  private static func identifier(_ value: [UInt8]) -> Decision {
    let isUsable = !value.isEmpty && !value.contains(where: ASCII.isWhiteSpace)
    return keep(.id, Array(PagePlace.prefix.utf8) + value, where: isUsable)
  }

  /// Keeps only the classes that cmark writes, so that a note cannot imitate parts of the page.
  private static func classes(_ value: [UInt8]) -> Decision {
    let kept = value.split(whereSeparator: ASCII.isWhiteSpace).filter { name in
      name.starts(with: "language-".utf8)
        || ["footnotes", "footnote-ref", "footnote-backref"].contains(text(Array(name)))
    }
    return keep(.class, Array(kept.joined(separator: [0x20])), where: !kept.isEmpty)
  }

  /// Replaces `align` by a class, because HTML has dropped the attribute.
  private static func alignment(_ value: [UInt8], of element: HTMLElement) -> Decision {
    let side = text(value)
    guard ["left", "center", "right"].contains(side) else { return .leaveOut }
    return .keep(.class, Array("align-\(side)".utf8))
  }

  private static func type(_ value: [UInt8], of element: HTMLElement) -> Decision {
    switch element {
    case .ol: keep(.type, value, where: ["1", "a", "A", "i", "I"].contains(text(value, cased: true)))
    case .source: keep(.type, value, where: text(value).hasPrefix("video/") || text(value).hasPrefix("audio/"))
    default: .leaveOut
    }
  }

  private static func text(_ value: [UInt8], cased: Bool = false) -> String {
    let text = String(decoding: value, as: UTF8.self)
    return cased ? text : text.lowercased()
  }
}

/// Looks up the meaning of an HTML name in a table without memory allocation, because a page looks up every tag.
struct NameTable<Value: Sendable>: Sendable {
  private var slots: [(key: UInt128, value: Value)?]

  init(_ values: [Value], name: (Value) -> String) {
    var size = 16
    while size < values.count * 4 { size *= 2 }
    slots = Array(repeating: nil, count: size)
    for value in values {
      let key = Self.packed(Array(name(value).utf8)[...])
      var slot = place(of: key)
      while slots[slot] != nil { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = (key, value)
    }
  }

  /// Looks up a name in any case.
  subscript(name: ArraySlice<UInt8>) -> Value? {
    let key = Self.packed(name)
    var slot = place(of: key)
    while let found = slots[slot] {
      if found.key == key { return found.value }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private func place(of key: UInt128) -> Int {
    let folded = UInt64(truncatingIfNeeded: key ^ key >> 64)
    return Int((folded &* 0x9E37_79B9_7F4A_7C15) >> 40) & (slots.count - 1)
  }

  /// Packs a name of up to 16 letters, in lower case, into a number. A longer name gives 0.
  private static func packed(_ name: ArraySlice<UInt8>) -> UInt128 {
    guard name.count <= 16 else { return 0 }
    var packed: UInt128 = 0
    for byte in name { packed = packed << 8 | UInt128(byte &- 0x41 < 26 ? byte | 0x20 : byte) }
    return packed
  }
}
