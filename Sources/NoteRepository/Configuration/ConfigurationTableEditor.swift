import ByteBasics
import NoteSyntax
package import Wording

/// Changes one line of a table in a `config.yaml`, such as `views:`, and no other byte.
///
/// The result is read back: the table has the change and nothing else is different, or the change is refused.
package struct ConfigurationTableEditor {
  private let bytes: [UInt8]
  private let table: String

  package init(_ bytes: [UInt8], table: String) {
    self.bytes = bytes
    self.table = table
  }

  /// The file with `name` set to `text`, or without it where `text` is nil.
  package func setting(
    _ name: String, to text: String?
  ) throws(ConfigurationRefusal) -> [UInt8] {
    var lines = String(decoding: bytes, as: UTF8.self).textLines.map(String.init)
    if lines.last == "" { lines.removeLast() }
    let written = text.map { "\(Self.key(name)): \(YAMLScalar.doubleQuoted($0))" }
    if let head = lines.firstIndex(where: isHead) {
      change(&lines, below: head, name, written)
    } else if let written {
      guard !lines.contains(where: { $0.hasPrefix(table + ":") }) else { throw refusal }
      lines += ["\(table):", "  " + written]
    }
    let lineEnd = bytes.contains(ASCII.carriageReturn) ? "\r\n" : "\n"
    let result = Array((lines.joined(separator: lineEnd) + lineEnd).utf8)
    try check(result, name, text)
    return result
  }

  private var refusal: ConfigurationRefusal { ConfigurationRefusal(table: table) }

  private static func key(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 == UInt8(ascii: "-") }
    return isPlain ? name : YAMLScalar.doubleQuoted(name)
  }

  /// `views:` with nothing after it but a comment, or `{}`.
  private func isHead(_ line: String) -> Bool {
    guard line.hasPrefix(table + ":") else { return false }
    let rest = line.dropFirst(table.count + 1).drop { $0 == " " }
    return rest.isEmpty || rest.hasPrefix("#") || rest == "{}"
  }

  private func change(_ lines: inout [String], below head: Int, _ name: String, _ written: String?) {
    let end = lines[(head + 1)...].firstIndex { !$0.isEmpty && !$0.hasPrefix(" ") } ?? lines.count
    let entries = ((head + 1)..<end).filter { isEntry(lines[$0]) }
    let indent = entries.first.map { String(lines[$0].prefix { $0 == " " }) } ?? "  "
    if written != nil, lines[head].hasSuffix("{}") { lines[head] = "\(table):" }
    guard let old = entries.first(where: { self.name(of: lines[$0]) == name }) else {
      if let written { lines.insert(indent + written, at: (entries.last ?? head) + 1) }
      return
    }
    if let written {
      lines[old] = indent + written
    } else {
      lines.remove(at: old)
      if entries.count == 1 { lines[head] = "\(table): {}" }
    }
  }

  private func isEntry(_ line: String) -> Bool {
    line.first == " " && line.drop { $0 == " " }.first.map { $0 != "#" } ?? false
  }

  private func name(of line: String) -> String? {
    let trimmed = line.drop { $0 == " " }
    return ConfigurationFile.read(Array("\(table):\n  \(trimmed)\n".utf8), path: "").table(table)
      .keys.first
  }

  private func check(
    _ result: [UInt8], _ name: String, _ text: String?
  ) throws(ConfigurationRefusal) {
    let before = ConfigurationFile.read(bytes, path: "")
    let after = ConfigurationFile.read(result, path: "")
    var wanted = before.table(table)
    wanted[name] = text
    let others = { (file: ConfigurationFile) in file.entries.filter { $0.key != table }.map(\.value)
    }
    guard after.table(table) == wanted, others(before) == others(after),
      before.problems.count == after.problems.count
    else { throw refusal }
  }
}

extension ConfigurationFile {
  fileprivate func table(_ key: String) -> [String: String] {
    if case .table(let table)? = entries.last(where: { $0.key == key })?.value {
      table
    } else {
      [:]
    }
  }
}

/// A table of a configuration that is not written an entry a line, so that one could be changed alone.
package struct ConfigurationRefusal: ExplainedError {
  let table: String

  package var category: ErrorCategory { .conflict }
  package var explanation: Message {
    Message(
      "“\(table)” in .sheaf/config.yaml is not written with one entry per line, so it is left unchanged",
      ko: ".sheaf/config.yaml의 “\(table)” 설정이 한 줄에 하나씩 있지 않아 그대로 두었습니다")
  }
  package var hint: Message? {
    Message(
      "Rewrite it as “\(table):” with lines “  name: text” below it.",
      ko: "“\(table):” 아래에 “  이름: 텍스트” 형식의 줄로 고치세요.")
  }
}
