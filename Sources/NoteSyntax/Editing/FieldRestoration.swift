extension FrontMatterEditor {
  /// The file as it was before a field was changed, where nothing but that field has changed since.
  ///
  /// A value that a file had can be spelled in many ways: `007`, `"no"`, a list over several lines. Setting it again
  /// brings back the spelling that the file itself had chosen.
  ///
  /// - Parameters:
  ///   - key: The field.
  ///   - text: Its value as a person types it: a text, or the items of a list between commas or line ends.
  ///   - earlier: A former version of the file.
  /// - Returns: nil where that version had another value, or is another anywhere else.
  package func restoring(_ key: String, to text: String, from earlier: [UInt8]) -> [UInt8]? {
    guard let frontMatter = FrontMatter.read(earlier).frontMatter, frontMatter.format == .yaml
    else { return nil }
    let entries = frontMatter.entries.filter { $0.key == key }
    guard entries.count == 1, entries[0].value.isTyped(as: text) else { return nil }
    let lines = FieldSpan.lines(of: entries[0], in: frontMatter, earlier)
    let present = source.bytes
    let isSameAround =
      present.count >= earlier.count - lines.count
      && present.prefix(lines.lowerBound).elementsEqual(earlier[..<lines.lowerBound])
      && present.suffix(earlier.count - lines.upperBound)
        .elementsEqual(earlier[lines.upperBound...])
    return isSameAround ? earlier : nil
  }
}

extension FrontMatterValue {
  /// True where `text` is what a person types to set this value.
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
