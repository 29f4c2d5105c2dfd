import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import SheafSite

/// What a site is made from: the notes, the settings and the theme as they are at the moment.
struct SiteSource: Sendable {
  let context: CommandContext

  /// - Throws: ``SiteThemeError`` where a template of the user's cannot be read.
  func renderer(of workspace: Workspace, isPreview: Bool = false) throws -> NoteRenderer {
    var settings = settings(of: workspace)
    settings.isPreview = isPreview
    let theme = try theme(of: workspace.repository)
    let facts = try workspace.index.siteFacts(
      today: settings.today, publishesByDefault: settings.publishesByDefault)
    let files = workspace.files
    return NoteRenderer(Site(facts, settings: settings), theme) { try? files.read($0) }
  }

  private func theme(of repository: Repository) throws -> SiteTheme {
    var texts: [String: String] = [:]
    for (name, _) in SiteTheme.files {
      texts[name] = try repository.settingsFile("theme/" + name).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    return try SiteTheme { texts[$0] }
  }

  private func settings(of workspace: Workspace) -> SiteSettings {
    let configuration = workspace.configuration
    let folder = workspace.repository.root.split(separator: "/").last.map(String.init)
    return SiteSettings(
      title: configuration.nonEmptyText("site.title") ?? folder ?? "Sheaf",
      url: configuration.nonEmptyText("site.url"),
      author: configuration.nonEmptyText("site.author"), language: context.language,
      now: context.clock(), sanitizes: !configuration.flag("site.unsafe"),
      publishesByDefault: configuration.text("site.default") != "private")
  }
}
