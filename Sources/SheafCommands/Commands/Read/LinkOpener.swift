import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

/// Gives a link to the program of the setting `opener`.
struct LinkOpener {
  private let context: CommandContext
  private let workspace: Workspace

  init(_ context: CommandContext, _ workspace: Workspace) {
    self.context = context
    self.workspace = workspace
  }

  /// Only what a browser, a mail program or a telephone is for is handed over, never a command of another scheme.
  func open(_ link: LinkRow) throws {
    let address = address(of: link)
    let schemes = ["http://", "https://", "mailto:", "tel:", "ftp://", "/"]
    guard schemes.contains(where: { address.lowercased().hasPrefix($0) }) else {
      throw UsageError(
        Message(
          "Not opened: the kind of this address is unknown: “\(address)”",
          ko: "열 수 없는 종류의 주소입니다: “\(address)”"))
    }
    context.note(Message("Opening \(address)", ko: "여는 중: \(address)"))
    let opener = workspace.configuration.program("opener") ?? UserProgram(builtIn: "xdg-open")
    let status = try context.runInteractively(opener, [address])
    if status != 0 { throw OpenerError(opener: opener.line, status: status) }
  }

  private func address(of link: LinkRow) -> String {
    if let target = link.target { return workspace.repository.root + "/" + target.string }
    return switch Link.Kind(rawValue: link.kind) {
    case .email:
      link.destination.hasPrefix("mailto:") ? link.destination : "mailto:" + link.destination
    case .telephone: "tel:" + link.destination.filter { $0.isNumber || $0 == "+" }
    case .bareURL where link.destination.hasPrefix("www."): "http://" + link.destination
    default: link.destination
    }
  }
}

/// The program that opens links failed.
struct OpenerError: ExplainedError {
  let opener: String
  let status: Int32

  var category: ErrorCategory { .failure }
  var explanation: Message {
    Message(
      "“\(opener)” exited with status \(status)", ko: "“\(opener)” 명령이 실패했습니다(종료 코드 \(status))")
  }
  var hint: Message? {
    Message("The setting “opener” chooses the program.", ko: "“opener” 설정에서 다른 프로그램을 지정할 수 있습니다.")
  }
}
