import ByteBasics
import NoteActions
import NoteRepository
import SheafSite
import Wording

/// The clipboard of the desktop, or of the terminal.
struct Clipboard {
  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// - Throws: Where there is neither a desktop's program nor a terminal.
  func put(_ bytes: [UInt8], isHTML: Bool) throws {
    let programs = context.installedPrograms
    let type = isHTML ? "text/html" : "text/plain;charset=utf-8"
    if context.variable("WAYLAND_DISPLAY") != nil, programs.has("wl-copy") {
      return try run(#"wl-copy --type "$2" < "$1""#, type, bytes, programs)
    }
    if context.variable("DISPLAY") != nil, programs.has("xclip") {
      let target = isHTML ? "text/html" : "UTF8_STRING"
      return try run(#"xclip -selection clipboard -target "$2" < "$1""#, target, bytes, programs)
    }
    guard context.console.copyToClipboard(bytes) else { throw NoClipboard() }
  }

  /// The programs stay in the background and keep what they were given, so nothing of ours may wait for them.
  private func run(
    _ line: String, _ type: String, _ bytes: [UInt8], _ programs: ProgramRunner
  ) throws {
    try PrivateFolder.with(in: context.temporaryFolder) { folder in
      let file = folder.path + "/text"
      try OutputFile.write(bytes, to: file)
      let outcome = try programs.run("sh", ["-c", line + " >/dev/null 2>&1", "sh", file, type])
      guard outcome.status == 0 else { throw NoClipboard() }
    }
  }
}

struct NoClipboard: ExplainedError {
  var category: ErrorCategory { .failure }
  var explanation: Message { Message("There is no clipboard here", ko: "사용할 수 있는 클립보드가 없습니다") }
  var hint: Message? {
    Message(
      "Install it with apt install wl-clipboard, or xclip; in a terminal nothing is needed.",
      ko: "apt install wl-clipboard나 xclip으로 설치하세요. 터미널에서는 필요하지 않습니다.")
  }
}
