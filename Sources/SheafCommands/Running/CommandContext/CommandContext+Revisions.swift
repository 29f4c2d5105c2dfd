import CivilCalendar
import NoteActions
import NoteHistory
import NoteModel
import NoteRepository
import Wording

extension CommandContext {
  /// The commit that a user named: a revision of git's, or a day for what was there at its end.
  func revision(_ word: String, in git: any GitClient) throws -> GitRevision {
    do {
      return try GitRevision(word, endOfDay: nil, in: git)
    } catch let error as UnknownRevision {
      guard case .day(let day)? = DateExpression.parse(word, relativeTo: clock()) else {
        throw error
      }
      return try GitRevision(word, endOfDay: seconds(at: day.adding(days: 1)), in: git)
    }
  }

  /// Seconds since the epoch at which a day begins here.
  func seconds(at day: Day) -> Int {
    zone.moment(on: day, at: .midnight).secondsSinceEpoch()
  }

  /// A moment as clocks here showed it.
  func moment(_ seconds: Int) -> CivilMoment {
    zone.moment(secondsSinceEpoch: seconds) ?? clock()
  }

  /// The path that words mean: of a note that is there, or of one that was.
  func pathNowOrThen(_ text: String, in workspace: Workspace) throws -> NotePath {
    do {
      return try note(text, in: workspace)
    } catch let error as NoteLookupError {
      guard case .notFound = error,
        let path = workspace.repository.path(of: text, relativeTo: workingDirectory),
        path.isMarkdown
      else { throw error }
      return path
    }
  }
}

extension CommandContext {
  /// The workspace of this run, or one of the notes as a commit or the end of a day has them.
  func openWorkspace(at word: String?) throws -> Workspace {
    guard let word else { return try openWorkspace() }
    let repository = try repository()
    let git = git(in: repository)
    let then = try repository.atCommit(try revision(word, in: git), from: git)
    return try openWorkspace(of: then, configuration(of: repository))
  }
}
