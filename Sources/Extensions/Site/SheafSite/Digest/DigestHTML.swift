import ByteBasics
import CivilCalendar
import NoteModel
import NotePresentation
import NoteSyntax
import SafeHTML
import Wording

/// A digest as one page that needs nothing else: no script, no outside reference. A mail has the same parts as tables.
struct DigestHTML {
  private let letter: DigestLetter
  private let digest: Digest
  private let words: DigestWords
  private let plan: DigestPlan
  private let theme: DigestTheme
  /// Where a link of a note leads; a picture as a `data:` address.
  private let place: @Sendable (_ note: NotePath, _ link: BodyLink) -> BodyPlace
  /// The MathML of a formula; nil if it stays as it is written.
  private let mathML: @Sendable (Formula) -> String?
  /// The day that the rows of the strip begin with, if it has several.
  var weekStart = Weekday.monday
  /// What the text of a note is read by besides.
  var surroundings: BodySurroundings
  /// Said at the end, once the bodies are made.
  var foot: () -> [String] = { [] }
  /// The digests before and after it, where it is one of many.
  var neighbours: DigestNeighbours?
  /// The address of the page, for those who read a mail.
  var browserAddress: String?

  init(
    _ letter: DigestLetter, _ plan: DigestPlan, _ theme: DigestTheme, mathML: @escaping @Sendable (Formula) -> String?,
    place: @escaping @Sendable (_ note: NotePath, _ link: BodyLink) -> BodyPlace
  ) {
    self.letter = letter
    self.plan = plan
    self.theme = theme
    self.mathML = mathML
    self.place = place
    digest = letter.digest
    words = letter.words
    surroundings = BodySurroundings(words: BodyWords(words.language)) { _ in .hidden }
  }

  /// For a browser or paper.
  var page: [UInt8] {
    var values = values { html(of: $0) }
    values["summary"] = runs(words.summary)
    values["strip"] = strip
    if let (note, author) = digest.introduction {
      let signed = author.map { "<p>— \(escapedHTML($0))</p>\n" } ?? ""
      values["intro"] = body(of: note, prefix: "intro") + signed
    }
    if let neighbours { values["navigation"] = neighbours.values(words) }
    values["foot"] = ["lines": foot()]
    return theme.page(values)
  }

  /// Gmail cuts what is longer.
  private static let mailLimit = 96 << 10

  /// For programs that show mail: the style of each element is in it, and marks are the cells of a table.
  var mail: [UInt8] {
    let whole = mail(cuttingDiary: false)
    return MailPictures.detached(from: whole, identifier: "").html.count > Self.mailLimit
      ? mail(cuttingDiary: true) : whole
  }

  private func mail(cuttingDiary: Bool) -> [UInt8] {
    var values = values { part in
      if cuttingDiary, part.id == "diary" {
        let text = browserAddress.map { "<a href=\"\(escapedAttribute($0))\">\(escapedHTML(words.readInBrowser))</a>" }
        return MailRows.paragraph(text ?? escapedHTML(words.counts))
      }
      return mailHTML(of: part)
    }
    values["summary"] = runs(words.summary, inMail: true)
    values["preheader"] = words.counts
    values["strip"] = mailStrip
    if let (note, author) = digest.introduction {
      let signed = author.map { "<p class=\"soft\">— \(escapedHTML($0))</p>\n" } ?? ""
      values["intro"] = MailStyle.text(body(of: note, prefix: "intro") + signed)
    }
    if let browserAddress { values["browser"] = ["href": browserAddress, "title": words.readInBrowser] }
    values["foot"] = ["lines": foot()]
    return theme.mail(values)
  }

  private func values(html: (DigestLetter.Part) -> String) -> [String: Any] {
    let sections = letter.parts.map { part in
      ["name": part.id, "title": part.title, "html": html(part)] as [String: Any]
    }
    var values: [String: Any] = [
      "language": words.language.rawValue, "name": words.name, "title": words.heading, "fullTitle": words.fullTitle,
      "subject": words.subject, "description": words.counts, "sections": sections,
    ]
    if let week = words.week { values["week"] = week }
    if let site = plan.site { values["site"] = site + "/" }
    if let writtenBy = words.writtenBy { values["writtenBy"] = writtenBy }
    return values
  }

  // MARK: - Strip

  private var stripDays: [Day] {
    guard let range = digest.days, !digest.isEmpty, case let count = range.last.days(since: range.first), count > 0
    else { return [] }
    return (0...count).map { range.first.adding(days: $0) }
  }

