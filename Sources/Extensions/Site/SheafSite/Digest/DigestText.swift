package import NoteModel
package import NotePresentation
package import TerminalText
import Wording

/// A digest as plain text or on the terminal.
package struct DigestText {
  private let digest: Digest
  private let words: DigestWords

  package init(_ digest: Digest, _ words: DigestWords) {
    self.digest = digest
    self.words = words
  }

  package func lines(_ page: Page) -> [StyledText] {
    var lines = [StyledText(words.title, .title)]
    if let subtitle = words.subtitle { lines.append(StyledText(subtitle)) }
    lines.append(StyledText(words.summary, .dim))
    for section in digest.shown {
      lines += [StyledText(), StyledText(words.title(of: section), .heading)]
      lines += self.lines(of: section, page)
    }
    let footer = [words.further, words.leftOut].compactMap(\.self)
    if !footer.isEmpty { lines.append(StyledText()) }
    return lines + footer.map { StyledText($0, .dim) }
  }

  private func lines(of section: Digest.Section, _ page: Page) -> [StyledText] {
    switch section {
    case .done: tasks(digest.done, page) { words.when($0) }
    case .overdue: tasks(digest.overdue, page) { words.when($0) }
    case .upcoming: upcoming(page)
    case .board: digest.moved.flatMap { move($0, page) }
    case .diary: digest.diary.flatMap { diaryEntry($0, page) }
    case .new: digest.created.flatMap { note($0, DigestExcerpt.text(of: $0), page) }
    case .changed:
      digest.changed.flatMap { note($0, words.changes(of: $0) ?? DigestExcerpt.text(of: $0), page) }
    case .years: digest.years.flatMap { year($0, page) }
    }
  }

  private func upcoming(_ page: Page) -> [StyledText] {
    digest.comingDays.flatMap { day, entries in
      [StyledText("  " + words.dayHeading(day), .strong)]
        + tasks(entries, page, indent: "    ") { words.time(of: $0) }
    }
  }

  private func move(_ move: Digest.Move, _ page: Page) -> [StyledText] {
    var line = StatusMark.mark(move.to.name, page)
    line.append(" " + PlainText.words(ofMarkdown: move.title, BodyWords(words.language)))
    line.append("  " + words.columns(of: move), .dim)
    return line.wrapped(to: max(20, page.columns - 2)).map { StyledText("  ") + $0 }
  }

  private func year(_ entry: Digest.DiaryEntry, _ page: Page) -> [StyledText] {
    [StyledText("  " + words.date(entry.day), .strong)]
      + indented(DigestExcerpt.text(of: entry.note), page)
  }

  private func tasks(
    _ entries: [Digest.TaskEntry], _ page: Page, indent: String = "  ",
    when: (TaskItem) -> String?
  ) -> [StyledText] {
    entries.flatMap { entry in
      var line = StatusMark.mark(entry.task.status.name, page)
      line.append(" " + entry.task.shownTitle(BodyWords(words.language)))
      let isLate = entry.task.isOverdue(at: digest.now)
      if let when = when(entry.task) { line.append("  " + when, isLate ? .overdue : .dim) }
      return line.wrapped(to: max(20, page.columns - indent.count)).map { StyledText(indent) + $0 }
    }
  }

  private func diaryEntry(_ entry: Digest.DiaryEntry, _ page: Page) -> [StyledText] {
    let inner = Page(
      columns: max(20, page.columns - 2), language: page.language, asciiOnly: page.asciiOnly,
      isTerminal: page.isTerminal)
    var body = TerminalRenderer.lines(entry.note.document, inner)
    if body.first?.plainText.hasSuffix(entry.note.title) == true { body.removeFirst() }
    body = Array(body.drop { $0.plainText.isEmpty })
    var head = StyledText("  " + words.date(entry.day), .strong)
    if let mood = words.mood(of: entry.note) { head.append("  " + mood, .dim) }
    return [head]
      + body.map { $0.plainText.allSatisfy(\.isWhitespace) ? StyledText() : StyledText("  ") + $0 }
  }

  private func note(_ note: Note, _ words: String, _ page: Page) -> [StyledText] {
    [StyledText("  " + note.title, .strong)] + indented(words, page)
  }

  private func indented(_ text: String, _ page: Page) -> [StyledText] {
    guard !text.isEmpty else { return [] }
    return StyledText(text).wrapped(to: max(20, page.columns - 4)).map { StyledText("    ") + $0 }
  }
}
