import ArgumentParser
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import NoteWorkspace
import Wording

/// `sheaf rename`
struct RenameCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rename",
      abstract: localized(
        "Give a note another title; its file and every link follow.",
        ko: "메모의 제목을 바꿉니다. 파일 이름과 링크가 모두 따라갑니다."),
      discussion: localized(
        """
        The title changes where it stands, in the front matter or the first heading. The file's name
        follows, but for a number before the title and for a diary's day.

        Examples:
          sheaf rename plan Roadmap 2027
          sheaf rename @ 'A better title' --keep-alias
        """,
        ko: """
          제목은 적혀 있는 곳, 곧 머리말이나 첫 제목 줄에서 바뀝니다. 파일 이름도 따라 바뀌지만
          제목 앞의 번호와 일기의 날짜는 그대로 둡니다.

          보기:
            sheaf rename 계획 2027 로드맵
            sheaf rename @ '더 나은 제목' --keep-alias
          """))
  }

  @Argument(help: help("The note.", ko: "메모."))
  var note: String

  @Argument(help: help("The new title.", ko: "새 제목."))
  var title: [String]

  @Flag(
    help: help("Keep the old title as an alias.", ko: "옛 제목을 별칭으로 남깁니다."))
  var keepAlias = false

  @OptionGroup var writing: WritingOptions

  init() {}

  func run(in context: CommandContext) throws {
    let title = title.joined(separator: " ")
    guard title.contains(where: { !$0.isWhitespace }) else {
      throw UsageError(Message("A note needs a title", ko: "메모에는 제목이 있어야 합니다"))
    }
    let (path, mending) = try context.write(writing) { workspace, transaction in
      let path = try context.note(note, in: workspace)
      let retitling = try retitling(of: path, title, in: workspace)
      let moves = PathMoves(
        retitling.newPath == path ? [] : [PathMoves.Move(from: path, to: retitling.newPath)])
      let mending = try transaction.move(
        moves, texts: [path: retitling.after], in: workspace)
      transaction.subject = retitling.newPath
      return (retitling.newPath, mending)
    }
    if !writing.dryRun { context.console.writeLine(path.string) }
    context.tell(mending, dryRun: writing.dryRun)
  }

  private func retitling(
    of path: NotePath, _ title: String, in workspace: Workspace
  ) throws -> NoteRetitling {
    let bytes = try workspace.files.read(path)
    let retitling: NoteRetitling
    do throws(FrontMatterRefusal) {
      retitling = try NoteRetitling(path, bytes: bytes, title: title, keepsAlias: keepAlias)
    } catch {
      throw RefusedChange(path: path, refusal: error)
    }
    let isSameName = foldedName(path.string) == foldedName(retitling.newPath.string)
    guard try isSameName || !workspace.files.exists(foldedAs: retitling.newPath) else {
      throw RepositoryError.alreadyExists(retitling.newPath.string)
    }
    return retitling
  }
}

/// A field of a note cannot be changed safely, so nothing was.
struct RefusedChange: ExplainedError {
  let path: NotePath
  let refusal: FrontMatterRefusal

  var category: ErrorCategory { .badData }
  var explanation: Message {
    Message(
      "\(path):\(refusal.line): left alone: \(refusal.message.english)",
      ko: "\(path):\(refusal.line): 그대로 둠: \(refusal.message.korean)")
  }
}
