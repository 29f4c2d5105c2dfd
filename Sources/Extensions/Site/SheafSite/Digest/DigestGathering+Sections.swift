import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import Wording

/// The diary, the introduction and the sections of one's own.
extension DigestGathering {
  mutating func addDiary(_ days: DayRange) throws {
    guard digest.sections.contains(.diary) || digest.sections.contains(.years) else { return }
    let former = history.map { history in
      history.contents(of: history.later.compactMap { $0.key.isMarkdown ? $0.value : nil })
    }
    for summary in try workspace.index.notes.entries(in: days) where digest.sections.contains(.diary) {
      guard let day = summary.entryDay, mayShow(summary.path) else { continue }
      let bytes = history?.later[summary.path].flatMap { $0 }.flatMap { former?[$0] }
      let former = bytes.flatMap { history?.version($0, at: summary.path, now: summary.path) }
      guard let note = former ?? note(at: summary.path) else { continue }
      digest.diary.append(Digest.DiaryEntry(day: day, note: answered(note)))
    }
    guard digest.sections.contains(.years), days.last.days(since: days.first) < Digest.longestSpan else { return }
    for year in 1...Digest.yearsLimit {
      guard let first = days.first.yearsBefore(year), let last = days.last.yearsBefore(year) else { continue }
      for summary in try workspace.index.notes.entries(in: DayRange(first, last)).reversed() {
        guard let day = summary.entryDay, isFound(summary.path), heldBack[summary.path] == nil,
          digest.years.count < Digest.yearsLimit, let note = note(at: summary.path)
        else { continue }
        digest.years.append(Digest.DiaryEntry(day: day, note: answered(note)))
      }
    }
  }

  /// Returns true for a note that introduces some digest: it is no news itself.
  func isIntroduction(_ path: NotePath) -> Bool {
    let parts = settings.introduction.split(separator: "{name}", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return path.string == settings.introduction }
    let name = "/" + path.string.dropLast(path.string.hasSuffix(".md") ? 3 : 0)
    guard name.hasSuffix(parts[1]), let start = name.firstRange(of: "/" + parts[0]) else { return false }
    let middle = name[start.upperBound...].dropLast(parts[1].count)
    return middle.count >= 4 && middle.allSatisfy { $0.isNumber || $0 == "-" || $0 == "W" }
  }

  /// Adds the introductions of the months and weeks in a book.
  private mutating func addLetters() throws {
    guard digest.isBook, let days = request.days, settings.introduction.contains("{name}") else { return }
    var spans: [DayRange] = []
    // A book is not asked for the letters of a thousand years.
    var day = max(days.first, digest.lastDay.adding(days: -18_300))
    while day <= min(days.last, digest.lastDay) {
      if day == day.startOfMonth { spans.append(DayRange(day, day.endOfMonth)) }
      if day.weekday == .monday { spans.append(DayRange(day, day.adding(days: 6))) }
      day = day.adding(days: 1)
    }
    for span in spans {
      guard let name = span.periodName,
        let found = try workspace.index.notes(named: settings.introduction.replacing("{name}", with: name)).first,
        isFound(found.path), heldBack[found.path] == nil, let note = note(at: found.path)
      else { continue }
      digest.letters.append((span, answered(note)))
    }
  }

  mutating func addIntroduction() throws {
    guard digest.sections.contains(.intro) else { return }
    try addLetters()
    let name: String
    if let chosen = settings.chosenIntroduction {
      name = chosen
    } else {
      guard let period = request.days?.periodName else { return }
      name = settings.introduction.replacing("{name}", with: period)
    }
    let notes = try workspace.index.notes(named: name)
    guard let summary = notes.first(where: { heldBack[$0.path] == nil && !$0.isSealed(on: request.now.day) }),
      let note = note(at: summary.path)
    else {
      guard settings.chosenIntroduction != nil else { return }
      throw Problem(.usage, Message("No note for the introduction: “\(name)”", ko: "머리글로 쓸 메모가 없습니다: “\(name)”"))
    }
    digest.introduction = (answered(note), history?.touches[summary.path]?.authors.first)
  }

  mutating func addOwnSections() throws {
    let views = workspace.configuration.table("views")
    for case .own(let name) in digest.sections {
      let view = name.hasPrefix("@") ? String(name.dropFirst()) : name
      if let query = views[view] {
        let block = "```sheaf\n\(query)\n\(settings.columns.isEmpty ? "" : "columns: \(settings.columns)\n")```\n"
        let path = NotePath(trusted: view + ".md")
        digest.own[name] = answered(Note(Document(parsing: Array(block.utf8)), at: path, in: workspace.layout))
      } else if let summary = try workspace.index.notes(named: name).first {
        guard heldBack[summary.path] == nil, !summary.isSealed(on: request.now.day), let note = note(at: summary.path)
        else { continue }
        digest.own[name] = answered(note)
      }
    }
  }
}

extension DigestPlan {
  /// Throws an error for an unknown section. `publish` calls this function before it writes the first page.
  func checkSections(in workspace: Workspace) throws {
    let views = workspace.configuration.table("views")
    for case .own(let name) in sections where views[name.hasPrefix("@") ? String(name.dropFirst()) : name] == nil {
      guard try workspace.index.notes(named: name).isEmpty else { continue }
      let all = Digest.Section.allNames.joined(separator: ", ")
      throw Problem(
        .usage,
        Message(
          "No section, saved query or note is called “\(name)”",
          ko: "요약에 없는 부분입니다: “\(name)”. 같은 이름의 저장한 검색식이나 메모도 없습니다"),
        hint: Message("Sections: \(all).", ko: "사용할 수 있는 부분: \(all)"))
    }
  }
}
