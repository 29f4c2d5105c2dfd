import ByteBasics
import NoteModel
import NoteSyntax
import Wording

/// The fixes of `check`, one by one and all at once.
struct FixActions {
  private let scene: ActionScene

  init(_ scene: ActionScene) {
    self.scene = scene
  }

  var all: [CodeAction] {
    get throws {
      let found = try DocumentDiagnostics(scene.document, scene.snapshot).findings()
      let fixable = found.filter { $0.fix != nil }
      var actions = fixable.compactMap { diagnostic -> CodeAction? in
        guard let fix = diagnostic.fix, touches(diagnostic) else { return nil }
        let range = diagnostic.range ?? scene.document.table.content(ofLine: 0)
        let item = DocumentDiagnostics.item(
          scene.document.table.range(range), severity: diagnostic.severity.number,
          diagnostic.check, scene.snapshot.text(diagnostic.message), scene.snapshot.client)
        return CodeAction(
          title: fix.title, kind: CodeActionKind.quickFix, edit: scene.edit(fix.edits),
          diagnostics: [item], isPreferred: true)
      }
      let bytes = Self.fixed(scene.document.bytes, fixable)
      if bytes != scene.document.bytes {
        actions.append(
          CodeAction(
            title: Message("Fix all problems that can be fixed", ko: "고칠 수 있는 문제 모두 고치기"),
            kind: CodeActionKind.fixAll, edit: scene.edit(to: bytes)))
      }
      return actions
    }
  }

  private func touches(_ diagnostic: Diagnostic) -> Bool {
    guard let range = diagnostic.range else { return scene.lines.contains(0) }
    let table = scene.document.table
    let lines = table.line(at: range.lowerBound)...table.line(at: range.upperBound)
    return lines.overlaps(scene.lines)
  }

  /// The text with every fix that does not touch the same bytes as one before it.
  private static func fixed(_ bytes: [UInt8], _ diagnostics: [Diagnostic]) -> [UInt8] {
    var edits: [TextEdit] = []
    for fix in diagnostics.compactMap(\.fix) {
      if (try? SourceBuffer(bytes).applying(edits + fix.edits)) != nil { edits += fix.edits }
    }
    return (try? SourceBuffer(bytes).applying(edits).bytes) ?? bytes
  }
}
