/// Titles as lists show them: what several notes share is followed by what tells each of them apart.
///
/// ```
/// Work/Todo.md, Home/Todo.md       Todo · Work       Todo · Home
/// a/index.md, b/index.md (Start)    Start · a          Start · b
/// ```
package enum DistinctTitles {
  /// The titles in the same order.
  ///
  /// A note that is alone in its title keeps it. The others get the name of their file where it is another one than the
  /// title and no other of them has it, else their folder, else their whole path.
  package static func titles(of notes: [(title: String, path: NotePath)]) -> [String] {
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
