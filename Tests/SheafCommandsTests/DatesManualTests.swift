import CivilCalendar
import NoteTestSupport
import Testing
import Wording

@testable import SheafCommands

/// sheaf-dates(7) shows what is read.
@Suite struct DatesManualTests {
  private static let now = CivilMoment(
    day: Day(daysSinceEpoch: 20_778), time: TimeOfDay(hour: 10, minute: 0) ?? .midnight,
    utcOffsetSeconds: 32_400)

  /// The words that the lists quote, by the index of their part in the page: 0 is the part before the days.
  private static func examples(_ parts: [Int]) -> [String] {
    Language.allCases.flatMap { language in
      let page = ManualPage("sheaf-dates.7", in: language)
      let subsections = page?.sections.dropFirst(2) ?? []
      return parts.flatMap { part in subsections.dropFirst(part).first?.quoted ?? [] }
    }
  }

  private static let (days, times, periods, rules) = (0, 1, 2, 4)

  @Test func `every part of the page has examples in both languages`() {
    for part in [Self.days, Self.times, Self.periods, Self.rules] {
      #expect(Set(Self.examples([part])).count >= 8, "\(part)")
    }
  }

  @Test(arguments: Set(Self.examples([Self.days, Self.times, Self.periods])).sorted())
  func `every example of a time is read in a query`(words: String) {
    #expect(DateExpression.parse(words, relativeTo: Self.now) != nil)
  }

  @Test func `every example of a day or a moment can be set as a due day`() throws {
    let session = try CommandSession()
    _ = session.run(["init", "-q"])
    for words in Set(Self.examples([Self.days, Self.times])).sorted() {
      try session.folder.write("---\nstatus: todo\n---\nx\n", to: "Memo/a.md")
      let outcome = session.run(["set", "Memo/a.md", "due=\(words)"])
      #expect(outcome.status == 0, "\(words): \(outcome.errors)")
      #expect(session.run(["list", "due:any"]).output.contains("Memo/a.md"), "\(words)")
    }
  }

  @Test(arguments: Set(Self.examples([Self.rules])).sorted())
  func `every example of a rule is read`(words: String) throws {
    _ = try RecurrenceRule.parse(words)
  }
}
