import NoteModel
import ParallelWork

/// The links of a first index, kept in memory until every name is known, so that each is written once.
final class BulkIndexBuilder {
  private let roots: LinkRoots
  private var names = LinkNames()
  private var links: [NoteLinks] = []
  private var taskFields: [NamingField] = []
  /// The targets of the links, in the order of the links.
  private var outcomes: Deferred<[LinkOutcome]>?

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

  init(linkRoots: LinkRoots) { roots = linkRoots }

  func add(_ name: NoteName, of path: NotePath, number: Int) { names.add(name, of: path, number: number) }

  func add(_ facts: [PreparedNote.LinkFact], of path: NotePath, number: Int) {
    if !facts.isEmpty { links.append(NoteLinks(note: number, path: path, facts: facts)) }
  }

  func add(_ field: PreparedTask.Field, of path: NotePath, _ task: Int, number: Int) {
    taskFields.append(NamingField(field: field, path: path, task: task, note: number))
  }

  /// Begins to resolve the links on another thread.
  func beginResolving() {
    let (names, links, roots) = (names, links, roots)
    outcomes = Deferred {
      var follower = LinkFollower(names, roots: roots)
      return links.flatMap { note in
        note.facts.map { follower.outcome(of: $0.target, from: note.path, number: note.note) }
      }
    }
  }

  /// Writes the links.
  ///
  /// - Parameter write: Receives a link, the number of its note, its position in the note, and its target.
  func finishLinks(_ write: (PreparedNote.LinkFact, Int, Int, LinkOutcome) throws -> Void) throws {
    var outcomes = (outcomes?.value() ?? []).makeIterator()
    self.outcomes = nil
    for note in links {
      for (position, fact) in note.facts.enumerated() {
        guard let outcome = outcomes.next() else { return }
        try write(fact, note.note, position, outcome)
      }
    }
    links = []
  }

  /// Writes the fields in which tasks name other tasks.
  ///
  /// - Parameter write: Receives a field, the task's position, the number of its note, and the number of the target.
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
