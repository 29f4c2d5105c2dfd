import NoteModel
import NotePresentation
import Wording

extension CommandContext {
  /// Tells on standard error how a query was read.
  func explain(_ parsed: ParsedQuery) {
    let explanation = QueryExplanation(parsed)
    console.writeError(explanation.lines.map { text($0) + "\n" }.joined())
  }
}