  /// A cell a day in a week, a calendar of squares for a longer span.
  private var strip: String {
    let days = stripDays
    guard !days.isEmpty else { return "" }
    let label = escapedAttribute(words.days)
    guard days.count > 7 else {
      return
        "<ol class=\"strip\" aria-label=\"\(label)\">\n\(days.map(cell).joined())</ol><p class=\"bars\">\(escapedHTML(words.barsAre))</p>\n"
    }
    guard days.count < 100 else { return heatMap(days) }
    let lead = String(
      repeating: "<li class=\"none\" aria-hidden=\"true\"></li>",
      count: days[0].days(since: days[0].startOfWeek(weekStart)))
    return "<ol class=\"squares\" aria-label=\"\(label)\">\n\(lead)\(days.map(square).joined())</ol>\n"
  }

  private func cell(_ day: Day) -> String {
    let (all, done) = (digest.touched[day] ?? 0, digest.done.count { $0.task.closed?.day == day })
    let weekday = CalendarNames.shortWeekday(day.weekday, in: words.language.tongue)
    let entry = digest.diary.first { $0.day == day }
    let mood = plan.isPublic ? nil : entry.flatMap { words.mood(of: $0.note) }
    let shown = mood.map { "<small>\(escapedHTML($0).replacing(" · ", with: "<br>"))</small>" } ?? "<small></small>"
    let bar =
      "<span class=\"bar\(done > 0 ? " k" : "")\" style=\"--n:\(min(all, 6));--k:\(min(done, 6))\"></span>"
    let inner =
      "<span><span class=\"wd\">\(escapedHTML(weekday))</span> <b>\(day.dayOfMonth)</b></span>\(bar)\(shown)<span class=\"sr\">\(escapedHTML(words.dayLabel(all, done: done)))</span>"
    guard let address = letter.address(of: day) else { return "<li><span class=\"d\">\(inner)</span></li>\n" }
    return "<li><a href=\"\(address)\">\(inner)</a></li>\n"
  }

  /// The darkness of a day: an entry counts as three changes.
  private func weight(_ day: Day) -> Int {
    let all = (digest.touched[day] ?? 0) + 3 * digest.diary.count { $0.day == day }
    return all == 0 ? 0 : all < 4 ? 1 : all < 6 ? 2 : all < 9 ? 3 : 4
  }

  private func square(_ day: Day) -> String {
    let done = digest.done.count { $0.task.closed?.day == day }
    let label = words.near(day) + words.dayLabel(digest.touched[day] ?? 0, done: done)
    let inner = "<span aria-hidden=\"true\">\(day.dayOfMonth)</span><span class=\"sr\">\(escapedHTML(label))</span>"
    let look = " class=\"v\(weight(day))\""
    guard let address = letter.address(of: day) else { return "<li\(look)>\(inner)</li>\n" }
    return "<li\(look)><a href=\"\(address)\">\(inner)</a></li>\n"
  }

