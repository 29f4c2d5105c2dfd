import GRDB
import NoteModel

/// What a first index keeps in memory until all notes are known: their words, which become the full-text table at
/// once, and their links, which are written when every name has its bearer.
final class FirstIndex {
  /// Takes in the words on the threads that read.
  let collection = FullTextCollection()
  private let loader: FullTextLoader
  private var names = LinkNames()
  private var links: [NoteLinks] = []
  private var resolved: Deferred<[ResolvedLinks]>?

  private struct NoteLinks: Sendable {
    let note: Int
    let path: NotePath
    let facts: [PreparedNote.LinkFact]
  }

  /// The links of a note, and where they lead.
  private struct ResolvedLinks: Sendable {
    let note: Int
    let links: [(fact: PreparedNote.LinkFact, outcome: LinkOutcome)]
  }

  init(_ database: Database) throws {
    loader = try FullTextLoader(database)
  }

  func add(_ name: NoteName, of path: NotePath, number: Int) {
    names.add(name, of: path, number: number)
  }

  func add(_ facts: [PreparedNote.LinkFact], of path: NotePath, number: Int) {
    if !facts.isEmpty { links.append(NoteLinks(note: number, path: path, facts: facts)) }
  }

  /// Notes how many tokens a note has, and writes what has become large.
  func add(_ number: Int, tokens: [Int]) throws {
    try loader.add(number, tokens)
    for segment in collection.takeSegments() { try loader.write(segment) }
  }

  /// Begins on other threads with what is left to do without the database.
  func beginFinishing() {
    collection.beginLayingOutRest()
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

  /// Writes the last words.
  func finishText() throws {
    for segment in collection.takeRest() { try loader.write(segment) }
    try loader.finish()
  }
}
