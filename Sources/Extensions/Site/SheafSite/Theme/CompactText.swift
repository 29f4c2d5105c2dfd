import ByteBasics

/// Shortens style sheets and scripts: removes indentation, comments and unneeded spaces.
enum CompactText {
  /// Returns a style sheet on one line. Comments must be on separate lines.
  static func style(_ text: String) -> String {
    let kept = lines(of: text).filter { !$0.hasPrefix("/*") || !$0.hasSuffix("*/") }
    var result: [UInt8] = []
    var quote: UInt8 = 0
    for byte in kept.joined(separator: " ").utf8 {
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == 0x20, let last = result.last, "{}:;,>".utf8.contains(last) {
        continue
      } else if "{}>!".utf8.contains(byte), result.last == 0x20 || result.last == UInt8(ascii: ";") {
        // A selector may end with a space, a block with a semicolon.
        result.removeLast()
      }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns a script without comments and indentation. Comments must be on separate lines, and no template literal may
  /// span lines; line breaks that may end a statement are kept.
  static func script(_ text: String) -> String {
    let kept = lines(of: text).filter { !$0.hasPrefix("//") }
    let bytes = Array(kept.joined(separator: "\n").utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let end = quotedEnd(bytes, at: index, after: result)
      if end > index {
        result += bytes[index..<end]
        index = end
        continue
      }
      let byte = bytes[index]
      index += 1
      let next = index < bytes.count ? bytes[index] : 0
      if byte == 0x20, !isNeeded(between: result.last ?? 0, and: next) { continue }
      if byte == 0x0A, "{([,;=+-*&|?:".utf8.contains(result.last ?? 0x7B) { continue }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isNeeded(between last: UInt8, and next: UInt8) -> Bool {
    isWord(last) && isWord(next) || last == next && (last == UInt8(ascii: "+") || last == UInt8(ascii: "-"))
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
  }

  /// Returns the end of the text or the regular expression that begins at `start`; `start` itself if none does.
  private static func quotedEnd(_ bytes: [UInt8], at start: Int, after result: [UInt8]) -> Int {
    let quote = bytes[start]
    let isExpression = quote == UInt8(ascii: "/") && beginsExpression(after: result)
    guard isExpression || "'\"`".utf8.contains(quote) else { return start }
    var index = start + 1
    var isInClass = false
    while index < bytes.count, bytes[index] != quote || isInClass {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      if isExpression, bytes[index] == UInt8(ascii: "[") { isInClass = true }
      if bytes[index] == UInt8(ascii: "]") { isInClass = false }
      index += 1
    }
    return min(index + 1, bytes.count)
  }

  /// Returns true if a slash is no division.
  private static func beginsExpression(after result: [UInt8]) -> Bool {
    result.last.map { "(,=:!&|?{};\n".utf8.contains($0) } ?? true || result.suffix(6).elementsEqual("return".utf8)
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n").map { line in line.drop { $0 == " " } }.filter { !$0.isEmpty }
  }
}
