import ArgumentParser
import Glibc
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import SheafSite
import TerminalText
import Wording

/// `sheaf serve`
struct ServeCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "serve",
      abstract: localized(
        "Preview the site in a browser while you write.",
        ko: "메모를 작성하는 동안 사이트를 브라우저에서 미리 봅니다."),
      discussion: localized(
        """
        An open page reloads when its note is saved; problems in a note or a template are shown on the page. Nothing
        is written. The preview answers only to this machine and to the host names that were allowed, until it is
        stopped with Ctrl-C. On this machine it shows every note but sealed letters and marks what publish would hold
        back; at another address it shows what publish would.

        Examples:
          sheaf serve --open
          sheaf serve --address 0.0.0.0                           for a telephone: prints a QR code
          sheaf serve --address 192.168.0.7 --host desk.local     on the network at home
        """,
        ko: """
          메모를 저장하면 브라우저에 열린 페이지를 새로 고칩니다. 메모나 템플릿의 문제는 그 페이지에 표시합니다. 아무것도
          저장하지 않습니다. Ctrl-C로 멈출 때까지, 이 컴퓨터와 허용한 호스트 이름에만 응답합니다. 이 컴퓨터에서는 봉인한 편지를
          뺀 모든 메모를 보여 주고 게시하지 않을 메모를 표시합니다. 다른 주소에서는 게시할 메모만 보여 줍니다.

          예:
            sheaf serve --open
            sheaf serve --address 0.0.0.0                           휴대 전화에서 볼 수 있게 QR 코드 표시
            sheaf serve --address 192.168.0.7 --host desk.local     집 안의 네트워크에서
          """))
  }

  @Option(
    help: help(
      "The port; 0 for any free one. Default: 8420, or a free one if it is taken.",
      ko: "포트. 0이면 비어 있는 포트(기본값: 8420, 사용 중이면 비어 있는 포트)"))
  var port: UInt16?

  @Option(
    help: help("The address to listen on.", ko: "연결을 받을 주소"))
  var address = "127.0.0.1"

  @Option(
    name: .customLong("host"),
    help: help(
      "Another host name that browsers may use; may be repeated.",
      ko: "브라우저에서 사용할 다른 호스트 이름. 여러 번 지정할 수 있음"))
  var hosts: [String] = []

  @Flag(help: help("Open the home page in the browser.", ko: "홈 페이지를 브라우저에서 엽니다."))
  var open = false

  init() {}

  private static let usualPort: UInt16 = 8420

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let watch = try FolderWatch(root: workspace.repository.root)
    let site = PreviewSite(language: context.language, make: maker(workspace, context))
    let places = isEverywhere ? NetworkAddresses.own : []
    let port = try start(site, allowing: places)
    let page = "http://\(isEverywhere ? "127.0.0.1" : shownAddress):\(port)/"
    context.console.writeLine(page)
    for place in places { context.console.writeLine("http://\(place):\(port)/") }
    if let place = places.first, let code = QRCode("http://\(place):\(port)/") {
      for line in code.lines { context.console.writeLine(line) }
    }
    context.console.flush()
    context.note(Message("Ctrl-C stops the preview.", ko: "Ctrl-C를 누르면 미리보기가 끝납니다."))
    if open { openBrowser(page, workspace, context) }
    try PreviewLoop(site, watch).run()
  }

  /// Makes the site of the moment; each time settings and theme are read again.
  private func maker(
    _ workspace: Workspace, _ context: CommandContext
  ) -> @Sendable () throws -> PreviewSite.Made {
    let kept = BlockMemory()
    let isLoopback = isLoopback
    return {
      var now = Workspace(
        repository: workspace.repository,
        configuration: context.configuration(of: workspace.repository), index: workspace.index,
        files: workspace.files)
      now.git = workspace.git
      let report = try now.synchronize()
      let renderer = try SiteSource(context: context).site(
        of: now, for: isLoopback ? .owner : .network
      ).renderer
      let site = SiteOnDemand(renderer, kept: kept, layout: now.layout) { links, note in
        (try? workspace.index.targets(of: links, from: note)) ?? links.map { _ in nil }
      }
      return PreviewSite.Made(site: site, folders: report.folders)
    }
  }

  /// True where only this machine can ask.
  private var isLoopback: Bool { address.hasPrefix("127.") || address == "::1" }

  /// True where every machine that reaches this one can ask.
  private var isEverywhere: Bool { address == "0.0.0.0" || address == "::" }

  private var shownAddress: String { address.contains(":") ? "[\(address)]" : address }

  private func start(_ site: PreviewSite, allowing places: [String]) throws -> UInt16 {
    let gate = HostGate(hosts + [shownAddress] + places)
    func listen(_ port: UInt16) throws -> UInt16 {
      let server = try PreviewServer(site, address: address, port: port, gate: gate)
      server.start()
      return server.port
    }
    do {
      return try listen(port ?? Self.usualPort)
    } catch let error as PreviewServerError where error.isTaken && port == nil {
      return try listen(0)
    }
  }

  /// Some browsers stay in front until they are closed, so nobody waits for them.
  private func openBrowser(_ page: String, _ workspace: Workspace, _ context: CommandContext) {
    let opener = workspace.configuration.program("opener") ?? UserProgram(builtIn: "xdg-open")
    Task.detached {
      let status = try? context.runInteractively(opener, [page])
      if let status, status != 0 {
        context.warn(OpenerError(opener: opener.line, status: status).explanation)
      }
    }
  }
}

/// The addresses by which other machines of the network reach this one.
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
