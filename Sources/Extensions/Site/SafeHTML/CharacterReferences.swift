import ByteBasics

/// `&amp;`, `&#x41;` and their like in attributes.
package enum CharacterReferences {
  /// Decodes the character references for ASCII characters in the value of an attribute, as a browser does.
  ///
  /// References to characters outside ASCII are kept, because they cannot change the scheme of an address.
  package static func decoded(_ value: ArraySlice<UInt8>) -> [UInt8] {
    guard value.contains(UInt8(ascii: "&")) else { return Array(value) }
    var result: [UInt8] = []
    result.reserveCapacity(value.count)
    var index = value.startIndex
    while index < value.endIndex {
      if value[index] == UInt8(ascii: "&"), let (text, end) = reference(in: value, at: index) {
        result += text
        index = end
      } else {
        result.append(value[index])
        index += 1
      }
    }
    return result
  }

  /// Appends a decoded value so that it can be between double quotes.
  package static func appendEscaped(_ value: some Sequence<UInt8>, to html: inout [UInt8]) {
    allSigns.append(value, to: &html)
  }

  /// Appends a value that may hold references so that it can be between double quotes.
  static func appendQuotable(_ value: some Sequence<UInt8>, to html: inout [UInt8]) {
    signsBesideReferences.append(value, to: &html)
  }

  private static let allSigns = EscapeTable([
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "\0": "\u{FFFD}",
  ])
  private static let signsBesideReferences = EscapeTable([
    "<": "&lt;", ">": "&gt;", "\"": "&quot;", "\0": "\u{FFFD}",
  ])

  /// Returns the text of the reference that begins with the `&` at `start`, and the end of the reference.
  private static func reference(in value: ArraySlice<UInt8>, at start: Int) -> (text: [UInt8], end: Int)? {
    var index = start + 1
    guard index < value.endIndex else { return nil }
    if value[index] == UInt8(ascii: "#") { return numeric(in: value, from: index + 1) }
    while index < value.endIndex, ASCII.isLetter(value[index]) || value[index] &- 0x30 < 10 {
      index += 1
    }
    let name = String(decoding: value[(start + 1)..<index], as: UTF8.self)
    guard let text = named[name] else { return nil }
    if index < value.endIndex, value[index] == UInt8(ascii: ";") { return (Array(text.utf8), index + 1) }
    // A few old names are read without a semicolon as well.
    return withoutSemicolon.contains(name) ? (Array(text.utf8), index) : nil
  }

  private static func numeric(in value: ArraySlice<UInt8>, from start: Int) -> (text: [UInt8], end: Int)? {
    var index = start
    let isHexadecimal = index < value.endIndex && value[index] | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { index += 1 }
    let digits = index
    var number: UInt32 = 0
    while index < value.endIndex, let digit = digit(value[index], isHexadecimal: isHexadecimal) {
      number = min(number * (isHexadecimal ? 16 : 10) + digit, 0x110000)
      index += 1
    }
    guard index > digits else { return nil }
    if index < value.endIndex, value[index] == UInt8(ascii: ";") { index += 1 }
    let scalar = Unicode.Scalar(number).flatMap { $0.value == 0 ? nil : $0 } ?? "\u{FFFD}"
    return (Array(String(Character(scalar)).utf8), index)
  }

  private static func digit(_ byte: UInt8, isHexadecimal: Bool) -> UInt32? {
    if byte &- 0x30 < 10 { return UInt32(byte - 0x30) }
    let letter = byte | 0x20
    return isHexadecimal && letter &- 0x61 < 6 ? UInt32(letter - 0x61 + 10) : nil
  }

  private static let withoutSemicolon: Set<String> = [
    "amp", "AMP", "lt", "LT", "gt", "GT", "quot", "QUOT",
  ]

  /// Every name that stands for ASCII.
  private static let named: [String: String] = [
    "Tab": "\t", "NewLine": "\n", "excl": "!", "quot": "\"", "QUOT": "\"", "num": "#",
    "dollar": "$", "percnt": "%", "amp": "&", "AMP": "&", "apos": "'", "lpar": "(", "rpar": ")",
    "ast": "*", "midast": "*", "plus": "+", "comma": ",", "period": ".", "sol": "/", "colon": ":",
    "semi": ";", "lt": "<", "LT": "<", "equals": "=", "gt": ">", "GT": ">", "quest": "?",
    "commat": "@", "lsqb": "[", "lbrack": "[", "bsol": "\\", "rsqb": "]", "rbrack": "]",
    "Hat": "^", "lowbar": "_", "UnderBar": "_", "grave": "`", "DiacriticalGrave": "`",
    "lcub": "{", "lbrace": "{", "verbar": "|", "vert": "|", "VerticalLine": "|", "rcub": "}",
    "rbrace": "}", "fjlig": "fj",
  ]
}
