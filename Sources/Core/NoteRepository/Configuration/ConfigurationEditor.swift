import NoteSyntax
package import Wording

/// Changes single settings of a `config.yaml`, and no comment and no other byte. The result is read back: if any other
/// setting differs, the change is refused.
package enum ConfigurationEditor {
  /// Changes a setting in the bytes of a file.
  ///
  /// - Parameters:
  ///   - key: The setting.
  ///   - text: Its value as typed: a list with commas, or as `config` prints it.
  ///   - bytes: The bytes of the file.
  /// - Returns: The bytes with the setting.
  /// - Throws: If the text is no value of the setting, or if other parts of the file would change.
  package static func setting(_ key: ConfigurationKey, to text: String, in bytes: [UInt8]) throws(Problem) -> [UInt8] {
    guard key.type != .sites else { throw setByParts(key) }
    guard let value = key.parseTyped(text) else { throw wrongValue(text, of: key) }
    if case .table(let table) = value { return try setting(key, to: table, in: bytes) }
    var lines = YAMLLines(bytes)
    let isWritten = lines.set(path(of: key.name), to: written(value))
    let after = ConfigurationFile.read(lines.bytes, path: "")
    // An empty plain value says nothing.
    let own = after.entries.last { $0.key == key.name }?.value
    let isEmpty = value == .text("") || value == .program("")
    guard isWritten, own == value || isEmpty && own == nil,
      after.saysAllElse(of: ConfigurationFile.read(bytes, path: ""), but: [key.name])
    else { throw notOnOneLine(key) }
    return lines.bytes
  }

  /// Sets each entry of a table on its line, and takes out the others.
  private static func setting(
    _ key: ConfigurationKey, to table: [String: String], in bytes: [UInt8]
  ) throws(Problem) -> [UInt8] {
    var bytes = bytes
    let old = ConfigurationFile.read(bytes, path: "").table(key.name)
    do throws(Problem) {
      for name in Set(old.keys).union(table.keys).sorted() where old[name] != table[name] {
        bytes = try setting(name, of: key.name, to: table[name], in: bytes)
      }
      return bytes
    } catch {
      throw notOnOneLine(key)
    }
  }

  /// Returns the file with an entry of a table set to `text`, or without the entry if `text` is nil.
  package static func setting(
    _ entry: String, of table: String, to text: String?, in bytes: [UInt8]
  ) throws(Problem) -> [UInt8] {
    var lines = YAMLLines(bytes)
    var isWritten = true
    if let text {
      isWritten = lines.set(path(of: table) + [entry], to: YAMLScalar.doubleQuoted(text), below: table)
    } else {
      lines.remove(path(of: table) + [entry], emptyHead: .keepAsMap)
    }
    let before = ConfigurationFile.read(bytes, path: "")
    let after = ConfigurationFile.read(lines.bytes, path: "")
    var wanted = before.table(table)
    wanted[entry] = text
    guard isWritten, after.table(table) == wanted, after.saysAllElse(of: before, but: [table]) else {
      throw entriesNotOnLines(ofTable: table)
    }
    return lines.bytes
  }

  /// Returns the file without a setting, or without all settings if `key` is nil.
  package static func removing(_ key: String?, from bytes: [UInt8]) throws(Problem) -> [UInt8] {
    let before = ConfigurationFile.read(bytes, path: "")
    let leaving = Set(
      before.entries.map(\.key).filter { name in
        key.map { name == $0 || $0 == SiteSetting.group && SiteSetting(name) != nil } ?? true
      })
    var lines = YAMLLines(bytes)
    for name in leaving.sorted() { lines.remove(path(of: name), emptyHead: .remove) }
    let after = ConfigurationFile.read(lines.bytes, path: "")
    guard after.saysAllElse(of: before, but: leaving), !after.entries.contains(where: { leaving.contains($0.key) })
    else { throw entriesNotOnLines(ofTable: key ?? leaving.min() ?? "") }
    return lines.bytes
  }

  private static func path(of name: String) -> [String] { name.split(separator: ".").map(String.init) }

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
}

extension ConfigurationFile {
  fileprivate func table(_ key: String) -> [String: String] {
    if case .table(let table)? = entries.last(where: { $0.key == key })?.value { table } else { [:] }
  }

  /// Returns true if all settings except `keys` are the same in another file, and this file has no more problems.
  fileprivate func saysAllElse(of other: ConfigurationFile, but keys: Set<String>) -> Bool {
    let (own, others) = (entries.filter { !keys.contains($0.key) }, other.entries.filter { !keys.contains($0.key) })
    return own.map(\.key) == others.map(\.key) && own.map(\.value) == others.map(\.value)
      && other.problems.count >= problems.count
  }
}

private func wrongValue(_ text: String, of key: ConfigurationKey) -> Problem {
  let expected = key.type.expectation
  return Problem(
    .usage,
    Message(
      "Invalid value “\(text)” for \(key.name): expected \(expected.english)",
      ko: "\(key.name)에 쓸 수 없는 값입니다: “\(text)”. 필요한 값: \(expected.korean)"))
}

/// Returns the error for the sites, each of which has separate settings.
private func setByParts(_ key: ConfigurationKey) -> Problem {
  Problem(
    .usage,
    Message(
      "\(key.name) cannot be set as a whole, because each site has separate settings",
      ko: "\(key.name) 설정은 사이트마다 따로 있어 한 번에 바꿀 수 없습니다"),
    hint: Message(
      "“sheaf config set \(key.name).NAME.output FOLDER” sets one setting; .sheaf/config.yaml has all.",
      ko: "“sheaf config set \(key.name).이름.output 폴더”처럼 하나씩 설정하거나 .sheaf/config.yaml을 고치세요."))
}

/// Returns the error for a value that is on several lines, or shares its line with others.
private func notOnOneLine(_ key: ConfigurationKey) -> Problem {
  Problem(
    .conflict,
    Message(
      "\(key.name) is not on a separate line in the file; not changed",
      ko: "\(key.name) 설정이 파일에서 한 줄을 차지하지 않아 파일을 그대로 두었습니다"),
    hint: Message("Change the setting in an editor.", ko: "편집기로 고치세요."))
}

/// Returns the error for a table of a configuration that does not have one entry per line.
private func entriesNotOnLines(ofTable table: String) -> Problem {
  Problem(
    .conflict,
    Message(
      "“\(table)” in .sheaf/config.yaml is not written with one entry per line; not changed",
      ko: ".sheaf/config.yaml의 “\(table)” 설정이 한 줄에 하나씩 있지 않아 그대로 두었습니다"),
    hint: Message(
      "Rewrite it as “\(table):” with lines “  name: text” below it.",
      ko: "“\(table):” 아래에 “  이름: 텍스트” 형식의 줄로 고치세요."))
}
