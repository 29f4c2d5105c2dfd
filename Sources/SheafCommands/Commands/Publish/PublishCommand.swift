import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import SheafSite
import Wording

/// `sheaf publish`
struct PublishCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "publish",
      abstract: localized(
        "Build a static web site from the notes.", ko: "메모로 서버가 필요 없는 웹사이트를 만듭니다."),
      discussion: localized(
        """
        Sealed letters, drafts, notes with publish: false and files that no published note uses
        are left out; with site.default: private only notes with publish: true are included. Only
        what changed is written, and files in the folder that Sheaf did not write are never touched.

        Examples:
          sheaf publish -o ~/site
          sheaf publish --eject        write the templates to .sheaf/theme to change them
        """,
        ko: """
          봉인한 편지, 초안, publish: false인 메모, 게시한 메모에서 사용하지 않는 파일은 제외합니다. site.default가
          private이면 publish: true인 메모만 게시합니다. 바뀐 것만 저장하고, Sheaf에서 만들지 않은 파일은 건드리지 않습니다.

          예:
            sheaf publish -o ~/site
            sheaf publish --eject        고칠 템플릿을 .sheaf/theme에 저장
          """))
  }

  @Option(name: .shortAndLong, help: help("The folder of the site.", ko: "사이트를 저장할 폴더"))
  var output: String?

  @Flag(
    help: help(
      "Write the templates and the style sheet to .sheaf/theme; existing files stay.",
      ko: "템플릿과 스타일시트를 .sheaf/theme에 저장합니다. 있는 파일은 그대로 둡니다."))
  var eject = false

  init() {}

  func run(in context: CommandContext) throws {
    if eject { return try ejectTheme(context) }
    guard let output else {
      throw UsageError(
        Message("No folder given for the site; use -o DIR", ko: "사이트를 저장할 폴더를 지정해야 합니다: -o 폴더"))
    }
    let workspace = try context.openWorkspace()
    let path = output.hasPrefix("/") ? output : context.workingDirectory + "/" + output
    try checkHoldsNoNotes(path, output, workspace, context)
    let renderer = try SiteSource(context: context).renderer(of: workspace)
    let publisher = SitePublisher(workspace, renderer, folder: try SiteFolder(path: path))
    tell(try publisher.publish(), output, context)
  }

  /// A folder with a site in it is skipped when notes are looked for, so it must not hold any.
  private func checkHoldsNoNotes(
    _ path: String, _ output: String, _ workspace: Workspace, _ context: CommandContext
  ) throws {
    let root = workspace.repository.root
    let folder = workspace.repository.path(of: path, relativeTo: context.workingDirectory)
    let query = folder.map { Query.folder($0.string) }
    let notes = try query.map {
      try workspace.index.notes(
        NoteRequest(query: $0, limit: 1, now: context.clock()))
    }
    guard resolvedPath(path) == root || notes?.isEmpty == false else { return }
    throw UsageError(
      Message("\(output) contains notes", ko: "메모가 있는 폴더입니다: \(output)"),
      hint: Message(
        "Choose a separate folder for the site.", ko: "사이트만 저장할 폴더를 지정하세요."))
  }

  private func tell(_ report: SiteReport, _ output: String, _ context: CommandContext) {
    let index = output.hasSuffix("/") ? "index.html" : "/index.html"
    context.note(
      Message(
        "\(output)\(index): \(counted(report.files, "file")), \(report.written) written, \(report.removed) removed",
        ko:
          "\(output)\(index): 파일 \(report.files)개 가운데 \(report.written)개를 저장하고 \(report.removed)개를 지웠습니다"
      ))
  }

  private func ejectTheme(_ context: CommandContext) throws {
    let repository = try context.repository()
    for (name, text) in SiteTheme.files {
      let path = ".sheaf/theme/" + name
      if try OutputFile.create(Array(text.utf8), at: repository.root + "/" + path) {
        context.console.writeLine(path)
      } else {
        context.note(Message("kept \(path)", ko: "그대로 둔 파일: \(path)"))
      }
    }
  }
}
