import CivilCalendar
import NoteActions
import NoteHistory
import NoteIndex
import NoteModel
import NotePresentation

/// The notes whose history is asked for.
struct LogSubject {
  /// nil for all.
  let paths: Set<NotePath>?
  let isOneNote: Bool

  /// - Parameters:
  ///   - words: A note as it is or was called, or a query; none for all notes.
  ///   - context: Where it is asked.
  ///   - workspace: Where the notes are.
  /// - Throws: Where the words are neither.
  init(_ words: [String], in context: CommandContext, _ workspace: Workspace) throws {
    guard !words.isEmpty else {
      (paths, isOneNote) = (nil, false)
      return
    }
    let text = words.joined(separator: " ")
    do {
      (paths, isOneNote) = ([try context.pathNowOrThen(text, in: workspace)], true)
    } catch let error as NoteLookupError {
      guard case .notFound = error else { throw error }
      let found = try context.notes(where: text, in: workspace)
      guard !found.isEmpty else { throw error }
      (paths, isOneNote) = (Set(found), false)
    }
  }
}

extension NoteLogRequest {
  /// Leaves out what is older: `text` names a commit, or the first day.
  mutating func begin(
    after text: String, in context: CommandContext, _ git: any GitClient
  ) throws {
    if let revision = try? GitRevision(text, endOfDay: nil, in: git) {
      range = revision.commit + "..HEAD"
    } else if case .day(let day)? = DateExpression.parse(text, relativeTo: context.clock()) {
      since = context.seconds(at: day)
    } else {
      _ = try context.revision(text, in: git)
    }
  }
}

extension NoteLogReport {
  init(_ log: NoteLog, isOfOneNote: Bool, in context: CommandContext) {
    self.init(
      entries: log.entries.map { entry in
        NoteLogReport.Entry(
          commit: entry.commit.id, moment: context.moment(entry.commit.seconds),
          author: entry.commit.author, subject: entry.commit.subject,
          events: entry.events.map {
            NoteLogReport.Event(path: $0.path, title: $0.title, changes: $0.changes)
          })
      }, isOfOneNote: isOfOneNote)
  }
}
