package import NoteModel
import TerminalText
import Wording

/// The beginning of a note's text in words, for listings.
package enum NoteExcerpt {
  private static let limit = 160

  /// One line without headings and marks, cut after a word.
  package static func text(of note: Note) -> String {
    let page = Page(columns: 100_000, language: .english, asciiOnly: true, isTerminal: true)
    var words: [Substring] = []
    var count = 0
    for line in TerminalRenderer.lines(note.document, page, omitsTitle: true) {
      guard line.runs.first?.style != .heading else { continue }
      let text = line.runs.filter { $0.style != .mark }.map(\.text).joined()
      for word in text.split(whereSeparator: \.isWhitespace) {
        count += word.count + 1
        if count > limit { return words.joined(separator: " ") + "…" }
        words.append(word)
      }
    }
    return words.joined(separator: " ")
  }
}
