import ByteBasics

/// Text of HTML and XML with its character references resolved.
enum HTMLText {
  static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "&"), let (text, end) = reference(in: bytes, at: index) {
        result += text.utf8
        index = end
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the text of the reference that begins with the `&` at `start`, and its end.
  private static func reference(in bytes: ArraySlice<UInt8>, at start: Int) -> (text: String, end: Int)? {
    let limit = min(bytes.endIndex, start + 33)
    var end = start + 1
    if end < limit, bytes[end] == ASCII.hash { end += 1 }
    while end < limit, ASCII.isAlphanumeric(bytes[end]) { end += 1 }
    let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
    let isNumber = name.hasPrefix("#")
    guard let text = isNumber ? numeric(name.dropFirst()) : named[name] else { return nil }
    if end < bytes.endIndex, bytes[end] == UInt8(ascii: ";") { return (text, end + 1) }
    // `&copy=1` is a part of an address.
    let isOpen = isNumber || withoutSemicolon.contains(name) && (end == bytes.endIndex || bytes[end] != ASCII.equals)
    return isOpen ? (text, end) : nil
  }

  private static func numeric(_ digits: Substring) -> String? {
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    guard
      let number = UInt32(
        isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10)
    else { return nil }
    if (0x80...0x9F).contains(number) { return String(windows[Int(number - 0x80)]) }
    let scalar = Unicode.Scalar(number).flatMap { $0.value == 0 ? nil : $0 } ?? "\u{FFFD}"
    return String(Character(scalar))
  }

  /// The characters that browsers read for the numbers 128 to 159: those of Windows-1252.
  private static let windows = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ")

  /// The names of HTML 4, which are those that programs write, and two more.
  private static let named: [String: String] = {
    var table = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "check": "✓", "star": "☆",
      "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ", "circ": "ˆ", "tilde": "˜",
      "ensp": "\u{2002}", "emsp": "\u{2003}", "thinsp": "\u{2009}", "zwnj": "\u{200C}", "zwj": "\u{200D}",
      "lrm": "\u{200E}", "rlm": "\u{200F}", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’",
      "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "dagger": "†", "Dagger": "‡", "bull": "•",
      "hellip": "…", "permil": "‰", "prime": "′", "Prime": "″", "lsaquo": "‹", "rsaquo": "›", "oline": "‾",
      "frasl": "⁄", "euro": "€", "fnof": "ƒ", "thetasym": "ϑ", "upsih": "ϒ", "piv": "ϖ", "image": "ℑ",
      "weierp": "℘", "real": "ℜ", "trade": "™", "alefsym": "ℵ", "larr": "←", "uarr": "↑", "rarr": "→",
      "darr": "↓", "harr": "↔", "crarr": "↵", "lArr": "⇐", "uArr": "⇑", "rArr": "⇒", "dArr": "⇓",
      "hArr": "⇔", "forall": "∀", "part": "∂", "exist": "∃", "empty": "∅", "nabla": "∇", "isin": "∈",
      "notin": "∉", "ni": "∋", "prod": "∏", "sum": "∑", "minus": "−", "lowast": "∗", "radic": "√",
      "prop": "∝", "infin": "∞", "ang": "∠", "and": "∧", "or": "∨", "cap": "∩", "cup": "∪", "int": "∫",
      "there4": "∴", "sim": "∼", "cong": "≅", "asymp": "≈", "ne": "≠", "equiv": "≡", "le": "≤", "ge": "≥",
      "sub": "⊂", "sup": "⊃", "nsub": "⊄", "sube": "⊆", "supe": "⊇", "oplus": "⊕", "otimes": "⊗",
      "perp": "⊥", "sdot": "⋅", "lceil": "⌈", "rceil": "⌉", "lfloor": "⌊", "rfloor": "⌋", "lang": "⟨",
      "rang": "⟩", "loz": "◊", "spades": "♠", "clubs": "♣", "hearts": "♥", "diams": "♦",
    ]
    for (first, names) in [(0xA0, latin), (0x391, capitals), (0x3A3, lastCapitals), (0x3B1, letters)] {
      for (offset, name) in names.split(separator: " ").enumerated() {
        table[String(name)] = Unicode.Scalar(UInt32(first + offset)).map { String(Character($0)) }
      }
    }
    return table
  }()

  /// The names that browsers read without a semicolon as well.
  private static let withoutSemicolon = Set(["amp", "lt", "gt", "quot"] + latin.split(separator: " ").map(String.init))

  /// U+00A0 to U+00FF in their order.
  private static let latin = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
    micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring \
    AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml \
    times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil \
    egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash \
    ugrave uacute ucirc uuml yacute thorn yuml
    """

  /// Greek from U+0391, from U+03A3 and from U+03B1.
  private static let capitals =
    "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho"
  private static let lastCapitals = "Sigma Tau Upsilon Phi Chi Psi Omega"
  private static let letters = """
    alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau \
    upsilon phi chi psi omega
    """
}

/// The title that a page says in its head.
enum HTMLTitle {
  static func title(of html: some Sequence<UInt8>) -> String {
    let head = Array(html.prefix(65_536))
    let lower = head.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    guard let start = lower.firstRange(of: Array("<title".utf8)),
      let open = lower[start.upperBound...].firstIndex(of: UInt8(ascii: ">")),
      let end = lower[open...].firstRange(of: Array("</title".utf8))
    else { return "" }
    let text = HTMLText.decoded(head[(open + 1)..<end.lowerBound])
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
