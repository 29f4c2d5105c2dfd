package import CivilCalendar
package import NoteActions
package import NoteRepository
package import NoteSyntax
package import Wording

/// What the server needs of the process it lives in.
package struct ServerSurroundings: Sendable {
  /// What a command line that the server ran has done.
  package struct CommandOutcome: Sendable {
    package let isDone: Bool
    /// Standard output.
    package let output: String
    /// Standard error.
    package let errors: String

    package init(isDone: Bool, output: String, errors: String) {
      self.isDone = isDone
      self.output = output
      self.errors = errors
    }
  }

  package let version: String
  package let environment: [String: String]
  package let clock: @Sendable () -> CivilMoment
  package let zone: LocalZone
  /// The language where the client asks for none.
  package let language: Language
  /// The languages whose code a site colours.
  package let codeLanguages: [String]
  /// Whose telephone numbers count as links.
  package let regions: @Sendable (Configuration) -> Set<TelephoneRegion>
  /// Brings the index of a repository, by its root, up to date in another process, and waits for it.
  package let updateIndex: @Sendable (_ root: String) -> Void
  /// Runs a command line of Sheaf in a folder.
  package let run: @Sendable (_ words: [String], _ folder: String) -> CommandOutcome
  /// What new notes take from outside their repository.
  package let noteSurroundings: @Sendable () -> NoteSurroundings

  package init(
    version: String, environment: [String: String], clock: @escaping @Sendable () -> CivilMoment,
    zone: LocalZone, language: Language, codeLanguages: [String],
    regions: @escaping @Sendable (Configuration) -> Set<TelephoneRegion>,
    updateIndex: @escaping @Sendable (_ root: String) -> Void,
    run: @escaping @Sendable (_ words: [String], _ folder: String) -> CommandOutcome,
    noteSurroundings: @escaping @Sendable () -> NoteSurroundings
  ) {
    self.version = version
    self.environment = environment
    self.clock = clock
    self.zone = zone
    self.language = language
    self.codeLanguages = codeLanguages
    self.regions = regions
    self.updateIndex = updateIndex
    self.run = run
    self.noteSurroundings = noteSurroundings
  }
}
