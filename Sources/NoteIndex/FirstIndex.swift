import NoteModel

/// The links of a first index, kept in memory until every name is known, so that each is written once.
final class FirstIndex {
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
    let (names, links) = (names, links)
    self.links = []
    resolved = Deferred {
      links.map { note in
        ResolvedLinks(
          note: note.note,
          links: note.facts.map { ($0, names.outcome(of: $0.target, from: note.path)) })
      }
    }
  }

  /// Writes the links.
  ///
  /// `write`: Takes a link, the number of its note, its position there, and where it leads.
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
  /// `write`: Takes a field, the task's position, the number of its note, and that of the note it leads to.
  func finishTaskFields(_ write: (PreparedTask.Field, Int, Int, Int?) throws -> Void) throws {
    for entry in taskFields {
      let outcome = entry.field.target.map { names.outcome(of: $0, from: entry.path) }
      try write(entry.field, entry.task, entry.note, outcome?.number)
    }
    taskFields = []
  }
}
