import ByteBasics
import CivilCalendar
import GRDB
package import NoteModel

extension IndexDatabase {
  /// The links that a note contains, in the order of its lines.
  package func links(from path: NotePath) throws -> [LinkRow] {
    if let note = unsaved?.notes[path] { return try links(of: note) }
    return try links(
      where: "link.note = (SELECT id FROM file WHERE path = ?)", [path.string],
      order: "link.position")
  }

  /// The links that lead to a note, without those to its own headings.
  package func links(to path: NotePath) throws -> [LinkRow] {
    let stored = try links(
      where: "link.target = (SELECT id FROM file WHERE path = ?) AND link.destination <> ''",
      [path.string], order: "source, link.position")
    return try withUnsaved(stored) { $0.target == path && !$0.destination.isEmpty }
  }

  /// The number of links that lead to a file from others.
  package func backlinkCount(of path: NotePath) throws -> Int {
    // Names that are not saved change where others lead.
    guard try unsaved == nil || !hasUnsavedNames() else {
      return try links(to: path).count { $0.source != path }
    }
    let open = (unsaved?.notes.keys.map(\.string) ?? []) + [path.string]
    let stored = try readStored(0) { database in
      let marks = open.map { _ in "?" }.joined(separator: ", ")
      return try Int.fetchOne(
        database,
        sql: """
          SELECT count(*) FROM link
          WHERE link.target = (SELECT id FROM file WHERE path = ?) AND link.destination <> ''
            AND link.note NOT IN (SELECT id FROM file WHERE path IN (\(marks)))
          """, arguments: StatementArguments([path.string] + open)) ?? 0
    }
    let unsaved = unsaved?.notes.values.filter { $0.path != path } ?? []
    return try stored
      + unsaved.reduce(0) { count, note in
        try count + links(of: note).count { $0.target == path && !$0.destination.isEmpty }
      }
  }

  /// The links of the whole repository that lead nowhere, or to several notes.
  package func brokenLinks() throws -> [LinkRow] {
    let states = [StoredLinkState.broken, .ambiguous].map { String($0.rawValue) }
    let stored = try links(
      where: "link.state IN (\(states.joined(separator: ", ")))", [],
      order: "source, link.position")
    return try withUnsaved(stored) { $0.state == .broken || $0.state == .ambiguous }
  }

  /// The links of files that ask for one of these names.
  func storedLinks(askingForAny keys: Set<String>) throws -> [LinkRow] {
    try keys.sorted().flatMap { key in
      try links(
        where: "(link.key = ? OR link.otherKey = ?)", [key, key],
        order: "source, link.position")
    }
  }

  /// Every link between two notes, or from a note to a file.
  package func resolvedLinks() throws -> [LinkRow] {
    try links(where: "link.target IS NOT NULL", [], order: "source, link.position")
  }

  /// Which notes link to which others, each pair once.
  package func linkedNotes() throws -> LinkedNotes {
    try writer.read { database in
      var linked = LinkedNotes()
      let files = try BulkStatement(database, "SELECT path, id FROM file")
      while try files.next() {
        linked.numbers[NotePath(trusted: files.text(0))] = Int(files.integer(1))
      }
      let pairs = try BulkStatement(
        database,
        """
        SELECT DISTINCT link.note, link.target FROM link
        WHERE link.target IS NOT NULL AND link.target != link.note
        """)
      while try pairs.next() {
        linked.pairs.append((Int(pairs.integer(0)), Int(pairs.integer(1))))
      }
      return linked
    }
  }

  /// Every link of the repository.
  package func allLinks() throws -> [LinkRow] {
    let stored = try links(where: "1", [], order: "source, link.position")
    return try withUnsaved(stored) { _ in true }
  }

  /// The links to a part of a file: those with something after `#`.
  package func linksToParts() throws -> [LinkRow] {
    let stored = try links(
      where: "link.target IS NOT NULL AND link.fragment <> ''", [],
      order: "source, link.position")
    return try withUnsaved(stored) {
      $0.target != nil && $0.fragment?.isEmpty == false
    }
  }

  /// The links of other notes to a part of one file.
  package func linksToParts(of path: NotePath) throws -> [LinkRow] {
    let stored = try links(
      where: """
        link.target = (SELECT id FROM file WHERE path = ?) AND link.destination <> ''
          AND link.fragment <> ''
        """, [path.string], order: "source, link.position")
    return try withUnsaved(stored) {
      $0.target == path && !$0.destination.isEmpty && $0.fragment?.isEmpty == false
    }
  }

  /// The links that lead out of the repository.
  package func externalLinks() throws -> [LinkRow] {
    let stored = try links(
      where: "link.state = \(StoredLinkState.external.rawValue)", [],
      order: "source, link.position")
    return try withUnsaved(stored) { $0.state == .external }
  }

  /// Joins a link's note, or the canvas that contains it.
  static let linkSource = """
    LEFT JOIN note ON note.id = link.note
    LEFT JOIN attachment AS canvas ON canvas.id = link.note
    """

  private func links(
    where condition: String, _ arguments: [String], order: String
  ) throws -> [LinkRow] {
    let sql = """
      SELECT \(LinkRowColumn.list)
      FROM link \(Self.linkSource)
        LEFT JOIN note AS target ON target.id = link.target
        LEFT JOIN attachment ON attachment.id = link.target
      WHERE \(condition)
      ORDER BY \(order)
      """
    return try readStored([]) { database in
      var links: [LinkRow] = []
      let rows = try Row.fetchCursor(database, sql: sql, arguments: StatementArguments(arguments))
      while let row = try rows.next() {
        let link = try LinkRow(row)
        if link.isShown(in: telephoneRegions) { links.append(link) }
      }
      return links
    }
  }
}
