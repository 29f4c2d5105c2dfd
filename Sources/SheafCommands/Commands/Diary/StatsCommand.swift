import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import TerminalText

/// `sheaf stats`
struct StatsCommand: IndexReadingCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "stats",
      abstract: localized("Tell the diary and the tasks in numbers.", ko: "일기와 할 일을 숫자로 알립니다."),
      discussion: localized(
        """
        Days in a row, days and words of the year, a map of the year whose signs grow with the words of a day, and
        the tasks done in the last eight weeks.

        Examples:
          sheaf stats
          sheaf stats 2025 --json
        """,
        ko: """
          며칠 이어서 썼는지, 한 해에 쓴 날과 낱말, 낱말이 많을수록 짙어지는 한 해의 지도, 지난 여덟 주에 마친 일입니다.

          보기:
            sheaf stats
            sheaf stats 2025 --json
          """))
  }

  @Argument(help: help("A year.", ko: "해."))
  var year: Int?

  @Flag(help: help("One JSON document.", ko: "JSON 문서 하나로."))
  var json = false

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let now = context.clock()
    let today = now.day
    let year = year ?? today.year
    let tasks = try workspace.index.tasks(today: today)
    let closed = tasks.filter { $0.item.status == .done }.compactMap { $0.item.closed?.day }
    let statistics = DiaryStatistics(
      words: try words(of: year, now: now, workspace), closed: closed, today: today)
    let report = StatisticsReport(statistics, year: year)
    if json { return context.console.writeLine(report.json.text(pretty: true)) }
    context.page(context.theme.encode(report.lines(context.page)))
  }

  /// The words of the year's entries by day; of several notes of a day the sum.
  private func words(of year: Int, now: CivilMoment, _ workspace: Workspace) throws -> [Day: Int] {
    let notes = try workspace.index.notes(NoteRequest(query: .kind(.diary), now: now))
    var words: [Day: Int] = [:]
    for note in notes {
      guard let day = note.entryDay, day.year == year,
        let bytes = try? workspace.files.read(note.path)
      else { continue }
      let document = Document(parsing: bytes)
      words[day, default: 0] += Self.wordCount(document.visible(document.body))
    }
    return words
  }

  /// Rows of bytes between spaces that hold a letter; a time or a date alone is no word.
  private static func wordCount(_ bytes: ArraySlice<UInt8>) -> Int {
    var count = 0
    var hasLetter = false
    for byte in bytes {
      if byte <= 0x20 {
        if hasLetter { count += 1 }
        hasLetter = false
      } else if byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 {
        hasLetter = true
      }
    }
    return hasLetter ? count + 1 : count
  }
}
