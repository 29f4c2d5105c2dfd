import ByteBasics
package import CivilCalendar
package import NoteModel
import NoteRepository
package import NoteSyntax
package import Wording

extension Workspace {
  /// The rules for readers whom the owner chooses.
  package func rulesForChosen(at now: CivilMoment) -> PublicationRules {
    .forChosen(at: now, allowedSecrets: Set(configuration.list("site.allow-secrets")))
  }

  /// Returns the note with answers to its queries that other people may read, or the same note if it has no query.
  package func answeredForOthers(_ note: Note, now: CivilMoment, _ language: Language) throws -> Note {
    guard !NoteQuery.all(in: note.document).isEmpty else { return note }
    return try QueryAnswers.forOthers(of: self, now: now, language).answered(note, in: layout)
  }

  /// Returns the note without its private parts, or the same note if it has none.
  ///
  /// - Parameters:
  ///   - withFiles: False for readers who get no file that is written in the note itself.
  ///   - becomesWords: Returns true for a link of which other people get only the words.
  package func noteForOthers(
    _ note: Note, withFiles: Bool = true, becomesWords: (Link) -> Bool = { _ in false }
  ) -> Note {
    let bytes = note.document.source.bytes
    let head = bytes[..<note.document.body.lowerBound]
    let shown = head + note.document.bodyForOthers(withFiles: withFiles, becomesWords)
    return shown.elementsEqual(bytes)
      ? note : Note(Document(parsing: Array(shown)), at: note.path, in: layout)
  }

  /// Returns true for a link to a file of the repository that is not exported, or to no file.
  package static func leadsOut(
    _ link: Link, _ targets: [String: NotePath] = [:], of members: Set<NotePath> = []
  ) -> Bool {
    if link.destination.isEmpty { return false }
    if let target = targets[link.destination] { return !members.contains(target) }
    switch link.kind {
    case .wiki, .embed: return true
    case .inline, .reference, .definition, .image: return !link.destination.contains(":")
    case .autolink, .bareURL, .email, .telephone, .frontMatter, .canvas, .html, .tag, .pathTag:
      return false
    }
  }
}
