import CivilCalendar
import NoteModel
import NotePresentation
import Wording

/// A number of a book with its name; some are drawn as bars.
struct DigestFigure {
  let label: String
  let value: Int
  /// The share of the largest number of the row; nil for a number that is not compared.
  var share: Double?

  /// Returns the bars of counts, in the given order.
  static func bars(_ counts: [(String, Int)]) -> [DigestFigure] {
    let most = max(1, counts.map(\.1).max() ?? 1)
    return counts.map { DigestFigure(label: $0, value: $1, share: Double($1) / Double(most)) }
  }
}

struct DigestChapter {
  let days: DayRange
  let entries: [(number: Int, entry: Digest.DiaryEntry)]
  let done: [Digest.TaskEntry]
  let created: [Digest.NoteEntry]
  let bulks: [Digest.Bulk]
  /// The number of words in the diary entries of the month.
  let wordCount: Int

  var id: String { "m" + days.first.description.prefix(7) }
  var isEmpty: Bool { entries.isEmpty && done.isEmpty && newCount == 0 }
  var newCount: Int { created.count + bulks.reduce(0) { $0 + $1.count } }

  /// Returns the months of a digest that have come; none for a short span, which is a letter.
  static func all(of digest: Digest) -> [DigestChapter] {
    guard digest.isBook, let days = digest.days else { return [] }
    var chapters: [DigestChapter] = []
    var month = days.first.startOfMonth
    while month <= min(days.last, digest.lastDay) {
      let range = DayRange(month, month.endOfMonth)
      let entries = digest.diary.enumerated().filter { range.contains($1.day) }.map { ($0, $1) }
      chapters.append(
        DigestChapter(
          days: range, entries: entries,
          done: digest.done.filter { $0.task.closed.map { range.contains($0.day) } == true },
          created: digest.created.filter { $0.touch.days.first.map(range.contains) == true },
          bulks: digest.bulks.filter { $0.kind == .added && $0.touch.days.last.map(range.contains) == true },
          wordCount: entries.reduce(0) { sum, entry in
            sum + NoteUnits(entry.1.note, [:]).units.reduce(0) { $0 + $1.text.split(separator: " ").count }
          }))
      month = range.last.adding(days: 1)
    }
    return chapters
  }
}

/// The parts of a book.
extension DigestLetter {
  /// Returns a month's part of the book: its figures, the introductions of the month and its weeks, completed tasks,
  /// new notes, and the diary.
  func part(of chapter: DigestChapter) -> Part {
    let moods = plan.isPublic ? [] : Self.counts(of: "mood", in: chapter.entries.map(\.entry)).prefix(2).map(\.0)
    var groups = [Group(blocks: [.text([.plain(words.facts(chapter, moods: moods))])])]
    groups += digest.letters.filter { chapter.days.contains($0.days.last) }.map { days, note in
      Group(title: words.week(days), blocks: [.entry(id: "letter-\(days.last)", title: nil, facts: nil, note: note)])
    }
    if !chapter.done.isEmpty {
      groups.append(Group(title: words.done, count: chapter.done.count, blocks: [.lines(chapter.done.map(done))]))
    }
    if chapter.newCount > 0 {
      let titles = chapter.created.map { [DigestRun.title($0.note.title)] } + chapter.bulks.map(words.line)
      let lines = titles.map { DigestLine(mark: "•", runs: $0) }
      groups.append(Group(title: words.new, count: chapter.newCount, blocks: [.lines(lines)]))
    }
    if !chapter.entries.isEmpty, plan.settings.diary != "none" {
      groups.append(Group(blocks: chapter.entries.map { entry($0.entry, number: $0.number) }))
    }
    return Part(id: chapter.id, title: words.month(chapter.days.first), groups: groups)
  }

  /// The numbers of all days, in words first.
  var figures: Part {
    let entries = digest.diary
    var numbers = [
      DigestFigure(label: words.label(.entries), value: entries.count),
      DigestFigure(label: words.label(.words), value: chapters.reduce(0) { $0 + $1.wordCount }),
      DigestFigure(label: words.label(.run), value: Self.longestRun(entries.map(\.day))),
      DigestFigure(label: words.label(.done), value: digest.done.count),
      DigestFigure(label: words.label(.created), value: digest.newCount),
      DigestFigure(label: words.label(.changed), value: digest.changed.count),
    ]
    numbers.removeAll { $0.value == 0 }
    func months(_ value: (DigestChapter) -> Int) -> [(String, Int)] {
      chapters.map { (words.month($0.days.first), value($0)) }.filter { $0.1 > 0 }
    }
    var bars = [(words.label(.words), months(\.wordCount)), (words.label(.done), months(\.done.count))]
    if !plan.isPublic {
      let labels = [
        ("mood", words.text("moods, in days", "기분(일)")), ("weather", words.text("weather, in days", "날씨(일)")),
      ]
      bars += labels.map { ($1, Array(Self.counts(of: $0, in: entries).prefix(5))) }
    }
    let whoWrote = words.text("Who wrote, in changes", "쓴 사람(바뀐 메모 수)")
    bars.append((whoWrote, digest.authors.map { ($0, digest.authorCounts[$0] ?? 0) }))
    let mostLinked = words.text("Most linked, from entries and new notes", "가장 많이 연결된 메모(일기와 새 메모 수)")
    bars.append((mostLinked, digest.linked.map { ($0.title, $0.count) }))
    var groups = [Group(blocks: [.text([.plain(words.figuresSentence(chapters))]), .figures(numbers)])]
    groups += bars.filter { $0.1.count > 1 }.map { label, counts in
      Group(title: label.prefix(1).uppercased() + label.dropFirst(), blocks: [.figures(DigestFigure.bars(counts))])
    }
    if let empty = words.emptyMonths(chapters.filter(\.isEmpty).map(\.days.first)) {
      groups.append(Group(blocks: [.text([.plain(empty)])]))
    }
    return Part(id: "figures", title: words.figures, groups: groups)
  }

