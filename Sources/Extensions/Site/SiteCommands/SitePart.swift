package import SheafCommands
import SheafSite

extension Program.Part {
  /// The commands of the site, the digest and the preview, and the program that shows a note as a page.
  package static let site: Program.Part = {
    var part = Program.Part()
    part.commands = [
      .publish: [DigestCommand.self, PublishCommand.self, ServeCommand.self],
      .exchange: [ShareCommand.self],
      .programs: [RenderCommand.self, GraphCommand.self],
    ]
    part.fenceLanguages = { CodeLanguage.names }
    part.manualPages = [ManualPage("sheaf-site.7", PackageResources.sheaf_site_7, ko: PackageResources.sheaf_site_ko_7)]
    part.formulaReading = { context, repository in
      let formulas = context.formulaStore(of: repository)
      return formulas.isAvailable ? formulas.reading : nil
    }
    return part
  }()
}
