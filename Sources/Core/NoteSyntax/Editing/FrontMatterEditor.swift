package import ByteBasics
package import Wording

/// Changes one field of a file's front matter and no other byte.
///
/// Every change is read back before it is handed out: the field has the new value and all others are as
/// they were, or the change is refused.
package struct FrontMatterEditor {
  package enum Change: Sendable, Hashable {
    case set(FieldValue)
    /// `k+=v`, if the value is not in the list yet.
    case add(String)
    /// `k-=v`
    case remove(String)
    /// Replaces one item of a list. If the list already has the new item, the old item is removed.
    case replace(String, with: String)
    case unset
  }

  package enum FieldValue: Sendable, Hashable {
    /// Quoted if a reader would take the text for something else.
    case text(String)
    /// A value that is written unchanged: a date, a number, true.
    case typed(String)
    case list([String])
  }

  let source: SourceBuffer
  let document: Document

  package init(_ document: Document) {
    self.document = document
    source = document.source
  }

  /// Returns the edits for a change of the field `key`, or none if the field has this value already.
  package func edits(_ key: String, _ change: Change) throws(FrontMatterRefusal) -> [TextEdit] {
    try changed(key, change).edits
  }

  /// Returns the document with the change made and parsed again, or this document if nothing changes.
  package func result(_ key: String, _ change: Change) throws(FrontMatterRefusal) -> Document {
    try changed(key, change).document
  }

  /// Returns the edits that remove a field with all its lines, whatever its value is.
  package func removal(of key: String) throws(FrontMatterRefusal) -> [TextEdit] {
    guard let frontMatter = document.frontMatter, frontMatter.format == .yaml,
      let index = frontMatter.entries.firstIndex(where: { $0.key == key })
    else { return [] }
    let edits = [TextEdit(range: frontMatter.lines(ofEntryAt: index, in: source.bytes), replacement: "")]
    _ = try verified(edits, key: key, .unset)
    return edits
  }

  private func changed(
    _ key: String, _ change: Change
  ) throws(FrontMatterRefusal) -> (edits: [TextEdit], document: Document) {
    if change == .unset, let edits = editsWithoutBlock(key), let document = try? verified(edits, key: key, change) {
      return (edits, document)
    }
    let edits = try unprovedEdits(key, change)
    return (edits, edits.isEmpty ? document : try verified(edits, key: key, change))
  }

  /// Returns the removal of a front matter whose only field is removed, with the empty line below it; nil where it says
  /// more.
  private func editsWithoutBlock(_ key: String) -> [TextEdit]? {
    guard let frontMatter = document.frontMatter, frontMatter.entries.count == 1,
      let edits = try? unprovedEdits(key, .unset), edits.count == 1,
      let left = try? source.applying(edits), frontMatter.content.count >= edits[0].range.count
    else { return nil }
    let rest = frontMatter.content.lowerBound..<(frontMatter.content.upperBound - edits[0].range.count)
    guard left.bytes[rest].allSatisfy({ $0 <= 0x20 }) else { return nil }
    var end = frontMatter.range.upperBound
    let next = source.bytes[end...].prefix { $0 != ASCII.lineFeed }
    if next.endIndex < source.count, next.allSatisfy({ $0 <= 0x20 }) { end = next.endIndex + 1 }
    return [TextEdit(range: ByteRange(frontMatter.range.lowerBound, end), replacement: "")]
  }

  private func unprovedEdits(_ key: String, _ change: Change) throws(FrontMatterRefusal) -> [TextEdit] {
    guard let frontMatter = document.frontMatter else { return try editsForNewBlock(key, change) }
    guard frontMatter.format == .yaml else { throw refusal(.toml, at: frontMatter.range) }
    if let wrong = document.diagnostics.first(where: { Self.blocksEdits($0, of: document) }) {
      throw FrontMatterRefusal(reason: .unreadable(wrong.message), line: line(wrong.range?.lowerBound ?? 0))
    }
    let entries = frontMatter.entries
    guard let index = entries.firstIndex(where: { $0.key == key }) else {
      return editsForNewField(key, change, frontMatter)
    }
    guard !entries[(index + 1)...].contains(where: { $0.key == key }) else {
      throw refusal(.duplicateKey, at: entries[index].keyRange)
    }
    return try FieldSpan(at: index, of: frontMatter, source).edits(change)
  }

  /// Returns true for a mistake in the front matter, but not for text that only looks like a second front matter.
  private static func blocksEdits(_ diagnostic: Diagnostic, of document: Document) -> Bool {
    ["front-matter-syntax", "duplicate-key"].contains(diagnostic.check)
      && (document.frontMatter == nil || diagnostic.range.map { $0.lowerBound < document.body.lowerBound } ?? true)
  }

  private func line(_ offset: Int) -> Int { source.position(at: offset).line }

  private func refusal(_ reason: FrontMatterRefusal.Reason, at range: ByteRange) -> FrontMatterRefusal {
    FrontMatterRefusal(reason: reason, line: line(range.lowerBound))
  }

  /// `\r\n` if the file's first line ends so.
  private var lineEnd: String {
    guard let feed = source.bytes.firstIndex(of: ASCII.lineFeed), feed > 0,
      source.bytes[feed - 1] == ASCII.carriageReturn
    else { return "\n" }
    return "\r\n"
  }

  private func newLine(_ key: String, _ change: Change) -> String? {
    switch change {
    case .set(let value): value.line(for: key)
    case .add(let item): "\(key): \(YAMLScalar.flowList([item]))"
    case .remove, .replace, .unset: nil
    }
  }

  private func editsForNewField(_ key: String, _ change: Change, _ frontMatter: FrontMatter) -> [TextEdit] {
    guard let text = newLine(key, change) else { return [] }
    if let edit = editInBraces(key, change, frontMatter) { return [edit] }
    let end = frontMatter.content.upperBound
    return [TextEdit(range: ByteRange(end, end), replacement: text + lineEnd)]
  }

  /// Returns the insertion of a field into front matter in braces, which some programs write as JSON: `{"a": 1}`. Nil for
  /// other front matter.
  private func editInBraces(_ key: String, _ change: Change, _ frontMatter: FrontMatter) -> TextEdit? {
    let content = source.bytes[frontMatter.content.indices]
    guard content.first(where: { !ASCII.isWhiteSpace($0) }) == ASCII.leftBrace,
      let close = content.lastIndex(where: { !ASCII.isWhiteSpace($0) }), content[close] == ASCII.rightBrace,
      let last = content[..<close].lastIndex(where: { !ASCII.isWhiteSpace($0) })
    else { return nil }
    let value =
      switch change {
      case .set(.typed(let text)) where ["true", "false"].contains(text) || Int(text) != nil: text
      case .set(.text(let text)), .set(.typed(let text)): YAMLScalar.doubleQuoted(text)
      case .set(.list(let items)): "[\(items.map(YAMLScalar.doubleQuoted).joined(separator: ", "))]"
      case .add(let item): "[\(YAMLScalar.doubleQuoted(item))]"
      case .remove, .replace, .unset: ""
      }
    let separator = frontMatter.entries.isEmpty ? "" : ", "
    return TextEdit(
      range: ByteRange(last + 1, last + 1), replacement: "\(separator)\(YAMLScalar.doubleQuoted(key)): \(value)")
  }

  private func editsForNewBlock(_ key: String, _ change: Change) throws(FrontMatterRefusal) -> [TextEdit] {
    if let wrong = document.diagnostics.first(where: { Self.blocksEdits($0, of: document) }) {
      throw FrontMatterRefusal(reason: .unreadable(wrong.message), line: 1)
    }
    guard let text = newLine(key, change) else { return [] }
    let start = document.body.lowerBound
    let block = ["---", text, "---"].map { $0 + lineEnd }.joined() + (document.body.isEmpty ? "" : lineEnd)
    return [TextEdit(range: ByteRange(start, start), replacement: block)]
  }

  /// Parses the result: the field must have the requested value, and all other fields must be unchanged.
  private func verified(_ edits: [TextEdit], key: String, _ change: Change) throws(FrontMatterRefusal) -> Document {
    let result = (try? source.applying(edits)).map { Document(parsing: $0.bytes) }
    let before = (document.frontMatter?.entries ?? []).filter { $0.key != key }
    let after = (result?.frontMatter?.entries ?? []).filter { $0.key != key }
    let isSame =
      before.map(\.key) == after.map(\.key) && before.map(\.value) == after.map(\.value)
      && result.map { result in !result.diagnostics.contains { Self.blocksEdits($0, of: result) } } == true
    guard let result, isSame, isFulfilled(change, by: result.frontMatter?[key]) else {
      throw FrontMatterRefusal(reason: .unsafe, line: line(edits[0].range.lowerBound))
    }
    return result
  }

  private func isFulfilled(_ change: Change, by value: FrontMatterValue?) -> Bool {
    switch change {
    case .set(.text(let text)), .set(.typed(let text)):
      if case .scalar(let scalar)? = value { scalar.text == text } else { false }
    case .set(.list(let texts)): value.map { $0.listTexts == texts } ?? false
    case .add(let text): value.map { $0.listTexts.contains { $0.contains(text) } } ?? false
    case .remove(let text): value.map { !$0.listTexts.contains(text) } ?? true
    case .replace(let old, let new):
      value.map { value in
        !value.listTexts.contains(old) && value.listTexts.contains { $0.contains(new) }
      } ?? false
    case .unset: value == nil
    }
  }
}

