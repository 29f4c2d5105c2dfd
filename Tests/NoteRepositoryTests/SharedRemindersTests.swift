import NoteRepository
import NoteTestSupport
import Testing

@Suite("Reminders that machines share")
struct SharedRemindersTests {
  private let day = 86_400

  @Test("What one machine tells, the other has not to tell; both write the same bytes")
  func shared() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: ".sheaf/config.yaml")
    let files = LiveFileSystem(root: folder.path)
    var one = SharedReminders(in: files)
    one.tell("200 b.md")
    one.tell("100 a\nb.md")
    try one.save(now: 300)
    let two = SharedReminders(in: files)
    #expect(two.isTold("200 b.md"))
    #expect(two.isTold("100 a\nb.md"))
    #expect(!two.isTold("201 b.md"))
    #expect(
      String(decoding: try folder.read(".sheaf/reminded"), as: UTF8.self)
        == "100 a b.md\n200 b.md\n")
    #expect(
      String(decoding: try folder.read(".sheaf/.gitattributes"), as: UTF8.self)
        == "reminded merge=union\n")
  }

  @Test("Lines that git united twice count once, and old ones are forgotten")
  func united() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "\(500 * day) b\n\(2 * day) a\n\(500 * day) b\nnonsense\n", to: ".sheaf/reminded")
    var record = SharedReminders(in: LiveFileSystem(root: folder.path))
    record.tell("\(500 * day) c")
    try record.save(now: 501 * day)
    #expect(
      String(decoding: try folder.read(".sheaf/reminded"), as: UTF8.self)
        == "\(500 * day) b\n\(500 * day) c\n")
  }
}