  /// A year: a column a week, a row a weekday.
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
    return
      "<svg class=\"heat\" viewBox=\"0 0 \(weeks * 12) 84\" role=\"img\" aria-label=\"\(escapedAttribute(label))\">\(shapes)</svg>\n"
  }

  /// The bars of a week as heights of cells.
  private var mailStrip: String {
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

  // MARK: - Parts of the page

  private func html(of part: DigestLetter.Part) -> String {
    part.groups.map { group in
      let count = group.count.map { " <span class=\"n\">\($0)</span>" } ?? ""
      let id = group.id.map { " id=\"\($0)\"" } ?? ""
      let head = group.title.map { "<h3\(id)>\(escapedHTML($0))\(count)</h3>\n" } ?? ""
      let look = part.id == "diary" ? "days" : "group"
      return head + "<div class=\"\(look)\">\n" + group.blocks.map { html(of: $0, in: group) }.joined() + "</div>\n"
    }.joined()
  }

  private func html(of block: DigestLetter.Block, in group: DigestLetter.Group) -> String {
    switch block {
    case .lines(let lines):
      return "<ul class=\"items \(group.id ?? "")\">\n\(lines.map { item($0) }.joined())</ul>\n"
    case .text(let runs): return "<p class=\"line\">\(self.runs(runs))</p>\n"
    case .note(let title, let address, let facts, let lines):
      let name = address.map { "<a href=\"\(escapedAttribute($0))\">\(escapedHTML(title))</a>" } ?? escapedHTML(title)
      let facts = facts.isEmpty ? "" : "<span class=\"f\">\(escapedHTML(facts))</span>"
      let head = "<div class=\"one\"><h4\(tongue(title))>\(name)</h4>\(facts)</div>\n"
      return "<article class=\"note\">\(head)\(content(lines))</article>\n"
    case .entry(let id, let title, let facts, let note):
      let mood = facts.map { " <span class=\"f\">\(escapedHTML($0))</span>" } ?? ""
      let head = title.map { "<h3>\(escapedHTML($0))\(mood)</h3>\n" } ?? ""
      return "<article id=\"\(id)\">\(head)\(body(of: note, prefix: id))</article>\n"
    case .days(let days):
      let rows = days.map { title, lines in
        "<dt>\(escapedHTML(title))</dt>"
          + lines.map { line in "<dd\(tongue(line))>\(words(of: line))</dd>" }.joined() + "\n"
      }
      return "<dl class=\"cal\">\n\(rows.joined())</dl>\n"
    }
  }

  /// Paragraphs, and lists of the lines with marks.
  private func content(_ lines: [DigestLine]) -> String {
    var html = ""
    var list = ""
    func close() -> String { list.isEmpty ? "" : "<ul class=\"what\">\n\(list)</ul>\n" }
    for line in lines {
      if line.mark == nil, line.look.isEmpty {
        html += close() + "<p\(tongue(line))>\(runs(line.runs))</p>\n"
        list = ""
      } else {
        list += item(line)
      }
    }
    return html + close()
  }

  private func item(_ line: DigestLine) -> String {
    let isOne = line.second.isEmpty && line.badge == nil && line.facts != nil
    let look = [line.look, isOne ? "one" : ""].filter { !$0.isEmpty }.joined(separator: " ")
    let mark = line.mark.map { "<span class=\"m\" aria-hidden=\"true\">\($0)</span>" } ?? ""
    let spoken = line.spoken.isEmpty ? "" : "<span class=\"sr\">\(escapedHTML(line.spoken))</span>"
    return "<li\(look.isEmpty ? "" : " class=\"\(look)\"")\(tongue(line))>\(mark)\(spoken)\(words(of: line))</li>\n"
  }

  private func words(of line: DigestLine) -> String {
    let badge = line.badge.map { " <span class=\"p\">\(escapedHTML($0))</span>" } ?? ""
    let second = line.second.isEmpty ? "" : "<br>" + runs(line.second)
    let isBelow = !line.second.isEmpty || line.badge != nil && line.mark == "◐"
    let facts = line.facts.map { " <span class=\"f\(isBelow ? " more" : "")\">\(escapedHTML($0))</span>" } ?? ""
    return runs(line.runs) + badge + second + facts
  }

  private func runs(_ runs: [DigestRun], inMail: Bool = false) -> String {
    runs.map { run in
      let text = escapedHTML(run.text)
      let shown =
        switch run.kind {
        case .plain: text
        case .title: inMail ? "<b>\(text)</b>" : "<i>\(text)</i>"
        case .old:
          inMail ? "<s class=\"soft\" style=\"color:#59636e\">\(text)</s>" : "<del>\(text)</del>"
        case .new:
          inMail ? "<span class=\"new\" style=\"background-color:#dff0e4\">\(text)</span>" : "<ins>\(text)</ins>"
        }
      guard let target = run.target, !inMail else { return shown }
      return "<a href=\"\(target)\">\(shown)</a>"
    }.joined()
  }

  private func tongue(_ line: DigestLine) -> String { tongue(line.runs.map(\.text).joined()) }
  private func tongue(_ text: String) -> String { letter.tongue(of: text).map { " lang=\"\($0)\"" } ?? "" }

  // MARK: - Parts of the mail

  private func mailHTML(of part: DigestLetter.Part) -> String {
    part.groups.map { group in
      let count = group.count.map { " <span style=\"font-weight:normal\">\($0)</span>" } ?? ""
      let head = group.title.map { MailRows.heading(escapedHTML($0) + count) } ?? ""
      return head + group.blocks.enumerated().map { mailHTML(of: $1, isFirst: $0 == 0) }.joined()
    }.joined()
  }

  private func mailHTML(of block: DigestLetter.Block, isFirst: Bool) -> String {
    switch block {
    case .lines(let lines): return MailRows.table(lines.map(mailRow))
    case .text(let runs): return MailRows.paragraph(self.runs(runs, inMail: true))
    case .note(let title, let address, let facts, let lines):
      let name =
        address.map {
          "<a class=\"ink\" href=\"\(escapedAttribute($0))\" style=\"color:#1f2328\">\(escapedHTML(title))</a>"
        } ?? escapedHTML(title)
      return MailRows.title(name, facts: escapedHTML(facts), hasRule: !isFirst)
        + MailRows.table(lines.map(mailRow))
    case .entry(let id, let title, let facts, let note):
      let head = title.map { MailRows.title(escapedHTML($0), facts: escapedHTML(facts ?? ""), hasRule: !isFirst) } ?? ""
      return head + MailStyle.text(body(of: note, prefix: id))
    case .days(let days):
      return days.map { title, lines in
        MailRows.heading(escapedHTML(title))
          + MailRows.table(lines.map { MailRows.row(nil, mailWords(of: $0), look: "") })
      }.joined()
    }
  }

  private func mailRow(_ line: DigestLine) -> String {
    MailRows.row(line.mark, mailWords(of: line), look: line.look)
  }

  private func mailWords(of line: DigestLine) -> String {
    let badge =
      line.badge.map { " <span class=\"soft\" style=\"font-size:13px;color:#59636e\">(\(escapedHTML($0)))</span>" }
      ?? ""
    let second = line.second.isEmpty ? "" : "<br>" + runs(line.second, inMail: true)
    let isBelow = !line.second.isEmpty || line.badge != nil && line.mark == "◐"
    let look = line.look == "late" ? "late\" style=\"color:#b3261e" : "soft\" style=\"color:#59636e"
    let facts =
      line.facts.map { "\(isBelow ? "<br>" : " · ")<span class=\"\(look);font-size:14px\">\(escapedHTML($0))</span>" }
      ?? ""
    return runs(line.runs, inMail: true) + badge + second + facts
  }

  // MARK: - Bodies

  /// The body without a heading that only repeats its day or title, its other headings three levels lower; boxes are
  /// signs, a picture on its own has its words below.
  private func body(of note: Note, prefix: String) -> String {
    let place = place
    let path = note.path
    var surroundings = surroundings
    surroundings.place = { place(path, $0) }
    surroundings.loadsRemoteMedia = false
    surroundings.headingShift = 3
    surroundings.mathML = mathML
    surroundings.omittedHeading = note.title
    let renamed = PagePlace.renamed(NoteBody(note.document, in: surroundings).html, prefix: "\(prefix)-")
    return Self.figures(Self.signs(String(decoding: renamed, as: UTF8.self)))
  }

  /// A control on paper or in a mail is taken out, or warned about.
  private static func signs(_ html: String) -> String {
    let parts = html.split(separator: "<input", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts.first ?? "")) { result, part in
      guard let end = part.firstIndex(of: ">") else { return result + "<input" + part }
      let sign = part[..<end].contains(" checked") ? "☑" : "☐"
      return result + "<span class=\"m\">\(sign)</span>" + part[part.index(after: end)...]
    }
  }

  private static func figures(_ html: String) -> String {
    html.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.hasPrefix("<p><img "), line.hasSuffix("></p>"), !line.dropFirst(8).contains("<img "),
        let start = line.firstRange(of: "alt=\"")
      else { return String(line) }
      let words = line[start.upperBound...].prefix { $0 != "\"" }
      let caption = words.isEmpty ? "" : "<figcaption>\(words)</figcaption>"
      return "<figure>\(line.dropFirst(3).dropLast(4))\(caption)</figure>"
    }.joined(separator: "\n")
  }
}