extension FrontMatterEditor.FieldValue {
  /// Returns the line of a new field, without its line ending.
  package func line(for key: String) -> String {
    switch self {
    case .text(let text): "\(key): \(YAMLScalar.written(text))"
    case .typed(let text): "\(key): \(text)"
    case .list(let items): "\(key): \(YAMLScalar.flowList(items))"
    }
  }

  /// Returns true if a parsed field has this value.
  package func isValue(of read: FrontMatterValue) -> Bool {
    switch (self, read) {
    case (.text(let text), .scalar(let scalar)), (.typed(let text), .scalar(let scalar)): scalar.text == text
    case (.list(let texts), .list): read.listTexts == texts
    default: false
    }
  }
}

extension FrontMatterValue {
  /// The scalars of a list, or the one scalar.
  fileprivate var listTexts: [String] {
    switch self {
    case .scalar(let scalar): [scalar.text]
    case .list(let items): items.flatMap(\.listTexts)
    case .map: []
    }
  }
}

/// A field of the front matter or of a check box that cannot be changed safely. The file stays as it is.
package struct FrontMatterRefusal: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case toml, duplicateKey, notPlain, notAList, unsafe
    /// A reason about a check box: it shares its line with other text.
    case unsafeLine, wordsAfterRule
    case unreadable(Message)
  }

  package let reason: Reason
  /// 1-based.
  package let line: Int

  package init(reason: Reason, line: Int) {
    self.reason = reason
    self.line = line
  }

  package var message: Message {
    switch reason {
    case .toml: Message("TOML front matter is read but cannot be changed", ko: "TOML 머리말은 바꿀 수 없습니다")
    case .duplicateKey: Message("the key occurs twice", ko: "키가 두 번 있습니다")
    case .notPlain:
      Message(
        "the value is not plain text, quoted text or a simple list",
        ko: "값이 일반 텍스트, 따옴표 텍스트, 단순한 목록이 아닙니다")
    case .notAList: Message("the value is not a list", ko: "값이 목록이 아닙니다")
    case .unsafe: Message("the change would affect another field", ko: "다른 필드까지 바뀝니다")
    case .unsafeLine: Message("the change would affect other words or fields of the line", ko: "같은 줄의 다른 단어나 필드까지 바뀝니다")
    case .wordsAfterRule:
      Message(
        "after 🔁 there are words that do not belong to the rule",
        ko: "🔁 뒤에 반복 규칙에 속하지 않는 단어가 있습니다")
    case .unreadable(let message): message
    }
  }
}

