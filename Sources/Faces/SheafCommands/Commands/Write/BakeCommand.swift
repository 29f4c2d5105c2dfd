import ArgumentParser
import NoteActions
import NoteModel
import NoteRepository
import Wording

/// `sheaf bake`
struct BakeCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "bake",
      abstract: localized(
        "Write the answers to queries in notes below them.", ko: "메모 안 검색식의 결과를 그 아래에 써 둡니다."),
      discussion: localized(
        """
        A query in a note is answered wherever Sheaf shows the note. Other programs, and a phone, see only the query:
        bake writes its answer between two comments below it. Nothing else of the note changes.

        Without NOTE, existing answers are updated; with notes, folders or a query, every query in these
        notes gets one. An answer that was changed by hand is not changed but reported. --check changes nothing and
        lists the answers that are out of date; so does “sheaf check”. “sheaf sync” updates them after a merge.

        The text between the comments is not part of the note: its links, tags and check boxes do not count, search
        does not find it, and a site has an answer of its own that lists only public notes.

        Examples:
          sheaf bake hub
          sheaf bake
          sheaf bake --check
          sheaf bake hub --remove
        """,
        ko: """
          메모 안의 검색식은 Sheaf에서 그 메모를 보여 줄 때마다 결과로 바뀝니다. 다른 프로그램이나 휴대전화에서는 검색식만
          표시됩니다. bake는 그 아래의 주석 두 개 사이에 결과를 써 둡니다. 메모의 다른 부분은 바뀌지 않습니다.

          메모를 지정하지 않으면 이미 써 둔 결과를 다시 씁니다. 메모, 폴더, 검색식을 지정하면 그 메모의 모든 검색식에 결과를
          씁니다. 직접 고친 결과는 그대로 두고 알려 줍니다. --check는 아무것도 바꾸지 않고 오래된 결과를 보여 줍니다. “sheaf
          check”도 알려 줍니다. “sheaf sync”는 병합한 뒤에 다시 씁니다.

          주석 사이의 내용은 메모의 글이 아닙니다. 그 안의 링크, 태그, 체크박스는 세지 않고, 검색해도 나오지 않으며,
          사이트에는 공개한 메모만 있는 결과가 따로 들어갑니다.

          예:
            sheaf bake 모음
            sheaf bake
            sheaf bake --check
            sheaf bake 모음 --remove
          """))
  }

  @Argument(
    help: help(
      .noteOrFile, "Notes, folders and queries. Default: those with answers.",
      ko: "메모, 폴더, 검색식(기본값: 써 둔 결과가 있는 메모)"))
  var notes: [String] = []

  @Flag(help: help("List the answers that are out of date.", ko: "오래된 결과를 보여 줍니다."))
  var check = false

  @Flag(help: help("Replace answers that were changed by hand, too.", ko: "직접 고친 결과도 덮어씁니다."))
  var force = false

  @Flag(help: help("Remove the answers from the notes.", ko: "써 둔 결과를 지웁니다."))
  var remove = false

  @OptionGroup var writing: WritingOptions

  init() {}

  func validate() throws {
    guard !check || !remove && !force else {
      throw ValidationError(
        localized(
          "--check cannot be used with --remove or --force", ko: "--check는 --remove, --force와 함께 지정할 수 없습니다"))
    }
  }

  func run(in context: CommandContext) throws {
    if check { return try showStale(in: context) }
    let baked = try context.write(writing.care) { workspace, transaction in
      try bake(remove ? .remove : notes.isEmpty ? .renew : .write, workspace, &transaction, context)
    }
    report(baked, in: context)
    if !baked.edited.isEmpty || !baked.failed.isEmpty { throw ExitStatus.badData }
  }

  private func bake(
    _ way: BakingWay, _ workspace: Workspace, _ transaction: inout Transaction, _ context: CommandContext
  ) throws -> BakedNotes {
    let paths = notes.isEmpty ? nil : try NamedPlaces(.notes, context, workspace).places(notes).map(\.path).uniqued()
    return try workspace.bake(
      paths, way, workspace.bakingAnswers(now: context.clock(), context.language), overwrites: force,
      into: &transaction)
  }

  private func showStale(in context: CommandContext) throws {
    var transaction = Transaction(words: context.words)
    let baked = try bake(.renew, try context.openWorkspace(), &transaction, context)
    for place in baked.written { context.console.writeLine("\(place.path):\(place.line)") }
    warn(of: baked, in: context)
    if !(baked.written.isEmpty && baked.edited.isEmpty && baked.failed.isEmpty) { throw ExitStatus.negative }
  }

  private func report(_ baked: BakedNotes, in context: CommandContext) {
    if !writing.dryRun { for path in baked.notes { context.console.writeLine(path.string) } }
    warn(of: baked, in: context)
    let count = baked.written.count
    guard count > 0 else {
      guard baked.edited.isEmpty, baked.failed.isEmpty else { return }
      return context.note(
        baked.count == 0
          ? Message("No queries in these notes", ko: "메모에 검색식이 없습니다")
          : Message("Every answer is up to date", ko: "모든 결과가 최신입니다"))
    }
    let (answers, would) = (counted(count, "answer"), writing.dryRun)
    context.note(
      remove
        ? Message(
          "\(answers) \(would ? "would be " : "")removed", ko: "결과 \(count)개를 \(would ? "지울 예정입니다" : "지웠습니다")")
        : Message(
          "\(answers) \(would ? "would be " : "")written", ko: "결과 \(count)개를 \(would ? "쓸 예정입니다" : "썼습니다")"))
  }

  private func warn(of baked: BakedNotes, in context: CommandContext) {
    for place in baked.edited {
      context.warn(
        Message(
          "\(place.path):\(place.line): the answer was changed by hand; not changed (--force replaces it)",
          ko: "\(place.path):\(place.line): 직접 고친 결과라 그대로 두었습니다. --force로 다시 쓸 수 있습니다"))
    }
    for (place, reason) in baked.failed {
      context.warn(
        Message("\(place.path):\(place.line): \(reason.english)", ko: "\(place.path):\(place.line): \(reason.korean)"))
    }
  }
}
