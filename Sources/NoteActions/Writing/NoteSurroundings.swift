package import CivilCalendar
import NoteModel

/// What new text in a repository takes from outside it.
package struct NoteSurroundings: Sendable {
  package let now: CivilMoment
  package let zone: LocalZone
  /// The user's variables, for templates of a repository that is trusted.
  package let environment: [String: String]
  private let randomBytes: @Sendable (_ count: Int) -> [UInt8]

  package init(
    now: CivilMoment, zone: LocalZone, environment: [String: String],
    randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8]
  ) {
    self.now = now
    self.zone = zone
    self.environment = environment
    self.randomBytes = randomBytes
  }

  /// An identifier that no note has yet, another one at each call.
  func newIdentifier() -> String { NoteIdentifier.make(from: randomBytes(8)) }
}
