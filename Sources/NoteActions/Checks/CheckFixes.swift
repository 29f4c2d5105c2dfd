package import NoteModel
import NoteSyntax

/// What `check --fix` changes: of the fixes of each note those that touch no other and are proved to keep its meaning.
package struct CheckFixes {
  /// A note before and after its fixes.
  package struct Change {
    package let path: NotePath
    package let before: [UInt8]
    package let after: [UInt8]
  }

  /// In the order of their paths.
  package private(set) var changes: [Change] = []
  /// How many findings are fixed.
  package private(set) var count = 0

  package init(of result: CheckRound.Result) {
    let findings = Dictionary(grouping: result.findings, by: \.path)
    for (path, source) in result.sources.sorted(by: { $0.key < $1.key }) {
      let fixes = (findings[path] ?? []).compactMap(\.diagnostic.fix)
      var proof = FixProof(source)
      let proved = proof.provable(DisjointEdits.first(of: fixes.map(\.edits)))
      guard !proved.isEmpty, let after = try? source.applying(proved.flatMap(\.self)) else {
        continue
      }
      changes.append(Change(path: path, before: source.bytes, after: after.bytes))
      count += proved.count
    }
  }
}
