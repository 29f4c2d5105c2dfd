import ByteBasics
import CivilCalendar
import NoteModel
import NotePresentation
import NoteSyntax
import Wording

/// A note as shown next to a link: its title, its fields, and its beginning.
struct NoteCard {
  let note: Note
  let snapshot: Snapshot

  private static let lineLimit = 12
  private static let byteLimit = 1_200

  func text(of anchor: NoteAnchors.Target?, backlinks: Int?) -> String {
    var parts = ["**\(note.title)**", facts(backlinks).joined(separator: " · ")]
    parts.append(excerpt(of: anchor))
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private func facts(_ backlinks: Int?) -> [String] {
    var facts = [note.path.string]
    if let task = note.tasks.first, task.source == .note {
      facts.append(task.status.name)
      if let due = task.due { facts.append(words(for: due, of: task)) }
    }
    if !note.tags.isEmpty { facts.append(note.tags.map { "#\($0)" }.joined(separator: " ")) }
    if let until = note.seal(on: snapshot.today) {
      facts.append(snapshot.text(Message("sealed until \(until)", ko: "\(until)까지 봉인")))
    }
    if let backlinks, backlinks > 0 {
      facts.append(snapshot.text(Message(counted(backlinks, "backlink"), ko: "백링크 \(backlinks)개")))
    }
    return facts
  }

  /// Returns the words for a due date: `overdue 3d`, `due Fri 2026-11-27`.
  private func words(for due: CivilDate, of task: TaskItem) -> String {
    let isOverdue = task.isOverdue(at: snapshot.now)
    let words =
      isOverdue
      ? DueText(due, at: snapshot.now).words(in: snapshot.language)
      : DayText.text(due.here(at: snapshot.now), in: snapshot.language)
    return isOverdue ? words : snapshot.text(Message("due", ko: "마감")) + " " + words
  }

  /// Returns the first lines of the body, or of the given section or block.
  func excerpt(of anchor: NoteAnchors.Target? = nil) -> String {
    let document = note.document
    var range = document.body
    switch anchor {
    case .heading(let position): range = document.section(of: position)
    case .block(let position):
      let offset = document.blockIdentifiers[position].range.lowerBound
      let block = document.blocks.filter { $0.range.contains(offset) && $0.kind != .list }
        .min { $0.range.count < $1.range.count }
      range = block?.range ?? range
    case .element, nil: break
    }
    let bytes = document.source[ByteRange(range.lowerBound, min(range.upperBound, range.lowerBound + Self.byteLimit))]
    let whole = String(decoding: bytes, as: UTF8.self).filter { $0 != "\u{FFFD}" && $0 != "\r" }
    let isEmpty = { (line: Substring) in line.allSatisfy(\.isWhitespace) }
    let lines = whole.textLines.trimming(while: isEmpty)
    var shown = Array(lines.prefix(Self.lineLimit).trimmingEnd(while: isEmpty))
    let isCut = shown.count < lines.count || bytes.endIndex < range.upperBound
    // An open fence would swallow the text that the client adds.
    if shown.count(where: { $0.hasPrefix("```") }) % 2 == 1 { shown.append("```") }
    return shown.joined(separator: "\n") + (isCut ? "\n\n…" : "")
  }
}
