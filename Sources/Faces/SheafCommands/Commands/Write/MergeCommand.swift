import ArgumentParser
import NoteActions
import NoteModel
import NoteRepository
import Wording

/// `sheaf merge`
struct MergeCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "merge",
      abstract: localized(
        "Join notes into one and update every link.", ko: "여러 메모를 하나로 합치고 링크를 모두 고칩니다."),
      discussion: localized(
        """
        Every other note becomes a section at the end of the first one, under a heading with its title, and its file is
        removed. Its headings move down below that heading. Front matter is merged as in a git merge: lists are
        joined, the earlier “created” and the later “updated” are kept, a new field is added; if both have different
        values, the first note keeps its own. Links to the other notes lead to the sections; with --alias the old
        titles become aliases instead.

        Examples:
          sheaf merge plan 'Old plan' ideas
          sheaf merge draft-1 draft-2 --into Essay --alias
          sheaf merge a b --dry-run
        """,
        ko: """
          다른 메모가 각각 첫 메모 끝의 절이 되고, 메모의 제목이 그 절의 소제목이 됩니다. 합친 메모의 파일은
          삭제합니다. 메모 안의 소제목은 그 아래 단계로 내려갑니다. 머리말은 git 병합과 같이 합칩니다. 목록은 합치고,
          created는 이른 쪽, updated는 늦은 쪽을 사용하며, 없던 필드는 추가합니다. 값이 서로 다르면 첫 메모의 값을
          유지합니다. 다른 메모로 가던 링크는 그 절로 이어집니다. --alias를 지정하면 원래 제목이 별칭이 됩니다.

          예:
            sheaf merge 계획 '옛 계획' 생각
            sheaf merge 초안1 초안2 --into 수필 --alias
            sheaf merge a b --dry-run
          """))
  }

  @Argument(help: help(.note, "Notes to merge, the one to keep first.", ko: "합칠 메모(남을 메모가 먼저)"))
  var notes: [String]

  @Option(help: help(.note, "Note to merge into.", ko: "남을 메모"))
  var into: String?

  @Flag(help: help("Keep the old titles as aliases.", ko: "원래 제목을 별칭으로 남깁니다."))
  var alias = false

  @OptionGroup var writing: WritingOptions

  init() {}

  func validate() throws {
    guard notes.count + (into == nil ? 0 : 1) > 1 else {
      throw ValidationError(Self.tooFew.text(in: HelpLanguage.current))
    }
  }

  private static let tooFew = Message("At least two notes are needed", ko: "메모를 두 개 이상 지정해야 합니다")

  func run(in context: CommandContext) throws {
    let shaped = try context.write(writing.care) { workspace, transaction in
      let named = try NamedPlaces(.files, context, workspace).places(notes).map(\.path)
      let target = try into.map { try context.note($0, in: workspace) } ?? named[0]
      let others = into == nil ? Array(named.dropFirst()) : named.filter { $0 != target }
      guard !others.isEmpty else { throw UsageError(Self.tooFew) }
      return try workspace.merge(others, into: target, keepsNames: alias, &transaction)
    }
    context.report(shaped, isDryRun: writing.dryRun)
  }
}

