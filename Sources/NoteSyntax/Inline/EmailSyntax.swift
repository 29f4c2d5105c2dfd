import ByteBasics

/// E-mail addresses in running text, by the rules of GitHub Flavored Markdown: with `mailto:` before, or `xmpp:` and
/// a resource after.
enum EmailSyntax {
  /// An address whose `@` is at `offset`, and none of which is before `start`.
  static func address(
    in bytes: [UInt8], at offset: Int, from start: Int, to end: Int
  ) -> ByteRange? {
    var begin = offset
    while begin > start,
      ASCII.isAlphanumeric(bytes[begin - 1]) || ".+-_".utf8.contains(bytes[begin - 1])
    {
      begin -= 1
    }
    guard begin < offset, begin == start || bytes[begin - 1] != ASCII.slash,
      let domainEnd = domainEnd(bytes, from: offset + 1, to: end)
    else { return nil }
    if bytes[start..<begin].hasSuffix("mailto:") { return ByteRange(begin - 7, domainEnd) }
    if bytes[start..<begin].hasSuffix("xmpp:") {
      return ByteRange(begin - 5, resourceEnd(bytes, from: domainEnd, to: end))
    }
    return ByteRange(begin, domainEnd)
  }

  /// Labels of letters, digits, `-` and `_` with at least one dot between them, and a letter at the end.
  private static func domainEnd(_ bytes: [UInt8], from start: Int, to end: Int) -> Int? {
    var index = start
    var dots = 0
    while index < end {
      let byte = bytes[index]
      if byte == ASCII.period {
        guard index + 1 < end, ASCII.isAlphanumeric(bytes[index + 1]) else { break }
        dots += 1
      } else if !ASCII.isAlphanumeric(byte), byte != ASCII.hyphen, byte != ASCII.underscore {
        break
      }
      index += 1
    }
    let isFollowedByAt = index < end && bytes[index] == ASCII.at
    return dots > 0 && ASCII.isLetter(bytes[index - 1]) && !isFollowedByAt ? index : nil
  }

  private static func resourceEnd(_ bytes: [UInt8], from start: Int, to end: Int) -> Int {
    guard start + 1 < end, bytes[start] == ASCII.slash else { return start }
    var index = start + 1
    while index < end,
      ASCII.isAlphanumeric(bytes[index]) || bytes[index] == ASCII.period || bytes[index] == ASCII.at
    {
      index += 1
    }
    while index > start, !ASCII.isAlphanumeric(bytes[index - 1]) { index -= 1 }
    return index
  }
}

extension ArraySlice<UInt8> {
  fileprivate func hasSuffix(_ text: StaticString) -> Bool {
    let text = text.description.utf8
    return count >= text.count && suffix(text.count).elementsEqual(text)
  }
}
