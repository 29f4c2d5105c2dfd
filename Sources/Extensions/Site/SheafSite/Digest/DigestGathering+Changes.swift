import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import Wording

/// New and changed notes, by the history or by their own dates.
extension DigestGathering {
  mutating func add(_ history: DigestHistory) throws {
    var changes = history.changes.filter { change in
      guard let path = change.path ?? change.before?.path else { return false }
      return path.isMarkdown && !path.isHidden && !isIntroduction(path)
    }
    addBulks(of: &changes, history)
    let objects = changes.prefix(Self.comparedLimit).flatMap { [$0.before?.object, $0.object].compactMap(\.self) }
    let contents = history.contents(of: objects)
    var pairs: [(old: Note?, new: Note)] = []
    for change in changes.prefix(Self.comparedLimit) {
      guard let path = change.path else { continue }
      let bytes = change.object.map { contents[$0] } ?? (try? workspace.files.read(path))
      guard let bytes, bytes.count <= Self.largest else { continue }
      // The file as it is was judged with the index, and is counted if it is left out.
      let new = change.object == nil ? note(at: path) : history.version(bytes, at: path, now: path)
      guard let new else {
        // A note that is not public today either is counted as left out.
        _ = mayShow(path)
        continue
      }
      let before = change.before.flatMap { before in contents[before.object].map { (before.path, $0) } }
      // Without an earlier version that others may see, the note is new to them.
      pairs.append((before.flatMap { history.version($0.1, at: $0.0, now: path) }, new))
    }
    let context = context(of: pairs)
    for (old, new) in pairs { try add(old, new, context, history) }
    addLinkCounts(pairs, context)
    addRetagged()
    try addDatedLater(history)
  }

  private static let largest = 1 << 20

  func context(of pairs: [(old: Note?, new: Note)]) -> NoteNews.Context {
    var context = NoteNews.Context()
    context.fields = Set(settings.fields)
    context.showsFormerWords = !request.isPublic && settings.showsRemoved
    for case (let old?, let new) in pairs where old.path != new.path || old.title != new.title {
      let name = String(new.path.stem)
      for former in [String(old.path.stem), old.title, old.path.string, String(old.path.string.dropLast(3))] {
        context.names[former] = old.path.stem == new.path.stem ? new.title : name
      }
      context.names[new.title] = old.path.stem == new.path.stem ? new.title : name
    }
    return context
  }

  mutating func add(_ old: Note?, _ new: Note, _ context: NoteNews.Context, _ history: DigestHistory) throws {
    guard new.kind != .template, !new.isUnfilled, !new.fields.contains(where: { $0.key == "digest" }),
      !settings.skips(new)
    else { return }
    var touch = history.touches[new.path] ?? Digest.Touch()
    if let days = request.days { touch.days.removeAll { !days.contains($0) } }
    if new.kind == .diary, let day = new.entryDay {
      if request.days?.contains(day) == true { return }
      if request.days == nil, old == nil {
        if mayShow(new.path) { digest.diary.append(Digest.DiaryEntry(day: day, note: answered(new))) }
        return
      }
    }
    if let task = new.tasks.first(where: { $0.source == .note }) {
      return addMotion(old, new, task, touch, context)
    }
    var context = context
    context.toldBoxes = Set(
      digest.done.filter { $0.note == new.path }.map { PlainText.words(ofMarkdown: $0.task.title, BodyWords(.english)) }
    )
    var entry = Digest.NoteEntry(note: new, touch: touch)
    if let old {
      let news = NoteNews(from: old, to: new, context)
      addMotion(ofBoxesIn: new, since: old, touch)
      if let tags = retagging(news) { tagChanges[new.path] = tags }
      guard !news.changes.isEmpty, mayShow(new.path) else { return }
      entry.news = news
      entry.weight = news.weight
      digest.changed.append(entry)
    } else if mayShow(new.path) {
      entry.written = new.created.map(\.day).flatMap { day in request.days.map { day < $0.first } == true ? day : nil }
      entry.weight = Double(new.document.source[new.document.body].count { $0 == ASCII.space || $0 == ASCII.lineFeed })
      digest.created.append(
        Digest.NoteEntry(note: answered(new), touch: touch, written: entry.written, weight: entry.weight))
    }
  }