/// `sheaf inline`
struct InlineCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "inline",
      abstract: localized(
        "Put the text of an embedded note in the place of the embed.", ko: "포함 링크(embed)를 그 메모의 본문으로 바꿉니다."),
      discussion: localized(
        """
        The text is what the embed shows: the body of the note, a section or a block, with the footnotes and link
        definitions that it uses. The embedded note is not changed; with --delete its file is deleted, links to it
        lead to the text, and its front matter is merged with that of the note as by “sheaf merge”.

        Examples:
          sheaf inline report
          sheaf inline report:12
          sheaf inline report 'Old summary' --delete
        """,
        ko: """
          포함 링크로 표시되던 메모의 본문이나 절, 블록을 그 자리에 넣습니다. 거기서 사용한 각주와 링크 정의도 함께
          넣습니다. 포함한 메모는 그대로 둡니다. --delete를 지정하면 그 파일을 삭제하고, 그 메모로 가던 링크는 옮긴
          본문으로 이어지며, 머리말은 “sheaf merge”처럼 합칩니다.

          예:
            sheaf inline 보고서
            sheaf inline 보고서:12
            sheaf inline 보고서 '옛 요약' --delete
          """))
  }

  @Argument(help: help(.place, "Note with the embed, or its line.", ko: "포함 링크가 있는 메모 또는 줄"))
  var note: String

  @Argument(help: help(.note, "Embedded note to insert, if there are several.", ko: "본문을 넣을 메모(여럿일 때)"))
  var embedded: String?

  @Flag(help: help("Remove the embedded note.", ko: "포함한 메모를 삭제합니다."))
  var delete = false

  @OptionGroup var writing: WritingOptions

  init() {}

  func run(in context: CommandContext) throws {
    let shaped = try context.write(writing.care) { workspace, transaction in
      try workspace.inline(
        try context.place(note, in: workspace),
        try embedded.map { try context.note($0, in: workspace) }, removes: delete, &transaction)
    }
    context.report(shaped, isDryRun: writing.dryRun)
  }
}

/// `sheaf refile`
struct RefileCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "refile",
      abstract: localized(
        "Move list items, check boxes or a section to another note.", ko: "목록 항목이나 체크박스, 절을 다른 메모로 옮깁니다."),
      discussion: localized(
        """
        A line means the list item or paragraph that begins in it, with everything that belongs to it. It is moved to
        the end of the note or section, below its heading; links to it and from it keep working.

        Examples:
          sheaf refile inbox:3 Groceries
          sheaf refile inbox:3-7 'Plan#Next steps'
          sheaf refile 'Plan#Old ideas' Archive
        """,
        ko: """
          줄은 그 줄에서 시작하는 목록 항목이나 문단과 거기에 딸린 내용을 뜻합니다. 옮긴 내용은 메모의 끝이나 소제목
          아래의 끝에 들어갑니다. 거기로 가거나 거기서 나가는 링크는 그대로 이어집니다.

          예:
            sheaf refile 모음:3 장보기
            sheaf refile 모음:3-7 '계획#다음 단계'
            sheaf refile '계획#옛 생각' 보관
          """))
  }

  @Argument(
    help: help(.part, "NOTE:LINE, NOTE:FIRST-LAST, NOTE#HEADING or a row.", ko: "메모:줄, 메모:첫줄-끝줄, 메모#소제목 또는 목록 번호"))
  var part: String

  @Argument(help: help(.target, "Note to add it to, or NOTE#HEADING.", ko: "옮길 곳: 메모 또는 메모#소제목"))
  var target: String

  @OptionGroup var writing: WritingOptions

  init() {}

  func run(in context: CommandContext) throws {
    let shaped = try context.write(writing.care) { workspace, transaction in
      let (path, part) = try source(context, workspace)
      return try workspace.refile(
        part, of: path, to: try context.place(target, in: workspace), &transaction)
    }
    context.report(shaped, isDryRun: writing.dryRun)
  }

  private func source(
    _ context: CommandContext, _ workspace: Workspace
  ) throws -> (NotePath, RefiledPart) {
    if let match = part.wholeMatch(of: /(.+):([0-9]{1,7})-([0-9]{1,7})/), let first = Int(match.2),
      let last = Int(match.3)
    {
      guard first <= last else {
        throw UsageError(Message("The first line is after the last line", ko: "첫 줄이 끝 줄보다 앞이어야 합니다"))
      }
      return (try context.note(String(match.1), in: workspace), .lines(first...last))
    }
    let place = try context.place(part, in: workspace)
    guard let line = place.line else {
      throw UsageError(
        Message("No line or heading of \(place.path) is given", ko: "옮길 줄이나 소제목을 지정해야 합니다: \(place.path)"),
        hint: Message("sheaf refile inbox:3 Groceries", ko: "sheaf refile 모음:3 장보기"))
    }
    return (place.path, .block(line: line))
  }
}
