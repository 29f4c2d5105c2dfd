package import CivilCalendar
import NoteSyntax
import Wording

/// A task as the user types it: words, `+tag`, and `key:value` for a field.
///
///     보고서 초안 due:fri +work priority:high remind:1d "repeat:every month on the 31st"
package struct TaskDraft: Sendable {
  package let title: String
  package let tags: [TagName]
  /// The fields in the order of the front matter, values as they are written.
  package let fields: [(key: String, value: String)]
  /// Fields of notes, and fields that a schema declares.
  package let ownFields: [FieldAssignment]
  /// Words of the title that look like a change, with the probable meaning; nil for an impossible time of day.
  package let doubtful: [(word: String, meant: String?)]

  /// Reads the words of a command line, as ``TitledWords`` does. `given` are fields besides those among the words.
  ///
  /// - Throws: If a field has a value that it cannot have.
  package init(
    reading words: [String], title known: String? = nil, _ given: [FieldAssignment] = [], rules: [FieldRule] = [],
    now: CivilMoment, zone: LocalZone?
  ) throws(FieldAssignmentError) {
    let read = try TitledWords(reading: words, title: known, rules: rules, now: now, zone: zone)
    var values: [String: String] = [:]
    var own: [FieldAssignment] = []
    for field in read.fields + given {
      let key = FieldCatalogue.field(typed: field.key)?.key ?? field.key
      switch try field.change(by: rules.first(named: field.key)) {
      case .set(.text(let value)) where Self.keys.contains(key), .set(.typed(let value)) where Self.keys.contains(key):
        values[key] = value
      case .set(.list(let items)) where Self.keys.contains(key): values[key] = items.joined(separator: ", ")
      case .unset: continue
      default: own.append(field)
      }
    }
    title = read.title
    tags = read.tags
    fields = Self.keys.compactMap { key in values[key].map { (key, $0) } }
    doubtful = read.doubtful
    ownFields = own
  }

  /// Returns the rules for required fields that the task lacks.
  package func missing(_ rules: [FieldRule]) -> [FieldRule] {
    let given = Set(fields.map(\.key) + ownFields.map { FieldCatalogue.canonical($0.key) })
    return rules.filter { rule in
      rule.isRequired && rule.defaultText == nil && !given.contains(FieldCatalogue.canonical(rule.key))
        && !["title", "status", "created", "id"].contains(FieldCatalogue.canonical(rule.key))
        && !(FieldCatalogue.canonical(rule.key) == "tags" && !tags.isEmpty)
    }
  }

  /// The fields that may occur among the words, in the order in which they are written.
  package static let keys = [
    "status", "due", "scheduled", "start", "priority", "repeat", "remind", "project", "parent", "depends",
    "color", "label", "ticket",
  ]

  /// Returns the key of a word such as `마감:금요일`. Nil if it is no field of a task.
  static func fieldKey(of word: String) -> String? {
    TitledWords.change(word).flatMap { change in
      FieldCatalogue.field(typed: change.key).map(\.key).flatMap { keys.contains($0) ? $0 : nil }
    }
  }
}
