package import CivilCalendar
import Wording

extension FieldCatalogue {
  /// A field for dates that begins as a misspelled key does, where its value is a date: `dew:fri` was to be `due:fri`.
  ///
  /// - Parameters:
  ///   - key: The word before the colon.
  ///   - value: The word after it.
  ///   - now: From which words for a day are counted.
  /// - Returns: nil where the value is no date, or no field is near.
  package static func dateField(like key: String, value: String, now: CivilMoment) -> String? {
    guard DateExpression.parse(value, relativeTo: now) != nil else { return nil }
    return fields.filter { $0.type == .date || $0.type == .day }.map(\.key)
      .filter { $0.first == key.first && editDistance($0, key) < max($0.count, 3) }
      .min { editDistance($0, key) < editDistance($1, key) }
  }
}