  /// The new notes by their folders, each with its first sentence.
  var notesByFolder: [Group] {
    let groups = Dictionary(grouping: digest.created) { $0.note.path.folder?.string ?? "" }
    return groups.sorted { $0.key < $1.key }.map { folder, entries in
      let lines = entries.sorted { $0.note.title < $1.note.title }.map { entry in
        let first = Self.excerpt(of: entry.note).first.map { Self.cut($0.runs, to: 120).map(\.text).joined() } ?? ""
        return DigestLine(mark: nil, runs: [.title(entry.note.title)], second: first.isEmpty ? [] : [.plain(first)])
      }
      return Group(title: folder.isEmpty ? words.name : folder, count: entries.count, blocks: [.lines(lines)])
    }
  }

  /// Returns the values of a field of the diary with their numbers, the most frequent first.
  private static func counts(of key: String, in entries: [Digest.DiaryEntry]) -> [(String, Int)] {
    let values = entries.compactMap { entry in entry.note.fields.first { $0.key == key }?.text }.filter { !$0.isEmpty }
    return Dictionary(grouping: values) { $0 }.map { ($0, $1.count) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }

  /// Returns the most days that follow each other.
  private static func longestRun(_ days: [Day]) -> Int {
    var (longest, run) = (0, 0)
    var last: Day?
    for day in days where day != last {
      run = last.map { day.days(since: $0) } == 1 ? run + 1 : 1
      longest = max(longest, run)
      last = day
    }
    return longest
  }
}

extension DigestWords {
  enum Figure { case entries, words, run, done, created, changed }

  var contents: String { text("Contents", "차례") }
  var figures: String {
    digest.days?.isYear == true ? text("The year in figures", "숫자로 보는 한 해") : text("In figures", "숫자로 보기")
  }

  func label(_ figure: Figure) -> String {
    switch figure {
    case .entries: text("diary entries", "일기")
    case .words: text("words of diary", "일기 단어 수")
    case .run: text("days in a row", "이어 쓴 날")
    case .done: text("tasks done", "마친 할 일")
    case .created: text("new notes", "새 메모")
    case .changed: text("changed notes", "바뀐 메모")
    }
  }

  /// Returns `September`, with the year if the days are in several years.
  func month(_ day: Day) -> String {
    guard let days = digest.days, days.first.year == days.last.year else {
      return LocalizedDate.month(day.month, of: day.year, in: language)
    }
    return language == .korean ? "\(day.month)월" : CalendarNames.month(day.month, in: .english)
  }

  /// Returns `29 entries, 371 words, 2 tasks done, 57 new notes. Mostly sunny and glad.`
  func facts(_ chapter: DigestChapter, moods: [String] = []) -> String {
    let (entries, done, new) = (chapter.entries.count, chapter.done.count, chapter.newCount)
    let parts = [
      entries > 0 ? text(counted(entries, "entry", "entries"), "일기 \(entries)편") : nil,
      chapter.wordCount > 0 ? text(counted(chapter.wordCount, "word"), "\(chapter.wordCount)단어") : nil,
      done > 0 ? text("\(counted(done, "task")) done", "마친 할 일 \(done)개") : nil,
      new > 0 ? text(counted(new, "new note"), "새 메모 \(new)개") : nil,
    ].compactMap(\.self)
    let mostly = moods.isEmpty ? "" : text(". Mostly \(joined(moods))", ". 주로 \(joined(moods))")
    return parts.joined(separator: ", ") + mostly + (moods.isEmpty ? "" : ".")
  }

  /// Returns `59 of the 63 days since 21 September have an entry.`
  func figuresSentence(_ chapters: [DigestChapter]) -> String {
    guard let first = digest.diary.first?.day else { return "" }
    let all = min(digest.lastDay, digest.days?.last ?? digest.lastDay).days(since: first) + 1
    let written = Set(digest.diary.map(\.day)).count
    return text(
      "\(written) of the \(counted(all, "day")) since \(near(first)) \(written == 1 ? "has" : "have") an entry.",
      "\(near(first))부터 \(all)일 가운데 \(written)일에 일기를 썼습니다.")
  }

  /// Returns `Nothing was written from January to August, nor in December.`
  func emptyMonths(_ months: [Day]) -> String? {
    var spans: [(first: Day, last: Day)] = []
    for day in months {
      if let last = spans.last?.last, last.endOfMonth.adding(days: 1) == day {
        spans[spans.count - 1].last = day
      } else {
        spans.append((day, day))
      }
    }
    guard !spans.isEmpty else { return nil }
    let names = spans.map { first, last in
      first == last
        ? text("in \(month(first))", month(first))
        : text("from \(month(first)) to \(month(last))", "\(month(first))~\(month(last))")
    }
    return text("Nothing was written \(joined(names)).", "\(joined(names))에는 쓴 것이 없습니다.")
  }
}