extension FrontMatterEditor {
  /// Returns the file with the earlier spelling of a field, if only values of fields have changed since then.
  ///
  /// A value can be spelled in many ways: `007`, `"no"`, a list over lines. Setting it again restores its spelling.
  ///
  /// - Parameters:
  ///   - key: The field.
  ///   - text: Its value as the user types it: a text, or the items of a list between commas or line ends.
  ///   - earlier: An earlier version of the file.
  /// - Returns: nil if the field had another value then, or if the versions differ in more than fields.
  package func restoring(_ key: String, to text: String, from earlier: [UInt8]) -> [UInt8]? {
    guard let former = FrontMatter.read(earlier).frontMatter, former.format == .yaml else { return nil }
    let places = former.entries.indices.filter { former.entries[$0].key == key }
    guard places.count == 1, former.entries[places[0]].value.isTyped(as: text) else { return nil }
    let present = document.frontMatter
    let changed = former.keys(differingFrom: present).union([key])
    guard former.rest(of: earlier, without: changed) == restOfFile(without: changed) else { return nil }
    if changed == [key] { return earlier }
    guard let present, let place = present.entries.firstIndex(where: { $0.key == key }) else { return nil }
    let lines = present.lines(ofEntryAt: place, in: source.bytes)
    let formerLines = former.lines(ofEntryAt: places[0], in: earlier)
    var result = source.bytes
    result.replaceSubrange(lines.indices, with: earlier[formerLines.indices])
    let after = FrontMatter.read(result).frontMatter
    let isAlone = after.map { present.keys(differingFrom: $0).isSubset(of: [key]) } ?? false
    return isAlone && after?[key] == former.entries[places[0]].value ? result : nil
  }

