import NoteSyntax

/// Makes changes of fields in the bytes of one note.
package struct FieldRevision {
  private let assignments: [FieldAssignment]

  package init(_ assignments: [FieldAssignment]) {
    self.assignments = assignments
  }

  /// Makes all changes, one after the other.
  ///
  /// - Parameters:
  ///   - bytes: The note as it is.
  ///   - earlier: The note as it was before, the newest version first. A value that it had is spelled again as it was.
  /// - Returns: The note with them.
  /// - Throws: ``FrontMatterRefusal`` for a note that cannot be changed safely, ``FieldAssignmentError`` for a value
  ///   that the field cannot have.
  package func result(on bytes: [UInt8], earlier: [[UInt8]]) throws -> [UInt8] {
    var present = bytes
    for assignment in assignments {
      let document = Document(parsing: present)
      let key = FieldCatalogue.spelling(of: assignment.key, in: document.frontMatter)
      let editor = FrontMatterEditor(document)
      if let former = former(assignment, key, editor, earlier) {
        present = former
      } else {
        var change = try assignment.change.get()
        if FieldCatalogue.field(for: key)?.key == "tags" {
          change = change.spelled(amongTagsOf: document.frontMatter?[key])
        }
        let edits = try editor.edits(key, change)
        present = try document.source.applying(edits).bytes
      }
    }
    return present
  }

  private func former(
    _ assignment: FieldAssignment, _ key: String, _ editor: FrontMatterEditor, _ earlier: [[UInt8]]
  ) -> [UInt8]? {
    guard let text = assignment.text else { return nil }
    return earlier.lazy.compactMap { editor.restoring(key, to: text, from: $0) }.first
  }
}
