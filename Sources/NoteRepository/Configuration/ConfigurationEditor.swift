import ByteBasics
import NoteSyntax
package import Wording

/// Writes one setting into a `config.yaml`, and changes no comment and no other byte.
///
/// ```
/// folders:            folders:
///   memo: Memo   →      memo: Notes     # set folders.memo Notes
/// ```
///
/// A setting that is there keeps its place and the comment after it; a new one goes to the end, or below the first part of
/// its name where the file has that as a head. The result is read back.
package enum ConfigurationEditor {
  /// - Parameters:
  ///   - key: The setting.
  ///   - text: Its value as typed: a list with commas, or as `config` prints it.
  ///   - bytes: Of the file.
  /// - Returns: The bytes with the setting.
  /// - Throws: Where the text is no value of the setting, or the file cannot be changed without changing more.
  package static func setting(
    _ key: ConfigurationKey, to text: String, in bytes: [UInt8]
  ) throws(ConfigurationEditError) -> [UInt8] {
    guard let value = key.parseTyped(text) else { throw .wrongValue(key, text) }
    if case .table(let table) = value { return try setting(key, to: table, in: bytes) }
    let before = ConfigurationFile.read(bytes, path: "")
    let source = String(decoding: bytes, as: UTF8.self)
    let lineEnd = source.contains("\r\n") ? "\r\n" : "\n"
    var lines = source.textLines.map(String.init)
    let endsWithLine = lines.last == ""
    if endsWithLine { lines.removeLast() }
    let written = written(value)
    if let line = before.lines[key.name] {
      try replace(at: line - 1, with: written, in: &lines, key)
    } else {
      insert(key.name, written, into: &lines)
    }
    let ending = endsWithLine || bytes.isEmpty ? lineEnd : ""
    let result = Array((lines.joined(separator: lineEnd) + ending).utf8)
    try check(result, key, value, before)
    return result
  }

  /// Sets each entry of a table on its line, and takes out the others.
  private static func setting(
    _ key: ConfigurationKey, to table: [String: String], in bytes: [UInt8]
  ) throws(ConfigurationEditError) -> [UInt8] {
    var bytes = bytes
    let before = ConfigurationFile.read(bytes, path: "").entries.last { $0.key == key.name }?.value
    let old: [String: String] = if case .table(let entries)? = before { entries } else { [:] }
    do throws(ConfigurationRefusal) {
      for name in Set(old.keys).union(table.keys).sorted() where old[name] != table[name] {
        bytes = try ConfigurationTableEditor(bytes, table: key.name).setting(name, to: table[name])
      }
      return bytes
    } catch {
      throw .notOnOneLine(key)
    }
  }

  private static func written(_ value: ConfigurationValue) -> String {
    switch value {
    case .text(let text), .program(let text): YAMLScalar.written(text)
    case .boolean(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .list(let items): YAMLScalar.flowList(items)
    case .table: "{}"
    case .schemas(let schemas): SchemaText.flow(schemas)
    }
  }

  /// `  memo: Memo  # where notes go`: the value between the colon and the comment.
  private static func replace(
    at index: Int, with written: String, in lines: inout [String], _ key: ConfigurationKey
  ) throws(ConfigurationEditError) {
    guard lines.indices.contains(index), let colon = lines[index].firstIndex(of: ":") else {
      throw .notOnOneLine(key)
    }
    let line = lines[index]
    let head = line[...colon]
    let rest = line[line.index(after: colon)...]
    let comment = rest.firstRange(of: " #").map { String(rest[$0.lowerBound...]) } ?? ""
    // Spaces before the comment keep it in its column.
    let gap = rest.prefix { $0 == " " }
    let value = rest.dropFirst(gap.count).dropLast(comment.count)
    let blanks = String(value.reversed().prefix { $0 == " " })
    lines[index] = head + (gap.isEmpty ? " " : gap) + written + blanks + comment
    // Items of a list on lines of their own go with the old value.
    guard value.allSatisfy({ $0 == " " }) else { return }
    let depth = line.prefix { $0 == " " }.count
    let next = index + 1
    while lines.indices.contains(next) {
      let item = lines[next]
      let indent = item.prefix { $0 == " " }.count
      guard item.dropFirst(indent).hasPrefix("- "), indent >= depth else { return }
      lines.remove(at: next)
    }
  }

  /// `folders.memo` goes below `folders:` where that is a line of its own.
  private static func insert(_ name: String, _ written: String, into lines: inout [String]) {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2,
      let head = lines.firstIndex(where: { line in
        line.hasPrefix(parts[0] + ":")
          && line.dropFirst(parts[0].count + 1).drop { $0 == " " }.first.map { $0 == "#" } ?? true
      })
    else {
      lines.append("\(name): \(written)")
      return
    }
    var last = head
    var indent = "  "
    for index in (head + 1)..<max(lines.count, head + 1) {
      let line = lines[index]
      let words = line.drop { $0 == " " }
      if words.isEmpty || words.first == "#" { continue }
      guard line.first == " " else { break }
      if last == head { indent = String(line.prefix { $0 == " " }) }
      last = index
    }
    lines.insert("\(indent)\(parts[1]): \(written)", at: last + 1)
  }

  /// The file says what it said, and the new value.
  private static func check(
    _ result: [UInt8], _ key: ConfigurationKey, _ value: ConfigurationValue,
    _ before: ConfigurationFile
  ) throws(ConfigurationEditError) {
    let after = ConfigurationFile.read(result, path: "")
    let others = { (file: ConfigurationFile) in file.entries.filter { $0.key != key.name } }
    // An empty plain value says nothing.
    let own = after.entries.last { $0.key == key.name }?.value
    let isEmpty = value == .text("") || value == .program("")
    guard own == value || isEmpty && own == nil,
      others(before).map(\.key) == others(after).map(\.key),
      others(before).map(\.value) == others(after).map(\.value),
      before.problems.count >= after.problems.count
    else { throw .notOnOneLine(key) }
  }
}

/// Why a setting was not written.
package enum ConfigurationEditError: ExplainedError {
  case wrongValue(ConfigurationKey, String)
  /// Its value goes over several lines, or shares one with others.
  case notOnOneLine(ConfigurationKey)

  package var category: ErrorCategory {
    switch self {
    case .wrongValue: .usage
    case .notOnOneLine: .conflict
    }
  }

  package var explanation: Message {
    switch self {
    case .wrongValue(let key, let text):
      let expected = key.type.expectation
      return Message(
        "“\(text)” is not a value of \(key.name), which takes \(expected.english)",
        ko: "\(key.name)에 쓸 수 없는 값입니다: “\(text)”. 필요한 값: \(expected.korean)")
    case .notOnOneLine(let key):
      return Message(
        "\(key.name) is not on a line of its own in the file, so the file is left unchanged",
        ko: "\(key.name) 설정이 파일에서 한 줄을 차지하지 않아 파일을 그대로 두었습니다")
    }
  }

  package var hint: Message? {
    switch self {
    case .wrongValue: nil
    case .notOnOneLine:
      Message("Change it in an editor.", ko: "편집기로 고치세요.")
    }
  }
}

/// Takes settings out of a `config.yaml`, and no comment and no other byte.
package enum ConfigurationReset {
  /// The file without a setting, or without any where `key` is nil.
  ///
  /// The result is read back: the other settings are as they were.
  package static func removing(
    _ key: String?, from bytes: [UInt8]
  ) throws(ConfigurationRefusal) -> [UInt8] {
    let before = ConfigurationFile.read(bytes, path: "")
    let leaving = before.entries.filter { key == nil || $0.key == key }
    var lines = String(decoding: bytes, as: UTF8.self).linesWithReturns.map(String.init)
    for entry in leaving.sorted(by: { $0.line > $1.line }) { remove(entry.line - 1, from: &lines) }
    let result = Array(lines.joined(separator: "\n").utf8)
    let after = ConfigurationFile.read(result, path: "")
    let kept = before.entries.filter { entry in !leaving.contains { $0.key == entry.key } }
    guard after.entries.map(\.key) == kept.map(\.key),
      after.entries.map(\.value) == kept.map(\.value),
      after.problems.count == before.problems.count
    else { throw ConfigurationRefusal(table: key ?? leaving.first?.key ?? "") }
    return result
  }

  /// Takes out the setting that begins on a line, with the lines of its value, and the heads above that hold nothing
  /// any more.
  private static func remove(_ start: Int, from lines: inout [String]) {
    guard lines.indices.contains(start) else { return }
    let depth = indent(of: lines[start])
    var end = start + 1
    while end < lines.count, continues(lines[end], below: depth) { end += 1 }
    lines.removeSubrange(start..<end)
    guard depth > 0,
      let head = lines[..<start].lastIndex(where: { isSetting($0) && indent(of: $0) < depth })
    else { return }
    let holdsMore = lines[(head + 1)...].first { isSetting($0) }.map {
      indent(of: $0) > indent(of: lines[head])
    }
    if holdsMore != true { lines.remove(at: head) }
  }

  private static func indent(of line: String) -> Int { line.prefix { $0 == " " }.count }

  private static func isSetting(_ line: String) -> Bool {
    let words = line.drop { $0 == " " }
    return !words.allSatisfy(\.isWhitespace) && words.first != "#"
  }

  /// An item of a list, or a deeper line.
  private static func continues(_ line: String, below depth: Int) -> Bool {
    guard isSetting(line) else { return false }
    return indent(of: line) > depth
      || indent(of: line) == depth && line.drop { $0 == " " }.hasPrefix("- ")
  }
}
