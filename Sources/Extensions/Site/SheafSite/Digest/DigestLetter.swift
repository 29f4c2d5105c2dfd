import CivilCalendar
import NoteModel
import NotePresentation
import NoteSyntax
import Wording

/// A run of words in one look: as they are, a title, words that went or came.
package struct DigestRun: Sendable, Hashable {
  package enum Kind: Sendable { case plain, title, old, new }

  package let kind: Kind
  package let text: String
  /// `#late`, a part of the digest.
  package var target: String? = nil

  static func plain(_ text: String) -> DigestRun { DigestRun(kind: .plain, text: text) }
  static func title(_ text: String) -> DigestRun { DigestRun(kind: .title, text: text) }
  static func link(_ text: String, _ target: String) -> DigestRun {
    DigestRun(kind: .plain, text: text, target: target)
  }

  /// Returns the titles with a separator between them.
  static func titles(_ titles: [String], _ separator: String) -> [DigestRun] {
    Array(titles.map { [DigestRun.title($0)] }.joined(separator: [.plain(separator)]))
  }
}

/// A line with a mark: a task, a change, an item.
struct DigestLine {
  let mark: String?
  /// The words for a mark that is not seen.
  var spoken = ""
  /// `done`, `late`, `add`, `mod`, `move`, `tick`, `cut`; empty for others.
  var look = ""
  let runs: [DigestRun]
  /// The priority of a task.
  var badge: String?
  var facts: String?
  /// Words on a line of their own before the facts.
  var second: [DigestRun] = []
}

/// A digest in words, in parts that every form shows in its own way.
struct DigestLetter {
  enum Block {
    case lines([DigestLine])
    case text([DigestRun])
    case note(title: String, address: String?, facts: String, lines: [DigestLine])
    /// A whole note.
    case entry(id: String, title: String?, facts: String?, note: Note)
    case days([(title: String, lines: [DigestLine])])
    case figures([DigestFigure])
  }

  struct Group {
    var id: String?
    var title: String?
    var count: Int?
    let blocks: [Block]
  }

  struct Part {
    let id: String
    let title: String
    let groups: [Group]
  }

  let digest: Digest
  let words: DigestWords
  let plan: DigestPlan
  /// The months of a book.
  let chapters: [DigestChapter]
  private(set) var parts: [Part] = []

  private static let doneLimit = 20
  private static let lateLimit = 10

  init(_ digest: Digest, _ words: DigestWords, _ plan: DigestPlan) {
    self.digest = digest
    self.words = words
    self.plan = plan
    chapters = DigestChapter.all(of: digest)
    if digest.isBook, !digest.isEmpty { parts = [figures] + chapters.filter { !$0.isEmpty }.map(part) }
    for section in digest.sections where section != .intro && !(digest.isBook && section == .diary) {
      let groups = groups(of: section)
      guard !groups.isEmpty else { continue }
      parts.append(Part(id: Self.identifier(section), title: words.title(of: section), groups: groups))
    }
  }

  private static func identifier(_ section: Digest.Section) -> String {
    if case .own(let name) = section { "own-" + name.filter { $0.isLetter || $0.isNumber } } else { section.name }
  }

  private func groups(of section: Digest.Section) -> [Group] {
    switch section {
    case .intro: []
    case .tasks: tasks
    case .notes: notes
    case .diary: diary
    case .ahead:
      digest.coming.isEmpty
        ? [] : [Group(blocks: [.days(digest.comingDays.map { (words.date($0.day), $0.entries.map(coming)) })])]
    case .years:
      digest.years.isEmpty
        ? []
        : [
          Group(
            blocks: digest.years.map {
              .note(
                title: LocalizedDate.text($0.day, in: words.language), address: nil, facts: "",
                lines: Self.excerpt(of: $0.note))
            })
        ]
    case .own(let name):
      digest.own[name].map { [Group(blocks: [.entry(id: "own", title: nil, facts: nil, note: $0)])] } ?? []
    }
  }

  // MARK: - Tasks

