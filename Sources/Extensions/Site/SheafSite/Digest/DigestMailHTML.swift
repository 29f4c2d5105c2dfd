import ByteBasics
import NoteModel
import NoteSyntax
import Wording

/// The parts of a digest as the tables of a mail.
extension DigestHTML {
  func mailHTML(of part: DigestLetter.Part) -> String {
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
      return MailRows.title(name, facts: escapedHTML(facts), hasRule: !isFirst) + MailRows.table(lines.map(mailRow))
    case .entry(let id, let title, let facts, let note):
      let head = title.map { MailRows.title(escapedHTML($0), facts: escapedHTML(facts ?? ""), hasRule: !isFirst) } ?? ""
      return head + MailStyle.text(body(of: note, prefix: id))
    case .days(let days):
      return days.map { title, lines in
        MailRows.heading(escapedHTML(title))
          + MailRows.table(lines.map { MailRows.row(nil, mailWords(of: $0), look: "") })
      }.joined()
    case .figures(let figures):
      return MailRows.table(figures.map { MailRows.row(nil, "<b>\($0.value)</b> \(escapedHTML($0.label))", look: "") })
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
}

/// Rows of a mail: all styles are in them.
enum MailRows {
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
