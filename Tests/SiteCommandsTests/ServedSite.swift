import NoteTestSupport
import Wording

@testable import SheafCommands
@testable import SheafSite
@testable import SiteCommands

extension CommandSession {
  /// What the preview answers to other machines, by the address that they ask: each of a site of all notes, each that a
  /// file of the repository could have, and for all of them what tells a browser to load a page again.
  ///
  /// - Parameter everyAddress: False for the start page and the addresses that files of the repository could have alone.
  func served(everyAddress: Bool = true) async throws -> [String: String] {
    let world = world()
    let context = try world.context(
      console: world.console(GlobalOptions()), language: .english, globals: GlobalOptions(), words: [])
    let workspace = try context.openWorkspace()
    let stems = folder.files().filter { $0.hasSuffix(".md") }.map { $0.dropLast(3) }
    var addresses =
      ["index.html"] + stems.map { "notes/\($0).html" } + folder.files().map { "files/" + $0 } + folder.files()
    if everyAddress {
      let all = try context.site(of: workspace, for: .owner).renderer
      let made = all.blocks.map { all.make($0) { _ in } }
      addresses += [
        all.site.pages, all.blocks.flatMap(all.files), all.overviews.flatMap { $0.files().map(\.path) },
        all.searchPages.map(\.path), all.searchFiles(all.blocks, words: made.map(\.words)).map(\.path),
        made.flatMap { $0.redirects.map(\.path) },
      ].flatMap(\.self)
    }
    let site = PreviewSite(
      language: .english,
      make: PreviewMaker(context: context).maker(of: workspace, site: nil, for: .network, trustsTheme: false))
    let preview = PreviewAnswers(site: site, gate: HostGate([]))
    var answers: [String: String] = [:]
    for address in Set(addresses).map({ "/" + SiteAddress.escaped($0) }) {
      for asked in everyAddress ? [address, "/-/changes?version=0&path=" + address] : [address] {
        let request = RequestHead("GET \(asked) HTTP/1.1\r\nHost: localhost\r\n")
        answers[asked] = String(decoding: await preview.answer(to: request).bytes, as: UTF8.self)
      }
    }
    return answers
  }
}
