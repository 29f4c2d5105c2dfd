import ByteBasics
import CivilCalendar
import NoteModel

/// What a note and an entry of a calendar both say of a task. Each is merged for itself.
package enum CalendarField: String, Sendable, CaseIterable, Codable {
  case title, body, status, due, start, priority, tags, `repeat`, remind, project

  /// The properties of an entry that say it, besides ours that begin with `X-`.
  var properties: Set<String> {
    switch self {
    case .title: ["SUMMARY"]
    case .body: ["DESCRIPTION"]
    case .status: ["STATUS", "COMPLETED", "PERCENT-COMPLETE", "X-SHEAF-STATUS", "X-SHEAF-CLOSED"]
    case .due: ["DUE", "DTEND", "DURATION"]
    case .start: ["DTSTART", "X-SHEAF-START", "X-SHEAF-SCHEDULED"]
    case .priority: ["PRIORITY"]
    case .tags: ["CATEGORIES"]
    case .repeat: ["RRULE", "X-SHEAF-REPEAT"]
    case .remind: ["X-SHEAF-REMIND"]
    case .project: ["X-SHEAF-PROJECT"]
    }
  }

  /// The field that a property belongs to.
  ///
  /// - Parameters:
  ///   - property: Its name, in capitals.
  ///   - isEvent: True for an entry whose beginning is when the task is due.
  /// - Returns: nil for a property that no field of ours says.
  static func of(_ property: String, isEvent: Bool) -> CalendarField? {
    if isEvent, property == "DTSTART" { return .due }
    return allCases.first { $0.properties.contains(property) }
  }
}

/// The values of an entry, each as a text that is the same for the same meaning. A value that is not there is not in it.
package typealias CalendarValues = [CalendarField: String]

extension ICSComponent {
  var isEvent: Bool { name == "VEVENT" }

  /// What the entry says, as every calendar program reads it: our own `X-` properties only where no other says it.
  func values(in zones: ICSZones) -> CalendarValues {
    var values: CalendarValues = [:]
    func set(_ field: CalendarField, _ text: String?) {
      if let text, !text.isEmpty { values[field] = text }
    }
    func date(_ name: String) -> CivilDate? { self[name].flatMap { zones.date($0) } }
    set(.title, self["SUMMARY"]?.text.split(whereSeparator: \.isNewline).joined(separator: " "))
    set(.body, self["DESCRIPTION"].map { Self.trimmed($0.text) })
    set(.status, status)
    set(.due, date(isEvent ? "DTSTART" : "DUE")?.description)
    let start = isEvent ? nil : date("DTSTART")?.description
    // A rule needs a beginning, which is the due date itself where there is no other.
    if start != values[.due] { set(.start, start) }
    set(.priority, priority)
    set(.tags, Set(all("CATEGORIES").flatMap(\.texts)).sorted().joined(separator: ", "))
    set(.repeat, self["RRULE"]?.value.uppercased())
    set(.remind, Set(alarms(in: zones)).sorted().joined(separator: ", "))
    set(.project, self["X-SHEAF-PROJECT"]?.text)
    return values
  }

  /// Every event has one of ours, since its own says something else.
  private var status: String {
    if isEvent {
      let name = self["X-SHEAF-STATUS"]?.text ?? TaskStatus.todo.name
      return self["STATUS"]?.value.uppercased() == "CANCELLED" ? TaskStatus.cancelled.name : name
    }
    switch self["STATUS"]?.value.uppercased() {
    case "COMPLETED": return TaskStatus.done.name
    case "CANCELLED": return TaskStatus.cancelled.name
    case "IN-PROCESS": return TaskStatus.doing.name
    default: return (self["COMPLETED"] == nil ? TaskStatus.todo : .done).name
    }
  }

  /// As the field says it; nil for an ordinary one.
  private var priority: String? {
    switch self["PRIORITY"].flatMap({ Int($0.value) }) ?? 0 {
    case 1: "urgent"
    case 2...4: "high"
    case 6...9: "low"
    default: nil
    }
  }

  /// The reminders of the entry, as `remind` says them: `15m` before, or a moment.
  func alarms(in zones: ICSZones) -> [String] {
    components.filter { $0.name == "VALARM" }.compactMap { alarm -> String? in
      guard let trigger = alarm["TRIGGER"] else { return nil }
      if trigger.parameters["VALUE"] == "DATE-TIME" { return zones.date(trigger)?.description }
      return ICSText.reminder(trigger.value)
    }
  }

  private static func trimmed(_ text: String) -> String {
    var text = text.replacing("\r\n", with: "\n")
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}

/// What both sides said when they were last the same: a hash of each value.
package typealias CalendarBase = [CalendarField: UInt64]

extension CalendarBase {
  package init(_ values: CalendarValues) {
    self = values.mapValues { ContentHash.of(Array($0.utf8)) }
  }
}

/// What becomes of a task that a note and a calendar both have.
package struct CalendarMerge: Sendable {
  /// A field that each side gave another value, so that neither is taken.
  package struct Conflict: Sendable, Hashable {
    package let field: CalendarField
    /// nil where the side has removed it.
    package let ours: String?
    package let theirs: String?
  }

  /// What only the note has changed.
  package private(set) var ours: Set<CalendarField> = []
  /// What only the calendar has changed.
  package private(set) var theirs: Set<CalendarField> = []
  package private(set) var conflicts: [Conflict] = []
  /// What both say the same of, where nothing is to be done.
  package private(set) var agreed: Set<CalendarField> = []

  /// Compares what both sides say with what they said when they were last the same. `base` is nil for a task that meets
  /// its entry for the first time; a value that only one side has is taken then.
  package init(base: CalendarBase?, ours: CalendarValues, theirs: CalendarValues) {
    let (mine, other) = (CalendarBase(ours), CalendarBase(theirs))
    for field in CalendarField.allCases {
      let old = base?[field]
      if mine[field] == other[field] {
        agreed.insert(field)
      } else if other[field] == old {
        self.ours.insert(field)
      } else if mine[field] == old {
        self.theirs.insert(field)
      } else {
        conflicts.append(
          Conflict(field: field, ours: ours[field], theirs: theirs[field]))
      }
    }
  }
}
