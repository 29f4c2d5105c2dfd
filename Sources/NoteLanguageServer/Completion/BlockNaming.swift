import ByteBasics
import NoteModel
import NoteSyntax

/// Gives blocks that have no name one, so that a link can lead to them.
struct BlockNaming {
  struct Candidate {
    /// What the block begins with.
    let text: String
    /// The name that it would get, without `^`.
    let name: String
    /// Puts the name at the end of the block.
    let edit: TextEdit
  }

  private let document: Document

  init(_ document: Document) {
    self.document = document
  }

  /// The paragraphs and items without a name, in the order of the document.
  var candidates: [Candidate] {
    let bytes = document.source.bytes
    var taken = Set(document.blockIdentifiers.map { $0.name.lowercased() })
    var candidates: [Candidate] = []
    for block in document.blocks where block.kind == .paragraph {
      var end = block.range.upperBound
      while end > block.range.lowerBound, ASCII.isWhiteSpace(bytes[end - 1]) { end -= 1 }
      let range = ByteRange(block.range.lowerBound, end)
      guard !range.isEmpty, document.blockIdentifier(in: range) == nil else { continue }
      let text = document.source.text(in: range).split(whereSeparator: \.isNewline).first ?? ""
      var name = NoteIdentifier.derived(from: document.source.text(in: range))
      while !taken.insert(name).inserted { name = NoteIdentifier.derived(from: name + " ") }
      candidates.append(
        Candidate(
          text: String(text.prefix(80)), name: name,
          edit: TextEdit(range: ByteRange(end, end), replacement: " ^" + name)))
    }
    return candidates
  }
}
