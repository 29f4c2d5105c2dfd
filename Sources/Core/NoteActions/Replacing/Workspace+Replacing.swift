import ByteBasics
package import NoteModel
package import NoteRepository
import NoteSyntax
import RegularExpressions

/// The result of a replacement in notes.
package struct ReplacedText: Sendable {
  /// The notes that change, in their order, with the number of replaced places.
  package internal(set) var notes: [(path: NotePath, count: Int)] = []
  /// Places that are not changed, because the new text would be read as syntax, by line.
  package internal(set) var left: [(path: NotePath, line: Int)] = []
  package internal(set) var linkFixes = LinkFixes()

  package var count: Int { notes.reduce(0) { $0 + $1.count } }
}

extension Workspace {
  /// Replaces text in notes, and lets links to headings and titles that read otherwise then follow them.
  ///
  /// Sealed letters are not changed.
  ///
  /// - Parameters:
  ///   - replacement: The pattern and its replacement.
  ///   - parts: The parts of a note that are searched.
  ///   - paths: The notes.
  ///   - transaction: Receives the changes.
  /// - Throws: If a note would break a rule; ``PatternError`` for a pattern that takes too long; if a note cannot be read.
  package func replace(
    _ replacement: Replacement, in parts: Set<TextPart>, of paths: [NotePath], _ transaction: inout Transaction
  ) throws -> ReplacedText {
    var replaced = ReplacedText()
    var texts: [NotePath: [UInt8]] = [:]
    let matcher = PatternMatcher(replacement.pattern)
    for path in paths where path.isMarkdown {
      let bytes = try originals.read(path)
      let matches = try replacement.edits(in: bytes, matcher)
      guard !matches.isEmpty, gate.day(of: bytes, at: path, in: layout) == nil else { continue }
      let document = layout.document(bytes)
      let edits = changes(matches, of: document, in: parts)
      guard !edits.isEmpty else { continue }
      var proof = ReplacementProof(document, replacement, parts) { layout.document($0) }
      let proved = proof.provable(edits)
      let left = Set(edits).subtracting(proved).map(\.range).sorted()
      replaced.left += left.map { (path, document.source.position(at: $0.lowerBound).line) }
      guard !proved.isEmpty else { continue }
      texts[path] = try document.source.applying(proved).bytes
      replaced.notes.append((path, proved.count))
    }
    replaced.linkFixes = try RenamePlan(PathMoves([]), texts: texts, in: self).linkFixes()
    for note in replaced.linkFixes.notes { texts[note.path] = note.after }
    for (path, text) in texts.sorted(by: { $0.key < $1.key }) {
      try add(ChangedNote(path: path, before: try originals.read(path), after: text), to: &transaction)
    }
    return replaced
  }

  private func changes(_ edits: [TextEdit], of document: Document, in parts: Set<TextPart>) -> [TextEdit] {
    let bytes = document.source.bytes
    let ranges = ReplaceableText(document).ranges(parts)
    let starts = SortedOffsets(ranges.map(\.lowerBound))
    return edits.filter { edit in
      guard !edit.range.isEmpty, let range = starts.last(upTo: edit.range.lowerBound),
        ranges[range].contains(edit.range)
      else { return false }
      return edit.replacement != Array(bytes[edit.range.indices])
    }
  }
}
