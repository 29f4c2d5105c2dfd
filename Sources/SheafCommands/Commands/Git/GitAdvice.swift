import NoteActions
import NoteModel
import Wording

/// What `status` says about merging.
struct GitAdvice {
  private let context: CommandContext
  private let workspace: Workspace

  init(_ context: CommandContext, _ workspace: Workspace) {
    self.context = context
    self.workspace = workspace
  }

  /// The files with conflicts, and the drivers that this clone lacks.
  func lines(_ conflicted: [ConflictedFile]) -> [Message] {
    var lines: [Message] = []
    if !conflicted.isEmpty {
      let names = conflicted.prefix(10).map { "\n    " + $0.path.string }.joined()
      let more = conflicted.count > 10 ? "\n    …" : ""
      lines.append(
        Message(
          "\(counted(conflicted.count, "file")) with conflicts (sheaf resolve):\(names)\(more)",
          ko: "충돌이 있는 파일 \(conflicted.count)개 (sheaf resolve):\(names)\(more)"))
    }
    if context.gitSetup(of: workspace.repository).isAskedForButMissing {
      lines.append(
        Message(
          ".gitattributes asks for the merge driver, which this clone lacks (sheaf git setup)",
          ko: ".gitattributes에서 요청하는 병합 드라이버가 이 클론에 없습니다 (sheaf git setup)"))
    }
    return lines
  }
}
