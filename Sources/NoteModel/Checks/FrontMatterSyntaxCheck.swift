import NoteSyntax
import Wording

extension NoteCheck {
  static let frontMatterSyntax = NoteCheck(
    "front-matter-syntax", .error,
    "Front matter that YAML cannot read; the fix adds quotes where they help.",
    ko: "YAML로 읽을 수 없는 머리말. 따옴표로 해결되면 따옴표를 추가합니다."
  ) { check, note in
    note.document.diagnostics.filter { $0.check == check.name }.map {
      check.diagnostic($0.range, $0.message, fix: quotes(for: note.document))
    }
  }

  /// Quotes round the values that YAML stumbles over, where the whole block can be read then.
  private static func quotes(for document: Document) -> Diagnostic.Fix? {
    let edits = FrontMatterQuotes.edits(in: document)
    guard !edits.isEmpty, let fixed = try? document.source.applying(edits),
      Document(parsing: fixed.bytes).diagnostics.allSatisfy({ $0.check != "front-matter-syntax" })
    else { return nil }
    return Diagnostic.Fix(
      title: Message("Quote the value", ko: "값을 따옴표로 묶기"), edits: edits)
  }
}
