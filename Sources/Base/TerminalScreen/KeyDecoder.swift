/// Makes keys of the bytes that a terminal sends.
///
/// ```
/// 1B 5B 41        up
/// ED 95 9C        text("한")
/// 1B, then silence   escape
/// ```
package struct KeyDecoder: Sendable {
  private var bytes: [UInt8] = []

  package init() {}

  package mutating func append(_ more: some Sequence<UInt8>) { bytes += more }

  /// Returns the next key.
  ///
  /// - Parameter isComplete: True if no more bytes came for a moment, so that the start of a sequence is itself a key.
  ///   The start of a character is no key, because its other bytes follow.
  /// - Returns: nil if more bytes are needed.
  package mutating func next(isComplete: Bool) -> Key? {
    while let first = bytes.first {
      let step = first == 0x1B ? sequence(isComplete) : plain(first, isComplete)
      guard let step else { return nil }
      bytes.removeFirst(min(step.count, bytes.count))
      if let key = step.key { return key }
    }
    return nil
  }

  /// The number of bytes that are used up, and their key. Nil if they are no known key.
  private struct Step {
    let count: Int
    var key: Key?
  }

  private func plain(_ first: UInt8, _ isComplete: Bool) -> Step? {
    switch first {
    case 0x0D: return Step(count: 1, key: .enter)
    case 0x09: return Step(count: 1, key: .tab)
    case 0x08, 0x7F: return Step(count: 1, key: .backspace)
    case 0x01...0x1A: return Step(count: 1, key: .control(Character(Unicode.Scalar(first + 0x60))))
    case ..<0x20: return Step(count: 1)
    case ..<0x80: return Step(count: 1, key: .text(String(Unicode.Scalar(first))))
    default: return character(first)
    }
  }

  private func character(_ first: UInt8) -> Step? {
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1
    guard length <= bytes.count else {
      return bytes.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 } ? nil : Step(count: 1)
    }
    guard let text = String(validating: bytes[..<length], as: UTF8.self) else { return Step(count: 1) }
    let isControl = text.unicodeScalars.contains { (0x80..<0xA0).contains($0.value) }
    return Step(count: length, key: isControl ? nil : .text(text))
  }

  /// Reads the key that begins with an escape character.
  private func sequence(_ isComplete: Bool) -> Step? {
    guard bytes.count > 1 else { return isComplete ? Step(count: 1, key: .escape) : nil }
    switch bytes[1] {
    case UInt8(ascii: "["): return parameters(isComplete)
    case UInt8(ascii: "O"):
      guard bytes.count > 2 else { return isComplete ? Step(count: 2) : nil }
      return Step(count: 3, key: Self.letters[bytes[2]])
    case 0x1B: return Step(count: 1, key: .escape)
    // A letter with Alt means nothing here.
    default: return Step(count: 2)
    }
  }

  /// Reads `ESC [ 1 ; 5 A`: numbers, then the letter that ends the sequence.
  private func parameters(_ isComplete: Bool) -> Step? {
    guard let end = bytes.indices.dropFirst(2).first(where: { (0x40...0x7E).contains(bytes[$0]) })
    else { return isComplete || bytes.count > 32 ? Step(count: bytes.count) : nil }
    let count = end + 1
    if bytes[2] == UInt8(ascii: "<") { return Step(count: count, key: mouse(bytes[3..<end], bytes[end])) }
    guard bytes[end] == UInt8(ascii: "~") else { return Step(count: count, key: Self.letters[bytes[end]]) }
    let number = bytes[2..<end].prefix { (0x30...0x39).contains($0) }
    let text = String(decoding: number, as: UTF8.self)
    return text == "200" ? paste(after: count, isComplete) : Step(count: count, key: Self.numbers[text])
  }

  /// Reads `ESC [ < 0 ; 12 ; 3 M`: button, column and row from 1. A final `m`, for a released button, gives no key.
  private func mouse(_ parameters: ArraySlice<UInt8>, _ end: UInt8) -> Key? {
    let numbers = parameters.split(separator: UInt8(ascii: ";")).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? 0
    }
    guard numbers.count == 3, end == UInt8(ascii: "M") else { return nil }
    switch numbers[0] {
    case 0: return .click(ScreenPosition(column: max(0, numbers[1] - 1), row: max(0, numbers[2] - 1)))
    case 64: return .up
    case 65: return .down
    default: return nil
    }
  }

  private func paste(after start: Int, _ isComplete: Bool) -> Step? {
    let end = Array("\u{1B}[201~".utf8)
    let rest = bytes[start...]
    guard let position = rest.indices.first(where: { rest[$0...].starts(with: end) }) else {
      // Half of what is pasted would be typed. Ctrl-C ends the wait for the other half.
      return isComplete && rest.last == 0x03 ? Step(count: bytes.count, key: .control("c")) : nil
    }
    return Step(count: position + end.count, key: Self.pasted(rest[..<position]))
  }

  private static func pasted(_ bytes: ArraySlice<UInt8>) -> Key? {
    let text = String(decoding: bytes, as: UTF8.self)
    let words = text.split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
    let scalars = words.unicodeScalars.filter { $0.properties.generalCategory != .control }
    return scalars.isEmpty ? nil : .text(String(String.UnicodeScalarView(scalars)))
  }

  private static let letters: [UInt8: Key] = [
    0x41: .up, 0x42: .down, 0x43: .right, 0x44: .left, 0x48: .home, 0x46: .end, 0x5A: .backTab,
    0x4D: .enter,
  ]

  private static let numbers: [String: Key] = [
    "1": .home, "3": .delete, "4": .end, "5": .pageUp, "6": .pageDown, "7": .home, "8": .end,
  ]
}

/// A key pressed on the keyboard of a terminal.
package enum Key: Hashable, Sendable {
  /// A character, or several that were pasted. Control characters are left out.
  case text(String)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// The left button of the mouse. Its wheel is ``up`` and ``down``.
  case click(ScreenPosition)
  /// A letter with Ctrl, in lower case.
  case control(Character)
}
