import CivilCalendar
import NoteTestSupport
import Testing

@testable import SheafCommands

/// sheaf-dates(7) shows what is read.
@Suite struct DatesManualTests {
  private static let now = CivilMoment(
    day: Day(daysSinceEpoch: 20_778), time: TimeOfDay(hour: 10, minute: 0) ?? .midnight,
    utcOffsetSeconds: 32_400)

  private static func examples(_ rows: [DatesManual.Row]) -> [String] { rows.flatMap(\.examples) }

  @Test(
    arguments: Self.examples(DatesManual.dayRows + DatesManual.timeRows + DatesManual.rangeRows))
  func `every example of a time is read in a query`(words: String) {
    #expect(DateExpression.parse(words, relativeTo: Self.now) != nil)
  }

  @Test(arguments: Self.examples(DatesManual.dayRows + DatesManual.timeRows))
  func `every example of a day or a moment can be set as a due day`(words: String) throws {
    let session = try CommandSession()
    _ = session.run(["init", "-q"])
    try session.folder.write("---\nstatus: todo\n---\nx\n", to: "Memo/a.md")
    let outcome = session.run(["set", "Memo/a.md", "due=\(words)"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(session.run(["list", "due:any"]).output.contains("Memo/a.md"))
  }

  @Test(arguments: Self.examples(DatesManual.ruleRows))
  func `every example of a rule is read`(words: String) throws {
    _ = try RecurrenceRule.parse(words)
  }
}
