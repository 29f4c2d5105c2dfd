import ArgumentParser
import NoteActions
import NoteModel
import NoteRepository
import Wording

struct MergeCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("merge", PackageResources.merge_txt, ko: PackageResources.merge_ko_txt)
  }

  @Argument(help: help(.note, "Notes to merge; the first note is kept.", ko: "합칠 메모(남을 메모가 먼저)"))
  var notes: [String] = []

  @Option(help: help(.note, "Note to merge into.", ko: "남을 메모"))
  var into: String?

  @Flag(help: help("Keep the old titles as aliases.", ko: "원래 제목을 별칭으로 남깁니다."))
  var alias = false

  @OptionGroup var change: ChangeOptions<ChangedNotes>

  private static let tooFew = Message("At least two notes are needed", ko: "메모를 두 개 이상 지정해야 합니다")

  func run(in context: CommandContext) throws {
    let care = change.writing.care
    let shaped = try context.write(care) { workspace, transaction in
      let named = try NamedPlaces(.files, context, workspace).asked(notes, where: change.condition, care)
        .map(\.path).uniqued()
      let target = try into.map { try context.note($0, in: workspace) } ?? named[0]
      let others = into == nil ? Array(named.dropFirst()) : named.filter { $0 != target }
      guard !others.isEmpty else { throw UsageError(Self.tooFew) }
      return try workspace.merge(others, into: target, keepsNames: alias, &transaction)
    }
    context.report(shaped, isDryRun: care.dryRun)
  }
}

struct InlineCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("inline", PackageResources.inline_txt, ko: PackageResources.inline_ko_txt)
  }

  @Argument(help: help(.place, "Note with the embed, or its line.", ko: "임베드가 있는 메모 또는 줄"))
  var note: String

  @Argument(help: help(.note, "Embedded note to insert, if there are several.", ko: "본문을 넣을 메모(여럿일 때)"))
  var embedded: String?

  @Flag(help: help("Remove the embedded note.", ko: "임베드한 메모를 삭제합니다."))
  var delete = false

  @OptionGroup var writing: WritingOptions

  func run(in context: CommandContext) throws {
    let shaped = try context.write(writing.care) { workspace, transaction in
      try workspace.inline(
        try context.place(note, in: workspace),
        try embedded.map { try context.note($0, in: workspace) }, removes: delete, &transaction)
    }
    context.report(shaped, isDryRun: writing.dryRun)
  }
}

struct RefileCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("refile", PackageResources.refile_txt, ko: PackageResources.refile_ko_txt)
  }

  @Argument(
    help: help(.part, "NOTE:LINE, NOTE:FIRST-LAST, NOTE#HEADING or a row.", ko: "메모:줄, 메모:첫줄-끝줄, 메모#소제목 또는 목록 번호"))
  var part: String

  @Argument(help: help(.target, "Note that receives the text, or NOTE#HEADING.", ko: "옮길 곳: 메모 또는 메모#소제목"))
  var target: String

  @OptionGroup var writing: WritingOptions

  func run(in context: CommandContext) throws {
    let shaped = try context.write(writing.care) { workspace, transaction in
      let (path, part) = try source(context, workspace)
      return try workspace.refile(part, of: path, to: try context.place(target, in: workspace), &transaction)
    }
    context.report(shaped, isDryRun: writing.dryRun)
  }

  private func source(_ context: CommandContext, _ workspace: Workspace) throws -> (NotePath, RefiledPart) {
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
