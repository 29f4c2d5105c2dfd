package import CivilCalendar
package import NoteSyntax

/// The fields of a check-box line, in both notations at once: `📅 2026-11-30` and `[due:: 2026-11-30]`.
///
/// They may stand anywhere in the line and in any order; a no-break space or a variation selector
/// between mark and value does not hide them. Of several fields with one key the last one counts.
package struct CheckboxFields: Sendable {
  /// A field and its place; offsets count from the start of the text.
  package struct Field: Sendable {
    package let key: String
    package let value: String
    package let range: ByteRange
    package let usesEmoji: Bool
  }

  package let fields: [Field]
  /// The text without its fields, tags and block id; the tags where it contains nothing else.
  package let title: String
  package let tags: [TagName]
  /// ` ^block-id` at the end of the text, with the space before it.
  package let blockIdentifier: ByteRange?

  /// - Parameter text: A check box's line after its bracket.
  package init(reading text: ArraySlice<UInt8>) {
    let scanner = CheckboxFieldScanner(Array(text))
    let found = scanner.fields()
    fields = found
    blockIdentifier = scanner.blockIdentifier
    // By bytes: to look for whole letters would take longer than everything else.
    let words = scanner.text(without: found).utf8.split(separator: UInt8(ascii: " "))
      .map { Substring($0) }
    tags = words.filter(Self.isTag).compactMap { TagName($0) }
    // A comma alone separated fields.
    let others = words.filter { !Self.isTag($0) && (found.isEmpty || $0 != ",") }
    title = Self.title(others.isEmpty ? words : others, found)
  }

  /// The words; where there are none, the text after 🔁 that is not a rule.
  private static func title(_ words: [Substring], _ fields: [Field]) -> String {
    guard words.isEmpty else { return words.joined(separator: " ") }
    let text = fields.last { $0.key == "repeat" }?.value ?? ""
    return (try? RecurrenceRule.parse(text)) == nil ? text : ""
  }

  package func field(_ key: String) -> Field? { fields.last { $0.key == key } }

  package func text(_ key: String) -> String? { field(key)?.value }

  /// The day or moment of a field; the line's `time` belongs to its due day, else to its scheduled day.
  package func date(_ key: String) -> CivilDate? {
    guard let date = text(key).flatMap({ CivilDate(iso: $0) }) else { return nil }
    guard case .day(let day) = date, let time = text("time").flatMap({ TimeOfDay($0) }),
      key == "due" || key == "scheduled" && text("due") == nil
    else { return date }
    return .moment(CivilMoment(day: day, time: time))
  }

  private static func isTag(_ word: Substring) -> Bool {
    word.utf8.first == UInt8(ascii: "#") && word.dropFirst().contains { $0.isLetter }
  }
}

extension TimeOfDay {
  /// The time that `09:05` is.
  init?(_ text: String) {
    guard case .moment(let moment)? = CivilDate(iso: "2000-01-01 " + text),
      moment.utcOffsetSeconds == nil
    else { return nil }
    self = moment.time
  }
}
