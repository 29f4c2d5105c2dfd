package import CivilCalendar
package import NoteSyntax

/// The fields of a check-box line, in both notations at once: `📅 2026-11-30` and `[due:: 2026-11-30]`.
///
/// They may stand anywhere in the line and in any order; a no-break space or a variation selector
/// between sign and value does not hide them.
package struct CheckboxFields: Sendable {
  /// A field where it stands; offsets count from the start of the text.
  package struct Field: Sendable {
    package let key: String
    package let value: String
    package let range: ByteRange
    package let usesEmoji: Bool
  }

  package let fields: [Field]
  /// The text without its fields and tags.
  package let title: String
  package let tags: [TagName]

  /// - Parameter text: A check box's line behind its bracket.
  package init(reading text: ArraySlice<UInt8>) {
    let scanner = CheckboxFieldScanner(Array(text))
    fields = scanner.fields()
    // By bytes: to look for whole letters would take longer than everything else.
    let words = scanner.text(without: fields).utf8.split(separator: UInt8(ascii: " "))
      .map { Substring($0) }
    tags = words.filter(Self.isTag).compactMap { TagName($0) }
    title = words.filter { !Self.isTag($0) }.joined(separator: " ")
  }

  package func text(_ key: String) -> String? { fields.first { $0.key == key }?.value }

  package func date(_ key: String) -> CivilDate? { text(key).flatMap { CivilDate(iso: $0) } }

  private static func isTag(_ word: Substring) -> Bool {
    word.utf8.first == UInt8(ascii: "#") && word.dropFirst().contains { $0.isLetter }
  }
}
