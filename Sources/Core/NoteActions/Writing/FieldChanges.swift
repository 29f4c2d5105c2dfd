package import CivilCalendar
package import NoteModel
package import NoteRepository
package import NoteSyntax

/// Changes fields of several notes.
package struct FieldChanges {
  package private(set) var made: [ChangedNote] = []
  /// The notes that cannot be changed safely and are not changed.
  package private(set) var refused: [(path: NotePath, refusal: FrontMatterRefusal)] = []
  /// The notes that have these values already.
  package private(set) var unchanged: [NotePath] = []
  /// True if a changed field may concern a reminder, a column of the board, or a schema.
  package let areRuled: Bool

  /// Makes changes of fields part of a transaction.
  ///
  /// - Parameters:
  ///   - assignments: The changes, in their order.
  ///   - paths: The notes, each once.
  ///   - workspace: The workspace of the notes.
  ///   - earlier: The former contents of the notes: a value that comes back is spelled again as it was.
  ///   - today: The day on which a task is closed.
  ///   - tasks: Sets the status of notes that are tasks.
  ///   - transaction: Receives the changes.
  /// - Throws: ``FieldAssignmentError`` for a value that a field cannot have; if the note would break a rule.
  package init(
    _ assignments: [FieldAssignment], of paths: [NotePath], in workspace: Workspace,
    earlier: EarlierVersions, today: Day, _ tasks: inout TaskChanges, _ transaction: inout Transaction
  ) throws {
    areRuled =
      !workspace.configuration.schemas.isEmpty
      || assignments.contains {
        ["remind", "repeat", "due", "scheduled", "status"].contains(FieldCatalogue.field(typed: $0.key)?.key)
      }
    let status = assignments.lazy.compactMap(\.status).first
    for path in paths {
      do {
        let rule = workspace.fieldRule(at: path)
        let before = try workspace.readableBytes(of: path)
        let versions = earlier.versions(of: path, before: before)
        func revised(_ bytes: [UInt8], _ assignments: [FieldAssignment]) throws -> [UInt8] {
          try FieldRevision(assignments, rule: rule).result(on: bytes, earlier: versions)
        }
        var after = try revised(before, assignments)
        if let status {
          let others = try revised(before, assignments.filter { $0.status == nil })
          var file = TaskFile(path: path, bytes: others, in: workspace.layout)
          if let task = file.task(at: nil), task.status != status {
            let count = tasks.changed.count
            try tasks.make([nil], in: &file, &transaction) { _ in .status(status, today: today) }
            guard tasks.changed.count > count else { continue }
            // The status as it is spelled here, and the day of closing if it was given.
            after = try revised(file.bytes, assignments)
          }
        }
        guard after != before else {
          unchanged.append(path)
          continue
        }
        let change = ChangedNote(path: path, before: before, after: after)
        try workspace.add(change, to: &transaction)
        made.append(change)
      } catch let refusal as FrontMatterRefusal {
        refused.append((path, refusal))
      }
    }
  }
}

extension Workspace {
  /// Returns the schema rule for a field in the note at a path, as it is then.
  func fieldRule(at path: NotePath) -> (_ key: String, _ document: Document) -> FieldRule? {
    let schemas = configuration.schemas
    guard !schemas.isEmpty else { return { _, _ in nil } }
    return { [layout] key, document in
      schemas.rule(of: key, in: Note(document, at: path, in: layout))
    }
  }

  /// Reads the bytes of a note. Throws if they cannot be read, so that the note is not changed.
  fileprivate func readableBytes(of path: NotePath) throws(FrontMatterRefusal) -> [UInt8] {
    do {
      return try originals.read(path)
    } catch {
      throw FrontMatterRefusal(reason: .unreadable(error.explanation), line: 1)
    }
  }
}
