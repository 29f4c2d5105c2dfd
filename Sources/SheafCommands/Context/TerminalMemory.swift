import NoteModel
import NoteRepository
import NoteWorkspace

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

  func rememberTouched(_ path: NotePath) {
    writeStateFile(folder, "last-note", Array((path.string + "\n").utf8))
  }

  func rememberRows(_ paths: [NotePath]) {
    let text = paths.prefix(1_000).map { $0.string + "\n" }.joined()
    writeStateFile(folder, "rows-" + terminal, Array(text.utf8))
  }

  private func paths(in file: String) -> [NotePath] {
    guard let bytes = try? readFile(folder + "/" + file) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { NotePath($0) }
  }
}
