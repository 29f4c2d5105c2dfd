import NoteModel
import ParallelWork

/// The links of a first index, kept in memory until every name is known, so that each is written once.
final class BulkIndexBuilder {
  private let roots: LinkRoots
  private var names = LinkNames()
  private var links: [NoteLinks] = []
  private var taskFields: [NamingField] = []
  private var resolved: Deferred<[ResolvedLinks]>?

  private struct NoteLinks: Sendable {
    let note: Int
    let path: NotePath
    let facts: [PreparedNote.LinkFact]
  }

  /// A field of a task that names another.
  private struct NamingField {
    let field: PreparedTask.Field
    let path: NotePath
    let task: Int
    let note: Int
  }

  /// The links of a note, and where they lead.
  private struct ResolvedLinks: Sendable {
    let note: Int
    let links: [(fact: PreparedNote.LinkFact, outcome: LinkOutcome)]
  }

  init(linkRoots: LinkRoots) {
    roots = linkRoots
  }

  func add(_ name: NoteName, of path: NotePath, number: Int) {
    names.add(name, of: path, number: number)
  }

  func add(_ facts: [PreparedNote.LinkFact], of path: NotePath, number: Int) {
    if !facts.isEmpty { links.append(NoteLinks(note: number, path: path, facts: facts)) }
  }

  func add(_ field: PreparedTask.Field, of path: NotePath, _ task: Int, number: Int) {
    taskFields.append(NamingField(field: field, path: path, task: task, note: number))
  }

  /// Begins to resolve the links on another thread.
  func beginResolving() {
    let (names, links, roots) = (names, links, roots)
    self.links = []
    resolved = Deferred {
      var follower = LinkFollower(names, roots: roots)
      return links.map { note in
        ResolvedLinks(
          note: note.note,
          links: note.facts.map {
            ($0, follower.outcome(of: $0.target, from: note.path, number: note.note))
          })
      }
    }
  }

  /// Writes the links.
  ///
  /// - Parameter write: Takes a link, the number of its note, its position there, and where it leads.
  func finishLinks(
    _ write: (PreparedNote.LinkFact, Int, Int, LinkOutcome) throws -> Void
  ) throws {
    let notes = resolved?.value() ?? []
    resolved = nil
    for note in notes {
      for (position, link) in note.links.enumerated() {
        try write(link.fact, note.note, position, link.outcome)
      }
    }
  }

  /// Writes the fields of tasks that name other tasks.
  ///
  /// - Parameter write: Takes a field, the task's position, the number of its note, and that of the note it leads to.
  func finishTaskFields(_ write: (PreparedTask.Field, Int, Int, Int?) throws -> Void) throws {
    var follower = LinkFollower(names, roots: roots)
    for entry in taskFields {
      let target = entry.field.target.flatMap {
        follower.outcome(of: $0, from: entry.path, number: entry.note).number
      }
      try write(entry.field, entry.task, entry.note, target)
    }
    taskFields = []
  }
}
