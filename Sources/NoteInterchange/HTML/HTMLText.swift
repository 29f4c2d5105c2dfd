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

  static func decoded(_ text: String) -> String { decoded(Array(text.utf8)[...]) }

  /// The text of the reference that begins with the `&` at `start`, and where it ends.
  private static func reference(
    in bytes: ArraySlice<UInt8>, at start: Int
  ) -> (text: String, end: Int)? {
    let limit = min(bytes.endIndex, start + 33)
    guard let end = bytes[(start + 1)..<limit].firstIndex(of: UInt8(ascii: ";")) else {
      return nil
    }
    let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
    guard let text = name.hasPrefix("#") ? numeric(name.dropFirst()) : named[name] else {
      return nil
    }
    return (text, end + 1)
  }

  private static func numeric(_ digits: Substring) -> String? {
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    guard
      let number = UInt32(
        isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10)
    else { return nil }
    let scalar = Unicode.Scalar(number).flatMap { $0.value == 0 ? nil : $0 } ?? "\u{FFFD}"
    return String(Character(scalar))
  }

  /// The names of HTML 4, which are those that programs write.
  private static let named: [String: String] = {
    var table = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "ndash": "–", "mdash": "—",
      "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„",
      "bull": "•", "hellip": "…", "prime": "′", "Prime": "″", "lsaquo": "‹", "rsaquo": "›",
      "euro": "€", "trade": "™", "larr": "←", "uarr": "↑", "rarr": "→", "darr": "↓", "harr": "↔",
      "rArr": "⇒", "hArr": "⇔", "minus": "−", "infin": "∞", "asymp": "≈", "ne": "≠", "equiv": "≡",
      "le": "≤", "ge": "≥", "check": "✓", "star": "☆", "spades": "♠", "clubs": "♣", "hearts": "♥",
      "diams": "♦", "ensp": "\u{2002}", "emsp": "\u{2003}", "thinsp": "\u{2009}",
      "zwnj": "\u{200C}", "zwj": "\u{200D}", "lrm": "\u{200E}", "rlm": "\u{200F}", "dagger": "†",
      "Dagger": "‡", "permil": "‰", "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š",
      "Yuml": "Ÿ", "fnof": "ƒ", "circ": "ˆ", "tilde": "˜", "sum": "∑", "radic": "√", "part": "∂",
      "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "lambda": "λ",
      "mu": "μ", "pi": "π", "sigma": "σ", "omega": "ω", "Delta": "Δ", "Sigma": "Σ", "Omega": "Ω",
    ]
    for (offset, name) in latin.split(separator: " ").enumerated() {
      table[String(name)] = Unicode.Scalar(UInt32(160 + offset)).map { String(Character($0)) }
    }
    return table
  }()

  /// U+00A0 to U+00FF in their order.
  private static let latin = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
    micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring \
    AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml \
    times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil \
    egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash \
    ugrave uacute ucirc uuml yacute thorn yuml
    """
}
