import ByteBasics
import CivilCalendar
import NoteModel
import NotePresentation
import NoteSyntax
import Wording

/// The days of a digest: a cell a day, a calendar of squares, a heat map.
extension DigestHTML {
  private var stripDays: [Day] {
    guard let range = digest.days, !digest.isEmpty, case let count = range.last.days(since: range.first), count > 0
    else { return [] }
    return (0...count).map { range.first.adding(days: $0) }
  }

  /// A cell a day in a week, a calendar of squares for a longer span.
  var strip: String {
    let days = stripDays
    guard !days.isEmpty else { return "" }
    let label = escapedAttribute(words.days)
    guard days.count > 7 else {
      return
        "<ol class=\"strip\" aria-label=\"\(label)\">\n\(days.map(cell).joined())</ol><p class=\"bars\">\(escapedHTML(words.barsAre))</p>\n"
    }
    guard days.count < 100 else { return heatMap(days) }
    return squares(days)
  }

  private func squares(_ days: [Day]) -> String {
    let first = days[0].startOfWeek(weekStart)
    let names = (0..<7).map { number in
      let name = CalendarNames.shortWeekday(first.adding(days: number).weekday, in: words.language.tongue)
      return "<li class=\"wd\" aria-hidden=\"true\">\(name.prefix(1))</li>"
    }
    let lead =
      names.joined()
      + String(repeating: "<li class=\"none\" aria-hidden=\"true\"></li>", count: days[0].days(since: first))
    return
      "<ol class=\"squares\" aria-label=\"\(escapedAttribute(words.days))\">\n\(lead)\(days.map(square).joined())</ol>\n"
  }

  // MARK: - A book

  private func chapter(_ id: String) -> DigestChapter? { letter.chapters.first { $0.id == id } }

  private func days(of chapter: DigestChapter) -> [Day] {
    (0...chapter.days.last.days(since: chapter.days.first)).map { chapter.days.first.adding(days: $0) }
  }

  /// Returns the days of a month, before its entries.
  func calendar(of part: DigestLetter.Part) -> String { chapter(part.id).map { squares(days(of: $0)) } ?? "" }

  /// Returns the day of an entry, shown next to the entry.
  func margin(of id: String) -> String? {
    guard digest.isBook, let day = letter.day(of: id) else { return nil }
    let weekday = CalendarNames.shortWeekday(day.weekday, in: words.language.tongue)
    return "<time datetime=\"\(day)\"><b>\(day.dayOfMonth)</b> \(escapedHTML(weekday))</time>"
  }

  /// The parts with the days of the months.
  var contents: String {
    let items = letter.parts.map { part in
      let chapter = chapter(part.id)
      let facts =
        chapter.map { chapter in
          let written = chapter.entries.map(\.entry.day)
          let days = written.first.map { LocalizedDate.text(DayRange($0, written.last ?? $0), in: words.language) }
          return
            "<span class=\"d\">\(escapedHTML(days ?? ""))</span><span class=\"f\">\(escapedHTML(words.facts(chapter)))</span>"
        } ?? ""
      let row = chapter.map { chapter in
        let paths = days(of: chapter).enumerated().map {
          "<path class=\"l\(weight($1))\" d=\"M\($0 * 12) 0h10v10h-10z\"/>"
        }
        return "<svg viewBox=\"0 0 372 10\" aria-hidden=\"true\">\(paths.joined())</svg>"
      }
      return "<li><a href=\"#\(part.id)\">\(escapedHTML(part.title))</a>\(facts)\(row ?? "")</li>\n"
    }
    return "<nav class=\"contents\"><h2>\(escapedHTML(words.contents))</h2>\n<ol>\n\(items.joined())</ol></nav>\n"
  }

  /// Each month has its name in the corner of its pages. The foot is on a page of the last part, not on one of its own.
  var chapterStyle: String {
    guard let last = letter.parts.last?.id else { return "" }
    let rules = letter.parts.filter { chapter($0.id) != nil }.map { part in
      "#\(part.id){page:\(part.id)}@page \(part.id){@top-right{content:\"\(part.title)\";font:9pt serif;color:#444}}"
    }
    return rules.joined() + (chapter(last) == nil ? "" : "footer{page:\(last)}")
  }

  private func cell(_ day: Day) -> String {
    let (all, done) = (digest.touched[day] ?? 0, digest.done.count { $0.task.closed?.day == day })
    let weekday = CalendarNames.shortWeekday(day.weekday, in: words.language.tongue)
    let entry = digest.diary.first { $0.day == day }
    let mood = plan.isPublic ? nil : entry.flatMap { words.mood(of: $0.note) }
    let shown = mood.map { "<small>\(escapedHTML($0).replacing(" · ", with: "<br>"))</small>" } ?? "<small></small>"
    let bar = "<span class=\"bar\(done > 0 ? " k" : "")\" style=\"--n:\(min(all, 6));--k:\(min(done, 6))\"></span>"
    let inner =
      "<span><span class=\"wd\">\(escapedHTML(weekday))</span> <b>\(day.dayOfMonth)</b></span>\(bar)\(shown)<span class=\"sr\">\(escapedHTML(words.dayLabel(all, done: done)))</span>"
    guard let address = letter.address(of: day) else { return "<li><span class=\"d\">\(inner)</span></li>\n" }
    return "<li><a href=\"\(address)\">\(inner)</a></li>\n"
  }

