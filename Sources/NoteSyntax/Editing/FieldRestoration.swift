import ByteBasics

extension FrontMatterEditor {
  /// The file with a field spelled as it was before, where nothing but values of fields has changed since.
  ///
  /// A value that a file had can be spelled in many ways: `007`, `"no"`, a list over several lines. Setting it again
  /// brings back the spelling that the file itself had chosen.
  ///
  /// - Parameters:
  ///   - key: The field.
  ///   - text: Its value as the user types it: a text, or the items of a list between commas or line ends.
  ///   - earlier: A former version of the file.
  /// - Returns: nil where that version had another value, or is another outside the fields with other values.
  package func restoring(_ key: String, to text: String, from earlier: [UInt8]) -> [UInt8]? {
    guard let former = FrontMatter.read(earlier).frontMatter, former.format == .yaml else {
      return nil
    }
    let entries = former.entries.filter { $0.key == key }
    guard entries.count == 1, entries[0].value.isTyped(as: text) else { return nil }
    let present = document.frontMatter
    let changed = former.keys(differingFrom: present).union([key])
    guard former.rest(of: earlier, without: changed) == restOfFile(without: changed) else {
      return nil
    }
    if changed == [key] { return earlier }
    guard let present, let entry = present.entries.first(where: { $0.key == key }) else {
      return nil
    }
    let lines = FieldSpan.lines(of: entry, in: present, source.bytes)
    let formerLines = FieldSpan.lines(of: entries[0], in: former, earlier)
    var result = source.bytes
    result.replaceSubrange(lines.indices, with: earlier[formerLines.indices])
    let after = FrontMatter.read(result).frontMatter
    let isAlone = after.map { present.keys(differingFrom: $0).isSubset(of: [key]) } ?? false
    return isAlone && after?[key] == entries[0].value ? result : nil
  }

  private func restOfFile(without keys: Set<String>) -> [UInt8] {
    document.frontMatter?.rest(of: source.bytes, without: keys) ?? source.bytes
  }
}

extension FrontMatter {
  /// The fields that only one of two has, or that have other values.
  fileprivate func keys(differingFrom other: FrontMatter?) -> Set<String> {
    let (values, others) = (values, other?.values ?? [:])
    return Set(values.keys).union(others.keys).filter { values[$0] != others[$0] }
  }

  /// All values of each key.
  private var values: [String: [FrontMatterValue]] {
    Dictionary(grouping: entries, by: \.key).mapValues { $0.map(\.value) }
  }

  /// The bytes of a file outside the lines of some fields.
  fileprivate func rest(of bytes: [UInt8], without keys: Set<String>) -> [UInt8] {
    var result: [UInt8] = []
    var offset = 0
    for entry in entries where keys.contains(entry.key) {
      let lines = FieldSpan.lines(of: entry, in: self, bytes)
      guard lines.lowerBound >= offset else { continue }
      result += bytes[offset..<lines.lowerBound]
      offset = lines.upperBound
    }
    return result + bytes[offset...]
  }
}

extension FrontMatterValue {
  /// True where `text` is what the user types to set this value.
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
