package import ByteBasics

/// The block of fields at the head of a file.
///
/// Keys and values have U+FFFD where the file has U+0000, as CommonMark reads a text: programs in C end a text there,
/// so that two keys would be one.
package struct FrontMatter: Sendable, Hashable {
  package enum Format: String, Sendable {
    /// YAML between `---` lines.
    case yaml
    /// TOML between `+++` lines: read and shown, never changed.
    case toml
  }

  /// One `key: value` of the top level.
  package struct Entry: Sendable, Hashable {
    package let key: String
    package let value: FrontMatterValue
    /// The key as written, quotes included.
    package let keyRange: ByteRange
    /// The value as written, quotes and brackets included, trailing comment not; nil where it is not located exactly.
    package let valueRange: ByteRange?

    package init(
      key: String, value: FrontMatterValue, keyRange: ByteRange, valueRange: ByteRange?
    ) {
      self.key = key.withoutNull
      self.value = value
      self.keyRange = keyRange
      self.valueRange = valueRange
    }
  }

  package let format: Format
  /// From the first fence to the end of the closing fence's line.
  package let range: ByteRange
  /// The lines between the fences.
  package let content: ByteRange
  /// In the order of the file. Empty where the block cannot be read (a diagnostic says why).
  package let entries: [Entry]

  package init(format: Format, range: ByteRange, content: ByteRange, entries: [Entry]) {
    self.format = format
    self.range = range
    self.content = content
    self.entries = entries
  }

  /// The value of the first entry with this key.
  package subscript(key: String) -> FrontMatterValue? {
    entries.first { $0.key == key }?.value
  }
}

/// A value in front matter, read by the core schema of YAML 1.2: dates stay text, `no` stays text.
package indirect enum FrontMatterValue: Sendable, Hashable {
  case scalar(Scalar)
  case list([FrontMatterValue])
  case map([Pair])

  package struct Pair: Sendable, Hashable {
    package let key: String
    package let value: FrontMatterValue

    package init(key: String, value: FrontMatterValue) {
      self.key = key.withoutNull
      self.value = value
    }
  }

  package struct Scalar: Sendable, Hashable {
    package enum Style: String, Sendable {
      case plain, singleQuoted, doubleQuoted, literal, folded
    }

    /// The text after quotes and escapes are resolved.
    package let text: String
    package let style: Style

    package init(text: String, style: Style) {
      self.text = text.withoutNull
      self.style = style
    }
  }
}

extension FrontMatterValue.Scalar {
  /// Nothing, `~` or `null`, unless quoted.
  package var isNull: Bool {
    style == .plain
      && (text.isEmpty || text == "~" || text == "null" || text == "Null" || text == "NULL")
  }
}

extension String {
  /// The text with U+FFFD for each U+0000.
  fileprivate var withoutNull: String {
    guard utf8.contains(0) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
  }
}
