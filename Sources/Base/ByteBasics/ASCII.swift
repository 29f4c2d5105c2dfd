/// Names of the bytes that Markdown and YAML give a meaning to.
@usableFromInline
package enum ASCII {
  @inlinable package static var tab: UInt8 { 0x09 }
  @inlinable package static var lineFeed: UInt8 { 0x0A }
  @inlinable package static var carriageReturn: UInt8 { 0x0D }
  @inlinable package static var space: UInt8 { 0x20 }
  @inlinable package static var bang: UInt8 { UInt8(ascii: "!") }
  @inlinable package static var doubleQuote: UInt8 { UInt8(ascii: "\"") }
  @inlinable package static var hash: UInt8 { UInt8(ascii: "#") }
  @inlinable package static var singleQuote: UInt8 { UInt8(ascii: "'") }
  @inlinable package static var leftParenthesis: UInt8 { UInt8(ascii: "(") }
  @inlinable package static var rightParenthesis: UInt8 { UInt8(ascii: ")") }
  @inlinable package static var plus: UInt8 { UInt8(ascii: "+") }
  @inlinable package static var comma: UInt8 { UInt8(ascii: ",") }
  @inlinable package static var hyphen: UInt8 { UInt8(ascii: "-") }
  @inlinable package static var period: UInt8 { UInt8(ascii: ".") }
  @inlinable package static var slash: UInt8 { UInt8(ascii: "/") }
  @inlinable package static var colon: UInt8 { UInt8(ascii: ":") }
  @inlinable package static var less: UInt8 { UInt8(ascii: "<") }
  @inlinable package static var equals: UInt8 { UInt8(ascii: "=") }
  @inlinable package static var greater: UInt8 { UInt8(ascii: ">") }
  @inlinable package static var question: UInt8 { UInt8(ascii: "?") }
  @inlinable package static var at: UInt8 { UInt8(ascii: "@") }
  @inlinable package static var leftBracket: UInt8 { UInt8(ascii: "[") }
  @inlinable package static var backslash: UInt8 { UInt8(ascii: "\\") }
  @inlinable package static var rightBracket: UInt8 { UInt8(ascii: "]") }
  @inlinable package static var caret: UInt8 { UInt8(ascii: "^") }
  @inlinable package static var underscore: UInt8 { UInt8(ascii: "_") }
  @inlinable package static var backtick: UInt8 { UInt8(ascii: "`") }
  @inlinable package static var leftBrace: UInt8 { UInt8(ascii: "{") }
  @inlinable package static var pipe: UInt8 { UInt8(ascii: "|") }
  @inlinable package static var rightBrace: UInt8 { UInt8(ascii: "}") }
  @inlinable package static var tilde: UInt8 { UInt8(ascii: "~") }

  @inlinable @inline(__always)
  package static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  @inlinable @inline(__always)
  package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  @inlinable @inline(__always)
  package static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }

  @inlinable @inline(__always)
  package static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

  /// Returns true for the bytes that HTML defines as white space.
  @inlinable @inline(__always)
  package static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == space || byte == lineFeed || byte == tab || byte == 0x0C || byte == carriageReturn
  }

  @inlinable @inline(__always)
  package static func isPunctuation(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !isAlphanumeric(byte)
  }
}

/// Returns `slice` without spaces and tabs at its ends.
@inlinable
package func trimmedBlanks(_ slice: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  var start = slice.startIndex
  var end = slice.endIndex
  while start < end, ASCII.isBlank(slice[start]) { start += 1 }
  while end > start, ASCII.isBlank(slice[end - 1]) { end -= 1 }
  return slice[start..<end]
}

extension BidirectionalCollection {
  /// Returns the collection without the elements at both ends that meet a condition.
  @inlinable
  package func trimming(while isLoose: (Element) -> Bool) -> SubSequence {
    drop(while: isLoose).trimmingEnd(while: isLoose)
  }

  /// Returns the collection without the elements at its end that meet a condition.
  @inlinable
  package func trimmingEnd(while isLoose: (Element) -> Bool) -> SubSequence {
    lastIndex { !isLoose($0) }.map { self[...$0] } ?? self[..<startIndex]
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns, by binary search, the first index from which on all elements meet a condition, or `endIndex`.
  @inlinable
  package func firstOrderedIndex(where condition: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// Characters that a text must not contain as they are, with their replacements.
///
/// The bytes between two such characters are copied in one piece.
package struct EscapeTable: Sendable {
  /// The escape of each byte, empty for a byte that is not escaped.
  private let texts: [[UInt8]]
  private let isEscaped: [Bool]

  /// - Parameter texts: The escapes, by ASCII characters.
  package init(_ texts: [Unicode.Scalar: String]) {
    var table = Array(repeating: [UInt8](), count: 256)
    for (sign, text) in texts { table[Int(sign.value & 0x7F)] = Array(text.utf8) }
    self.texts = table
    isEscaped = table.map { !$0.isEmpty }
  }

  package func contains(_ byte: UInt8) -> Bool { isEscaped[Int(byte)] }

  @inlinable package func append(_ text: some Sequence<UInt8>, to bytes: inout [UInt8]) {
    let isDone: Void? = text.withContiguousStorageIfAvailable { unsafe append($0, to: &bytes) }
    if isDone == nil { unsafe Array(text).withUnsafeBufferPointer { unsafe append($0, to: &bytes) } }
  }

  package func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    unsafe isEscaped.withUnsafeBufferPointer { isEscaped in
      var start = 0
      for index in text.indices where unsafe isEscaped[Int(text[index])] {
        unsafe bytes.append(contentsOf: text[start..<index])
        unsafe bytes += texts[Int(text[index])]
        start = index + 1
      }
      unsafe bytes.append(contentsOf: text[start...])
    }
  }
}

/// Quotes a text as one word of the shell (POSIX.1, 2.2.2): in single quotes, with each quote in the text as `'\''`.
///
/// - Parameter text: Any text without U+0000, which a shell cannot pass on.
package func shellWord(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }

/// Returns a text as a word that a person types into a shell: in quotes only if a shell would read something else.
package func typedWord(_ text: String) -> String {
  let isPlain = text.unicodeScalars.allSatisfy { scalar in
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "-_./:=+@,%^~…".unicodeScalars.contains(scalar)
  }
  return isPlain && !text.isEmpty && !"~=".contains(text.prefix(1)) ? text : shellWord(text)
}
