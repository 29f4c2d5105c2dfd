import NoteActions
import NoteModel
import NoteRepository

/// What `@` and `@3` mean: the note touched last, and the rows of the last listing in this terminal.
struct TerminalMemory {
  private let folder: String
  private let terminal: String

  init(_ context: CommandContext, _ workspace: Workspace) {
    folder = workspace.repository.stateFolder
    let name = context.variable("TMUX_PANE") ?? context.variable("SHEAF_TERMINAL") ?? terminalName()
    terminal = String(name.map { $0.isLetter || $0.isNumber ? $0 : "-" })
  }

  var lastTouched: NotePath? { paths(in: "last-note").first }

  func row(_ number: Int) -> NotePath? {
    let rows = paths(in: "rows-" + terminal)
    return rows.indices.contains(number - 1) ? rows[number - 1] : nil
  }

  /// The row of a listing of tasks: a note, and the line of a check box in it.
  func taskRow(_ number: Int) -> NotePosition? {
    let rows = lines(in: "rows-" + terminal)
    guard rows.indices.contains(number - 1) else { return nil }
    let parts = rows[number - 1].split(separator: "\t")
    guard let path = parts.first.flatMap({ NotePath($0) }) else { return nil }
    return NotePosition(path, line: parts.count > 1 ? Int(parts[1]) : nil)
  }

  /// How many rows the last listing has; 0 where it had no numbers.
  var rowCount: Int { lines(in: "rows-" + terminal).count }

  func rememberRows(_ places: [NotePosition]) {
    let rows = places.prefix(1_000).map { place in
      place.path.string + (place.line.map { "\t\($0)" } ?? "") + "\n"
    }
    writeStateFile(folder, "rows-" + terminal, Array(rows.joined().utf8))
  }

  func rememberTouched(_ path: NotePath) {
    writeStateFile(folder, "last-note", Array((path.string + "\n").utf8))
  }

  private func paths(in file: String) -> [NotePath] {
    lines(in: file).compactMap { line in NotePath(line.prefix { $0 != "\t" }) }
  }

  private func lines(in file: String) -> [Substring] {
    guard let bytes = try? readFile(folder + "/" + file) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }
}
