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

struct StatsCommand: IndexReadingCommand {
  static var configuration: CommandConfiguration {
    explained("stats", PackageResources.stats_txt, ko: PackageResources.stats_ko_txt)
  }

  @Argument(help: help(.days, "Days to count. Default: this year.", ko: "통계를 볼 기간(기본값: 올해)"))
  var words: [String] = []

  @Flag(help: help("Print one JSON document.", ko: "JSON 문서 하나로 출력합니다."))
  var json = false

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let now = context.clock()
    let today = now.day
    let asked = words.isEmpty ? [String(today.year)] : words
    let read = context.leadingDays(asked, for: .past)
    let days = try read.flatMap { $0.query.isEmpty ? $0.days : nil } ?? context.dayRange(asked, default: 1)
    let tasks = try workspace.index.tasks()
    let closed = tasks.filter { $0.item.status == .done }.compactMap { $0.item.closed?.day }
    let notes = try workspace.index.notes(NoteRequest(query: .kind(.diary), now: now))
    // A streak goes on in other years; the streaks of former days are their own.
    let written = notes.compactMap(\.entryDay).filter { days.contains(today) || days.contains($0) }
    let statistics = DiaryStatistics(
      words: words(of: days, notes, workspace), days: Set(written), closed: closed, today: today, asked: days)
    let report = StatisticsReport(statistics, days: days)
    try context.show(report, OutputChoices(json: json), keys: [], pager: nil)
  }

  /// Returns the words of the entries by day; of several notes of a day the sum.
  private func words(of days: DayRange, _ notes: [NoteSummary], _ workspace: Workspace) -> [Day: Int] {
    var words: [Day: Int] = [:]
    for note in notes {
      guard let day = note.entryDay, days.contains(day),
        let bytes = try? workspace.files.read(note.path)
      else { continue }
      let document = Document(parsing: bytes)
      words[day, default: 0] += DiaryStatistics.wordCount(document.visible(document.body))
    }
    return words
  }
}
