package import CivilCalendar

/// What may be a letter to a later day: neither shown nor found until then.
package protocol Sealable {
  /// The day on which it opens; nil for what is no letter.
  var unseal: Day? { get }
}

extension Sealable {
  /// The day until which it is sealed; nil from that day on.
  package func seal(on today: Day) -> Day? { unseal.flatMap { $0 > today ? $0 : nil } }

  /// True for a letter whose day has not come.
  package func isSealed(on today: Day) -> Bool { seal(on: today) != nil }
}

extension Note: Sealable {}
extension NoteSummary: Sealable {}
extension PublicationCandidate: Sealable {}