/// Rows of a mail: all styles are in them.
private enum MailRows {
  static let font =
    "-apple-system,'Segoe UI','Apple SD Gothic Neo','Noto Sans KR','Malgun Gothic',Helvetica,Arial,sans-serif"

  static func table(_ rows: [String]) -> String {
    rows.isEmpty
      ? ""
      : "<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\">\n\(rows.joined())</table>\n"
  }

  static func row(_ mark: String?, _ html: String, look: String) -> String {
    let style = "padding:3px 0;font:16px/25px \(font)"
    let (name, color) =
      switch look {
      case "done", "tick", "add": ("ok", "#1c6b43")
      case "late": ("late", "#b3261e")
      default: ("soft", "#59636e")
      }
    let first =
      mark.map { "<td class=\"\(name)\" width=\"26\" valign=\"top\" style=\"\(style);color:\(color)\">\($0)</td>" }
      ?? ""
    let span = mark == nil ? " colspan=\"2\"" : ""
    return "<tr>\(first)<td class=\"ink\"\(span) valign=\"top\" style=\"\(style);color:#1f2328\">\(html)</td></tr>\n"
  }

  static func cell(_ html: String, look: String, _ style: String) -> String {
    "<td class=\"\(look)\" align=\"center\" valign=\"top\" style=\"\(style);font:13px/18px \(font);color:#59636e\">\(html)</td>"
  }

  static func heading(_ html: String) -> String {
    "<p class=\"soft\" style=\"margin:16px 0 2px;font:bold 14px/20px \(font);color:#59636e\">\(html)</p>\n"
  }

  static func title(_ html: String, facts: String, hasRule: Bool) -> String {
    let rule = hasRule ? ";border-top:1px solid #dcd8ce" : ""
    return
      "<div class=\"rule\" style=\"margin:10px 0 0;padding:10px 0 0\(rule)\"><h3 class=\"ink\" style=\"margin:0;font:bold 17px/24px \(font);color:#1f2328\">\(html)</h3>"
      + (facts.isEmpty ? "" : "<p class=\"soft\" style=\"margin:0;font:14px/20px \(font);color:#59636e\">\(facts)</p>")
      + "</div>\n"
  }

  static func paragraph(_ html: String) -> String {
    "<p class=\"ink\" style=\"margin:6px 0;font:16px/25px \(font);color:#1f2328\">\(html)</p>\n"
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
