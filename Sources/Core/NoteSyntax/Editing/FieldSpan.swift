import ByteBasics

/// The range of one field, and the edits that change it.
struct FieldSpan {
  private struct Item {
    /// Quotes included.
    let range: ByteRange
    let text: String
  }

  private let entry: FrontMatter.Entry
  private let source: SourceBuffer
  /// The whole lines of the field: the line of its key and the following lines of its value.
  private let lines: ByteRange
  private let value: ByteRange
  private let items: [Item]

  /// Refuses a value that is not plain.
  init(at index: Int, of frontMatter: FrontMatter, _ source: SourceBuffer) throws(FrontMatterRefusal) {
    let bytes = source.bytes
    let lines = frontMatter.lines(ofEntryAt: index, in: bytes)
    guard let plain = frontMatter.plainEntry(at: index, in: lines, of: bytes), let value = plain.valueRange else {
      let key = frontMatter.entries[index].keyRange
      throw FrontMatterRefusal(reason: .notPlain, line: source.position(at: key.lowerBound).line)
    }
    entry = plain
    self.source = source
    self.lines = lines
    self.value = value
    items = Self.items(of: plain.value, value, bytes)
  }

  /// Returns the items of a list with their ranges.
  private static func items(of value: FrontMatterValue, _ range: ByteRange, _ bytes: [UInt8]) -> [Item] {
    guard case .list(let list) = value else { return [] }
    var items: [Item] = []
    var index = range.lowerBound
    for element in list {
      guard case .scalar(let scalar) = element else { return [] }
      while index < range.upperBound, !startsItem(bytes, index, range) {
        index = isComment(bytes, index) ? commentEnd(bytes, index, range) : index + 1
      }
      let start = index
      index = itemEnd(bytes, from: start, to: range.upperBound, scalar)
      items.append(Item(range: ByteRange(start, index), text: scalar.text))
    }
    return items
  }

  private static func isComment(_ bytes: [UInt8], _ index: Int) -> Bool {
    bytes[index] == ASCII.hash && index > 0 && bytes[index - 1] <= ASCII.space
  }

  private static func commentEnd(_ bytes: [UInt8], _ index: Int, _ range: ByteRange) -> Int {
    bytes[index..<range.upperBound].firstIndex(of: ASCII.lineFeed) ?? range.upperBound
  }

  /// Returns true at the first byte of an item: not white space, punctuation of the list, or a comment.
  private static func startsItem(_ bytes: [UInt8], _ index: Int, _ range: ByteRange) -> Bool {
    let byte = bytes[index]
    if byte <= ASCII.space || byte == ASCII.comma || isComment(bytes, index) { return false }
    if byte == ASCII.leftBracket, index == range.lowerBound { return false }
    let isMarker = byte == ASCII.hyphen && index + 1 < range.upperBound && bytes[index + 1] == ASCII.space
    return !isMarker
  }

  private static func itemEnd(
    _ bytes: [UInt8], from start: Int, to end: Int, _ scalar: FrontMatterValue.Scalar
  ) -> Int {
    guard scalar.style != .plain else { return start + scalar.text.utf8.count }
    let quote = bytes[start]
    var index = start + 1
    while index < end {
      if bytes[index] == quote {
        guard quote == ASCII.singleQuote, index + 1 < end, bytes[index + 1] == quote else { return index + 1 }
        index += 1
      }
      index += 1
    }
    return end
  }

  func edits(_ change: FrontMatterEditor.Change) throws(FrontMatterRefusal) -> [TextEdit] {
    switch change {
    case .set(.text(let text)): return isAlready(text) ? [] : replaceScalar(written(text, isTyped: false))
    case .set(.typed(let text)): return isAlready(text) ? [] : replaceScalar(written(text, isTyped: true))
    case .set(.list(let texts)): return replaceList(texts)
    case .add(let text): return try add(text)
    case .remove(let text): return try remove(text)
    case .replace(let old, let new): return try replace(old, with: new)
    case .unset: return [TextEdit(range: lines, replacement: "")]
    }
  }

  /// Returns true if the value already is this text, so that its spelling is kept.
  private func isAlready(_ text: String) -> Bool {
    if case .scalar(let scalar) = entry.value { scalar.text == text } else { false }
  }

  private var isBlockList: Bool { !items.isEmpty && source.bytes[value.lowerBound] != ASCII.leftBracket }

