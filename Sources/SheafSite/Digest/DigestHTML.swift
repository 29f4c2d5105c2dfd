import CivilCalendar
package import NoteModel
import NotePresentation
import NoteSyntax
import SafeHTML
package import Wording

/// A digest as one page that needs nothing else: no script, no outside reference.
package struct DigestHTML {
  private let digest: Digest
  private let words: DigestWords
  /// The picture that a link of a note leads to, as a `data:` address; nil leaves it out.
  private let picture: @Sendable (_ note: NotePath, _ link: BodyLink) -> BodyPlace
  /// The MathML of a formula; nil if it stays as it is written.
  private let mathML: @Sendable (Formula) -> String?

  package init(
    _ digest: Digest, _ language: Language,
    mathML: @escaping @Sendable (Formula) -> String? = { _ in nil },
    picture: @escaping @Sendable (_ note: NotePath, _ link: BodyLink) -> BodyPlace
  ) {
    self.digest = digest
    words = DigestWords(digest, language)
    self.picture = picture
    self.mathML = mathML
  }

  package var page: [UInt8] {
    let title = escapedHTML(words.title)
    var html = """
      <!DOCTYPE html>
      <html lang="\(words.language.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title)</title>
      <style>
      \(DefaultTheme.digestStyle)
      </style>
      </head>
      <body>
      <main>
      <header>
      <h1>\(title)</h1>
      <p class="counts">\(escapedHTML(digest.isEmpty ? words.nothing : words.counts))</p>
      \(strip)</header>

      """
    html += contents
    html += taskSection("done", words.done, digest.done)
    html += taskSection("overdue", words.overdue, digest.overdue)
    html += upcoming
    var bytes = Array(html.utf8)
    appendDiary(to: &bytes)
    bytes += noteSection("created", words.created, digest.created).utf8
    bytes += noteSection("changed", words.changed, digest.changed).utf8
    bytes += footer.utf8
    bytes += "</main>\n</body>\n</html>\n".utf8
    return bytes
  }

  // MARK: - Masthead

  /// More days have no strip.
  private static let stripLimit = 42

  /// A cell for each day, with a mark for an entry of the diary, its mood, and the tasks that were done.
  private var strip: String {
    guard case .days(let range) = digest.subject, !digest.isEmpty,
      range.last.days(since: range.first) < Self.stripLimit
    else { return "" }
    let count = range.last.days(since: range.first)
    guard count > 0 else { return "" }
    let cells = (0...count).map { cell(range.first.adding(days: $0)) }
    return
      "<ol class=\"strip\" aria-label=\"\(escapedHTML(words.days))\">\n\(cells.joined())</ol>\n"
  }

  private func cell(_ day: Day) -> String {
    let entries = digest.diary.enumerated().filter { $0.element.day == day }
    let done = digest.done.count { $0.task.closed?.day == day }
    let label = escapedAttribute(words.dayLabel(day, entries: entries.count, done: done))
    let weekday = CalendarNames.shortWeekday(day.weekday, in: words.language.tongue)
    let mood = entries.lazy.compactMap { words.mood(of: $0.element.note) }.first
    var marks = entries.isEmpty ? "" : "●"
    if done > 0 { marks += (marks.isEmpty ? "" : " ") + "✓" + (done > 1 ? String(done) : "") }
    let shown =
      "<span aria-hidden=\"true\"><b>\(escapedHTML(weekday))</b> \(day.dayOfMonth)<i>\(marks)</i>"
      + (mood.map { "<small>\(escapedHTML($0))</small>" } ?? "") + "</span>"
    guard let first = entries.first else {
      return "<li title=\"\(label)\"><span class=\"label\">\(label)</span>\(shown)</li>\n"
    }
    return
      "<li><a href=\"#sheaf-day-\(first.offset + 1)\" aria-label=\"\(label)\">\(shown)</a></li>\n"
  }

  /// Links to the sections, where there are enough of them.
  private var contents: String {
    let sections: [(String, String, Int)] = [
      ("done", words.done, digest.done.count), ("overdue", words.overdue, digest.overdue.count),
      ("coming", words.coming, digest.coming.count), ("diary", words.diary, digest.diary.count),
      ("created", words.created, digest.created.count),
      ("changed", words.changed, digest.changed.count),
    ].filter { $0.2 > 0 }
    guard sections.count > 2 else { return "" }
    let items = sections.map { name, title, count in
      "<li><a href=\"#sheaf-\(name)\">\(escapedHTML(title))</a> \(count)</li>\n"
    }
    return
      "<nav aria-label=\"\(escapedHTML(words.contents))\">\n<ul>\n\(items.joined())</ul>\n</nav>\n"
  }

  // MARK: - Tasks

  private func taskSection(
    _ name: String, _ title: String, _ entries: [Digest.TaskEntry]
  ) -> String {
    guard !entries.isEmpty else { return "" }
    return """
      <section class="tasks \(name)">
      <h2 id="sheaf-\(name)">\(escapedHTML(title))</h2>
      \(list(entries) { words.when($0) })</section>

      """
  }

  /// Upcoming tasks under their days.
  private var upcoming: String {
    guard !digest.coming.isEmpty else { return "" }
    var days: [(day: Day?, entries: [Digest.TaskEntry])] = []
    for entry in digest.coming {
      let day = entry.task.due?.day
      if days.last?.day != day || days.isEmpty { days.append((day, [])) }
      days[days.count - 1].entries.append(entry)
    }
    let groups = days.map { group in
      let heading = group.day.map { "<h3>\(escapedHTML(words.dayHeading($0)))</h3>\n" } ?? ""
      return heading
        + list(group.entries) { task in group.day == nil ? words.when(task) : words.time(of: task) }
    }
    return """
      <section class="tasks coming">
      <h2 id="sheaf-coming">\(escapedHTML(words.coming))</h2>
      \(groups.joined())</section>

      """
  }

  private func list(
    _ entries: [Digest.TaskEntry], when: (TaskItem) -> String?
  ) -> String {
    let shown = BodyWords(words.language)
    let items = entries.map { entry in
      let when = when(entry.task).map { " <span class=\"when\">\(escapedHTML($0))</span>" }
      return "<li>\(escapedHTML(entry.task.shownTitle(shown)))\(when ?? "")</li>\n"
    }
    return "<ul>\n\(items.joined())</ul>\n"
  }

  private func appendDiary(to bytes: inout [UInt8]) {
    guard !digest.diary.isEmpty else { return }
    bytes +=
      "<section class=\"diary\">\n<h2 id=\"sheaf-diary\">\(escapedHTML(words.diary))</h2>\n".utf8
    for (number, entry) in digest.diary.enumerated() {
      let mood = words.mood(of: entry.note).map { "<p class=\"mood\">\(escapedHTML($0))</p>\n" }
      bytes +=
        "<article>\n<h3 id=\"sheaf-day-\(number + 1)\">\(escapedHTML(words.date(entry.day)))</h3>\n"
        .utf8
      bytes += (mood ?? "").utf8
      bytes += PagePlace.renamed(body(of: entry.note), prefix: "sheaf-entry-\(number + 1)-")
      bytes += "</article>\n".utf8
    }
    bytes += "</section>\n".utf8
  }

  private func noteSection(_ name: String, _ title: String, _ notes: [Note]) -> String {
    guard !notes.isEmpty else { return "" }
    let items = notes.map { note in
      let tags = note.tags.map { "#" + $0.string }.joined(separator: " ")
      let beginning = body(of: note, limit: DigestExcerpt.bytes)
      let excerpt = PlainText.excerpt(of: beginning, letters: DigestExcerpt.letters)
      return """
        <article>
        <h3>\(escapedHTML(note.title))</h3>
        \(excerpt.isEmpty ? "" : "<p>\(escapedHTML(excerpt))</p>\n")\
        \(tags.isEmpty ? "" : "<p class=\"tags\">\(escapedHTML(tags))</p>\n")</article>

        """
    }
    return """
      <section class="notes">
      <h2 id="sheaf-\(name)">\(escapedHTML(title))</h2>
      \(items.joined())</section>

      """
  }

  private var footer: String {
    let lines = [words.further, words.leftOut].compactMap(\.self)
    guard !lines.isEmpty else { return "" }
    return "<footer>\n" + lines.map { "<p>\(escapedHTML($0))</p>\n" }.joined() + "</footer>\n"
  }

  /// The body without a heading that only repeats its day or title, its other headings three levels lower.
  private func body(of note: Note, limit: Int? = nil) -> [UInt8] {
    let picture = picture
    let path = note.path
    var surroundings = BodySurroundings(words: BodyWords(words.language)) { link in
      link.form == .image || link.form == .embed ? picture(path, link) : .hidden
    }
    surroundings.loadsRemoteMedia = false
    surroundings.headingShift = 3
    surroundings.mathML = mathML
    surroundings.omittedHeading = note.title
    surroundings.limit = limit
    let document = note.document
    return NoteBody(document, in: surroundings).html
  }
}
