import NoteModel
import NotePresentation
import Wording

extension CommandContext {
  /// Tells on standard error how a query was read.
  func explain(_ parsed: ParsedQuery) {
    let explanation = QueryExplanation(parsed)
    console.writeError(explanation.lines.map { text($0) + "\n" }.joined())
  }

  /// Prints notes by a preset's name or a template.
  func write(_ notes: [NoteSummary], format: String) throws {
    let formatter = try NoteFormatter(format)
    for note in notes { console.writeLine(formatter.text(note)) }
  }
}
