package import ByteBasics
package import CivilCalendar
package import NoteModel
package import TerminalText
import Wording

/// The differences of notes from their earlier versions: fields in words, text by word.
package struct NoteDiffReport: Report {
  /// A note next to its version in a commit.
  package struct Entry: Sendable {
    package let path: NotePath
    let title: String
    let changes: [NoteChange]
    let before: String
    let after: String

    package init(path: NotePath, title: String, changes: [NoteChange], before: String, after: String) {
      self.path = path
      self.title = title
      self.changes = changes
      self.before = before
      self.after = after
    }
  }

  private let entries: [Entry]
  private let now: CivilMoment

  /// - Parameter now: The time on the user's clock, for changes of days and hours.
  package init(entries: [Entry], now: CivilMoment) {
    self.entries = entries
    self.now = now
  }

  package var kind: String { "diff" }

  package var items: [JSONValue] {
    entries.map { entry in
      .map([
        "path": .string(entry.path.string),
        "title": .string(entry.title),
        "changes": .array(entry.changes.map { .string($0.words(at: now).english) }),
      ])
    }
  }

  package func lines(_ page: Page) -> [StyledText] {
    Array(entries.map { lines($0, page) }.joined(separator: [StyledText()]))
  }

  private func lines(_ entry: Entry, _ page: Page) -> [StyledText] {
    let head = StyledText(entry.title, .title) + StyledText("  \(entry.path)", .path)
    let words = entry.changes.map { StyledText("  " + page.text($0.words(at: now))) }
    let text = text(entry)
    return [head] + words + (text.isEmpty ? [] : [StyledText()] + text)
  }

  /// Returns the changed lines, with one line around them, and `⋯` between parts.
  private func text(_ entry: Entry) -> [StyledText] {
    let before = Self.split(entry.before)
    let after = Self.split(entry.after)
    var lines: [StyledText] = []
    var shown = 0
    for change in LineDifference(from: before, to: after).changes {
      let start = max(shown, change.after.lowerBound - 1)
      if start > shown, !lines.isEmpty { lines.append(StyledText("⋯", .dim)) }
      lines += after[start..<change.after.lowerBound].map { StyledText($0, .dim) }
      lines +=
        WordDifference(
          from: before[change.before].joined(separator: "\n"), to: after[change.after].joined(separator: "\n")
        ).lines
      shown = change.after.upperBound
      if shown < after.count {
        lines.append(StyledText(after[shown], .dim))
        shown += 1
      }
    }
    return lines
  }

  private static func split(_ text: String) -> [String] {
    var lines = text.textLines.map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
