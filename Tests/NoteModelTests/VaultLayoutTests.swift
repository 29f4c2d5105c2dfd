import CivilCalendar
import NoteModel
import NoteSyntax
import Testing

@Suite struct VaultLayoutTests {
  private let layout: VaultLayout

  init() throws {
    layout = VaultLayout(
      diaryFolder: "", diaryPath: try DayPattern("Daily/{{year}}/{{day}}.md"),
      taskFolder: "To do", templateFolder: "Meta/Templates/", draftFolder: "_drafts",
      columns: ["todo", "Waiting", "done"])
  }

  private func note(_ text: String, at path: String) -> Note {
    Note(Document(parsing: Array(text.utf8)), at: NotePath(trusted: path), in: layout)
  }

  @Test func `the pattern tells the daily notes and their days`() {
    let daily = note("x", at: "Daily/2026/2026-11-21.md")
    #expect(daily.kind == .diary)
    #expect(daily.entryDay == Day(iso: "2026-11-21"))
    #expect(note("x", at: "Daily/Index.md").kind == .memo)
    #expect(note("x", at: "Diary/2026/2026-11-21.md").kind == .memo)
  }

  @Test func `all notes of the diary's folder belong to the diary, except tasks`() {
    let layout = VaultLayout(diaryFolder: "Journal", taskFolder: "Journal/Tasks")
    func kind(_ path: String) -> NoteKind {
      Note(Document(parsing: []), at: NotePath(trusted: path), in: layout).kind
    }
    #expect(kind("Journal/2026-11-21 rain.md") == .diary)
    #expect(kind("Journal/Index.md") == .diary)
    #expect(kind("Journal/Tasks/a.md") == .task)
    #expect(kind("Journals/a.md") == .memo)
    #expect(kind("Diary/2026-11-21.md") == .memo)
  }

  @Test func `a note of the template folder has no tasks and is not published`() {
    let template = note(
      "---\nstatus: todo\nunseal: 2027-01-01\npublish: true\n---\n- [ ] buy {{title}}\n",
      at: "Meta/Templates/Day.md")
    #expect(template.kind == .template)
    #expect(template.tasks.isEmpty)
    #expect(template.unseal == nil)
    #expect(template.isPublishable == false)
  }

  @Test func `a note of the drafts' folder is a draft`() {
    #expect(note("x", at: "_drafts/a.md").isDraft)
    #expect(!note("x", at: "_posts/2026-11-21-a.md").isDraft)
  }

  @Test(arguments: [
    ("todo", true), ("In Progress", true), ("완료", true), ("waiting", true), ("Waiting", true),
    ("published", false), ("evergreen", false), ("draft", false), ("🌱", false), ("''", false),
  ])
  func `a status makes a task where it is a task's`(status: String, isTask: Bool) {
    let read = note("---\nstatus: \(status)\n---\n", at: "Memo/a.md")
    #expect(read.kind == (isTask ? .task : .memo))
    #expect(read.tasks.count == (isTask ? 1 : 0))
  }

  @Test func `another layout has another fingerprint`() {
    let layouts = [
      VaultLayout.standard, layout, VaultLayout(diaryFolder: "Journal"),
      VaultLayout(taskFolder: "Journal"), VaultLayout(templateFolder: "Journal"),
      VaultLayout(draftFolder: "Journal"), VaultLayout(columns: ["waiting"]),
      VaultLayout(memoFolder: "Journal"),
    ]
    #expect(Set(layouts.map(\.fingerprint)).count == layouts.count)
    #expect(VaultLayout(columns: ["todo", "done"]) == .standard)
  }
}