  private var tasks: [Group] {
    func group(
      _ id: String, _ title: String, _ entries: [Digest.TaskEntry], _ limit: Int,
      _ line: (Digest.TaskEntry) -> DigestLine
    ) -> Group? {
      guard !entries.isEmpty else { return nil }
      var lines = entries.prefix(limit).map(line)
      if entries.count > limit {
        lines.append(DigestLine(mark: nil, runs: [.plain(words.furtherTasks(entries.count - limit))]))
      }
      return Group(id: id, title: title, count: entries.count, blocks: [.lines(lines)])
    }
    return [
      // The chapters of a book have them.
      group("done", words.done, digest.isBook ? [] : digest.done, Self.doneLimit, done),
      group("motion", words.motion, digest.motion, plan.settings.limit) {
        DigestLine(
          mark: $0.task.isStarted ? "◐" : "☐", runs: runs($0), badge: words.priority($0.task),
          facts: words.motionFacts($0), second: $0.change.map { words.runs($0) } ?? [])
      },
      group("late", words.late, digest.late, Self.lateLimit) {
        DigestLine(mark: "☐", look: "late", runs: runs($0), facts: words.lateFacts($0.task))
      },
    ].compactMap(\.self)
  }

  func done(_ entry: Digest.TaskEntry) -> DigestLine {
    DigestLine(mark: "☑", look: "done", runs: runs(entry), facts: words.doneFacts(entry.task))
  }

  private func runs(_ entry: Digest.TaskEntry) -> [DigestRun] {
    [.plain(entry.task.shownTitle(BodyWords(words.language)))]
  }

  private func coming(_ entry: Digest.TaskEntry) -> DigestLine {
    DigestLine(mark: "☐", runs: runs(entry), badge: words.priority(entry.task), facts: words.comingFacts(entry))
  }

  // MARK: - Notes

  private var notes: [Group] {
    var groups = digest.isBook ? notesByFolder : []
    if !digest.created.isEmpty, !digest.isBook {
      let blocks = digest.created.prefix(plan.settings.limit).map { note($0, Self.excerpt(of: $0.note, words)) }
      groups.append(
        Group(
          id: "new", title: words.new, count: digest.created.count, blocks: blocks + rest(digest.created, areNew: true))
      )
    }
    if !digest.changed.isEmpty {
      let blocks = digest.changed.prefix(plan.settings.limit).map { note($0, changes(of: $0)) }
      groups.append(
        Group(
          id: "changed", title: words.changed, count: digest.changed.count,
          blocks: blocks + rest(digest.changed, areNew: false)))
    }
    if !digest.bulks.isEmpty {
      groups.append(Group(id: "together", title: words.together, blocks: digest.bulks.map { .text(words.line($0)) }))
    }
    return groups
  }

  private func note(_ entry: Digest.NoteEntry, _ lines: [DigestLine]) -> Block {
    .note(title: entry.note.title, address: plan.pageAddress(entry.note.path), facts: words.facts(entry), lines: lines)
  }

  private func rest(_ entries: [Digest.NoteEntry], areNew: Bool) -> [Block] {
    let rest = Array(entries.dropFirst(plan.settings.limit))
    return rest.isEmpty ? [] : [.text(words.furtherNotes(rest, areNew: areNew))]
  }

  private func changes(of entry: Digest.NoteEntry) -> [DigestLine] {
    let changes = entry.news?.changes ?? []
    // A single heading gives no information; with several, each change shows its heading.
    let hasHeadings = entry.note.document.headings.count { $0.text != entry.note.leadingHeading } > 1
    var lines = changes.prefix(plan.settings.lines).map { line($0, hasHeadings: hasHeadings) }
    let rest = Array(changes.dropFirst(plan.settings.lines))
    if !rest.isEmpty { lines.append(DigestLine(mark: nil, look: "more", runs: [.plain(words.further(rest))])) }
    return lines
  }

  private func line(_ change: NoteNews.Change, hasHeadings: Bool) -> DigestLine {
    let (mark, look) =
      switch change.kind {
      case .moved, .renamed: ("→", "move")
      case .ticked: (change.box == .cancelled ? "☒" : "☑", "tick")
      case .reopened: ("☐", "")
      case .added, .row: ("+", "add")
      case .changed, .code, .field: ("~", "mod")
      case .removed: ("−", "cut")
      }
    var runs = Self.cut(words.runs(change), to: 160)
    if let box = change.box, change.kind == .added { runs.insert(.plain(box == .done ? "☑ " : "☐ "), at: 0) }
    if hasHeadings, let heading = change.heading { runs.insert(.plain(heading + ": "), at: 0) }
    return DigestLine(mark: mark, spoken: words.spoken(change), look: look, runs: runs)
  }

