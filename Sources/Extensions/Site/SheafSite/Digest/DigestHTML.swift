import ByteBasics
import CivilCalendar
import NoteModel
import NotePresentation
import NoteSyntax
import SafeHTML
import Wording

/// A digest as one page that needs nothing else: no script, no outside reference. A mail has the same parts as tables.
struct DigestHTML {
  let letter: DigestLetter
  let digest: Digest
  let words: DigestWords
  let plan: DigestPlan
  private let theme: DigestTheme
  /// Returns the destination of a link of a note; for a picture a `data:` address.
  private let place: @Sendable (_ note: NotePath, _ link: BodyLink) -> BodyPlace
  /// Returns the MathML of a formula; nil to show it as written.
  private let mathML: @Sendable (Formula) -> String?
  /// The day that the rows of the strip begin with, if it has several.
  var weekStart = Weekday.monday
  /// The definitions outside of a note with which its text is read.
  var surroundings: BodySurroundings
  /// The sentences at the end, made after the bodies.
  var foot: () -> [String] = { [] }
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

  /// Formats the digest for a browser or paper.
  func page(navigation: [String: Any]?) -> [UInt8] {
    var values = values(inMail: false) { html(of: $0) }
    values["strip"] = strip
    if digest.isBook { values["book"] = ["contents": contents] }
    if let navigation { values["navigation"] = navigation }
    return theme.page(values, furtherStyle: chapterStyle)
  }

  /// Gmail cuts longer mails.
  private static let mailLimit = 96 << 10

  /// The HTML for mail programs: each element has its own style, and marks are cells of a table.
  var mail: [UInt8] {
    let whole = mail(cuttingDiary: false)
    return MailPictures.detached(from: whole, identifier: "").html.count > Self.mailLimit
      ? mail(cuttingDiary: true) : whole
  }

  private func mail(cuttingDiary: Bool) -> [UInt8] {
    var values = values(inMail: true) { part in
      guard cuttingDiary, part.id == "diary" else { return mailHTML(of: part) }
      let text = browserAddress.map { "<a href=\"\(escapedAttribute($0))\">\(escapedHTML(words.readInBrowser))</a>" }
      return MailRows.paragraph(text ?? escapedHTML(words.counts))
    }
    // A program of mail shows it after the subject, which has the counts.
    values["preheader"] = words.summary.map(\.text).joined()
    values["strip"] = mailStrip
    if let browserAddress { values["browser"] = ["href": browserAddress, "title": words.readInBrowser] }
    return theme.mail(values)
  }

  private func values(inMail: Bool, html: (DigestLetter.Part) -> String) -> [String: Any] {
    let sections = letter.parts.map { part in
      ["name": part.id, "title": part.title, "html": html(part)] as [String: Any]
    }
    var values: [String: Any] = [
      "language": words.language.rawValue, "name": words.name, "title": words.heading, "fullTitle": words.fullTitle,
      "subject": words.subject, "description": words.counts, "sections": sections,
      "summary": runs(letter.summary, inMail: inMail),
    ]
    if let week = words.week { values["week"] = week }
    if let site = plan.site { values["site"] = site + "/" }
    if let writtenBy = words.writtenBy { values["writtenBy"] = writtenBy }
    if let (note, author) = digest.introduction {
      let signed = author.map { "<p\(inMail ? " class=\"soft\"" : "")>— \(escapedHTML($0))</p>\n" } ?? ""
      let html = body(of: note, prefix: "intro") + signed
      values["intro"] = inMail ? MailStyle.text(html) : html
    }
    // After the bodies: they know how many pictures were left out.
    values["foot"] = ["lines": foot()]
    return values
  }

  // MARK: - Parts of the page

  private func html(of part: DigestLetter.Part) -> String {
    calendar(of: part)
      + part.groups.map { group in
        let count = group.count.map { " <span class=\"n\">\($0)</span>" } ?? ""
        let id = group.id.map { " id=\"\($0)\"" } ?? ""
        let head = group.title.map { "<h3\(id)>\(escapedHTML($0))\(count)</h3>\n" } ?? ""
        let isDiary = if case .entry(let id, _, _, _)? = group.blocks.first { letter.day(of: id) != nil } else { false }
        let look = isDiary || part.id == "diary" ? "days" : "group"
        return head + "<div class=\"\(look)\">\n" + group.blocks.map { html(of: $0, in: group) }.joined() + "</div>\n"
      }.joined()
  }

