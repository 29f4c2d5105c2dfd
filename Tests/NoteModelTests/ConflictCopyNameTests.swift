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
    ("[conflict] plan.md", "plan.md"), ("plan.md.Conflict", "plan.md"),
    ("plan (Copia in conflitto di Ada 2026-11-21).md", "plan.md"),
    ("plan (Adas motstridiga kopia 2026-11-21).md", "plan.md"),
    ("plan (конфликтующая копия с Ada 2026-11-21).md", "plan.md"),
    ("plan_DESKTOP-X_Nov-21-101500-2026_Conflict.md", "plan.md"),
    ("tax_2026_DESKTOP-X_Nov-21-101500-2026_CaseConflict.md", "tax_2026.md"),
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
    ".conflict.md", "a (copy).md", "plan_a_b_Conflict resolution.md",
  ])
  func `other names are names of notes`(name: String) {
    #expect(ConflictCopyName.original(of: name) == nil)
  }

  @Test(arguments: [
    ("plan 2.md", ["plan.md"]), ("plan (1).md", ["plan.md"]), ("plan(1).md", ["plan.md"]),
    ("plan.dup.md", ["plan.md"]), ("plan.dup2.md", ["plan.md"]),
    ("plan-DESKTOP-X.md", ["plan.md"]), ("road-map-LAPTOP-7.md", ["road-map.md"]),
    ("plan-Adas-MacBook-Pro.md", ["plan.md", "plan-Adas.md"]),
    ("회의 2.md", ["회의.md"]),
    ("Year 2026.md", []), ("plan-DRAFT.md", []), ("plan-old.md", []), ("plan-v2.md", []),
    ("Report-KO.md", []), ("2026-11-21.md", []), (" 2.md", []), ("(1).md", []), ("plan2.md", []),
  ])
  func `names that may be those of copies lead to what they may be copies of`(
    name: String, originals: [String]
  ) {
    #expect(ConflictCopyName.possibleOriginals(of: name[...]) == originals)
  }

  @Test func `a copy is named after a note where something follows its name`() {
    #expect(ConflictCopyName.extends("plan (from Ada).md", "plan.md"))
    #expect(!ConflictCopyName.extends("planning.md", "plan.md"))
    #expect(!ConflictCopyName.extends("plan.md", "plan.md"))
    #expect(!ConflictCopyName.extends("plan 2.txt", "plan.md"))
  }
}