  /// Returns the darkness of a day: an entry counts as three changes.
  private func weight(_ day: Day) -> Int {
    let all = (digest.touched[day] ?? 0) + 3 * digest.diary.count { $0.day == day }
    return all == 0 ? 0 : all < 3 ? 1 : all < 4 ? 2 : all < 6 ? 3 : 4
  }

  private func square(_ day: Day) -> String {
    let done = digest.done.count { $0.task.closed?.day == day }
    let label = words.near(day) + words.dayLabel(digest.touched[day] ?? 0, done: done)
    let inner = "<span aria-hidden=\"true\">\(day.dayOfMonth)</span><span class=\"sr\">\(escapedHTML(label))</span>"
    let look = " class=\"v\(weight(day))\""
    guard let address = letter.address(of: day) else { return "<li\(look)>\(inner)</li>\n" }
    return "<li\(look)><a href=\"\(address)\">\(inner)</a></li>\n"
  }

  /// Returns a year: a column per week, a row per weekday.
  private func heatMap(_ days: [Day]) -> String {
    let start = days[0].startOfWeek(.monday)
    var paths: [Int: String] = [:]
    for day in days {
      let number = day.days(since: start)
      paths[weight(day), default: ""] += "M\(number / 7 * 12) \(number % 7 * 12)h10v10h-10z"
    }
    let label = "\(words.heading): \(words.counts)"
    let shapes = paths.sorted { $0.key < $1.key }.map { "<path class=\"l\($0.key)\" d=\"\($0.value)\"/>" }.joined()
    let weeks = (days.last ?? days[0]).days(since: start) / 7 + 1
    let names = days.filter { $0.dayOfMonth == 1 }.map { day in
      let name = words.language == .korean ? "\(day.month)월" : CalendarNames.shortMonth(day.month, in: .english)
      return "<text x=\"\(day.days(since: start) / 7 * 12)\" y=\"-4\">\(name)</text>"
    }
    return
      "<svg class=\"heat\" viewBox=\"0 -14 \(weeks * 12) 98\" role=\"img\" aria-label=\"\(escapedAttribute(label))\">\(names.joined())\(shapes)</svg>\n"
  }

  /// The bars of a week as heights of cells.
  var mailStrip: String {
    let days = stripDays
    guard !days.isEmpty, days.count <= 7 else { return "" }
    func row(_ cell: (Day) -> String) -> String { "<tr>\(days.map(cell).joined())</tr>\n" }
    let top = row { day in
      let weekday = CalendarNames.shortWeekday(day.weekday, in: words.language.tongue)
      return MailRows.cell(
        "\(escapedHTML(weekday)) <b class=\"ink\" style=\"color:#1f2328\">\(day.dayOfMonth)</b>", look: "soft rule",
        "border-top:1px solid #dcd8ce;padding:8px 0 4px")
    }
    let bars = row { day in
      let (all, done) = (min(digest.touched[day] ?? 0, 6), min(digest.done.count { $0.task.closed?.day == day }, 6))
      let green = done > 0 ? "<tr><td width=\"24\" height=\"\(done * 7)\" bgcolor=\"#1c6b43\"></td></tr>" : ""
      let blue = all > done ? "<tr><td width=\"24\" height=\"\((all - done) * 7)\" bgcolor=\"#5b93b5\"></td></tr>" : ""
      let bar =
        "<table role=\"presentation\" align=\"center\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\">\(green)\(blue)</table>"
      return
        "<td align=\"center\" valign=\"bottom\" height=\"44\" style=\"font-size:0;line-height:0\">\(all + done > 0 ? bar : "&nbsp;")</td>"
    }
    let moods = row { day in
      let entry = plan.isPublic ? nil : digest.diary.first { $0.day == day }
      let mood =
        entry.flatMap { words.mood(of: $0.note) }.map { escapedHTML($0).replacing(" · ", with: "<br>") } ?? "&nbsp;"
      return MailRows.cell(
        mood, look: "soft rule", "border-bottom:1px solid #dcd8ce;padding:4px 0 8px;word-break:keep-all")
    }
    return
      "<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"table-layout:fixed;margin:20px 0 0\">\n\(top)\(bars)\(moods)</table>\n"
      + "<p class=\"soft\" style=\"margin:6px 0 0;font-size:13px;line-height:18px;color:#59636e\">\(escapedHTML(words.barsAre))</p>\n"
  }
}
