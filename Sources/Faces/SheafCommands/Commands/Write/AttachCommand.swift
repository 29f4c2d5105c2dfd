import ArgumentParser
import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import Wording

struct AttachCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("attach", PackageResources.attach_txt, ko: PackageResources.attach_ko_txt)
  }

  @Argument(help: help(.attachment, "A note and files; without words the files are listed.", ko: "메모와 파일. 없으면 파일 목록"))
  var words: [String] = []

  @Flag(
    help: help(
      "List only files that no note links to.",
      ko: "어느 메모에서도 링크하지 않은 파일만 표시합니다."))
  var unused = false

  @OptionGroup var writing: CareOptions<ListedNotes>
  @OptionGroup var listing: ListingOptions

  func run(in context: CommandContext) throws {
    if words.isEmpty { return try list(context) }
    guard words.count > 1 else {
      throw UsageError(
        Message("No note and files given", ko: "메모와 첨부할 파일을 지정해야 합니다"),
        hint: Message("sheaf attach @ photo.png", ko: "sheaf attach @ 사진.png"))
    }
    let paths = try context.write(writing.care(json: listing.output.json), reportsShifts: true) {
      workspace, transaction in
      try Attachment.add(
        words.dropFirst(), in: context.workingDirectory,
        to: try context.note(words[0], in: workspace), workspace, &transaction)
    }
    context.writePlaces(paths.map(\.string), dryRun: writing.dryRun)
  }

  private func list(_ context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    for canvas in try workspace.unreadCanvases() { context.warn(canvas.explanation) }
    let inLetters = unused ? try workspace.filesInLetters() : []
    let facts = try workspace.index.files.attachments().filter { fact in
      !unused || fact.links == 0 && !fact.path.isCanvas && !inLetters.contains(fact.path)
    }
    let rows = facts.map { AttachmentReport.Row(path: $0.path, size: $0.size, links: $0.links) }
    let report = try listing.order.rowOrder.arranged(AttachmentReport(rows))
    var listed = Listing(report, listing)
    listed.whenEmpty = { [unused] in
      unused
        ? Message("Every file is linked from a note", ko: "모든 파일에 링크가 있습니다")
        : Message("No files besides notes", ko: "메모가 아닌 파일이 없습니다")
    }
    try listed.show(in: context, workspace)
    if rows.isEmpty { throw ExitStatus.negative }
  }
}
