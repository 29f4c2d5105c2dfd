import ArgumentParser
import NoteActions
import NoteModel
import Wording

/// `sheaf rename`
struct RenameCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rename",
      abstract: localized(
        "Rename a note, a heading or a block, and update every link.",
        ko: "메모, 제목, 블록의 이름을 바꾸고 링크를 모두 고칩니다."),
      discussion: localized(
        """
        A note's title changes in the title field and in the leading level-1 heading, even if their texts differ.
        The file name follows, except for a number before the title and for the date of a diary entry. No other
        heading changes. NOTE#HEADING renames a heading and NOTE#^BLOCK a block id; a heading's {#id} stays.

        Examples:
          sheaf rename plan Roadmap 2027
          sheaf rename @ 'A better title' --keep-alias
          sheaf rename 'plan#Next steps' Milestones
          sheaf rename 'plan#^old' new
        """,
        ko: """
          메모의 제목은 title 필드와 메모 맨 앞의 1단계 제목에서 바뀝니다. 그 제목의 텍스트가 달라도 바뀝니다. 파일 이름도
          바뀌지만 제목 앞의 번호와 일기의 날짜는 그대로입니다. 다른 제목은 바뀌지 않습니다. 메모#제목은 그 제목을,
          메모#^블록은 블록 id를 바꿉니다. 제목의 {#id}는 그대로입니다.

          예:
            sheaf rename 계획 2027 로드맵
            sheaf rename @ '더 나은 제목' --keep-alias
            sheaf rename '계획#다음 단계' 이정표
            sheaf rename '계획#^옛이름' new
          """))
  }

  @Argument(
    help: help("The note, or NOTE#HEADING, or NOTE#^BLOCK.", ko: "메모, 메모#제목 또는 메모#^블록"))
  var note: String

  @Argument(help: help("The new name.", ko: "새 이름"))
  var title: [String]

  @Flag(
    help: help("Keep the old title as an alias.", ko: "원래 제목을 별칭으로 남깁니다."))
  var keepAlias = false

  @OptionGroup var writing: WritingOptions

  init() {}

  func run(in context: CommandContext) throws {
    guard title.contains(where: { $0.contains { !$0.isWhitespace } }) else {
      throw UsageError(Message("A note needs a title", ko: "메모의 제목이 필요합니다"))
    }
    let title = try context.typedText(title)
    guard !title.contains(where: \.isNewline) else {
      throw UsageError(Message("A title is one line", ko: "제목은 한 줄이어야 합니다"))
    }
    let (path, linkFixes) = try context.write(writing) { workspace, transaction in
      if let (path, anchor) = try place(context, workspace) {
        guard !keepAlias else { throw Self.aliasOfAnchor }
        return (path, try transaction.rename(anchor, of: path, to: title, in: workspace))
      }
      let path = try context.note(note, in: workspace)
      return try transaction.retitle(path, title, keepsAlias: keepAlias, in: workspace)
    }
    if !writing.dryRun { context.console.writeLine(path.string) }
    context.report(linkFixes, dryRun: writing.dryRun)
  }

  /// The note and the anchor of `NOTE#HEADING`; nil for a note alone, whose name may contain a `#`.
  private func place(
    _ context: CommandContext, _ workspace: Workspace
  ) throws -> (NotePath, anchor: String)? {
    guard let hash = note.firstIndex(of: "#"), hash != note.startIndex,
      (try? context.note(note, in: workspace)) == nil
    else { return nil }
    let anchor = note[note.index(after: hash)...]
    return (try context.note(String(note[..<hash]), in: workspace), String(anchor))
  }

  private static let aliasOfAnchor = UsageError(
    Message(
      "--keep-alias works only with a note's title",
      ko: "--keep-alias는 메모의 제목을 바꿀 때만 사용할 수 있습니다"))
}
