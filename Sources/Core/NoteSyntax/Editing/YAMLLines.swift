import ByteBasics

/// A map in YAML as the lines that people write, `key: value` and the lines that are indented below, and the changes of
/// single lines in it. Every other line keeps its bytes.
///
/// ```
/// folders:            folders:
///   memo: Memo   →      memo: Notes     # folders.memo: Notes
/// ```
///
/// A caller that changes a file reads the result back: a value can go on in ways that no line shows.
package struct YAMLLines {
  /// The lines without their line feeds.
  private var lines: [String]
  private let hasReturns: Bool

  package init(_ bytes: [UInt8]) {
    lines = String(decoding: bytes, as: UTF8.self).linesWithReturns.map(String.init)
    hasReturns = bytes.contains(ASCII.carriageReturn)
  }

  package var bytes: [UInt8] { Array(lines.joined(separator: "\n").utf8) }

  /// The treatment of a head that has lost its last entry.
  package enum EmptyHead {
    case remove, keepAsMap
  }

  /// Gives an entry a value, in its place and with the comment after it.
  ///
  /// A new entry is inserted below the head with the first part of its path, or, if there is none, at the end.
  ///
  /// - Parameters:
  ///   - path: The keys of the entry. A line may have several of them with dots between.
  ///   - value: The value as it is written.
  ///   - head: A new head for a new entry, `views`; nil writes the path with dots.
  /// - Returns: False if the entry is not one of single lines.
  package mutating func set(_ path: [String], to value: String, below head: String? = nil) -> Bool {
    if let line = line(of: path) { return replaceValue(at: line, with: value) }
    for count in (1..<max(1, path.count)).reversed() {
      guard let head = line(of: Array(path.prefix(count))) else { continue }
      return insert("\(Self.key(path[count...])): \(value)", below: head)
    }
    let entry = "\(Self.key(path.suffix(1))): \(value)"
    append(head.map { ["\($0):", "  " + entry] } ?? ["\(path.joined(separator: ".")): \(value)"])
    return true
  }

  /// Takes an entry out, with the lines of its value; comments stay.
  package mutating func remove(_ path: [String], emptyHead: EmptyHead) {
    guard let start = line(of: path) else { return }
    let depth = indent(start)
    lines.removeSubrange(start..<end(of: start))
    guard depth > 0, let head = lines[..<start].indices.last(where: { isEntry($0) && indent($0) < depth }),
      children(of: head).first(where: isEntry) == nil
    else { return }
    switch emptyHead {
    case .remove: lines.remove(at: head)
    case .keepAsMap: _ = replaceValue(at: head, with: "{}")
    }
  }

  // MARK: - Finding

  private func line(of path: [String]) -> Int? { line(of: path[...], in: lines.indices) }

  private func line(of path: ArraySlice<String>, in range: Range<Int>) -> Int? {
    guard let depth = range.first(where: isEntry).map(indent) else { return nil }
    for line in range where isEntry(line) && indent(line) == depth {
      guard let key = key(of: line) else { continue }
      for count in 1...path.count where path.prefix(count).joined(separator: ".") == key {
        let rest = path.dropFirst(count)
        if rest.isEmpty { return line }
        if let found = self.line(of: rest, in: children(of: line)) { return found }
      }
    }
    return nil
  }

  /// Returns the lines that are indented more than an entry, with the comments and empty lines between.
  private func children(of line: Int) -> Range<Int> {
    let end = lines[(line + 1)...].indices.first { isEntry($0) && indent($0) <= indent(line) }
    return (line + 1)..<(end ?? lines.endIndex)
  }

  /// Returns the end of an entry: of lines with more indentation, and of list items with the same indentation.
  private func end(of line: Int) -> Int {
    lines[(line + 1)...].indices.first {
      !isEntry($0) || indent($0) <= indent(line) && !(indent($0) == indent(line) && content($0).hasPrefix("- "))
    } ?? lines.endIndex
  }

  private func indent(_ line: Int) -> Int { lines[line].utf8.prefix { $0 == ASCII.space }.count }

  private func content(_ line: Int) -> Substring { lines[line].drop { $0 == " " } }

  /// Returns true unless the line is a comment or empty.
  private func isEntry(_ line: Int) -> Bool {
    let content = content(line)
    return content.first != "#" && !content.allSatisfy(\.isWhitespace)
  }

  /// Returns the offset of the colon after a line's key, from the beginning of its content.
  private func colon(of line: Int) -> Int? {
    let bytes = Array(content(line).utf8)
    var index = 0
    if let quote = bytes.first, quote == ASCII.doubleQuote || quote == ASCII.singleQuote {
      index = (bytes.dropFirst().firstIndex(of: quote) ?? bytes.count - 1) + 1
    }
    return bytes.indices[index...].first {
      bytes[$0] == ASCII.colon && ($0 + 1 == bytes.count || bytes[$0 + 1] <= ASCII.space)
    }
  }

  private func key(of line: Int) -> String? {
    guard let colon = colon(of: line) else { return nil }
    let written = Array(Array(content(line).utf8)[..<colon])
    guard written.first == ASCII.doubleQuote || written.first == ASCII.singleQuote else {
      return String(decoding: written, as: UTF8.self)
    }
    let entry = Array("key: ".utf8) + written
    let read = PlainFrontMatterReader.entries(of: ByteRange(0, entry.count), in: entry)
    guard case .scalar(let scalar)? = read?.first?.value else { return nil }
    return scalar.text
  }

  // MARK: - Changing

  /// Replaces the value on a line. Returns false for a value that is not plain, quoted or a list.
  private mutating func replaceValue(at line: Int, with value: String) -> Bool {
    guard let colon = colon(of: line) else { return false }
    let bytes = Array(lines[line].utf8.filter { $0 != ASCII.carriageReturn })
    let start = indent(line) + colon
    // Whatever the key is, the value is read as one of front matter.
    let entry = [UInt8(ascii: "k")] + bytes[start...]
    guard
      let found = PlainFrontMatterReader.entries(of: ByteRange(0, entry.count), in: entry)?.first?.valueRange
    else { return isEmptyMap(line) && replaceEmptyMap(line, with: value) }
    let range = (start + found.lowerBound - 1)..<(start + found.upperBound - 1)
    if range.isEmpty {
      // Items of a list on lines of their own go with the old value.
      while line + 1 < end(of: line) || line + 1 < lines.count && isItem(line + 1, of: line) {
        guard isItem(line + 1, of: line) else { return false }
        lines.remove(at: line + 1)
      }
    }
    // A comment after an empty value keeps the space before it.
    let isAtComment = range.isEmpty && range.lowerBound < bytes.count && bytes[range.lowerBound] == ASCII.hash
    let place = isAtComment ? (start + 1)..<(start + 1) : range
    let gap = place.isEmpty && bytes[place.lowerBound - 1] == ASCII.colon ? " " : ""
    let changed = bytes[..<place.lowerBound] + (gap + value).utf8 + bytes[place.upperBound...]
    let ending = lines[line].utf8.last == ASCII.carriageReturn ? "\r" : ""
    lines[line] = String(decoding: changed, as: UTF8.self) + ending
    return true
  }

  private func isItem(_ line: Int, of head: Int) -> Bool {
    isEntry(line) && indent(line) >= indent(head) && content(line).hasPrefix("- ")
  }

  private func isEmptyMap(_ line: Int) -> Bool {
    guard let colon = colon(of: line) else { return false }
    return content(line).utf8.dropFirst(colon + 1).filter { $0 > ASCII.space } == Array("{}".utf8)
  }

  private mutating func replaceEmptyMap(_ line: Int, with value: String) -> Bool {
    lines[line] = lines[line].replacing("{}", with: value)
    return true
  }

  /// Inserts an entry at the end of the entries below `head`. Returns false if `head` has a value.
  private mutating func insert(_ entry: String, below head: Int) -> Bool {
    if isEmptyMap(head) {
      lines[head] = lines[head].replacing(" {}", with: "")
    } else if let colon = colon(of: head) {
      let rest = content(head).utf8.dropFirst(colon + 1).first { $0 > ASCII.space }
      guard rest == nil || rest == ASCII.hash else { return false }
    }
    let entries = children(of: head).filter(isEntry)
    let depth = entries.first.map(indent) ?? indent(head) + 2
    let last = entries.last { indent($0) == depth }.map { end(of: $0) } ?? head + 1
    lines.insert(String(repeating: " ", count: depth) + entry + (hasReturns ? "\r" : ""), at: last)
    return true
  }

  /// Appends entries. If the last line of the file has no line ending, the new last line has none either.
  private mutating func append(_ entries: [String]) {
    let ends = entries.map { $0 + (hasReturns ? "\r" : "") }
    if lines.last == "" {
      lines.insert(contentsOf: ends, at: lines.endIndex - 1)
    } else {
      if hasReturns { lines[lines.endIndex - 1] += "\r" }
      lines += ends.dropLast() + [entries[entries.endIndex - 1]]
    }
  }

  private static func key(_ path: ArraySlice<String>) -> String {
    let name = path.joined(separator: ".")
    let isPlain = name.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 == ASCII.hyphen }
    return isPlain ? name : YAMLScalar.doubleQuoted(name)
  }
}
