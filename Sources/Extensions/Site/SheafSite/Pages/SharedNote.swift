import ByteBasics
package import CivilCalendar
package import NoteActions
import NoteIndex
package import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import TerminalText
package import Wording

/// A note as other people receive it: title and text, without private parts.
package struct SharedNote {
  private let note: Note
  private let workspace: Workspace
  private let language: Language
  private let now: CivilMoment
  /// The targets of links, by their destinations, also of those in embedded notes.
  private let files: [String: NotePath]

  package init(_ note: Note, of workspace: Workspace, _ language: Language, now: CivilMoment) {
    var targets = Dictionary(
      ((try? workspace.index.links(from: note.path)) ?? []).compactMap { link in
        link.target.map { (link.destination, $0) }
      }, uniquingKeysWith: { first, _ in first })
    let complete = try? NotesForOthers(of: workspace, now: now, language).complete(note, &targets)
    let shown = workspace.noteForOthers(complete ?? note) { link in
      // A picture is shown.
      let isPicture = FileKind(link.destination) == .picture
      return !(isPicture && (link.kind == .image || link.kind == .embed)) && Workspace.leadsOut(link)
    }
    files = targets.reduce(into: [:]) { $0[percentDecoded($1.key)] = $1.value }
    self.note = (try? workspace.citing(shown)) ?? shown
    self.workspace = workspace
    self.language = language
    self.now = now
  }

  /// Plain text of 72 columns under its title.
  package var text: [UInt8] {
    let page = Page(columns: 72, language: language, asciiOnly: false, isTerminal: false)
    let lines = TerminalRenderer.lines(document, page)
    let head = note.leadingHeading == nil ? [StyledText(note.title), StyledText()] : []
    return Theme.plain.encode(head + lines).bytes
  }

  /// Returns a page that needs nothing else: pictures are in it, links to other notes are words.
  ///
  /// - Parameters:
  ///   - formulas: The known formulas, and the converter of others.
  ///   - diagrams: The drawn diagrams, and the programs that draw others.
  package func html(_ formulas: FormulaStore, _ diagrams: DiagramStore) -> [UInt8] {
    let pictures = DigestPictures(workspace, workspace.rulesForChosen(at: now))
    let (path, files) = (note.path, files)
    var surroundings = BodySurroundings(words: BodyWords(language)) { link in
      switch link.form {
      case .image: files[link.destination].map(pictures.place) ?? .hidden
      case .wiki, .embed: .hidden
      case .path: link.destination.contains(":") ? .asWritten : .hidden
      }
    }
    surroundings.follow(workspace)
    surroundings.diagram = { diagrams.address(of: $1, in: $0, of: path) }
    let page = formulas.complete { mathML in
      surroundings.mathML = mathML
      return HTMLPage(shown, in: surroundings).page
    }
    return Array(page.utf8)
  }

  /// Returns the mail. Formulas and diagrams stay text, because mail programs show neither MathML nor SVG.
  package func mail(to recipient: String?, at now: CivilMoment) -> [UInt8] {
    let mail = DigestMail(
      subject: note.title, text: String(decoding: text, as: UTF8.self), html: html(.none, .none),
      now: now, sender: "Sheaf <sheaf@localhost>", recipient: recipient)
    return Array(mail.message.utf8)
  }

  /// The text without the fields of the front matter.
  private var document: Document { Document(parsing: note.document.bodyForOthers(withFiles: false)) }

  /// The note with its title as its only field.
  private var shown: Note {
    let head = "---\ntitle: \(YAMLScalar.doubleQuoted(note.title))\n---\n"
    let bytes = Array(head.utf8) + Array(note.document.source[note.document.body])
    return Note(Document(parsing: bytes), at: note.path, in: workspace.layout)
  }
}
