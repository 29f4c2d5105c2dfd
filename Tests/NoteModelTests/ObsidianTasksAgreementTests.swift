import CivilCalendar
import Foundation
import NoteModel
import NoteSyntax
import NoteTestSupport
import Testing

/// Lines that Sheaf has changed, read as Obsidian Tasks reads them.
@Suite struct ObsidianTasksAgreementTests {
  /// Obsidian Tasks, as its documentation describes it: fields are taken off the end of the line, one after the
  /// other, tags between them allowed, until a text comes that it does not know.
  private struct EndReader {
    private(set) var values: [String: String] = [:]

    private static let fields: [(key: String, pattern: String)] = [
      ("due", "(?:📅|📆|🗓)\\x{FE0F}? *([0-9]{4}-[0-9]{2}-[0-9]{2})$"),
      ("scheduled", "(?:⏳|⌛)\\x{FE0F}? *([0-9]{4}-[0-9]{2}-[0-9]{2})$"),
      ("start", "🛫\\x{FE0F}? *([0-9]{4}-[0-9]{2}-[0-9]{2})$"),
      ("created", "➕\\x{FE0F}? *([0-9]{4}-[0-9]{2}-[0-9]{2})$"),
      ("completion", "✅\\x{FE0F}? *([0-9]{4}-[0-9]{2}-[0-9]{2})$"),
      ("cancelled", "❌\\x{FE0F}? *([0-9]{4}-[0-9]{2}-[0-9]{2})$"),
      ("repeat", "🔁\\x{FE0F}? *([a-zA-Z0-9, !]+)$"), ("id", "🆔\\x{FE0F}? *([a-zA-Z0-9_-]+)$"),
      ("dependsOn", "⛔\\x{FE0F}? *([a-zA-Z0-9_-]+( *, *[a-zA-Z0-9_-]+)*)$"),
      ("priority", "(🔺|⏫|🔼|🔽|⏬)\\x{FE0F}?$"), ("tag", "(?:^|\\s)(#[^ !@#$%^&*(),.?\":{}|<>]+)$"),
    ]

    init(_ line: String) throws {
      var rest = line
      if let block = try Self.match(" \\^[a-zA-Z0-9-]+$", in: rest) { rest = block.before }
      rest = rest.trimmed
      var isMatched = true
      while isMatched {
        isMatched = false
        for (key, pattern) in Self.fields {
          guard let match = try Self.match(pattern, in: rest) else { continue }
          if key != "tag" { values[key] = match.value }
          rest = match.before.trimmed
          isMatched = true
        }
      }
    }

    /// By code units, as JavaScript matches: a variation selector is a letter of its own.
    private static func match(
      _ pattern: String, in text: String
    ) throws -> (value: String, before: String)? {
      let whole = text as NSString
      let expression = try NSRegularExpression(pattern: pattern)
      let range = NSRange(location: 0, length: whole.length)
      guard let match = expression.firstMatch(in: text, range: range) else { return nil }
      let value = match.numberOfRanges > 1 ? match.range(at: 1) : match.range
      return (whole.substring(with: value), whole.substring(to: match.range.location))
    }
  }

  private static let marks = [
    "📅 2026-11-30", "⏳ 2026-11-28", "🛫 2026-11-01", "➕ 2026-10-01", "🔁 every month", "🔁 every week",
    "🔼", "⏫", "🆔 ab-1", "⛔ x1, y2", "#work", "#집", "🗓️2026-11-29", "🔁 매주", "⏰ 10분 전",
    "[project:: home]", "[time:: 18:00]", "🔁 every 2 weeks on mon,fri",
  ]

  /// A line on which Obsidian Tasks already sees every field that it knows.
  private func line(_ random: inout SeededGenerator) -> String {
    let own: (String) -> Bool = { $0.hasPrefix("⏰") || $0.hasPrefix("[") || $0.hasPrefix("🔁 매") }
    var chosen: [String] = []
    for mark in Self.marks.shuffled(using: &random).prefix(Int.random(in: 0...6, using: &random))
    where !chosen.contains(where: { $0.first == mark.first && mark.first != "#" }) {
      chosen.append(mark)
    }
    // Of two due days Obsidian Tasks takes the first, Sheaf the last.
    if chosen.contains("📅 2026-11-30") { chosen.removeAll { $0 == "🗓️2026-11-29" } }
    let block = Bool.random(using: &random) ? " ^b1" : ""
    return (["call"] + chosen.filter(own) + chosen.filter { !own($0) }).joined(separator: " ")
      + block
  }

  private func agree(_ line: String, _ context: String) throws {
    let reader = try EndReader(line)
    let document = Document(parsing: Array(("- [ ] " + line).utf8))
    let fields = CheckboxFields(try #require(document.checkboxes.first), in: document)
    let known = fields.fields.filter { field in
      field.form == .emoji && field.key != "remind"
        && !(field.key == "repeat" && field.value.contains("매"))
    }
    for field in known {
      guard let seen = reader.values[field.key] else {
        Issue.record("\(field.key) is hidden in “\(line)” after \(context)")
        continue
      }
      guard field.key != "priority" else { continue }
      #expect(seen == fields.text(field.key), "“\(line)” after \(context)")
    }
  }

  @Test func `what is written into a line is read alike by both`() throws {
    var random = SeededGenerator(seed: 20_261_121)
    let path = try #require(NotePath("a.md"))
    let today = try #require(Day(iso: "2026-11-21"))
    let moment = try #require(CivilDate(iso: "2026-12-31T09:00:00+09:00"))
    let changes: [TaskChange] = [
      .status(.done, today: today), .status(.doing, today: today),
      .status(.cancelled, today: today),
      .postpone(moment), .postpone(.day(today)),
    ]
    for _ in 0..<300 {
      let line = line(&random)
      try agree(line, "nothing")
      for change in changes {
        var file = TaskFile(path: path, bytes: Array("- [ ] \(line)\n".utf8))
        let task = try #require(file.task(at: 1))
        try file.apply(change, at: 1)
        try agree(Self.text(file, 0), "\(change) of \(line)")
        let again = try #require(file.task(at: 1))
        #expect(again.title == task.title && again.tags == task.tags)
        if case .postpone(let date) = change, task.due != nil || task.scheduled == nil {
          #expect(again.due?.day == date?.day)
        }
      }
      var file = TaskFile(path: path, bytes: Array("- [ ] \(line)\n".utf8))
      let task = try #require(file.task(at: 1))
      guard
        let next = try TaskOccurrence(after: task, at: path, done: today, in: .fixed(0), skipsMissed: false)
      else { continue }
      file.insert(next, above: 1)
      try agree(Self.text(file, 0), "the next occurrence of \(line)")
      let made = try #require(file.task(at: 1))
      #expect(next.dates.allSatisfy { $0.date.day == Self.date($0.key, of: made)?.day })
      #expect(made.title == task.title && made.repetition == task.repetition)
      #expect(!Self.text(file, 0).contains("^b1"))
    }
  }

  private static func date(_ key: String, of task: TaskItem) -> CivilDate? {
    switch key {
    case "due": task.due
    case "scheduled": task.scheduled
    default: task.start
    }
  }

  private static func text(_ file: TaskFile, _ index: Int) -> String {
    let lines = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")
    return String(lines[index].dropFirst(6))
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
