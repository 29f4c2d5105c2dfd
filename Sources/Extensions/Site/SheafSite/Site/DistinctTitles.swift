import NoteModel

/// Titles as lists show them: a title that several notes share is followed by text that tells each of them apart.
///
/// ```
/// Work/Todo.md, Home/Todo.md       Todo · Work       Todo · Home
/// a/index.md, b/index.md (Start)    Start · a          Start · b
/// ```
enum DistinctTitles {
  /// Returns distinct titles in the same order.
  ///
  /// A unique title is kept. Equal titles get the name of their file if it differs from the title and from the other
  /// files' names, otherwise their folder, otherwise their whole path.
  static func titles(of notes: [(title: String, path: NotePath)]) -> [String] {
    var groups: [String: [Int]] = [:]
    for (position, note) in notes.enumerated() {
      groups[foldedName(note.title), default: []].append(position)
    }
    var titles = notes.map(\.title)
    for group in groups.values where group.count > 1 {
      for (position, mark) in zip(group, marks(of: group.map { notes[$0] })) {
        titles[position] += " · " + mark
      }
    }
    return titles
  }

  private static func marks(of notes: [(title: String, path: NotePath)]) -> [String] {
    let ways: [((title: String, path: NotePath)) -> String] = [
      { $0.path.stem == $0.title ? "" : String($0.path.stem) },
      { $0.path.folder.map { String($0.fileName) } ?? "/" },
      { $0.path.folder?.string ?? "/" },
    ]
    for way in ways {
      let marks = notes.map(way)
      if Set(marks).count == marks.count, !marks.contains("") { return marks }
    }
    return notes.map(\.path.string)
  }
}
