import NoteModel
import Testing

@Suite struct ConflictCopyNameTests {
  @Test(arguments: [
    ("plan (In Konflikt stehende Kopie von Ada 2026-11-21).md", "plan.md"),
    ("plan (Copie en conflit de Ada 2026-11-21).md", "plan.md"),
    ("plan (Copia en conflicto de Ada 2026-11-21).md", "plan.md"),
    ("plan (Ada の競合コピー 2026-11-21).md", "plan.md"),
    ("plan (Ada의 충돌된 사본 2026-11-21).md", "plan.md"),
    ("plan (case clash from Ada).md", "plan.md"),
    ("[conflict] plan.md", "plan.md"),
    ("a.sync-conflict-20261121-101500-ABCDEFG.md", "a.md"),
    ("회의 록.sync-conflict-20261121-101500.md", "회의 록.md"),
    ("a (conflicted copy 2026-11-21).md", "a.md"),
    ("a (Ada's conflicted copy 2026-11-21).md", "a.md"),
    ("a (Ada's conflicted copy 2026-11-21) (1).md", "a.md"),
    ("a (Conflicted copy laptop 202611211015).md", "a.md"),
    ("a (SFConflict ada@example.com 2026-11-21-10-15-00).md", "a.md"),
    ("a [conflicted].md", "a.md"), ("a(충돌된 사본 2026-11-21).md", "a.md"),
    ("a_conflict-20261121-101500.md", "a.md"), ("a.conflict.md", "a.md"),
    ("a-conflict2.md", "a.md"), ("b (draft) (conflict).md", "b (draft).md"),
  ])
  func `the names that programs give to copies lead to the original`(copy: String, original: String) {
    #expect(ConflictCopyName.original(of: copy) == original)
  }

  @Test(arguments: [
    "conflict.md", "Conflict resolution.md", "a conflict.md", "a (1).md", "(conflict).md",
    "a.sync-conflict.md", "a.sync-conflict-2026-10.md", "conflicted-copy notes.md", "a",
    ".conflict.md",
    "a (copy).md",
  ])
  func `other names are names of notes`(name: String) {
    #expect(ConflictCopyName.original(of: name) == nil)
  }
}
