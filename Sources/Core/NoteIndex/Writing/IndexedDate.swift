import CivilCalendar
import NoteModel

/// A date as rows have it: by the clock of the user's zone, so that dates with an offset, without one and without a
/// time can be compared and sorted. The days of `created` and `updated` are the writer's, and have no need of it.
struct IndexedDate: Hashable, Sendable {
  /// The day; for a moment with an offset, the day in the local time zone.
  let day: Day
  /// Seconds since the epoch of a moment; nil for a day.
  let seconds: Int?

  init(_ date: CivilDate, in zone: LocalZone) {
    switch date {
    case .day(let day):
      self.day = day
      seconds = nil
    case .moment(let moment):
      guard moment.utcOffsetSeconds != nil else {
        day = moment.day
        seconds = zone.moment(on: moment.day, at: moment.time).secondsSinceEpoch()
        return
      }
      let instant = moment.secondsSinceEpoch()
      day = zone.moment(secondsSinceEpoch: instant)?.day ?? moment.day
      seconds = instant
    }
  }

  /// Returns the seconds since the epoch for sorting notes; a day counts from its local midnight.
  static func sortSeconds(_ date: CivilDate, in zone: LocalZone) -> Int {
    IndexedDate(date, in: zone).seconds ?? zone.moment(on: date.day, at: .midnight).secondsSinceEpoch()
  }
}

extension CivilDate {
  var isMoment: Bool { if case .moment = self { true } else { false } }
}

extension Note {
  /// Returns a date of the note on the user's clock. The days of `created` and `updated` are the writer's, unless
  /// milliseconds since the epoch stand for them.
  func date(_ date: CivilDate?, of key: String, in zone: LocalZone) -> CivilDate? {
    guard case .moment(let moment)? = date else { return date }
    let isWritten = ["created", "updated"].contains(key)
    let isEpoch =
      isWritten && moment.utcOffsetSeconds == 0
      && fields.contains { field in
        CivilDate.isEpoch(field.text) && FieldCatalogue.field(for: field.key)?.key == key
      }
    return isWritten && !isEpoch ? date : date?.here(in: zone)
  }
}
