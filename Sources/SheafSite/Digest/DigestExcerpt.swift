import NoteModel
import NotePresentation
import Wording

/// The first words of a note.
enum DigestExcerpt {
  /// Of a longer body only the beginning is made into a page.
  static let bytes = 262_144
  static let letters = 180

  static func text(of note: Note) -> String {
    var surroundings = BodySurroundings(words: BodyWords(.english)) { _ in .hidden }
    surroundings.omittedHeading = note.title
    surroundings.limit = bytes
    let html = NoteBody(note.document, in: surroundings).html
    return PlainText.excerpt(of: html, letters: letters)
  }
}
