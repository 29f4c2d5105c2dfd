import ChildProcesses
import HostSystem
import NoteActions
import NoteModel
package import NoteRepository
package import SheafCommands
package import SheafSite
import Wording

extension CommandContext {
  /// Returns the formulas in the cache of this machine, and the converter for new formulas: pandoc, if it is installed.
  package func formulaStore(of repository: Repository) -> FormulaStore {
    FormulaStore(
      folder: repository.cacheFolder, converter: formulaConverter,
      macros: TeXMacros(AdoptedSettings.macroTexts(in: repository.root)))
  }

  private var formulaConverter: FormulaConverter? {
    let path = variable("PATH") ?? ""
    guard let pandoc = programPath("pandoc", in: path) else { return nil }
    let conversion = FormulaConversion(
      pandoc: pandoc, timeout: programPath("timeout", in: path),
      environment: environment.merging(["LC_ALL": "C.UTF-8"]) { $1 })
    return FormulaConverter(identity: Self.identity(of: pandoc)) { conversion.convert($0) }
  }

  /// Returns an identity that differs for each version of a program.
  private static func identity(of program: String) -> String {
    var status = stat()
    guard unsafe stat(program, &status) == 0 else { return program }
    return "\(program) \(status.st_size) \(Host.times(of: status).modified.tv_sec)"
  }

  /// Reports formulas that pages show as written.
  func report(_ formulas: FormulaStore) {
    if let reason = formulas.failure {
      let count = formulas.failedCount
      warn(
        Message(
          "pandoc failed (\(reason)); \(counted(count, "formula")) shown as TeX, to be converted next time",
          ko: "pandoc을 실행하지 못했습니다(\(reason)). 수식 \(count)개를 TeX 그대로 게시했으며 다음에 다시 변환합니다"))
    }
    let left = formulas.left
    guard !left.isEmpty else { return }
    let count = left.reduce(0) { $0 + $1.tex.count }
    guard formulas.isAvailable else {
      return note(
        Message(
          "\(counted(count, "formula")) shown as TeX: install pandoc to publish formulas as MathML.",
          ko: "수식 \(count)개를 TeX 그대로 게시했습니다. pandoc을 설치하면 MathML로 게시합니다."))
    }
    let shown = left.flatMap { entry in entry.tex.map { (entry.note.string, $0) } }.prefix(10)
    let list =
      shown.map { path, tex in
        "\n  \(path): \(tex.prefix(60).map { $0.isNewline ? " " : String($0) }.joined())"
      }.joined() + (count > shown.count ? "\n  …" : "")
    warn(
      Message(
        "\(counted(count, "formula")) not readable as TeX and shown as written:\(list)",
        ko: "수식 \(count)개를 TeX로 읽을 수 없어 그대로 게시했습니다:\(list)"))
  }
}
