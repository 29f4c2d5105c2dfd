import ByteBasics

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
