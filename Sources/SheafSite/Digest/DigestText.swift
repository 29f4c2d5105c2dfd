package import NoteModel
package import NotePresentation
package import TerminalText
package import Wording

/// A digest as plain text or on the terminal.
package struct DigestText {
  private let digest: Digest
  private let words: DigestWords

  package init(_ digest: Digest, _ language: Language) {
    self.digest = digest
    words = DigestWords(digest, language)
  }

  package func lines(_ page: Page) -> [StyledText] {
    var lines = [
      StyledText(words.title, .title),
      StyledText(digest.isEmpty ? words.nothing : words.counts, .dim),
    ]
    lines += taskSection(words.done, digest.done, page)
    lines += taskSection(words.overdue, digest.overdue, page)
    lines += taskSection(words.coming, digest.coming, page)
    if !digest.diary.isEmpty {
      lines += heading(words.diary)
      for entry in digest.diary { lines += diaryEntry(entry, page) }
    }
    lines += noteSection(words.created, digest.created, page)
    lines += noteSection(words.changed, digest.changed, page)
    let footer = [words.further, words.leftOut].compactMap(\.self)
    if !footer.isEmpty { lines.append(StyledText()) }
    return lines + footer.map { StyledText($0, .dim) }
  }

  private func heading(_ title: String) -> [StyledText] {
    [StyledText(), StyledText(title, .heading)]
  }

  private func taskSection(
    _ title: String, _ entries: [Digest.TaskEntry], _ page: Page
  ) -> [StyledText] {
    guard !entries.isEmpty else { return [] }
    return heading(title)
      + entries.flatMap { entry in
        var line = StyledText("  ")
        line.append(StatusMark.mark(entry.task.status.name, page))
        line.append(" " + entry.task.shownTitle(BodyWords(words.language)))
        let isLate = entry.task.isOverdue(at: digest.now)
        if let when = words.when(entry.task) { line.append("  " + when, isLate ? .overdue : .dim) }
        return line.wrapped(to: page.columns)
      }
  }

  private func diaryEntry(_ entry: Digest.DiaryEntry, _ page: Page) -> [StyledText] {
    let inner = Page(
      columns: max(20, page.columns - 2), language: page.language, asciiOnly: page.asciiOnly,
      isTerminal: page.isTerminal)
    var body = TerminalRenderer.lines(entry.note.document, inner)
    if body.first?.plainText.hasSuffix(entry.note.title) == true { body.removeFirst() }
    body = Array(body.drop { $0.plainText.isEmpty })
    return [StyledText("  " + words.date(entry.day), .strong)]
      + body.map { $0.plainText.allSatisfy(\.isWhitespace) ? StyledText() : StyledText("  ") + $0 }
  }

  private func noteSection(_ title: String, _ notes: [Note], _ page: Page) -> [StyledText] {
    guard !notes.isEmpty else { return [] }
    return heading(title)
      + notes.flatMap { note in
        let excerpt = DigestExcerpt.text(of: note)
        var lines = [StyledText("  " + note.title, .strong)]
        if !excerpt.isEmpty {
          lines += StyledText(excerpt).wrapped(to: max(20, page.columns - 4))
            .map { StyledText("    ") + $0 }
        }
        return lines
      }
  }
}