  private func html(of block: DigestLetter.Block, in group: DigestLetter.Group) -> String {
    switch block {
    case .lines(let lines): return "<ul class=\"items \(group.id ?? "")\">\n\(lines.map { item($0) }.joined())</ul>\n"
    case .text(let runs): return "<p class=\"line\">\(self.runs(runs))</p>\n"
    case .note(let title, let address, let facts, let lines):
      let name = address.map { "<a href=\"\(escapedAttribute($0))\">\(escapedHTML(title))</a>" } ?? escapedHTML(title)
      let facts = facts.isEmpty ? "" : "<span class=\"f\">\(escapedHTML(facts))</span>"
      let head = "<div class=\"one\"><h4\(tongue(title))>\(name)</h4>\(facts)</div>\n"
      return "<article class=\"note\">\(head)\(content(lines))</article>\n"
    case .entry(let id, let title, let facts, let note):
      let mood = facts.map { " <span class=\"f\">\(escapedHTML($0))</span>" } ?? ""
      let head = title.map { "<h3>\(margin(of: id) ?? escapedHTML($0))\(mood)</h3>\n" } ?? ""
      return "<article id=\"\(id)\">\(head)\(body(of: note, prefix: id))</article>\n"
    case .days(let days):
      let rows = days.map { title, lines in
        "<dt>\(escapedHTML(title))</dt>"
          + lines.map { line in "<dd\(tongue(line))>\(words(of: line))</dd>" }.joined() + "\n"
      }
      return "<dl class=\"cal\">\n\(rows.joined())</dl>\n"
    case .figures(let figures):
      let rows = figures.map { figure in
        let bar = figure.share.map { "<i style=\"--w:\(Int(($0 * 100).rounded()))%\"></i>" } ?? ""
        return "<div><dt>\(escapedHTML(figure.label))</dt><dd>\(bar)\(figure.value)</dd></div>\n"
      }
      return "<dl class=\"figures\(figures.contains { $0.share != nil } ? " lengths" : "")\">\n\(rows.joined())</dl>\n"
    }
  }

  /// Returns paragraphs, and lists of the lines with marks.
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

  func runs(_ runs: [DigestRun], inMail: Bool = false) -> String {
    runs.map { run in
      let text = escapedHTML(run.text)
      let shown =
        switch run.kind {
        case .plain: text
        case .title: inMail ? "<b>\(text)</b>" : "<i>\(text)</i>"
        case .old: inMail ? "<s class=\"soft\" style=\"color:#59636e\">\(text)</s>" : "<del>\(text)</del>"
        case .new:
          inMail ? "<span class=\"new\" style=\"background-color:#dff0e4\">\(text)</span>" : "<ins>\(text)</ins>"
        }
      guard let target = run.target, !inMail else { return shown }
      return "<a href=\"\(target)\">\(shown)</a>"
    }.joined()
  }

  private func tongue(_ line: DigestLine) -> String { tongue(line.runs.map(\.text).joined()) }
  private func tongue(_ text: String) -> String { letter.tongue(of: text).map { " lang=\"\($0)\"" } ?? "" }

  // MARK: - Bodies

  /// Returns the body without a heading that only repeats its day or title, its other headings three levels lower;
  /// boxes are signs, a picture on its own has its words below.
  func body(of note: Note, prefix: String) -> String {
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

  /// Replaces controls in HTML for paper or mail by characters.
  private static func signs(_ html: String) -> String {
    let parts = html.split(separator: "<input", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts.first ?? "")) { result, part in
      guard let end = part.firstIndex(of: ">") else { return result + "<input" + part }
      let sign = part[..<end].contains(" checked") ? " ok\">☑" : "\">☐"
      return result + "<span class=\"m\(sign)</span>" + part[part.index(after: end)...]
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
