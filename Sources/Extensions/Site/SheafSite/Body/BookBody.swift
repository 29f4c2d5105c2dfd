import ByteBasics
package import NoteInterchange
package import NoteModel
import NotePresentation
package import Wording

/// The HTML of a note that is part of a book, by the renderer of the site.
package enum BookBody {
  package static func renderer(_ language: Language, _ formulas: FormulaStore) -> BookRenderer {
    { exported, address, picture in
      let targets = Dictionary(
        exported.targets.map { (percentDecoded($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
      var surroundings = BodySurroundings(words: BodyWords(language)) { link in
        if link.destination.isEmpty { return .hidden }
        guard let target = targets[link.destination] else {
          let isOwn = link.form == .wiki || link.form == .embed
          return isOwn || !link.destination.contains(":") ? .hidden : .asWritten
        }
        if link.form == .image || !target.isMarkdown {
          return picture(target).map { .address($0) } ?? .hidden
        }
        return address(target).map { .address($0) } ?? .hidden
      }
      surroundings.headingShift = 1
      surroundings.loadsRemoteMedia = false
      surroundings.omittedHeading = exported.note.title
      return formulas.complete { mathML in
        surroundings.mathML = { mathML($0).map(withNamespace) }
        return NoteBody(exported.note.document, in: surroundings).html
      }
    }
  }

  /// Adds the namespace of MathML, which XHTML requires.
  private static func withNamespace(_ markup: String) -> String {
    "<math xmlns=\"http://www.w3.org/1998/Math/MathML\"" + markup.dropFirst("<math".count)
  }

  /// Returns a file as other people receive it, or the reason why it is withheld. Pictures have no metadata about place
  /// or device.
  package static func file(
    _ bytes: [UInt8], at path: NotePath, _ rules: PublicationRules
  ) -> (published: [UInt8]?, reason: HeldBackReason?) {
    let file = PublicFile(bytes, at: path, rules)
    return (file.published, file.reason)
  }

  /// Returns the picture that a file is; nil for a file that is none.
  package static func picture(_ bytes: [UInt8], at path: NotePath, _ rules: PublicationRules) -> BookPicture? {
    guard let bytes = PublicFile(bytes, at: path, rules).published else { return nil }
    return PictureFile(bytes).map { BookPicture(bytes: bytes, mediaType: $0.mediaType) }
  }
}
