package import NoteModel
package import NoteSyntax

/// The links of a canvas, taken apart into rows. A canvas is a file, not a note; its links count as those of notes.
package struct PreparedCanvas: Sendable {
  let file: ScannedFile
  let links: [PreparedNote.LinkFact]

  /// `canvas`: nil for one that cannot be read.
  package init(_ file: ScannedFile, _ canvas: CanvasDocument?) {
    self.file = file
    links = (canvas?.links ?? []).map { PreparedNote.LinkFact($0) }
  }
}

extension IndexDatabase {
  /// The canvases in which no link is known: those without any, and those that cannot be read.
  package func canvasesWithoutLinks() throws -> [NotePath] {
    try canvases(where: "NOT EXISTS (SELECT 1 FROM link WHERE link.note = attachment.id)")
  }

  /// Every canvas, sorted.
  package func canvases() throws -> [NotePath] { try canvases(where: "1") }

  private func canvases(where condition: String) throws -> [NotePath] {
    try attachments(where: "path LIKE '%.canvas' AND " + condition)
  }
}