  /// Returns a note with the answers to its queries and without its private parts.
  func answered(_ note: Note) -> Note { workspace.noteForOthers(answers.answered(note, in: workspace.layout)) }

  /// Adds the numbers of links that follow a new name.
  mutating func addLinkCounts(_ pairs: [(old: Note?, new: Note)], _ context: NoteNews.Context) {
    guard !context.names.isEmpty else { return }
    for index in digest.changed.indices {
      guard let place = digest.changed[index].news?.changes.firstIndex(where: { $0.kind == .renamed }),
        let renamed = pairs.first(where: { $0.new.path == digest.changed[index].note.path }), let old = renamed.old
      else { continue }
      func count(_ note: Note, _ target: Note) -> Int {
        note.links.count { link in
          let name = link.destination.hasSuffix(".md") ? String(link.destination.dropLast(3)) : link.destination
          let last = name.split(separator: "/").last.map(String.init) ?? name
          return last == target.path.stem || last == target.title
        }
      }
      let followed = pairs.reduce(0) { sum, pair in
        guard let before = pair.old, pair.new.path != renamed.new.path else { return sum }
        return sum + min(count(before, old), count(pair.new, renamed.new))
      }
      digest.changed[index].news?.changes[place].count = followed
    }
  }

  /// Adds notes that were committed later, with a date within the days.
  mutating func addDatedLater(_ history: DigestHistory) throws {
    guard let days = request.days, days.last < request.now.day else { return }
    let known = Set(history.changes.compactMap(\.path))
    // A note that was renamed later is there by its former name.
    let renamed = Set(history.laterNames.values)
    let paths = history.later.filter { path, object in
      object == nil && path.isMarkdown && !known.contains(path) && !renamed.contains(path)
    }.map(\.key)
    for summary in try workspace.index.notes.summaries(of: paths.sorted())
    where summary.kind == .memo && summary.created.map({ days.contains($0.day) }) == true && mayShow(summary.path) {
      guard let note = note(at: summary.path), !isIntroduction(note.path) else { continue }
      digest.created.append(
        Digest.NoteEntry(note: answered(note), touch: Digest.Touch(days: [summary.created?.day ?? days.last])))
    }
  }

  // MARK: - Without a history

  mutating func addNotesByTheirDays() throws {
    let notes = try workspace.index.notes(NoteRequest(query: request.query ?? .all, now: request.now))
    for summary in notes where summary.kind != .template && summary.status == nil || request.days == nil {
      let modified = request.zone.moment(secondsSinceEpoch: summary.modifiedSeconds)?.day
      let born = summary.bornSeconds.flatMap { request.zone.moment(secondsSinceEpoch: $0)?.day }
      let created = summary.created?.day ?? born
      let isNew = request.days.map { days in created.map(days.contains) ?? false } ?? true
      let latest = summary.updated?.day ?? modified
      guard isNew || request.days.map({ days in latest.map(days.contains) ?? false }) ?? true,
        !isIntroduction(summary.path), summary.kind != .diary || request.days == nil, mayShow(summary.path),
        let note = note(at: summary.path), !note.fields.contains(where: { $0.key == "digest" }), !settings.skips(note)
      else { continue }
      if note.kind == .diary, let day = note.entryDay {
        digest.diary.append(Digest.DiaryEntry(day: day, note: answered(note)))
        continue
      }
      let day = isNew ? created : latest
      let entry = Digest.NoteEntry(
        note: answered(note), touch: Digest.Touch(days: request.days == nil ? [] : [day].compactMap(\.self)))
      if isNew { digest.created.append(entry) } else { digest.changed.append(entry) }
    }
  }
}
