package import CivilCalendar
package import NoteModel
package import TerminalText
import Wording

/// Letters: those that are open by their titles, those that are sealed by their days alone.
package struct LetterReport: Report {
  private let open: [NoteSummary]
  private let sealed: [Day]
  private let today: Day

  package init(letters: [NoteSummary], today: Day) {
    self.today = today
    open = letters.filter { !$0.isSealed(on: today) }
    sealed = letters.filter { $0.isSealed(on: today) }.compactMap(\.unseal).sorted()
  }

  package var isEmpty: Bool { open.isEmpty && sealed.isEmpty }

  package var kind: String { "letters" }

  package var items: [JSONValue] {
    let opened = open.map { letter -> JSONValue in
      .object([
        JSONValue.Member("opens", .optional(letter.unseal?.description)),
        JSONValue.Member("open", .boolean(true)),
        JSONValue.Member("path", .string(letter.path.string)),
        JSONValue.Member("title", .string(letter.title)),
      ])
    }
    return opened
      + sealed.map { day in
        .object([
          JSONValue.Member("opens", .string(day.description)),
          JSONValue.Member("open", .boolean(false)), JSONValue.Member("path", .null),
          JSONValue.Member("title", .null),
        ])
      }
  }

  package func lines(_ page: Page) -> [StyledText] {
    guard !isEmpty else {
      return [StyledText(page.text(Message("There are no letters.", ko: "편지가 없습니다.")), .dim)]
    }
    let total = open.count + sealed.count
    let share = open.count * 100 / total
    var lines = [
      StyledText(
        page.text(
          Message(
            "\(counted(total, "letter")), \(open.count) of them open (\(share)%)",
            ko: "편지 \(total)통 가운데 \(open.count)통이 열렸습니다 (\(share)%)")))
    ]
    if let next = sealed.first {
      let days = next.days(since: today)
      let text = DayText.text(.day(next), in: page.language)
      lines.append(
        StyledText(
          page.text(
            Message(
              "The next opens on \(text), in \(counted(days, "day"))",
              ko: "다음 편지는 \(text), \(days)일 뒤에 열립니다")),
          .mark))
    }
    lines += open.map { letter in
      var line = StyledText("  " + (letter.unseal?.description ?? "") + "  ", .dim)
      line.append(letter.title, .title)
      line.append("  " + letter.path.string, .dim)
      return page.isTerminal ? line.truncated(to: page.columns) : line
    }
    lines += sealed.map { day in
      StyledText("  \(day)  ", .dim) + StyledText(page.text(Message("sealed", ko: "봉함")), .emphasis)
    }
    return lines
  }
}
