import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
package import SheafCommands
import SheafSite
import Wording

struct SitePlace {
  /// The absolute path.
  let path: String
  /// The folder as the user typed it.
  let shown: String
}

extension SitePlace {
  /// The folder of `--output` or of the setting `site.output`; for a branch alone one in the cache.
  ///
  /// - Parameters:
  ///   - options: The options of `publish`.
  ///   - workspace: The workspace of the notes.
  ///   - context: The context of the command.
  /// - Throws: ``UsageError`` if no folder is named and one is needed.
  init(_ options: PublishOptions, _ workspace: Workspace, _ context: CommandContext) throws {
    let repository = workspace.repository
    let site = workspace.configuration.site
    if let output = options.output {
      (path, shown) = (context.absolutePath(output), output)
    } else if let setting = workspace.configuration.nonEmptyText("site.output") {
      path = NoteRepository.absolutePath(setting, from: repository.root)
      shown = context.shownPath(path)
      let isInside = OutputFolder.resolved(path).hasPrefix(repository.root + "/")
      guard isInside || !ConfigurationKey.staysInside(setting) else { throw OutputFolder.leadsOut(shown) }
    } else if let branch = options.toBranch {
      (path, shown) = (repository.cacheFolder + (site.map { "/sites/" + $0 } ?? "/site"), branch)
    } else if options.dryRun {
      // A folder that is never there: everything would be new.
      (path, shown) = (repository.root + "/.sheaf/site", ".sheaf/site")
      return
    } else {
      let setting = site.map { "sites.\($0).output" } ?? "site.output"
      throw UsageError(
        Message("No folder given for the site; use -o DIR", ko: "사이트를 저장할 폴더를 지정해야 합니다: -o 폴더"),
        hint: Message(
          "The setting \(setting) in .sheaf/config.yaml is the default.",
          ko: ".sheaf/config.yaml의 \(setting) 설정으로 정해 둘 수 있습니다."))
    }
    try context.checkOutputFolder(path, of: repository)
  }

  /// Checks that a folder for a site contains no notes, because the scan skips folders with a site.
  func checkHoldsNoNotes(_ workspace: Workspace, _ context: CommandContext) throws {
    let root = workspace.repository.root
    let folder = workspace.repository.path(of: path, relativeTo: context.workingDirectory)
    let query = folder.map { Query.folder($0.string) }
    let notes = try query.map {
      try workspace.index.notes(
        NoteRequest(query: $0, limit: 1, now: context.clock()))
    }
    guard resolvedPath(path) == root || notes?.isEmpty == false else { return }
    throw UsageError(
      Message("\(shown) contains notes", ko: "메모가 있는 폴더입니다: \(shown)"),
      hint: Message("Choose a separate folder for the site.", ko: "사이트만 저장할 폴더를 지정하세요."))
  }
}

extension CommandContext {
  /// Refuses a folder that no command may fill.
  ///
  /// - Parameters:
  ///   - path: The absolute path of a folder that a command is about to fill with files.
  ///   - repository: The repository that the files are made from.
  /// - Throws: ``Problem`` for a folder that no command fills.
  func checkOutputFolder(_ path: String, of repository: Repository) throws {
    try OutputFolder.check(path, of: repository, homes: homes)
  }

  /// The folders that no command fills with files.
  package var homes: [String] { [environment["HOME"] ?? ""] }
}
