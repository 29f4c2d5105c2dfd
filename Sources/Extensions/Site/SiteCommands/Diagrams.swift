import ChildProcesses
import NoteActions
import NoteModel
import NoteRepository
import SheafCommands
import SheafSite
import Wording

extension CommandContext {
  /// Returns the diagrams that are drawn already, and the programs of `renderers` for others.
  func diagramStore(of workspace: Workspace) -> DiagramStore {
    let programs = workspace.configuration.programs("renderers")
    let script = installedDataFile("mermaid.js").map { DiagramScript(path: $0) }
    guard !programs.isEmpty || script != nil else { return .none }
    let drawing = DiagramDrawing(
      programs: programs, timeout: programPath("timeout", in: variable("PATH") ?? ""), environment: environment)
    return DiagramStore(
      folder: workspace.repository.cacheFolder, lines: programs.mapValues(\.line),
      script: script
    ) { drawing.draw($0, $1) }
  }

  /// Returns a file that is installed beside the program: in the user's data folder, in those of the system, or next to
  /// the folder of the program.
  private func installedDataFile(_ name: String) -> String? {
    let home = variable("XDG_DATA_HOME") ?? variable("HOME").map { $0 + "/.local/share" }
    let system = variable("XDG_DATA_DIRS").map { $0.split(separator: ":").map(String.init) } ?? []
    let beside = ThisProgram.path.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/share"
    return ([home].compactMap(\.self) + system + [beside]).map { $0 + "/sheaf/" + name }.first(where: fileExists)
  }

  /// Reports diagrams that pages show as code although there is a program for them.
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
