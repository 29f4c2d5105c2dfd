import CivilCalendar
package import NoteModel
import NoteSyntax
package import TerminalText
import Wording

/// The paths in the rows of a listing. On a terminal a path is shown only if it differs from the title, or if two rows
/// have the same title. In a pipe it is always shown.
package struct RowPlaces {
  /// Titles of several rows. Nil if every place is shown.
  private let repeated: Set<String>?

  package init(_ titles: some Sequence<String>, _ page: Page) {
    guard page.isTerminal else {
      repeated = nil
      return
    }
    var seen: Set<String> = []
    repeated = Set(titles.filter { !seen.insert($0).inserted })
  }

  /// Returns the path of a note, or nothing.
  package func text(_ note: NoteSummary) -> StyledText { text(note.path, note.title) }

  package func text(_ path: NotePath, _ title: String) -> StyledText {
    tells(path, title) ? StyledText() : StyledText(path.string, .dim)
  }

  /// Returns the place of a task: of a check box `NOTE:LINE`.
  package func text(_ task: LocatedTask) -> StyledText {
    guard let line = task.line else { return text(task.path, task.item.title) }
    return StyledText(tells(task.path, task.noteTitle) ? "\(task.noteTitle):\(line)" : task.reference, .dim)
  }

  private func tells(_ path: NotePath, _ title: String) -> Bool {
    guard let repeated, !repeated.contains(title) else { return false }
    let stem = String(path.stem)
    return nameKey(stem) == nameKey(title) || stem == FileName.stem(for: title)
  }
}

extension Page {
  /// Returns the title of a diary entry below its day: “diary” for a title that is only the day.
  package func entryTitle(_ title: String) -> String {
    CivilDate(iso: title) == nil ? self.title(title) : text(Message("diary", ko: "일기"))
  }

  /// Returns a title as a reader sees it: a day with its weekday, and no delimiters of emphasis, code and links.
  package func title(_ title: String) -> String {
    if title.utf8.count == 10, let day = CivilDate(iso: title) { return listed(day) }
    return plainTitle(title)
  }
}

/// Returns a title without the delimiters of emphasis, code and links.
package func plainTitle(_ title: String) -> String {
  // Only these characters can begin or end such markup: * = [ _ ` ~
  let isMarked = title.utf8.contains { $0 == 0x2A || $0 == 0x3D || $0 == 0x5B || 0x5F...0x60 ~= $0 || $0 == 0x7E }
  guard isMarked else { return title }
  let text = Document(parsing: Array("# \(title)\n".utf8)).headings.first?.text ?? ""
  return text.isEmpty ? title : text
}