  /// Returns a line of at most so many characters, cut between words.
  static func cut(_ runs: [DigestRun], to limit: Int) -> [DigestRun] {
    var left = limit
    var result: [DigestRun] = []
    for run in runs {
      guard run.text.count > left else {
        result.append(run)
        left -= run.text.count
        continue
      }
      let start = run.text.prefix(max(left, 1))
      let words = start.lastIndex(of: " ").map { start[..<$0] } ?? start
      return result + [DigestRun(kind: run.kind, text: String(words) + "…", target: run.target)]
    }
    return result
  }

  private static let excerptBlocks = 3
  private static let excerptLetters = 280

  /// Returns the first blocks of a note: running text, items and boxes as they are, a table by its columns.
  static func excerpt(of note: Note, _ words: DigestWords? = nil) -> [DigestLine] {
    var lines: [DigestLine] = []
    var left = excerptLetters
    var last: NoteUnit?
    var blocks = 0
    for unit in NoteUnits(note, [:]).units where unit.kind != .heading && left > 0 {
      if unit.block != last?.block { blocks += isOfOneList(unit, last) ? 0 : 1 }
      guard blocks <= excerptBlocks else { break }
      let text = cut([.plain(unit.text.withoutFiles)], to: left)
      left -= unit.text.count
      switch unit.kind {
      case .sentence where unit.block == last?.block && !lines.isEmpty:
        let runs = lines[lines.count - 1].runs
        lines[lines.count - 1] = DigestLine(mark: nil, runs: [.plain((runs + text).map(\.text).joined(separator: " "))])
      case .sentence: lines.append(DigestLine(mark: nil, runs: text))
      case .item: lines.append(DigestLine(mark: "•", runs: text))
      case .box(let status):
        lines.append(
          DigestLine(
            mark: status == .done ? "☑" : "☐", look: status == .done ? "tick" : "", runs: text,
            facts: unit.task.flatMap { words?.boxFacts($0) }))
      case .row(let columns):
        if last?.kind == unit.kind { continue }
        lines.append(DigestLine(mark: nil, runs: cut([.plain("▦ " + columns.joined(separator: ", "))], to: 160)))
      case .code, .heading: continue
      }
      last = unit
    }
    return lines
  }

  static func excerptText(of note: Note) -> String {
    excerpt(of: note).map { line in
      [line.mark == "•" ? nil : line.mark, line.runs.map(\.text).joined()].compactMap(\.self).joined(separator: " ")
    }.joined(separator: "\n")
  }

  private static func isOfOneList(_ unit: NoteUnit, _ last: NoteUnit?) -> Bool {
    guard let last else { return false }
    return unit.kind.family == last.kind.family && unit.kind != .sentence
  }

  // MARK: - Diary

  private var diary: [Group] {
    guard !digest.diary.isEmpty, plan.settings.diary != "none" else { return [] }
    return [Group(blocks: digest.diary.enumerated().map { entry($1, number: $0) })]
  }

  func entry(_ entry: Digest.DiaryEntry, number: Int) -> Block {
    let mood = plan.isPublic ? nil : words.mood(of: entry.note)
    let title = words.date(entry.day)
    guard plan.settings.diary == "first" else {
      return .entry(id: "day-\(number + 1)", title: title, facts: mood, note: entry.note)
    }
    return .note(title: title, address: nil, facts: mood ?? "", lines: Array(Self.excerpt(of: entry.note).prefix(1)))
  }

  /// Returns the place of a day in the diary. Nil if the day has no entry in the digest.
  func address(of day: Day) -> String? { digest.diary.firstIndex { $0.day == day }.map { "#day-\($0 + 1)" } }

  /// Returns the day of an entry by its place.
  func day(of id: String) -> Day? {
    Int(id.dropFirst("day-".count)).flatMap { digest.diary.indices.contains($0 - 1) ? digest.diary[$0 - 1].day : nil }
  }

  /// The summary; in a book its contents lead to the parts.
  var summary: [DigestRun] {
    digest.isBook ? words.summary.map { DigestRun(kind: $0.kind, text: $0.text) } : words.summary
  }

  /// Returns `ko` or `en` for words in another script than the digest. Nil for the script of the digest.
  func tongue(of text: String) -> String? {
    let letters = text.unicodeScalars.filter { $0.properties.isAlphabetic }
    guard letters.count > 3 else { return nil }
    let hangul = letters.count { (0xAC00...0xD7A3).contains($0.value) || (0x1100...0x11FF).contains($0.value) }
    if words.language == .english { return hangul * 2 > letters.count ? "ko" : nil }
    return hangul == 0 && letters.allSatisfy { $0.value < 0x250 } ? "en" : nil
  }
}