  /// Writes a text in the quotes of the old value.
  private func written(_ text: String, isTyped: Bool) -> String {
    guard case .scalar(let scalar) = entry.value else { return isTyped ? text : YAMLScalar.written(text) }
    switch scalar.style {
    case .doubleQuoted: return YAMLScalar.doubleQuoted(text)
    case .singleQuoted:
      let isSafe = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      return isSafe ? "'" + text.replacing("'", with: "''") + "'" : YAMLScalar.doubleQuoted(text)
    case .plain, .literal, .folded: return isTyped ? text : YAMLScalar.written(text)
    }
  }

  private func replaceScalar(_ text: String) -> [TextEdit] {
    // The comments after the key, and those between items, stay.
    if isBlockList { return [inserting(text)] + items.indices.map(removeLine) }
    if value.isEmpty, value.lowerBound < source.count, source.bytes[value.lowerBound] == ASCII.hash {
      return [inserting(text)]
    }
    let hasSpace = value.lowerBound > 0 && source.bytes[value.lowerBound - 1] == ASCII.space
    let replacement = (value.isEmpty && !hasSpace ? " " : "") + text
    guard source.text(in: value) != text else { return [] }
    return [TextEdit(range: value, replacement: replacement)]
  }

  /// Returns the edit that inserts a value directly after the key's colon.
  private func inserting(_ text: String) -> TextEdit {
    let start = entry.keyRange.upperBound + 1
    return TextEdit(range: ByteRange(start, start), replacement: " " + text)
  }

  private func replaceList(_ texts: [String]) -> [TextEdit] {
    guard items.map(\.text) != texts || items.isEmpty else { return [] }
    return isBlockList && !texts.isEmpty ? replaceBlockItems(texts) : replaceScalar(YAMLScalar.flowList(texts))
  }

  /// Returns one edit per item, so that comments between items are kept.
  private func replaceBlockItems(_ texts: [String]) -> [TextEdit] {
    var edits: [TextEdit] = []
    for (item, text) in zip(items, texts) where item.text != text {
      edits.append(TextEdit(range: item.range, replacement: quotedLikeOthers(text)))
    }
    for index in items.indices.dropFirst(texts.count) { edits.append(removeLine(index)) }
    let added = texts.dropFirst(items.count).map { blockSeparator + "- " + quotedLikeOthers($0) }
    if !added.isEmpty {
      let end = endOfLastItemLine
      edits.append(TextEdit(range: ByteRange(end, end), replacement: added.joined()))
    }
    return edits
  }

  /// The place after the last item and its comment, before the line ending.
  private var endOfLastItemLine: Int {
    let bytes = source.bytes
    var end = value.upperBound
    while end < lines.upperBound, bytes[end] != ASCII.lineFeed, bytes[end] != ASCII.carriageReturn {
      end += 1
    }
    return end
  }

  /// The bytes between two items of a block list: the line's end and the indentation.
  private var blockSeparator: String {
    let bytes = source.bytes
    var start = value.lowerBound
    while start > 0, bytes[start - 1] == ASCII.space { start -= 1 }
    let isCRLF = start > 1 && bytes[start - 2] == ASCII.carriageReturn
    return (isCRLF ? "\r\n" : "\n") + source.text(in: ByteRange(start, value.lowerBound))
  }

  private func add(_ text: String) throws(FrontMatterRefusal) -> [TextEdit] {
    guard !items.contains(where: { $0.text == text }) else { return [] }
    if isBlockList {
      let end = endOfLastItemLine
      let item = blockSeparator + "- " + quotedLikeOthers(text)
      return [TextEdit(range: ByteRange(end, end), replacement: item)]
    }
    if case .list = entry.value {
      let end = items.last?.range.upperBound ?? value.lowerBound + 1
      let item = (items.isEmpty ? "" : ", ") + quotedLikeOthers(text)
      return [TextEdit(range: ByteRange(end, end), replacement: item)]
    }
    guard case .scalar(let scalar) = entry.value else { throw refuseList() }
    if scalar.isNull || scalar.text.isEmpty { return replaceScalar(YAMLScalar.flowList([text])) }
    let words = scalar.text.split(separator: ",").map { trimmedSpaces(String($0)) }
    guard !words.contains(text) else { return [] }
    return replaceScalar(
      words.count > 1
        ? written(scalar.text + ", " + text, isTyped: false)
        : YAMLScalar.flowList(words + [text]))
  }

  private func refuseList() -> FrontMatterRefusal {
    FrontMatterRefusal(reason: .notAList, line: source.position(at: entry.keyRange.lowerBound).line)
  }

