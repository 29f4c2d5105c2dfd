import ChildProcesses
import NoteActions
import NoteModel
import NoteRepository
import SheafSite
import Wording

/// Draws a diagram by a program of the user's: source in, SVG out.
struct DiagramDrawing: Sendable {
  let programs: [String: UserProgram]
  /// Ends a program that takes too long; nil if the machine has none.
  let timeout: String?
  let environment: [String: String]

  private static let seconds = "20"

  func draw(_ language: String, _ source: String) -> DiagramStore.Answer {
    guard let program = programs[language] else { return .failed(reason: "") }
    let shell = ["/bin/sh", "-c", program.line]
    let words = timeout.map { [$0, Self.seconds] + shell } ?? shell
    var output: [UInt8] = []
    var errors: [UInt8] = []
    do {
      let process = try PipedProcess(
        path: words[0], arguments: Array(words.dropFirst()), environment: environment)
      let status = process.finish(
        input: Array(source.utf8),
        output: { piece in
          output += piece
          return output.count <= DiagramStore.limit
        }, errors: { if errors.count < 4_096 { errors += $0 } })
      if status == 0 { return .drawing(output) }
      if status == 124, timeout != nil { return .failed(reason: "timed out") }
      let line = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline).first
      return .failed(reason: line.map { String($0.prefix(200)) } ?? "exit status \(status)")
    } catch {
      return .failed(reason: error.reason)
    }
  }
}

extension CommandContext {
  /// The diagrams that are drawn already, and the programs of `renderers` for others.
  func diagramStore(of workspace: Workspace) -> DiagramStore {
    let programs = workspace.configuration.programs("renderers")
    let script = installedDataFile("mermaid.js").map { DiagramScript(path: $0) }
    guard !programs.isEmpty || script != nil else { return .none }
    let drawing = DiagramDrawing(
      programs: programs, timeout: programPath("timeout", in: variable("PATH") ?? ""),
      environment: environment)
    return DiagramStore(
      folder: workspace.repository.cacheFolder, lines: programs.mapValues(\.line),
      script: script
    ) { drawing.draw($0, $1) }
  }

  /// A file that is installed beside the program: in the user's data folder, in those of the system, or next to the
  /// folder of the program.
  private func installedDataFile(_ name: String) -> String? {
    let home = variable("XDG_DATA_HOME") ?? variable("HOME").map { $0 + "/.local/share" }
    let system = variable("XDG_DATA_DIRS").map { $0.split(separator: ":").map(String.init) } ?? []
    let beside = ThisProgram.path.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/share"
    return ([home].compactMap(\.self) + system + [beside]).map { $0 + "/sheaf/" + name }
      .first(where: fileExists)
  }

  /// Diagrams that pages show as code although there is a program for them.
  func report(_ diagrams: DiagramStore) {
    let failures = diagrams.failures
    guard !failures.isEmpty else { return }
    let lines = failures.flatMap { entry in entry.reasons.map { "\n  \(entry.note): \($0)" } }
    let list = lines.prefix(10).joined() + (lines.count > 10 ? "\n  …" : "")
    warn(
      Message(
        "Diagrams that could not be drawn are shown as code:\(list)",
        ko: "다이어그램을 그리지 못해 코드 그대로 표시했습니다:\(list)"))
  }
}
