/// A note, or a line of it.
package struct NotePosition: Hashable, Sendable {
  package let path: NotePath
  /// From 1; nil for the whole note.
  package let line: Int?

  package init(_ path: NotePath, line: Int? = nil) {
    self.path = path
    self.line = line
  }

  /// As it is named on the command line: `Memo/a.md`, `Memo/a.md:12`.
  package var text: String { Self.text(path.string, line: line) }

  package static func text(_ path: String, line: Int?) -> String {
    line.map { "\(path):\($0)" } ?? path
  }
}
