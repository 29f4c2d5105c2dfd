import ByteBasics

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