  /// Quotes a text like all the other items, if they agree.
  private func quotedLikeOthers(_ text: String) -> String {
    let quotes = Set(items.map { source.bytes[$0.range.lowerBound] })
    if quotes == [ASCII.doubleQuote] { return YAMLScalar.doubleQuoted(text) }
    if quotes == [ASCII.singleQuote], !text.contains("'") { return "'" + text + "'" }
    let written = YAMLScalar.written(text)
    let isFlowSafe = !text.utf8.contains { ",[]{}:".utf8.contains($0) }
    return isFlowSafe || isBlockList ? written : YAMLScalar.doubleQuoted(text)
  }

  private func remove(_ text: String) throws(FrontMatterRefusal) -> [TextEdit] {
    guard case .list = entry.value else {
      guard case .scalar(let scalar) = entry.value else { throw refuseList() }
      let words = Self.words(of: scalar)
      guard words.contains(text) else { return [] }
      let rest = words.filter { $0 != text }
      return rest.isEmpty
        ? [TextEdit(range: value, replacement: "[]")]
        : replaceScalar(written(rest.joined(separator: ", "), isTyped: false))
    }
    let wanted = items.indices.filter { items[$0].text == text }
    guard isBlockList else { return runs(of: wanted).map(removeFromFlow) }
    return wanted.count == items.count ? replaceScalar("[]") : wanted.map(removeLine)
  }

  /// Splits a scalar that stands for a list at its commas. A null has no words.
  private static func words(of scalar: FrontMatterValue.Scalar) -> [String] {
    scalar.isNull ? [] : scalar.text.split(separator: ",").map { trimmedSpaces(String($0)) }
  }

  /// Groups consecutive numbers into ranges.
  private func runs(of numbers: [Int]) -> [Range<Int>] {
    numbers.reduce(into: []) { runs, number in
      if runs.last?.upperBound == number {
        runs[runs.count - 1] = runs[runs.count - 1].lowerBound..<number + 1
      } else {
        runs.append(number..<number + 1)
      }
    }
  }

  private func replace(_ old: String, with new: String) throws(FrontMatterRefusal) -> [TextEdit] {
    guard case .list = entry.value else {
      guard case .scalar(let scalar) = entry.value else { throw refuseList() }
      let words = Self.words(of: scalar)
      guard words.contains(old) else { return [] }
      guard !words.contains(new) else { return try remove(old) }
      let replaced = words.map { $0 == old ? new : $0 }.joined(separator: ", ")
      return replaceScalar(written(replaced, isTyped: false))
    }
    guard !items.contains(where: { $0.text == new }) else { return try remove(old) }
    return items.filter { $0.text == old }.map { TextEdit(range: $0.range, replacement: quoted(new, like: $0)) }
  }

  /// Writes a text in the quotes of an item, if these can contain the text.
  private func quoted(_ text: String, like item: Item) -> String {
    switch source.bytes[item.range.lowerBound] {
    case ASCII.doubleQuote: return YAMLScalar.doubleQuoted(text)
    case ASCII.singleQuote where !text.contains("'"): return "'" + text + "'"
    default: return quotedLikeOthers(text)
    }
  }

  /// Returns the edit that removes consecutive items and as many commas.
  private func removeFromFlow(_ run: Range<Int>) -> TextEdit {
    let start = items[run.lowerBound].range.lowerBound
    let range =
      run.upperBound < items.count
      ? ByteRange(start, items[run.upperBound].range.lowerBound)
      : ByteRange(
        run.lowerBound > 0 ? items[run.lowerBound - 1].range.upperBound : start,
        items[run.upperBound - 1].range.upperBound)
    return TextEdit(range: range, replacement: "")
  }

  private func removeLine(_ index: Int) -> TextEdit {
    let bytes = source.bytes
    var start = items[index].range.lowerBound
    while start > 0, bytes[start - 1] != ASCII.lineFeed { start -= 1 }
    var end = items[index].range.upperBound
    while end < lines.upperBound {
      end += 1
      if bytes[end - 1] == ASCII.lineFeed { break }
    }
    return TextEdit(range: ByteRange(start, end), replacement: "")
  }
}

extension YAMLScalar {
  /// Writes `[a, "b: c"]`. Items with characters that have a meaning inside brackets are quoted.
  package static func flowList(_ items: [String]) -> String {
    "[" + items.map(flowItem).joined(separator: ", ") + "]"
  }

  /// Writes a text for use inside brackets or braces.
  package static func flowItem(_ text: String) -> String {
    text.utf8.contains { ",[]{}:".utf8.contains($0) } ? doubleQuoted(text) : written(text)
  }
}
