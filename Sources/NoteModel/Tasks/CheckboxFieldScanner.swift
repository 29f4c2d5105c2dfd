import CivilCalendar
import NoteSyntax

/// Finds the fields of a check-box line in one pass over its bytes.
struct CheckboxFieldScanner {
  private let bytes: [UInt8]
  /// Behind these no bracket is closed any more, so that open ones are not looked into again and again.
  private let lastSquareClose: Int
  private let lastRoundClose: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lastSquareClose = bytes.lastIndex(of: UInt8(ascii: "]")) ?? -1
    lastRoundClose = bytes.lastIndex(of: UInt8(ascii: ")")) ?? -1
  }

  func fields() -> [CheckboxFields.Field] {
    var fields: [CheckboxFields.Field] = []
    var index = 0
    while index < bytes.count {
      if let field = bracketField(at: index) ?? emojiField(at: index) {
        fields.append(field)
        index = field.range.upperBound
      } else {
        index += 1
      }
    }
    return fields
  }

  /// The line with a space in place of each field.
  func text(without fields: [CheckboxFields.Field]) -> String {
    var rest: [UInt8] = []
    var index = 0
    for field in fields {
      rest += bytes[index..<field.range.lowerBound]
      rest.append(0x20)
      index = field.range.upperBound
    }
    rest += bytes[index...]
    return String(decoding: rest, as: UTF8.self)
  }

  /// `[key:: value]` or `(key:: value)`.
  private func bracketField(at start: Int) -> CheckboxFields.Field? {
    let isSquare = bytes[start] == UInt8(ascii: "[")
    guard isSquare || bytes[start] == UInt8(ascii: "("),
      start < (isSquare ? lastSquareClose : lastRoundClose)
    else { return nil }
    var colon = start + 1
    while colon < bytes.count, colon <= start + CheckboxNotation.longestKey,
      (bytes[colon] | 0x20) &- 0x61 < 26
    {
      colon += 1
    }
    let key = String(decoding: bytes[(start + 1)..<colon], as: UTF8.self)
    guard bytes[colon...].starts(with: "::".utf8), CheckboxNotation.keys.contains(key),
      let end = bytes[colon...].firstIndex(of: UInt8(ascii: isSquare ? "]" : ")"))
    else { return nil }
    return CheckboxFields.Field(
      key: key, value: text(colon + 2, end), range: ByteRange(start, end + 1), usesEmoji: false)
  }

  /// A sign, then its value up to the end of the value's form.
  private func emojiField(at start: Int) -> CheckboxFields.Field? {
    guard let sign = CheckboxNotation.sign(in: bytes, at: start) else { return nil }
    let signEnd = start + sign.bytes.count
    if let fixed = sign.value {
      return CheckboxFields.Field(
        key: sign.key, value: fixed, range: ByteRange(start, signEnd), usesEmoji: true)
    }
    let valueStart = gapEnd(from: signEnd)
    let end = valueEnd(from: valueStart, key: sign.key)
    guard end > valueStart else { return nil }
    return CheckboxFields.Field(
      key: sign.key, value: text(valueStart, end), range: ByteRange(start, end), usesEmoji: true)
  }

  private func valueEnd(from start: Int, key: String) -> Int {
    switch key {
    case "repeat": return ruleEnd(from: start)
    case "remind":
      let end = wordEnd(from: start)
      let next = gapEnd(from: end)
      // A day and its time.
      let isTime = next < bytes.count && bytes[next] &- 0x30 < 10 && next > end
      return isTime ? wordEnd(from: next) : end
    case "dependsOn":
      var end = wordEnd(from: start)
      while end > start, bytes[end - 1] == UInt8(ascii: ","), gapEnd(from: end) < bytes.count {
        let next = wordEnd(from: gapEnd(from: end))
        if next == gapEnd(from: end) { break }
        end = next
      }
      return end
    default: return wordEnd(from: start)
    }
  }

  /// The end of the longest row of words that is a rule; of a word where none is.
  private func ruleEnd(from start: Int) -> Int {
    var ends: [Int] = []
    var end = wordEnd(from: start)
    while end > (ends.last ?? start), ends.count < 16 {
      ends.append(end)
      end = wordEnd(from: gapEnd(from: end))
    }
    return ends.last { (try? RecurrenceRule.parse(text(start, $0))) != nil } ?? ends.last ?? start
  }

  /// The end of the word that begins at `start`: at a space, a tag, a bracket or a sign.
  private func wordEnd(from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "#") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "(")
        || gapLength(at: index) > 0 || CheckboxNotation.sign(in: bytes, at: index) != nil
      {
        break
      }
      index += 1
    }
    return index
  }

  private func gapEnd(from start: Int) -> Int {
    var index = start
    while index < bytes.count, gapLength(at: index) > 0 { index += gapLength(at: index) }
    return index
  }

  /// The length of a space, a tab, a no-break space or a variation selector; 0 for anything else.
  private func gapLength(at index: Int) -> Int {
    switch bytes[index] {
    case 0x20, 0x09: 1
    case 0xC2: bytes[index...].starts(with: [0xC2, 0xA0]) ? 2 : 0
    case 0xEF: bytes[index...].starts(with: [0xEF, 0xB8, 0x8F]) ? 3 : 0
    default: 0
    }
  }

  /// The text between two offsets without the gaps at its ends.
  private func text(_ start: Int, _ end: Int) -> String {
    let first = min(gapEnd(from: start), end)
    var last = first
    var index = first
    while index < end {
      let gap = gapLength(at: index)
      index += max(gap, 1)
      if gap == 0 { last = index }
    }
    return String(decoding: bytes[first..<last], as: UTF8.self)
  }
}