  private func restOfFile(without keys: Set<String>) -> [UInt8] {
    document.frontMatter?.rest(of: source.bytes, without: keys) ?? source.bytes
  }
}

extension FrontMatter {
  /// Returns the keys that only one of the two front matters has, or whose values differ.
  fileprivate func keys(differingFrom other: FrontMatter?) -> Set<String> {
    let (values, others) = (values, other?.values ?? [:])
    return Set(values.keys).union(others.keys).filter { values[$0] != others[$0] }
  }

  private var values: [String: [FrontMatterValue]] {
    Dictionary(grouping: entries, by: \.key).mapValues { $0.map(\.value) }
  }

  /// Returns the bytes of a file outside the lines of the given fields.
  fileprivate func rest(of bytes: [UInt8], without keys: Set<String>) -> [UInt8] {
    var result: [UInt8] = []
    var offset = 0
    for (index, entry) in entries.enumerated() where keys.contains(entry.key) {
      let lines = lines(ofEntryAt: index, in: bytes)
      guard lines.lowerBound >= offset else { continue }
      result += bytes[offset..<lines.lowerBound]
      offset = lines.upperBound
    }
    return result + bytes[offset...]
  }
}

extension FrontMatterValue {
  /// Returns true if the user would type `text` to set this value.
  fileprivate func isTyped(as text: String) -> Bool {
    switch self {
    case .scalar(let scalar): return scalar.text == text || scalar.isNull && text.isEmpty
    case .list(let items):
      let texts = items.compactMap { item in
        if case .scalar(let scalar) = item { scalar.text } else { nil }
      }
      guard texts.count == items.count else { return false }
      return texts == text.split(separator: "\n").map(String.init)
        || texts == text.split(separator: ",").map { String($0.drop { $0 == " " }) }
    case .map: return false
    }
  }
}
