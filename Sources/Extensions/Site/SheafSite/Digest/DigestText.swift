import NoteModel
import NotePresentation
import TerminalText
import Wording

/// A digest as plain text or on the terminal.
package struct DigestText {
  private let letter: DigestLetter
  private let words: DigestWords

  init(_ letter: DigestLetter) {
    self.letter = letter
    words = letter.words
  }

  func lines(_ page: Page, end: [String]) -> [StyledText] {
    let head = [words.name, words.week].compactMap(\.self).joined(separator: " · ")
    var lines = [StyledText(head, .title), StyledText(words.heading, .strong), StyledText()]
    lines += wrapped(styled(words.summary), page.columns)
    if let writtenBy = words.writtenBy { lines += wrapped(StyledText(writtenBy, .dim), page.columns) }
    if let (note, author) = letter.digest.introduction {
      lines.append(StyledText())
      lines += body(of: note, page, indent: "  ")
      if let author { lines += [StyledText(), StyledText("  — " + author, .dim)] }
    }
    for part in letter.parts {
      let title = words.language == .english ? part.title.uppercased() : part.title
      lines += [StyledText(), StyledText(), StyledText(title, .heading)]
      lines.append(StyledText(String(repeating: page.asciiOnly ? "-" : "─", count: CellWidth.of(title)), .dim))
      for group in part.groups { lines += self.lines(of: group, page) }
    }
    let foot = words.foot + end
    guard !foot.isEmpty else { return lines }
    return lines + [StyledText(), StyledText("-- ", .dim)]
      + foot.flatMap { wrapped(StyledText($0, .dim), page.columns) }
  }

  private func lines(of group: DigestLetter.Group, _ page: Page) -> [StyledText] {
    var lines: [StyledText] = []
    if let title = group.title { lines.append(StyledText(title + (group.count.map { " (\($0))" } ?? ""), .strong)) }
    for (number, block) in group.blocks.enumerated() {
      switch block {
      case .lines(let items): lines += items.flatMap { line($0, "  ", page) }
      case .text(let runs): lines += indented(styled(runs), "  ", "  ", page)
      case .note(let title, _, let facts, let items):
        var head = StyledText(title, .strong)
        if !facts.isEmpty { head.append(" · " + facts, .dim) }
        lines += indented(head, "  ", "    ", page) + items.flatMap { line($0, "    ", page) }
        if items.contains(where: { $0.mark == nil }), number + 1 < group.blocks.count { lines.append(StyledText()) }
      case .entry(_, let title, let facts, let note):
        if let title {
          var head = StyledText(title, .strong)
          if let facts { head.append(" · " + facts, .dim) }
          lines.append(head)
        }
        lines += body(of: note, page, indent: "  ")
        if number + 1 < group.blocks.count { lines.append(StyledText()) }
      case .figures(let figures):
        let width = String(figures.map(\.value).max() ?? 0).count
        lines += figures.map { figure in
          let number = String(figure.value)
          return StyledText("  " + String(repeating: " ", count: width - number.count) + number + " " + figure.label)
        }
      case .days(let days):
        for (title, items) in days { lines += [StyledText(title, .strong)] + items.flatMap { line($0, "  ", page) } }
      }
    }
    return lines
  }

  private func line(_ line: DigestLine, _ indent: String, _ page: Page) -> [StyledText] {
    var text = StyledText()
    if let mark = line.mark { text.append(mark + " ", line.look == "late" ? .overdue : .plain) }
    text = text + styled(line.runs)
    let badges = [line.badge, line.second.isEmpty && line.badge != nil && line.mark == "☐" ? line.facts : nil]
      .compactMap(\.self)
    if !badges.isEmpty { text.append(" (\(badges.joined(separator: ", ")))", .dim) }
    let isInline = line.badge == nil && line.mark != "◐"
    if isInline, let facts = line.facts { text.append(" · " + facts, line.look == "late" ? .overdue : .dim) }
    let inner = indent + (line.mark == nil ? "" : "  ")
    var lines = indented(text, indent, inner, page)
    if !line.second.isEmpty { lines += indented(styled(line.second), inner, inner, page) }
    if !isInline, badges.count < 2, let facts = line.facts {
      lines += indented(StyledText(facts, .dim), inner, inner, page)
    }
    return lines
  }

  /// Writes replaced words as `old → new`.
  private func styled(_ runs: [DigestRun]) -> StyledText {
    var text = StyledText()
    for (index, run) in runs.enumerated() {
      switch run.kind {
      case .plain, .new:
        let isGap =
          run.text == " " && index > 0 && index + 1 < runs.count && runs[index - 1].kind == .old
          && runs[index + 1].kind == .new
        text.append(isGap ? " → " : run.text)
      case .title: text.append(run.text, .strong)
      case .old: text.append(run.text, .dim)
      }
    }
    return text
  }

  private func body(of note: Note, _ page: Page, indent: String) -> [StyledText] {
    let inner = Page(
      columns: max(20, page.columns - indent.count), language: page.language, asciiOnly: page.asciiOnly,
      isTerminal: page.isTerminal)
    var body = TerminalRenderer.lines(note.document, inner)
    if body.first?.plainText.hasSuffix(note.title) == true { body.removeFirst() }
    body = Array(body.drop { $0.plainText.isEmpty })
    return body.map { $0.plainText.allSatisfy(\.isWhitespace) ? StyledText() : StyledText(indent) + $0 }
  }

  private func wrapped(_ text: StyledText, _ columns: Int) -> [StyledText] { text.wrapped(to: max(20, columns)) }

  private func indented(_ text: StyledText, _ first: String, _ rest: String, _ page: Page) -> [StyledText] {
    let lines = text.wrapped(to: max(20, page.columns - rest.count))
    return lines.enumerated().map { StyledText($0 == 0 ? first : rest) + $1 }
  }
}
