import ArgumentParser
import NoteActions
import Wording

/// `sheaf tag`
struct TagCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "tag",
      abstract: localized(
        "Add, remove and rename tags.", ko: "태그를 추가하고 제거하고 이름을 바꿉니다."),
      discussion: localized(
        """
        Notes come first, then +tag and -tag; only the front matter changes. “tag list” lists all tags.
        “tag rename A B” changes A in the front matter and text of every note, and the tags below it: with
        work to job, work/client becomes job/client.

        Examples:
          sheaf tag @ +work -draft
          sheaf tag --where 'in:Memo/2025' +archive --dry-run
          sheaf tag rename todo inbox
          sheaf tag rename work job --dry-run
        """,
        ko: """
          메모를 먼저, +태그와 -태그를 나중에 지정합니다. 머리말만 바뀝니다. “tag list”는 모든 태그의 목록을 보여 줍니다.
          “tag rename A B”는 모든 메모의 머리말과 본문에서 A 태그와 하위 태그를 바꿉니다. 일을 업무로 바꾸면 일/고객은
          업무/고객이 됩니다.

          예:
            sheaf tag @ +일 -초안
            sheaf tag --where 'in:Memo/2025' +보관 --dry-run
            sheaf tag rename 할일 받은편지함
            sheaf tag rename 일 업무 --dry-run
          """))
  }

  @Argument(
    parsing: .allUnrecognized,
    help: help(
      .noteTag,
      "Notes, then +tag and -tag; or list; or rename, a tag and its new name.",
      ko: "메모와 +태그·-태그, 또는 list, 또는 rename과 태그와 새 이름"))
  var words: [String] = []

  @OptionGroup var change: ChangeOptions<ChangedNotes>

  init() {}

  func run(in context: CommandContext) throws {
    switch words.first {
    case "list" where words.count == 1: try TagsCommand.showAll(in: context)
    case "rename" where change.condition == nil: try rename(in: context)
    default: try changeTags(in: context)
    }
  }

  /// `+a` and `-b` are changes of the field that contains tags.
  private func changeTags(in context: CommandContext) throws {
    let (notes, changes) = try TypedTag.changes(in: words)
    try FieldWriter(context, change).run(changes, on: notes)
  }

  private func rename(in context: CommandContext) throws {
    guard words.count == 3 else {
      throw UsageError(
        Message("No tag or no new name given", ko: "태그와 새 이름을 지정해야 합니다"),
        hint: Message("sheaf tag rename work job", ko: "sheaf tag rename 일 업무"))
    }
    let old = try TypedTag.tag(words[1])
    let new = try TypedTag.tag(words[2])
    let renaming = try context.write(change.writing.care) { workspace, transaction in
      let renaming = try workspace.renamingTag(old, to: new)
      for note in renaming.notes {
        try workspace.add(
          ChangedNote(path: note.path, before: note.before, after: note.after), to: &transaction)
      }
      return renaming
    }
    try context.report(renaming, of: old, isDryRun: change.writing.dryRun)
  }
}
