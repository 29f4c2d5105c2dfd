package import CivilCalendar
package import NoteModel
import NotePresentation
import NoteSyntax
import SafeHTML
import Wording

/// A digest as one page that needs nothing else: no script, no outside reference.
package struct DigestHTML {
  private let digest: Digest
  private let words: DigestWords
  private let theme: DigestTheme
  /// The picture that a link of a note leads to, as a `data:` address; nil leaves it out.
  private let picture: @Sendable (_ note: NotePath, _ link: BodyLink) -> BodyPlace
  /// The MathML of a formula; nil if it stays as it is written.
  private let mathML: @Sendable (Formula) -> String?
  /// The day that the rows of the strip begin with, if it has several.
  package var weekStart = Weekday.monday
  /// What the text of a note is read by besides.
  package var surroundings: BodySurroundings
  /// Said at the end, once the bodies are made.
  package var remark: () -> String? = { nil }
  /// The digests before and after it, where it is one of many.
  package var neighbours: DigestNeighbours?

  package init(
    _ digest: Digest, _ words: DigestWords, _ theme: DigestTheme,
    mathML: @escaping @Sendable (Formula) -> String? = { _ in nil },
    picture: @escaping @Sendable (_ note: NotePath, _ link: BodyLink) -> BodyPlace
  ) {
    self.digest = digest
    self.words = words
    self.theme = theme
    self.picture = picture
    self.mathML = mathML
    surroundings = BodySurroundings(words: BodyWords(words.language)) { _ in .hidden }
  }

  /// For a browser or paper.
  package var page: [UInt8] {
    var values = self.values { html(of: $0) }
    values["strip"] = strip
    if let contents { values["contents"] = contents }
    if let neighbours { values["navigation"] = neighbours.values(words) }
    return theme.page(values)
  }

  /// For programs that show mail: the style of each element is in it, and days are the cells of a table.
  package var mail: [UInt8] {
    var values = self.values { section in
      String(decoding: MailStyle.applied(to: Array(html(of: section).utf8)), as: UTF8.self)
    }
    values["strip"] = mailStrip
    return theme.mail(values)
  }

  private func values(html: (Digest.Section) -> String) -> [String: Any] {
    let sections = digest.shown.map { section in
      [
        "name": section.rawValue, "class": Self.classes(section),
        "title": words.title(of: section), "count": digest.count(of: section),
        "html": html(section),
      ] as [String: Any]
    }
    let lines = [words.further, words.leftOut, remark()].compactMap(\.self)
    var values: [String: Any] = [
      "language": words.language.rawValue, "title": words.title, "fullTitle": words.fullTitle,
      "counts": words.summary, "sections": sections,
    ]
    if let subtitle = words.subtitle { values["subtitle"] = subtitle }
    if !lines.isEmpty { values["footer"] = ["lines": lines] }
    return values
  }

  private static func classes(_ section: Digest.Section) -> String {
    switch section {
    case .done, .overdue, .board: "tasks " + section.rawValue
    case .upcoming: "tasks coming"
    case .diary: "diary"
    case .new, .changed, .years: "notes"
    }
  }

  private func html(of section: Digest.Section) -> String {
    switch section {
    case .done: list(digest.done) { words.when($0) }
    case .overdue: list(digest.overdue, isLate: true) { words.when($0) }
    case .upcoming:
      digest.comingDays.map { day, entries in
        "<h3>\(escapedHTML(words.dayHeading(day)))</h3>\n" + list(entries) { words.time(of: $0) }
      }.joined()
    case .board: moves
    case .diary: diary
    case .new: digest.created.map { article($0, change: nil) }.joined()
    case .changed: digest.changed.map { article($0, change: words.changes(of: $0)) }.joined()
    case .years: digest.years.map(memory).joined()
    }
  }

  // MARK: - Masthead

  /// More days have no strip.
  private static let stripLimit = Digest.longestSpan

  /// A day of the strip.
  private struct StripDay {
    let day: Day
    let label: String
    let weekday: String
    let marks: String
    let mood: String?
    /// The number of its first entry among all.
    let entry: Int?
  }

  /// A mark for an entry of the diary, its mood, and the tasks that were done.
  private var stripDays: [StripDay] {
    guard case .days(let range) = digest.subject, !digest.isEmpty,
      case let count = range.last.days(since: range.first), (1..<Self.stripLimit).contains(count)
    else { return [] }
    let showsDiary = digest.sections.contains(.diary)
    return (0...count).map { offset in
      let day = range.first.adding(days: offset)
      let entries = digest.diary.enumerated().filter { showsDiary && $0.element.day == day }
      let done = digest.done.count { $0.task.closed?.day == day }
      let due = digest.coming.count { $0.task.due?.day == day }
      var marks = entries.isEmpty ? [] : ["●"]
      if done > 0 { marks.append("✓" + (done > 1 ? String(done) : "")) }
      if due > 0 { marks.append("○" + (due > 1 ? String(due) : "")) }
      return StripDay(
        day: day, label: words.dayLabel(day, entries: entries.count, done: done, due: due),
        weekday: CalendarNames.shortWeekday(day.weekday, in: words.language.tongue),
        marks: marks.joined(separator: " "),
        mood: entries.lazy.compactMap { words.mood(of: $0.element.note) }.first,
        entry: entries.first.map { $0.offset + 1 })
    }
  }

  /// The empty places before the first day, where each row is a week.
  private func lead(of days: [StripDay]) -> Int {
    days.count > 7 ? days[0].day.days(since: days[0].day.startOfWeek(weekStart)) : 0
  }

  private var strip: String {
    let days = stripDays
    guard !days.isEmpty else { return "" }
    let label = escapedAttribute(words.days)
    let lead = String(repeating: "<li class=\"none\" aria-hidden=\"true\"></li>\n", count: lead(of: days))
    return "<ol class=\"strip\" aria-label=\"\(label)\">\n\(lead)\(days.map(cell).joined())</ol>\n"
  }

  private func cell(_ day: StripDay) -> String {
    let label = escapedAttribute(day.label)
    let today = day.day == digest.today ? " class=\"today\"" : ""
    let shown =
      "<span aria-hidden=\"true\"><b>\(escapedHTML(day.weekday))</b> \(day.day.dayOfMonth)<i>\(day.marks)</i>"
      + (day.mood.map { "<small>\(escapedHTML($0))</small>" } ?? "") + "</span>"
    guard let entry = day.entry else {
      return "<li\(today) title=\"\(label)\"><span class=\"label\">\(label)</span>\(shown)</li>\n"
    }
    return
      "<li\(today)><a href=\"#sheaf-day-\(entry)\" aria-label=\"\(label)\">\(shown)</a></li>\n"
  }

  /// Seven days a row.
  private var mailStrip: String {
    let days = stripDays
    guard !days.isEmpty else { return "" }
    let cells = Array(repeating: "<td width=\"14%\"></td>", count: lead(of: days)) + days.map(mailCell)
    let rows = stride(from: 0, to: cells.count, by: 7).map { start in
      "<tr>" + cells[start..<min(start + 7, cells.count)].joined() + "</tr>\n"
    }
    return """
      <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 8px;table-layout:fixed">
      \(rows.joined())</table>

      """
  }

  private func mailCell(_ day: StripDay) -> String {
    let mood = day.mood.map { "<br><span class=\"soft\" style=\"font-size:12px\">\(escapedHTML($0))</span>" }
    return """
      <td class="cell" width="14%" align="center" valign="top" title="\(escapedAttribute(day.label))" \
      style="padding:6px 2px;border:1px solid #d8dde3;font-size:13px;line-height:18px">\
      <span class="soft" style="color:#59636e">\(escapedHTML(day.weekday))</span> \(day.day.dayOfMonth)<br>\
      <span class="accent" style="color:#0a5c8a">\(day.marks.isEmpty ? "&nbsp;" : day.marks)</span>\(mood ?? "")</td>
      """
  }

  /// Links to the sections, where there are enough of them.
  private var contents: [String: Any]? {
    let shown = digest.shown
    guard shown.count > 2 else { return nil }
    return [
      "name": words.contents,
      "items": shown.map { section in
        [
          "name": section.rawValue, "title": words.title(of: section),
          "count": digest.count(of: section),
        ] as [String: Any]
      },
    ]
  }

  // MARK: - Sections

  private func list(
    _ entries: [Digest.TaskEntry], isLate: Bool = false, when: (TaskItem) -> String?
  ) -> String {
    let shown = BodyWords(words.language)
    let items = entries.map { entry in
      let state =
        switch entry.task.status {
        case .done: "☑"
        case .doing: "◐"
        default: "☐"
        }
      return item(
        state, entry.task.shownTitle(shown), when(entry.task), isLate: isLate)
    }
    return "<ul class=\"items\">\n\(items.joined())</ul>\n"
  }

  private var moves: String {
    let shown = BodyWords(words.language)
    let items = digest.moved.map { move in
      item("→", PlainText.words(ofMarkdown: move.title, shown), words.columns(of: move))
    }
    return "<ul class=\"items\">\n\(items.joined())</ul>\n"
  }

  private func item(_ mark: String, _ title: String, _ when: String?, isLate: Bool = false)
    -> String
  {
    let kind = isLate ? "when late" : "when soft"
    let when = when.map { " <span class=\"\(kind)\">\(escapedHTML($0))</span>" } ?? ""
    return
      "<li><span class=\"mark\" aria-hidden=\"true\">\(mark)</span> \(escapedHTML(title))\(when)</li>\n"
  }

  /// The place of a day in the diary; nil if it has no entry here.
  package static func address(of day: Day, in digest: Digest) -> String? {
    digest.diary.firstIndex { $0.day == day }.map { "#sheaf-day-\($0 + 1)" }
  }

  private var diary: String {
    digest.diary.enumerated().map { number, entry in
      let mood = words.mood(of: entry.note).map {
        "<p class=\"mood soft\">\(escapedHTML($0))</p>\n"
      }
      let body = PagePlace.renamed(body(of: entry.note), prefix: "sheaf-entry-\(number + 1)-")
      return """
        <article>
        <h3 id="sheaf-day-\(number + 1)">\(escapedHTML(words.date(entry.day)))</h3>
        \(mood ?? "")\(String(decoding: body, as: UTF8.self))</article>

        """
    }.joined()
  }

  private func article(_ note: Note, change: String?) -> String {
    let change = change.map { "<p class=\"change\">\(escapedHTML($0))</p>\n" } ?? ""
    let tags = note.tags.map { "#" + $0.string }.joined(separator: " ")
    let last = tags.isEmpty ? "" : "<p class=\"tags soft\">\(escapedHTML(tags))</p>\n"
    return "<article>\n<h3>\(escapedHTML(note.title))</h3>\n"
      + change + (change.isEmpty ? excerpt(of: note) : "") + last + "</article>\n"
  }

  private func memory(_ entry: Digest.DiaryEntry) -> String {
    "<article>\n<h3>\(escapedHTML(words.date(entry.day)))</h3>\n\(excerpt(of: entry.note))</article>\n"
  }

  private func excerpt(of note: Note) -> String {
    let beginning = body(of: note, limit: DigestExcerpt.bytes)
    let excerpt = PlainText.excerpt(of: beginning, letters: DigestExcerpt.letters)
    return excerpt.isEmpty ? "" : "<p>\(escapedHTML(excerpt))</p>\n"
  }

  /// The body without a heading that only repeats its day or title, its other headings three levels lower.
  private func body(of note: Note, limit: Int? = nil) -> [UInt8] {
    let picture = picture
    let path = note.path
    let showsPictures = limit == nil
    var surroundings = surroundings
    surroundings.place = { link in
      showsPictures && (link.form == .image || link.form == .embed) ? picture(path, link) : .hidden
    }
    surroundings.loadsRemoteMedia = false
    surroundings.headingShift = 3
    surroundings.mathML = mathML
    surroundings.omittedHeading = note.title
    surroundings.limit = limit
    return NoteBody(note.document, in: surroundings).html
  }
}

/// The digests before and after one of an archive, by the names of their files.
package struct DigestNeighbours: Sendable {
  package var previous: (file: String, title: String)?
  package var next: (file: String, title: String)?
  /// The title of the list of all of them.
  package var home: String

  package init(
    previous: (file: String, title: String)?, next: (file: String, title: String)?, home: String
  ) {
    self.previous = previous
    self.next = next
    self.home = home
  }

  func values(_ words: DigestWords) -> [String: Any] {
    var values: [String: Any] = ["name": words.archive, "home": home]
    if let previous { values["previous"] = ["href": previous.file, "title": previous.title] }
    if let next { values["next"] = ["href": next.file, "title": next.title] }
    return values
  }
}
