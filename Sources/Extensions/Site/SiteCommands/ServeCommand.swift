import ArgumentParser
import CivilCalendar
import HostSystem
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import SheafCommands
import SheafSite
import Wording

struct ServeCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("serve", PackageResources.serve_txt, ko: PackageResources.serve_ko_txt)
  }

  @OptionGroup var options: ServeOptions

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    if let site = options.site { _ = try workspace.configuration.ofSite(site) }
    let watch = try FolderWatch(root: workspace.repository.root)
    let site = PreviewSite(
      language: context.language,
      make: PreviewMaker(context: context).maker(
        of: workspace, site: options.site, for: options.isLoopback ? .owner : .network,
        trustsTheme: options.trustTheme))
    let places = options.isEverywhere ? NetworkAddresses.own : []
    let gate = HostGate(options.hosts + [options.shownAddress] + places)
    let port = try PreviewServer.start(site, address: options.address, port: options.port, gate: gate)
    let page = "http://\(options.isEverywhere ? "127.0.0.1" : options.shownAddress):\(port)/"
    context.console.writeLine(page)
    for place in places { context.console.writeLine("http://\(place):\(port)/") }
    if let place = places.first { showCode(of: "http://\(place):\(port)/", context) }
    context.console.flush()
    context.note(Message("Ctrl-C stops the preview.", ko: "Ctrl-C를 누르면 미리보기가 끝납니다."))
    if options.open { openBrowser(page, workspace, context) }
    try PreviewLoop(site, watch).run()
  }

  private func showCode(of address: String, _ context: CommandContext) {
    let programs = context.installedPrograms
    guard programs.has("qrencode") else {
      return context.note(
        Message(
          "For a QR code of this address, install qrencode: apt install qrencode",
          ko: "주소의 QR 코드를 보려면 qrencode를 설치하세요: apt install qrencode"))
    }
    if let code = Self.code(of: address, inASCII: context.globals.asciiOnly, programs) {
      context.console.write(code)
    }
  }

  /// Returns a QR code for the camera of a phone, light on a dark terminal, drawn by qrencode. Nil if it fails.
  static func code(of address: String, inASCII: Bool, _ programs: ProgramRunner) -> String? {
    let form = inASCII ? "ASCIIi" : "UTF8"
    guard let outcome = try? programs.run("qrencode", ["-t", form, "-m", "2", address]),
      outcome.status == 0
    else { return nil }
    return String(decoding: outcome.output, as: UTF8.self)
  }

  /// Opens the browser without waiting for its end.
  private func openBrowser(_ page: String, _ workspace: Workspace, _ context: CommandContext) {
    Task.detached {
      do { try context.handToOpener(page, of: workspace) } catch let error as any ExplainedError {
        context.warn(error.explanation)
      }
    }
  }
}

struct ServeOptions: ParsableArguments {
  @Argument(
    help: help(
      .site, "Name of a site in the setting sites. Default: the site of the settings site.*",
      ko: "sites 설정에 있는 사이트의 이름(기본값: site 설정의 사이트)"))
  var site: String?

  @Option(
    help: help(
      .port,
      "The port; 0 for any free port. Default: 8420, or a free port if 8420 is taken.",
      ko: "포트. 0이면 비어 있는 포트(기본값: 8420, 사용 중이면 비어 있는 포트)"))
  var port: UInt16?

  @Option(
    help: help(.address, "Address to listen on.", ko: "연결을 받을 주소"))
  var address = "127.0.0.1"

  @Option(
    name: .customLong("host"),
    help: help(
      .host,
      "Allow browsers to use this host name, too; may be repeated.",
      ko: "브라우저에서 사용할 수 있는 다른 호스트 이름. 여러 번 지정할 수 있음"))
  var hosts: [String] = []

  @Flag(help: help("Open the home page in the browser.", ko: "홈 페이지를 브라우저에서 엽니다."))
  var open = false

  @Flag(
    help: help(
      "Use the theme of an untrusted repository, including its changes; for work on a theme.",
      ko: "신뢰하지 않은 저장소의 테마도, 바뀔 때마다 사용합니다. 테마를 고칠 때 사용하세요."))
  var trustTheme = false

  /// True if only this machine can ask.
  var isLoopback: Bool { address.hasPrefix("127.") || address == "::1" }

  /// True if every machine in the network can send requests.
  var isEverywhere: Bool { address == "0.0.0.0" || address == "::" }

  var shownAddress: String { address.contains(":") ? "[\(address)]" : address }
}

/// The addresses of this machine in its network.
enum NetworkAddresses {
  /// IPv4 addresses of interfaces that are up, private networks first; those of this machine alone are left out.
  static var own: [String] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    var addresses: [String] = []
    var next = list
    while let entry = next {
      next = entry.pointee.ifa_next
      let flags = Int32(entry.pointee.ifa_flags)
      guard flags & isUp != 0, flags & isLoopback == 0, let address = entry.pointee.ifa_addr,
        Int32(address.pointee.sa_family) == AF_INET
      else { continue }
      let number = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        UInt32(bigEndian: $0.pointee.sin_addr.s_addr)
      }
      addresses.append([24, 16, 8, 0].map { String(number >> $0 & 0xFF) }.joined(separator: "."))
    }
    return addresses.filter(isPrivate) + addresses.filter { !isPrivate($0) }
  }

  /// `IFF_UP` and `IFF_LOOPBACK`.
  private static let isUp: Int32 = 0x1
  private static let isLoopback: Int32 = 0x8

  private static func isPrivate(_ address: String) -> Bool {
    address.hasPrefix("192.168.") || address.hasPrefix("10.")
  }
}

/// Makes the site of the moment for the preview; settings and theme are read again each time.
struct PreviewMaker {
  let context: CommandContext

  func maker(
    of workspace: Workspace, site: String?, for readers: SiteSource.Readers, trustsTheme: Bool
  ) -> @Sendable () throws -> PreviewSite.Made {
    let kept = BlockMemory()
    return { [context] in
      context.session.forgetSettings()
      var now = Workspace(
        repository: workspace.repository,
        configuration: context.configuration(of: workspace.repository), index: workspace.index,
        originals: workspace.originals, gate: ReadingGate(today: context.clock().day))
      now.git = workspace.git
      let report = try now.synchronize()
      let shown = try site.map(now.ofSite) ?? now
      let renderer = try context.site(of: shown, for: readers, trustsTheme: trustsTheme).renderer
      let made = SiteOnDemand(renderer, kept: kept, layout: now.layout, checks: NoteChecks.all) { links, note in
        (try? workspace.index.links.targets(of: links, from: note)) ?? links.map { _ in nil }
      }
      let theme = ".sheaf/" + (try shown.configuration.themeFolder())
      return PreviewSite.Made(site: made, folders: report.folders + [theme])
    }
  }
}

extension PreviewServer {
  private static let usualPort: UInt16 = 8420

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - site: The site that it shows.
  ///   - address: To listen on.
  ///   - port: nil for 8420, or a free one if that is taken; 0 for any free one.
  ///   - gate: The host names that browsers may use.
  /// - Returns: The port.
  /// - Throws: ``PreviewServerError`` if it cannot listen.
  static func start(_ site: PreviewSite, address: String, port: UInt16?, gate: HostGate) throws -> UInt16 {
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
