import NoteActions
import NoteIndex
import SheafSite

/// Makes the site of the moment for the preview; settings and theme are read anew each time.
struct PreviewMaker {
  private let context: CommandContext

  init(_ context: CommandContext) {
    self.context = context
  }

  func maker(
    of workspace: Workspace, for readers: SiteSource.Readers, trustsTheme: Bool
  ) -> @Sendable () throws -> PreviewSite.Made {
    let kept = BlockMemory()
    return { [context] in
      var now = Workspace(
        repository: workspace.repository,
        configuration: context.configuration(of: workspace.repository), index: workspace.index,
        files: workspace.files)
      now.git = workspace.git
      let report = try now.synchronize()
      let renderer = try SiteSource(context: context, trustsTheme: trustsTheme)
        .site(of: now, for: readers).renderer
      let site = SiteOnDemand(renderer, kept: kept, layout: now.layout) { links, note in
        (try? workspace.index.targets(of: links, from: note)) ?? links.map { _ in nil }
      }
      return PreviewSite.Made(site: site, folders: report.folders)
    }
  }
}

extension PreviewServer {
  private static let usualPort: UInt16 = 8420

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - site: What it shows.
  ///   - address: To listen on.
  ///   - port: nil for 8420, or a free one where that is taken; 0 for any free one.
  ///   - gate: The host names that browsers may use.
  /// - Returns: The port.
  /// - Throws: ``PreviewServerError`` where it cannot listen.
  static func start(
    _ site: PreviewSite, address: String, port: UInt16?, gate: HostGate
  ) throws -> UInt16 {
    func listen(_ port: UInt16) throws -> UInt16 {
      let server = try PreviewServer(site, address: address, port: port, gate: gate)
      server.start()
      return server.port
    }
    do {
      return try listen(port ?? usualPort)
    } catch let error as PreviewServerError where error.isTaken && port == nil {
      return try listen(0)
    }
  }
}
