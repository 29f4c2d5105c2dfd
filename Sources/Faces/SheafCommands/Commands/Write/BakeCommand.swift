import ArgumentParser
import NoteActions
import NoteModel
import NoteRepository
import Wording

struct BakeCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("bake", PackageResources.bake_txt, ko: PackageResources.bake_ko_txt)
  }

  @Argument(
    help: help(
      .noteOrFile, "Notes, folders and queries. Default: all notes with results.",
      ko: "메모, 폴더, 검색식(기본값: 써 둔 결과가 있는 메모)"))
  var notes: [String] = []

  @Flag(help: help("List the results that are out of date.", ko: "오래된 결과를 보여 줍니다."))
  var check = false

  @Flag(help: help("Replace results that were changed by hand, too.", ko: "직접 고친 결과도 덮어씁니다."))
  var force = false

  @Flag(help: help("Remove the results from the notes.", ko: "써 둔 결과를 지웁니다."))
  var remove = false

  @OptionGroup var change: ChangeOptions<ChangedNotes>

  func validate() throws {
    guard !check || !remove && !force else {
      throw ValidationError(
        localized("--check cannot be used with --remove or --force", ko: "--check는 --remove, --force와 함께 지정할 수 없습니다"))
    }
  }

  func run(in context: CommandContext) throws {
    if check { return try showStale(in: context) }
    let baked = try context.write(change.writing.care) { workspace, transaction in
      try bake(remove ? .remove : isOfAll ? .renew : .write, workspace, &transaction, context)
    }
    report(baked, in: context)
    if !baked.edited.isEmpty || !baked.failed.isEmpty { throw ExitStatus.badData }
  }

  private var isOfAll: Bool { notes.isEmpty && change.condition == nil }

  private func bake(
    _ way: BakingWay, _ workspace: Workspace, _ transaction: inout Transaction, _ context: CommandContext
  ) throws -> BakedNotes {
    let named = NamedPlaces(.notes, context, workspace)
    var care = change.writing.care
    care.dryRun = care.dryRun || check
    let paths = isOfAll ? nil : try named.asked(notes, where: change.condition, care).map(\.path).uniqued()
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
    context.writePlaces(baked.notes.map(\.string), dryRun: change.writing.dryRun)
    warn(of: baked, in: context)
    let count = baked.written.count
    guard count > 0 else {
      guard baked.edited.isEmpty, baked.failed.isEmpty else { return }
      return context.note(
        baked.count == 0
          ? Message("No queries in these notes", ko: "메모에 검색식이 없습니다")
          : Message("All results are up to date", ko: "모든 결과가 최신입니다"))
    }
    let (results, would) = ("the results of " + counted(count, "query", "queries"), change.writing.dryRun)
    context.note(
      remove
        ? Message(
          "\(would ? "Would remove" : "Removed") \(results)", ko: "결과 \(count)개를 \(would ? "지울 예정입니다" : "지웠습니다")")
        : Message(
          "\(would ? "Would write" : "Wrote") \(results)", ko: "결과 \(count)개를 \(would ? "쓸 예정입니다" : "썼습니다")"))
  }

  private func warn(of baked: BakedNotes, in context: CommandContext) {
    for place in baked.edited {
      context.warn(
        Message(
          "\(place.path):\(place.line): the results were changed by hand; not replaced (--force replaces them)",
          ko: "\(place.path):\(place.line): 직접 고친 결과라 그대로 두었습니다. --force로 다시 쓸 수 있습니다"))
    }
    for (place, reason) in baked.failed {
      context.warn(
        Message("\(place.path):\(place.line): \(reason.english)", ko: "\(place.path):\(place.line): \(reason.korean)"))
    }
  }
}
