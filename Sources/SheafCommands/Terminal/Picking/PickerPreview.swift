import ByteBasics
import CivilCalendar
import NoteActions
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import TerminalScreen
import TerminalText

/// The beginning of what is selected, or the lines around its place.
struct PickerPreview {
  let workspace: Workspace
  let today: Day

  /// A longer file takes too long at each key.
  private static let byteLimit = 1_000_000

  /// - Returns: As many lines as fit, none wider than `size`.
  func lines(of item: PickerItem, _ size: ScreenSize) -> [StyledText] {
    guard size.rows > 0, size.columns > 0,
      let fingerprint = workspace.files.fingerprint(item.place.path),
      fingerprint.size <= Self.byteLimit,
      let bytes = try? workspace.files.read(item.place.path)
    else { return [] }
    let document = Document(parsing: bytes)
    let note = Note(document, at: item.place.path, in: workspace.layout)
    if note.isSealed(on: today) { return [] }
    let lines = String(decoding: bytes, as: UTF8.self).textLines
    let first = firstLine(item.place.line, of: document, size.rows)
    return lines.enumerated().dropFirst(first).prefix(size.rows).map { index, line in
      style(line, isMarked: index + 1 == item.place.line).truncated(to: size.columns)
    }
  }

  /// From 0: a third of the page above the place; without one the first line of the body.
  private func firstLine(_ line: Int?, of document: Document, _ rows: Int) -> Int {
    if let line { return max(0, line - 1 - rows / 3) }
    let body = document.source.position(at: document.body.lowerBound)
    return max(0, body.line - 1)
  }

  private func style(_ line: Substring, isMarked: Bool) -> StyledText {
    let text = line.last == "\r" ? String(line.dropLast()) : String(line)
    let shown = text.replacing("\t", with: "    ")
    if isMarked { return StyledText(shown, .match) }
    return StyledText(shown, line.first == "#" ? .heading : .plain)
  }
}
