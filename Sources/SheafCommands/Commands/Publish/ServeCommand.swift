import ArgumentParser
import NoteActions
import NoteModel
import NoteRepository
import SheafSite
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
          sheaf serve --address 0.0.0.0                           for a phone; prints a QR code (qrencode)
          sheaf serve --address 192.168.0.7 --host desk.local     on the network at home
        """,
        ko: """
          메모를 저장하면 브라우저에 열린 페이지를 새로 고칩니다. 메모나 템플릿의 문제는 그 페이지에 표시합니다. 아무것도
          저장하지 않습니다. Ctrl-C로 멈출 때까지, 이 컴퓨터와 허용한 호스트 이름에만 응답합니다. 이 컴퓨터에서는 봉인한 편지를
          뺀 모든 메모를 보여 주고 게시하지 않을 메모를 표시합니다. 다른 주소에서는 게시할 메모만 보여 줍니다.

          예:
            sheaf serve --open
            sheaf serve --address 0.0.0.0                           휴대전화용; QR 코드 표시(qrencode)
            sheaf serve --address 192.168.0.7 --host desk.local     집 안의 네트워크에서
          """))
  }

  @OptionGroup var options: ServeOptions

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let watch = try FolderWatch(root: workspace.repository.root)
    let site = PreviewSite(
      language: context.language,
      make: PreviewMaker(context).maker(
        of: workspace, for: options.isLoopback ? .owner : .network,
        trustsTheme: options.trustTheme))
    let places = options.isEverywhere ? NetworkAddresses.own : []
    let gate = HostGate(options.hosts + [options.shownAddress] + places)
    let port = try PreviewServer.start(
      site, address: options.address, port: options.port, gate: gate)
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

  /// A QR code for the camera of a phone, light on a dark terminal, drawn by qrencode; nil if it fails.
  static func code(of address: String, inASCII: Bool, _ programs: ProgramRunner) -> String? {
    let form = inASCII ? "ASCIIi" : "UTF8"
    guard let outcome = try? programs.run("qrencode", ["-t", form, "-m", "2", address]),
      outcome.status == 0
    else { return nil }
    return String(decoding: outcome.output, as: UTF8.self)
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
