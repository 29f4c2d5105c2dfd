import NoteActions
import NoteModel
import NotePresentation
import SheafSite
import TerminalText
import Wording

/// A digest in the form in which it is kept or sent.
struct DigestFile {
  private let digest: Digest
  private let options: DigestOptions
  private let workspace: Workspace
  private let context: CommandContext

  init(
    _ digest: Digest, _ options: DigestOptions, _ workspace: Workspace, _ context: CommandContext
  ) {
    self.digest = digest
    self.options = options
    self.workspace = workspace
    self.context = context
  }

  private var language: Language { context.language }

  var bytes: [UInt8] {
    switch options.face {
    case .md: return Array(DigestMarkdown(digest, language).text.utf8)
    case .html: return html
    case .text: return text
    case .eml:
      let mail = DigestMail(
        subject: DigestWords(digest, language).title,
        text: String(decoding: text, as: UTF8.self), html: html, now: context.clock(),
        sender: options.from ?? "Sheaf <sheaf@localhost>", recipient: options.to)
      return Array(mail.message.utf8)
    }
  }

  /// On lines of 72 cells, as mail has them.
  private var text: [UInt8] {
    let page = Page(columns: 72, language: language, asciiOnly: false, isTerminal: false)
    return Theme.plain.encode(DigestText(digest, language).lines(page)).bytes
  }

  private var html: [UInt8] {
    let pictures = DigestPictures(workspace, today: digest.today)
    return DigestHTML(digest, language) { pictures.place(of: $1, in: $0) }.page
  }
}
