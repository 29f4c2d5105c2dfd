import ArgumentParser
import NoteActions
import NoteModel
import NoteRepository
import Wording

/// `sheaf rename`
struct RenameCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rename",
      abstract: localized(
        "Rename a note, a heading or a block, and update every link.",
        ko: "메모, 소제목, 블록의 이름을 바꾸고 링크를 모두 고칩니다."),
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
          메모의 제목은 title 필드와 메모 맨 앞의 1단계 소제목에서 바뀝니다. 둘의 텍스트가 달라도 바뀝니다. 파일 이름도
          바뀌지만 제목 앞의 번호와 일기의 날짜는 그대로입니다. 다른 소제목은 바뀌지 않습니다. 메모#소제목은 그
          소제목을, 메모#^블록은 블록 id를 바꿉니다. 소제목의 {#id}는 그대로입니다.

          예:
            sheaf rename 계획 2027 로드맵
            sheaf rename @ '더 나은 제목' --keep-alias
            sheaf rename '계획#다음 단계' 이정표
            sheaf rename '계획#^옛이름' new
          """))
  }

  @Argument(
    help: help(.place, "Note to rename, or NOTE#HEADING, or NOTE#^BLOCK.", ko: "이름을 바꿀 메모, 메모#소제목 또는 메모#^블록"))
  var note: String

  @Argument(help: help(.name, "The new name.", ko: "새 이름"))
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
    let (path, linkFixes) = try context.write(writing.care) { workspace, transaction in
      let plan: RenamePlan
      if let (path, anchor) = try place(context, workspace) {
        guard !keepAlias else { throw Self.aliasOfAnchor }
        plan = try RenamePlan(anchor, of: path, to: title, in: workspace)
      } else {
        plan = try RenamePlan(
          retitling: try context.note(note, in: workspace), title, keepsAlias: keepAlias,
          in: workspace)
      }
      return (plan.subject, try transaction.carryOut(plan))
    }
    if !writing.dryRun, let path { context.console.writeLine(path.string) }
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

extension CommandContext {
  /// Reports the notes whose tags were renamed.
  ///
  /// - Throws: ``ExitStatus/negative`` if there are none, ``ExitStatus/badData`` if one could not be changed.
  func report(_ renaming: TagRenaming, of old: TagName, isDryRun: Bool) throws {
    if !isDryRun {
      for note in renaming.notes { console.writeLine(note.path.string) }
    }
    for note in renaming.refused {
      warn(RefusedChange(path: note.path, refusal: note.refusal).explanation)
    }
    guard renaming.count > 0 else {
      if !renaming.refused.isEmpty { throw ExitStatus.badData }
      note(Message("No note has the tag #\(old)", ko: "#\(old) 태그가 있는 메모가 없습니다"))
      throw ExitStatus.negative
    }
    let places = "\(counted(renaming.count, "place")) in \(counted(renaming.notes.count, "note"))"
    let korean = "메모 \(renaming.notes.count)개, \(renaming.count)곳"
    note(
      isDryRun
        ? Message("#\(old) would be renamed in \(places)", ko: "#\(old) 태그의 이름을 바꿀 예정입니다(\(korean))")
        : Message("Renamed #\(old) in \(places)", ko: "#\(old) 태그의 이름을 바꿨습니다(\(korean))"))
    if !renaming.refused.isEmpty { throw ExitStatus.badData }
  }
}

/// Tags as they are typed.
enum TypedTag {
  /// Before the tag of `-tag`, which is read as options if their letters are in it: `-green`, `-n`.
  static let removal = "tags-="

  /// The notes among the words, and the changes that `+a` and `-b` ask for.
  static func changes(in words: [String]) throws -> (notes: [String], changes: [String]) {
    let signed = words.filter { word in
      word.hasPrefix(removal) || (word.hasPrefix("+") || word.hasPrefix("-")) && word.count > 1
    }
    if let option = signed.first(where: { $0.hasPrefix("--") }) {
      throw UnknownOption(word: option)
    }
    guard !signed.isEmpty else {
      throw UsageError(
        Message("No tag given", ko: "태그를 지정해야 합니다"),
        hint: Message("sheaf tag @ +work -draft", ko: "sheaf tag @ +일 -초안"))
    }
    return (words.filter { !signed.contains($0) }, try signed.map { try change(signed: $0) })
  }

  /// `tags+=a` of `+a`.
  static func change(signed word: String) throws -> String {
    let isAddition = word.hasPrefix("+")
    let name = word.dropFirst(word.hasPrefix(removal) ? removal.count : 1)
    return (isAddition ? "tags+=" : removal) + (try tag(String(name))).string
  }

  /// A tag that reads back as it is from the text of a note.
  static func tag(_ text: String) throws -> TagName {
    guard let tag = TagName(text), tag.isWritable else {
      throw UsageError(
        Message("Invalid tag “\(text)”", ko: "태그로 쓸 수 없습니다: “\(text)”"),
        hint: Message(
          "Use letters, digits, _ and -, with / between levels; digits alone are not allowed.",
          ko: "글자, 숫자, _, -을 사용하고 단계는 /로 구분하세요. 숫자만은 사용할 수 없습니다."))
    }
    return tag
  }
}

extension CommandContext {
  /// Reports how many links were rewritten, and lists those that could not be.
  func report(_ linkFixes: LinkFixes, dryRun: Bool) {
    for link in linkFixes.lost {
      warn(
        Message(
          "\(link.path):\(link.line): the link to “\(link.destination)” cannot be rewritten exactly; fix it by hand",
          ko: "\(link.path):\(link.line): 자동으로 고칠 수 없는 링크입니다. 직접 고치세요: “\(link.destination)”"))
    }
    for shift in linkFixes.shifts { warn(shift.explanation(isDone: !dryRun)) }
    for canvas in linkFixes.unread { warn(canvas.explanation) }
    guard linkFixes.linkCount > 0 else { return }
    let place = "\(counted(linkFixes.linkCount, "link")) in \(counted(linkFixes.noteCount, "note"))"
    let korean = "메모 \(linkFixes.noteCount)개의 링크 \(linkFixes.linkCount)개"
    note(
      dryRun
        ? Message("\(place) would be updated", ko: "\(korean)를 고칠 예정입니다")
        : Message("\(place) updated", ko: "\(korean)를 고쳤습니다"))
  }
}
