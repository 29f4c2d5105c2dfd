package import ByteBasics
package import CivilCalendar
package import NoteSyntax

/// The fields of a check-box line, in both notations at once: `📅 2026-11-30` and `[due:: 2026-11-30]`.
///
/// They may occur anywhere in the line and in any order; a no-break space or a variation selector
/// between mark and value does not hide them. Of several fields with one key the last one counts.
package struct CheckboxFields: Sendable {
  /// A field and its place; offsets count from the start of the text.
  package struct Field: Sendable {
    package let key: String
    package let value: String
    package let range: ByteRange
    package let form: Form

    package var usesEmoji: Bool { form == .emoji }
  }

  /// How a field is written.
  package enum Form: Sendable, Hashable {
    case emoji, brackets
    /// `@{2026-11-30}`, `@@{09:00}`, as cards of the Kanban plugin have them
    case card
    /// `@[[2026-11-30]]`
    case cardLink
  }

  package let fields: [Field]
  /// The text without its fields, tags and block id; the tags where it contains nothing else.
  package let title: String
  package let tags: [TagName]
  /// ` ^block-id` at the end of the text, with the space before it.
  package let blockIdentifier: ByteRange?

  /// Reads the line of a check box. Tags, fields in brackets and the block id are those that the document found:
  /// what it shows as text, in code or after a backslash, is text of the task too.
  package init(_ checkbox: Checkbox, in document: Document) {
    let range = checkbox.textRange
    func placed(_ found: ByteRange) -> ByteRange {
      ByteRange(found.lowerBound - range.lowerBound, found.upperBound - range.lowerBound)
    }
    self.init(
      reading: document.visible(range),
      marks: CheckboxMarks(
        tags: document.tags(in: range).map {
          TagOccurrence(range: placed($0.range), name: $0.name)
        },
        brackets: Set(document.fields(in: range).map { $0.range.lowerBound - range.lowerBound }),
        blockIdentifier: document.blockIdentifier(in: range).map { placed($0.range) }))
  }

  /// - Parameter text: A check box's line after its bracket; the offsets of `marks` count from its start.
  package init(reading text: ArraySlice<UInt8>, marks: CheckboxMarks) {
    let scanner = CheckboxFieldScanner(Array(text), marks)
    let found = scanner.fields()
    fields = found
    blockIdentifier = scanner.blockIdentifier
    tags = marks.tags.compactMap { TagName($0.name) }
    let ranges = found.map(\.range)
    let words = scanner.words(without: ranges)
    // A comma alone separated fields.
    let others = scanner.words(without: scanner.merged(ranges, scanner.wordTags)).filter {
      found.isEmpty || $0 != ","
    }
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
}

/// What the scanner of the document found on the line of a check box.
package struct CheckboxMarks: Sendable {
  let tags: [TagOccurrence]
  /// Where fields in brackets begin.
  let brackets: Set<Int>
  let blockIdentifier: ByteRange?

  package init(
    tags: [TagOccurrence] = [], brackets: Set<Int> = [], blockIdentifier: ByteRange? = nil
  ) {
    self.tags = tags
    self.brackets = brackets
    self.blockIdentifier = blockIdentifier
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
