import ByteBasics
import NoteActions
import NoteSyntax
import Wording

/// The fixes of `check`, one by one and all at once.
extension ActionScene {
  /// Returns the fixes of the findings in the selection.
  ///
  /// - Parameter isTogether: True to offer all fixes as one action too, as in `check --fix`.
  func fixActions(andTogether isTogether: Bool) throws -> [CodeAction] {
    let found = try DocumentDiagnostics(document, snapshot).findings()
    var actions = found.compactMap { diagnostic -> CodeAction? in
      guard let fix = diagnostic.fix, touches(diagnostic) else { return nil }
      let range = diagnostic.range ?? document.table.content(ofLine: 0)
      let item = DocumentDiagnostics.item(
        document.table.range(range), severity: diagnostic.severity.number,
        diagnostic.check, snapshot.text(diagnostic.message), snapshot.client)
      return CodeAction(
        title: fix.title, kind: CodeActionKind.quickFix, edit: edit(fix.edits), diagnostics: [item], isPreferred: true)
    }
    guard isTogether else { return actions }
    let edits = CheckFixes.proved(found, in: parsed.source).flatMap(\.self)
    if !edits.isEmpty {
      actions.append(
        CodeAction(
          title: Message("Fix all problems that can be fixed", ko: "고칠 수 있는 문제 모두 고치기"),
          kind: CodeActionKind.fixAll, edit: edit(edits)))
    }
    return actions
  }

  private func touches(_ diagnostic: Diagnostic) -> Bool {
    guard let range = diagnostic.range else { return lines.contains(0) }
    let table = document.table
    return lines.overlaps(table.line(at: range.lowerBound)...table.line(at: range.upperBound))
  }
}
