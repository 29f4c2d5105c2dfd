import CivilCalendar
import NoteActions
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import SheafSite
import TerminalText
import Wording

/// A note as others get it: its title and its text, nothing that only its owner should know.
struct SharedNote {
  private let note: Note
  private let workspace: Workspace
  private let context: CommandContext

  init(_ note: Note, _ workspace: Workspace, _ context: CommandContext) {
    self.note = workspace.noteForOthers(note) { link in
      // A picture is shown.
      let isPicture = FileKind(link.destination) == .picture
      return !(isPicture && (link.kind == .image || link.kind == .embed))
        && Workspace.leadsOut(link)
    }
    self.workspace = workspace
    self.context = context
  }

  /// Plain text of 72 columns under its title.
  var text: [UInt8] {
    let page = Page(columns: 72, language: context.language, asciiOnly: false, isTerminal: false)
    let lines = TerminalRenderer.lines(document, page)
    let head = note.leadingHeading == nil ? [StyledText(note.title), StyledText()] : []
    return Theme.plain.encode(head + lines).bytes
  }

  /// A page that needs nothing else: pictures are in it, links to other notes are words.
  var html: [UInt8] {
    let pictures = DigestPictures(workspace, today: context.clock().day)
    let path = note.path
    let surroundings = BodySurroundings(words: BodyWords(context.language)) { link in
      switch link.form {
      case .image: pictures.place(of: link, in: path)
      case .wiki, .embed: .hidden
      case .path: link.destination.contains(":") ? .asWritten : .hidden
      }
    }
    return Array(HTMLPage(shown, in: surroundings).page.utf8)
  }

  func mail(to recipient: String?) -> [UInt8] {
    let mail = DigestMail(
      subject: note.title, text: String(decoding: text, as: UTF8.self), html: html,
      now: context.clock(), sender: "Sheaf <sheaf@localhost>", recipient: recipient)
    return Array(mail.message.utf8)
  }

  /// The text without the fields of the front matter.
  private var document: Document {
    Document(parsing: Array(note.document.source[note.document.body]))
  }

  /// The same note with its title as its only field.
  private var shown: Note {
    let head = "---\ntitle: \(YAMLScalar.doubleQuoted(note.title))\n---\n"
    let bytes = Array(head.utf8) + Array(note.document.source[note.document.body])
    return Note(Document(parsing: bytes), at: note.path, in: workspace.layout)
  }
}

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
