import ArgumentParser
import NoteActions
import NoteModel
import NoteRepository
import Wording

/// `sheaf tag`
struct TagCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "tag",
      abstract: localized(
        "Give notes tags, take them away, rename them.", ko: "태그를 달고 떼고 이름을 바꿉니다."),
      discussion: localized(
        """
        Notes come first, then +tag and -tag: the front matter changes, and no other byte. “tag list” lists all tags.
        “tag rename A B” changes A in front matter and text of every note, and the tags below it: with
        work to job, work/client is job/client.

        Examples:
          sheaf tag @ +work -draft
          sheaf tag --where 'in:Memo/2025' +archive --dry-run
          sheaf tag rename todo inbox
          sheaf tag rename work job --dry-run
        """,
        ko: """
          메모를 먼저, +태그와 -태그를 뒤에 씁니다. 머리말만 바뀌고 다른 바이트는 그대로입니다. “tag list”는 모든
          태그를 늘어놓습니다. “tag rename A B”는 모든 메모의 머리말과 본문에서 A와 그 아래 태그를 바꿉니다.
          일을 업무로 바꾸면 일/고객은 업무/고객이 됩니다.

          보기:
            sheaf tag @ +일 -초안
            sheaf tag --where 'in:Memo/2025' +보관 --dry-run
            sheaf tag rename 할일 받은편지함
            sheaf tag rename 일 업무 --dry-run
          """))
  }

  @Argument(
    parsing: .allUnrecognized,
    help: help(
      "Notes, then +tag and -tag; or list; or rename, the tag, its new name.",
      ko: "메모, 그다음 +태그와 -태그. 또는 list. 또는 rename, 태그, 새 이름."))
  var words: [String] = []

  @OptionGroup var change: ChangeOptions

  init() {}

  func run(in context: CommandContext) throws {
    switch words.first {
    case "list" where words.count == 1: try TagsCommand.parse([]).run(in: context)
    case "rename" where change.condition == nil: try rename(in: context)
    default: try changeTags(in: context)
    }
  }

  /// `+a` and `-b` are changes of the field that holds tags.
  private func changeTags(in context: CommandContext) throws {
    let signed = words.filter { ($0.hasPrefix("+") || $0.hasPrefix("-")) && $0.count > 1 }
    if let option = signed.first(where: { $0.hasPrefix("--") }) {
      throw UnknownOption(word: option)
    }
    guard !signed.isEmpty else {
      throw UsageError(
        Message("No tag is named", ko: "태그가 없습니다"),
        hint: Message("sheaf tag @ +work -draft", ko: "sheaf tag @ +일 -초안"))
    }
    let changes = try signed.map { word in
      "tags\(word.hasPrefix("+") ? "+" : "-")=\(try tag(String(word.dropFirst())))"
    }
    var set = try SetCommand.parse(words.filter { !signed.contains($0) } + changes)
    set.change = change
    try set.run(in: context)
  }

  private func rename(in context: CommandContext) throws {
    guard words.count == 3 else {
      throw UsageError(
        Message("Name the tag and its new name", ko: "태그와 새 이름을 쓰세요"),
        hint: Message("sheaf tag rename work job", ko: "sheaf tag rename 일 업무"))
    }
    let old = try tag(words[1])
    let new = try tag(words[2])
    let renaming = try context.write(change.writing) { workspace, transaction in
      let renaming = try workspace.renamingTag(old, to: new)
      for note in renaming.notes {
        transaction.replace(note.path, expecting: note.before, with: note.after)
      }
      return renaming
    }
    try report(renaming, old, context)
  }

  /// A tag that reads back as it is from the text of a note.
  private func tag(_ text: String) throws -> TagName {
    guard let tag = TagName(text), tag.isWritable else {
      throw UsageError(
        Message("“\(text)” is no tag", ko: "“\(text)”은(는) 태그가 아닙니다"),
        hint: Message(
          "Letters, digits, _ and -, levels between /, and not digits alone.",
          ko: "글자, 숫자, _와 -, 단계 사이에는 /. 숫자만으로는 안 됩니다."))
    }
    return tag
  }

  private func report(
    _ renaming: TagRenaming, _ old: TagName, _ context: CommandContext
  ) throws {
    if !change.writing.dryRun {
      for note in renaming.notes { context.console.writeLine(note.path.string) }
    }
    for note in renaming.refused {
      context.warn(RefusedChange(path: note.path, refusal: note.refusal).explanation)
    }
    guard renaming.count > 0 else {
      if !renaming.refused.isEmpty { throw ExitStatus.badData }
      context.note(Message("No note bears #\(old)", ko: "#\(old) 태그를 단 메모가 없습니다"))
      throw ExitStatus.negative
    }
    let place = "\(counted(renaming.count, "tag")) in \(counted(renaming.notes.count, "note"))"
    let korean = "메모 \(renaming.notes.count)개의 태그 \(renaming.count)개"
    context.note(
      change.writing.dryRun
        ? Message("\(place) would be renamed", ko: "\(korean)의 이름을 바꾸게 됩니다")
        : Message("\(place) renamed", ko: "\(korean)의 이름을 바꿨습니다"))
    if !renaming.refused.isEmpty { throw ExitStatus.badData }
  }
}
