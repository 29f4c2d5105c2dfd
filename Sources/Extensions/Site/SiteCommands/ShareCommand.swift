import ArgumentParser
package import NoteActions
import NoteIndex
package import NoteModel
import NoteRepository
package import SheafCommands
import SheafSite
import Wording

struct ShareCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("share", PackageResources.share_txt, ko: PackageResources.share_ko_txt)
  }

  @Argument(help: help(.note, "Note to share.", ko: "공유할 메모"))
  var note: String

  @OptionGroup var file: FileForm<ShareForms>

  @Flag(help: help("Copy the note to the clipboard.", ko: "클립보드에 복사합니다."))
  var copy = false

  @Option(help: help(.address, "The recipient of the mail.", ko: "메일을 받는 사람"))
  var recipient: String?

  func validate() throws {
    guard !copy || file.output == nil else { throw OptionsApart.error("--copy", "--output") }
  }

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let found = try context.shownNote(at: try context.note(note, in: workspace), in: workspace)
    let form = file.form ?? (recipient == nil ? .text : .eml)
    guard recipient == nil || form == .eml else { throw OptionsApart.usage("--recipient", "--to \(form.rawValue)") }
    try context.warnOfPrivate([(found.path, found.title)], in: workspace)
    let shared = SharedNote(found, of: workspace, context.language, now: context.clock())
    let bytes =
      switch form {
      case .text: shared.text
      case .html: shared.html(context.formulaStore(of: workspace.repository), context.diagramStore(of: workspace))
      case .eml: shared.mail(to: recipient, at: context.clock())
      }
    if copy {
      try Clipboard(context: context).put(bytes, isHTML: form == .html)
      return context.note(Message("Copied “\(found.title)”", ko: "클립보드에 복사했습니다: “\(found.title)”"))
    }
    try context.write(bytes, to: file.output)
  }
}

enum ShareForms: String, FileForms { case text, html, eml }

/// The clipboard of the desktop, or of the terminal.
struct Clipboard {
  let context: CommandContext

  /// Puts bytes on the clipboard. Throws an error if there is neither a clipboard program nor a terminal.
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
    guard context.console.copyToClipboard(bytes) else { throw noClipboardProblem() }
  }

  /// Runs a clipboard program with its output discarded. Such programs stay in the background with the content, so an
  /// open pipe would never end.
  private func run(_ line: String, _ type: String, _ bytes: [UInt8], _ programs: ProgramRunner) throws {
    try PrivateFolder.with(in: context.temporaryFolder) { folder in
      let file = folder.path + "/text"
      try OutputFile.write(bytes, to: file)
      let outcome = try programs.run("sh", ["-c", line + " >/dev/null 2>&1", "sh", file, type])
      guard outcome.status == 0 else { throw noClipboardProblem() }
    }
  }
}

func noClipboardProblem() -> Problem {
  Problem(
    .failure,
    Message("No clipboard found", ko: "사용할 수 있는 클립보드가 없습니다"),
    hint: Message(
      "Install wl-clipboard or xclip, for example with “apt install wl-clipboard”. A terminal needs neither.",
      ko: "apt install wl-clipboard나 xclip으로 설치하세요. 터미널에서는 필요하지 않습니다."))
}

extension CommandContext {
  /// Warns of private notes and drafts among those that leave the repository.
  package func warnOfPrivate(_ notes: [(path: NotePath, title: String)], in workspace: Workspace) throws {
    let rules = [.forPrograms(at: clock()), workspace.rulesForChosen(at: clock())]
    let candidates = try workspace.index.notes.candidates(notes.map(\.path)).filter { candidate in
      rules.contains { ![nil, .secret].contains($0.reason(candidate)) }
    }
    let paths = Set(candidates.map(\.path))
    let titles = notes.filter { paths.contains($0.path) }.map(\.title)
    guard !titles.isEmpty else { return }
    let list = titles.prefix(5).joined(separator: ", ") + (titles.count > 5 ? " …" : "")
    warn(
      Message(
        "Includes \(counted(titles.count, "note")) that \(titles.count == 1 ? "is" : "are") private or a draft: \(list)",
        ko: "비공개 메모나 초안 \(titles.count)개가 들어 있습니다: \(list)"))
  }
}
