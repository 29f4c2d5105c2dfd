import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
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
    self.note = note
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
