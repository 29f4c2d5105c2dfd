package import ByteBasics

/// Lines that look like front matter and are text to every reader: something comes before the fence, the fence has
/// other marks or no end, or there is front matter already.
///
/// The author of `private: true` there believes that the line counts, so such a note is doubtful on every surface.
package enum DoubtfulFrontMatter {
  /// Keys that say who may read a note, or from when on, in small letters.
  package static let keys: Set<String> = [
    "publish", "public", "published", "dg-publish", "공개", "private", "unlisted", "hidden", "비공개", "draft", "초안",
    "visibility", "access", "unseal", "publishdate", "pubdate", "expirydate", "unpublishdate", "password", "passwords",
    "passphrase", "passwd", "비밀번호", "비번", "암호", "encrypt", "encrypted",
  ]
  /// Keys that also begin lines of text, where they are written in capitals.
  private static let keysInSmallLetters: Set<String> = ["date", "created", "status"]

  /// Looks at the head of a file, and at the lines after its front matter.
  ///
  /// - Returns: From the line that looks like a fence to the end of its fields. Nil if no ``keys`` are among them.
  package static func range(in bytes: [UInt8], after fence: FrontMatterFence?) -> ByteRange? {
    guard let start = firstContent(bytes, from: fence?.range.upperBound ?? 0) else { return nil }
    return fencedRange(bytes, start) ?? plainRange(bytes, start)
  }

  private static func fencedRange(_ bytes: [UInt8], _ start: Int) -> ByteRange? {
    guard var line = fieldsStart(bytes, at: start) else { return nil }
    var holdsKey = false
    var isField = false
    var isAfterEmptyLine = false
    var isText = false
    while line < bytes.count, line - start < limit {
      let end = lineEnd(bytes, from: line)
      let text = bytes[line..<end]
      guard let first = firstContent(bytes, from: line) else { break }
      // A comment, or a heading, after which a day does not affect the privacy of the note.
      if first >= end || bytes[first] == ASCII.hash {
        isText = isText || isAfterEmptyLine && first < end
        isAfterEmptyLine = first >= end
        line = end
        continue
      }
      isAfterEmptyLine = false
      let content = bytes[first..<end]
      if isClosing(content) {
        line = end
        break
      }
      isField = isField ? goesOn(content, indented: first > line) : beginsField(content)
      guard isField else { break }
      holdsKey = holdsKey || mentions(in: text).contains { !isText || keys.contains($0) } || isUnrendered(content)
      line = end
    }
    return holdsKey ? ByteRange(start, line) : nil
  }

  /// Looks for a field that keeps a note from readers among lines of fields without a fence, before any other text: after
  /// headings, between marks that are no fence, or at the head of a file as MultiMarkdown has it.
  private static func plainRange(_ bytes: [UInt8], _ start: Int) -> ByteRange? {
    var line = start
    var isField = false
    while line < bytes.count, line - start < limit {
      let end = lineEnd(bytes, from: line)
      guard let first = firstContent(bytes, from: line) else { return nil }
      let content = bytes[first..<max(first, end)]
      if first < end, content.first != ASCII.hash, !isMark(content) {
        guard isField && goesOn(content, indented: first > line) || beginsField(content) else {
          // The text of a heading that a line of marks ends.
          guard line == start, isMark(bytes[end..<lineEnd(bytes, from: end)]) else { return nil }
          line = end
          continue
        }
        if keepsBack(content) { return ByteRange(start, end) }
        isField = true
      }
      line = first < end ? end : lineStart(bytes, before: first)
    }
    return nil
  }

  private static func lineStart(_ bytes: [UInt8], before index: Int) -> Int {
    bytes[..<index].lastIndex { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn }.map { $0 + 1 } ?? 0
  }

  /// Returns true for a line of marks alone, also with the name of a language as a block of code has it.
  private static func isMark(_ content: ArraySlice<UInt8>) -> Bool {
    guard let mark = content.first, "-+=_*~`;:.".utf8.contains(mark) else { return false }
    let rest = content.drop { $0 == mark || ASCII.isBlank($0) }.filter { $0 > ASCII.space }
    return content.prefix { $0 == mark || ASCII.isBlank($0) }.count { $0 == mark } > 1
      && (rest.isEmpty || ["yaml", "yml", "toml", "json"].contains { rest.starts(with: $0.utf8) })
  }

  /// Returns true for `private: true` and `publish: no`, but not for words of a text such as `Access: by train`.
  private static func keepsBack(_ content: ArraySlice<UInt8>) -> Bool {
    let words = String(decoding: content, as: UTF8.self).split(maxSplits: 1) { $0 == ":" || $0 == "=" }
    guard words.count == 2, let key = mentions(in: content).first else { return false }
    let value = words[1].lowercased().filter { !$0.isWhitespace && !"\"',{}".contains($0) }
    switch key {
    case "publish", "public", "published", "dg-publish", "공개": return ["false", "no", "off", "아니요"].contains(value)
    case "private", "unlisted", "hidden", "비공개", "draft", "초안", "encrypt", "encrypted":
      return ["true", "yes", "on", "예"].contains(value)
    case "visibility", "access":
      return ["private", "비공개", "hidden", "internal", "restricted", "secret", "confidential", "draft"].contains(value)
    case "unseal": return value.contains(where: \.isNumber)
    default: return false
    }
  }

  /// Returns the ``keys``, in lower case, that occur in a text where a key can be: at the beginning of a line, of a
  /// list, of a map in braces or after the dot of a dotted key, followed by a colon or an equals sign.
  package static func mentions(in text: ArraySlice<UInt8>) -> [String] {
    var found: [String] = []
    for sign in text.indices where text[sign] == ASCII.colon || text[sign] == ASCII.equals {
      var end = sign
      while end > text.startIndex, isAroundKey(text[end - 1]) { end -= 1 }
      var start = end
      while start > text.startIndex, end - start <= 24, isOfKey(text[start - 1]) { start -= 1 }
      var before = start
      while before > text.startIndex, isAroundKey(text[before - 1]) { before -= 1 }
      guard 4...24 ~= end - start,
        before == text.startIndex || text[before - 1] < ASCII.space || "{[,?-+;.".utf8.contains(text[before - 1])
      else { continue }
      let word = text[start..<end]
      var key = String(decoding: word, as: UTF8.self)
      if word.contains(where: { $0 >= 0x80 }) {
        key = composedName(String(String.UnicodeScalarView(key.unicodeScalars.filter { !isUnseen($0) })))
      }
      let small = key.lowercased()
      if keys.contains(small) || keysInSmallLetters.contains(key) { found.append(small) }
    }
    return found
  }

  private static func isAroundKey(_ byte: UInt8) -> Bool {
    ASCII.isBlank(byte) || byte == ASCII.doubleQuote || byte == ASCII.singleQuote
  }

  /// The most bytes that are looked at.
  private static let limit = 1 << 16
  private static let quotes = Set("\"'".utf8)

  private static func isOfKey(_ byte: UInt8) -> Bool {
    ASCII.isAlphanumeric(byte) || byte == ASCII.hyphen || byte == ASCII.underscore || byte >= 0x80
  }

  /// Returns the first byte that readers see: after white space, invisible characters and HTML comments.
  private static func firstContent(_ bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte <= ASCII.space || byte == 0x7F {
        index += 1
      } else if byte == ASCII.less, bytes[index...].starts(with: "<!--".utf8) {
        guard let end = bytes[index...].prefix(limit).firstRange(of: Array("-->".utf8)) else { return nil }
        index = end.upperBound
      } else if byte >= 0x80, let scalar = scalar(bytes, at: index), isUnseen(scalar) {
        index += UTF8.width(scalar)
      } else {
        return index
      }
    }
    return nil
  }

  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{FFFD}" || scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
      || scalar.properties.generalCategory == .format || scalar.properties.generalCategory == .control
  }

  private static func scalar(_ bytes: [UInt8], at index: Int) -> Unicode.Scalar? {
    String(decoding: bytes[index...].prefix(4), as: UTF8.self).unicodeScalars.first
  }

  /// Returns the offset after a line that looks like a fence, or that of the field on such a line or in an object of
  /// JSON. Returns nil for any other line.
  private static func fieldsStart(_ bytes: [UInt8], at start: Int) -> Int? {
    if bytes[start] == ASCII.leftBrace {
      return firstContent(bytes, from: start + 1).flatMap { bytes[$0] == ASCII.doubleQuote ? $0 : nil }
    }
    guard "-+;".utf8.contains(bytes[start]) || bytes[start] >= 0x80 && scalar(bytes, at: start).map(isDash) ?? false
    else { return nil }
    let end = lineEnd(bytes, from: start)
    guard let (marks, weight) = fence(bytes[start..<end]), weight > 1 else { return nil }
    guard let rest = firstContent(bytes, from: marks), rest < end else { return end }
    let words = bytes[rest..<end]
    if "#!%&".utf8.contains(bytes[rest])
      || ["yaml", "yml", "toml", "json"].contains(where: { words.starts(with: $0.utf8) })
    {
      return end
    }
    return weight > 2 && !mentions(in: words).isEmpty && beginsField(words) ? rest : nil
  }

  /// Dashes of any length, plus signs or semicolons at the head of a line: where they end, and how many hyphens they
  /// stand for.
  private static func fence(_ line: ArraySlice<UInt8>) -> (end: Int, weight: Int)? {
    var mark: Unicode.Scalar?
    var weight = 0
    var end = line.startIndex
    for scalar in String(decoding: line.prefix(80), as: UTF8.self).unicodeScalars {
      let isDash = isDash(scalar)
      guard isDash || scalar == "+" || scalar == ";" || scalar == " " && mark != nil else { break }
      end += UTF8.width(scalar)
      if scalar == " " { continue }
      let kind: Unicode.Scalar = isDash ? "-" : scalar
      guard mark == nil || mark == kind else { return nil }
      mark = kind
      weight += scalar == "\u{2014}" || scalar == "\u{2015}" ? 2 : 1
    }
    return mark == nil ? nil : (end, weight)
  }

  /// Returns true for `render = false` and `"render": "never"`.
  private static func isUnrendered(_ content: ArraySlice<UInt8>) -> Bool {
    let words = String(decoding: content, as: UTF8.self).lowercased().split { !$0.isLetter }
    return words.first == "render" && ["false", "never", "link"].contains(words.last)
  }

  private static func isDash(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .dashPunctuation || scalar == "\u{2212}"
  }

  private static func isClosing(_ content: ArraySlice<UInt8>) -> Bool {
    let text = content.filter { $0 > ASCII.space }
    if text.elementsEqual("...".utf8) || text.elementsEqual("}".utf8) { return true }
    guard let (end, weight) = fence(content), weight > 1 else { return false }
    return content[end...].allSatisfy { $0 <= ASCII.space }
  }

  /// Returns true for `key:`, `key =`, `"key" :`, `{`, `? key`, `<<: *base`.
  private static func beginsField(_ content: ArraySlice<UInt8>) -> Bool {
    guard let first = content.first else { return false }
    if "{?<&!".utf8.contains(first) { return true }
    let rest = content.drop { quotes.contains($0) || isOfKey($0) || $0 == ASCII.period }
      .drop { quotes.contains($0) || ASCII.isBlank($0) }
    guard rest.startIndex > content.startIndex, let sign = rest.first else { return false }
    return sign == ASCII.colon && rest.dropFirst().first.map { $0 <= ASCII.space || quotes.contains($0) } ?? true
      || sign == ASCII.equals
  }

  private static func goesOn(_ content: ArraySlice<UInt8>, indented: Bool) -> Bool {
    indented || beginsField(content) || content.first.map { "-[]},\"'".utf8.contains($0) } ?? false
  }

  /// Returns the end of a line. A carriage return without a line feed ends a line as well.
  private static func lineEnd(_ bytes: [UInt8], from start: Int) -> Int {
    guard let end = bytes[start...].firstIndex(where: { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn })
    else { return bytes.count }
    let isPair = bytes[end] == ASCII.carriageReturn && end + 1 < bytes.count && bytes[end + 1] == ASCII.lineFeed
    return end + (isPair ? 2 : 1)
  }
}
