import ByteBasics
import CivilCalendar
import NoteModel
import NoteSyntax

/// Every note read anew for every question, which is answered by looking at each.
struct ReferenceRepository {
  struct Member {
    let note: Note
    let modifiedSeconds: Int
    /// The texts in which words are looked for.
    fileprivate let names, folders, tags, headings, body: [ReferenceText]

    init(note: Note, modifiedSeconds: Int) {
      self.note = note
      self.modifiedSeconds = modifiedSeconds
      let document = note.document
      let fileName = note.title == note.path.stem ? [] : [String(note.path.stem)]
      names = [note.title, (note.aliases + fileName).joined(separator: "\n")].map {
        ReferenceText($0)
      }
      folders = [ReferenceText(note.path.folder?.string ?? "")]
      tags = [ReferenceText(note.tags.map(\.string).joined(separator: "\n"))]
      headings = [ReferenceText(document.headings.map(\.text).joined(separator: "\n"))]
      body = [ReferenceText(document.source.text(in: document.body))]
    }
  }

  let members: [Member]
  let attachments: [NotePath]
  let now: CivilMoment
  /// The notes, and all files, by the keys of their names.
  private let noteNames, fileNames: [String: [LinkCandidateNote]]
  /// The targets of each note's links.
  private let targets: [NotePath: [NotePath]]

  init(members: [Member], attachments: [NotePath], now: CivilMoment) {
    self.members = members
    self.attachments = attachments
    self.now = now
    var names: [String: [LinkCandidateNote]] = [:]
    for member in members {
      for name in member.note.names {
        names[name.key, default: []].append(
          LinkCandidateNote(path: member.note.path, rank: name.rank))
      }
    }
    noteNames = names
    for path in attachments {
      for name in NoteName.names(ofFile: path) {
        names[name.key, default: []].append(LinkCandidateNote(path: path, rank: name.rank))
      }
    }
    fileNames = names
    targets = Dictionary(
      members.map { ($0.note.path, Self.targets(of: $0.note, names)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The subject of a query: a note, or a task of it.
  private struct Subject {
    let member: Member
    let task: TaskItem?

    var note: Note { member.note }
    /// The task in question, or the one that the note itself is.
    var ownTask: TaskItem? { task ?? note.tasks.first { $0.source == .note } }
    /// The check box in question.
    var box: TaskItem? { task.flatMap { $0.source == .note ? nil : $0 } }
  }

  /// The paths of the notes that a query asks for.
  func paths(_ query: Query) -> Set<String> {
    let asked = Self.asksForSealed(query, isNegated: false)
    return Set(
      members.filter {
        (asked || !isSealed($0)) && holds(query, Subject(member: $0, task: nil))
      }.map(\.note.path.string))
  }

  /// The tasks that a query asks for, as they are named on the command line.
  func tasks(_ query: Query) -> Set<String> {
    var found: Set<String> = []
    for member in members {
      for task in member.note.tasks where !task.title.isEmpty {
        if holds(query, Subject(member: member, task: task)) {
          found.insert(Self.reference(member, task))
        }
      }
    }
    return found
  }

  private static func reference(_ member: Member, _ task: TaskItem) -> String {
    LocatedTask(path: member.note.path, noteTitle: "", item: task).reference
  }

  private func isSealed(_ member: Member) -> Bool {
    member.note.unseal.map { $0 > now.day } ?? false
  }

  private static func asksForSealed(_ query: Query, isNegated: Bool) -> Bool {
    switch query {
    case .state(.sealed): !isNegated
    case .not(let inner): asksForSealed(inner, isNegated: !isNegated)
    case .and(let parts), .or(let parts):
      parts.contains { asksForSealed($0, isNegated: isNegated) }
    default: false
    }
  }

  private func holds(_ query: Query, _ subject: Subject) -> Bool {
    let note = subject.note
    switch query {
    case .all: return true
    case .and(let parts): return parts.allSatisfy { holds($0, subject) }
    case .or(let parts): return parts.contains { holds($0, subject) }
    case .not(let inner): return !holds(inner, subject)
    case .text(let term): return holds(term, subject)
    case .tag(let tag):
      return tags(of: subject).contains {
        let own = foldedName($0.string)
        let wanted = foldedName(tag.string)
        return own == wanted || own.hasPrefix(wanted + "/")
      }
    case .folder(let folder):
      return note.path.string == folder || note.path.string.hasPrefix(folder + "/")
    case .kind(let kind): return note.kind == kind || kind == .task && subject.task != nil
    case .state(let state): return holds(state, subject)
    case .has(let part): return holds(part, subject)
    case .link(let term): return holds(term, subject.member)
    case .field(let term):
      let field = ReferenceField(term, now: now)
      return subject.box.flatMap { field.holds(box: $0) }
        ?? field.holds(note, subject.member.modifiedSeconds)
    }
  }

  /// A check box has its own tags and those of its note's front matter.
  private func tags(of subject: Subject) -> [TagName] {
    return subject.box.map { $0.tags + subject.note.fieldTags } ?? subject.note.tags
  }

  /// Words are looked for in the text and the tags of a check box, those of a body or a heading in the note.
  private func holds(_ term: TextTerm, _ subject: Subject) -> Bool {
    let member = subject.member
    let texts: [ReferenceText]
    switch (term.scope, subject.box) {
    case (.anywhere, let box?): texts = [box.title, box.tagText].map { ReferenceText($0) }
    case (.title, let box?): texts = [ReferenceText(box.title)]
    case (.anywhere, nil):
      texts =
        member.names + member.folders + member.tags + member.headings + member.body
    case (.title, nil): texts = member.names
    case (.body, _): texts = member.body
    case (.headings, _): texts = member.headings
    }
    return texts.contains { $0.holds(term) }
  }

  private func holds(_ state: NoteState, _ subject: Subject) -> Bool {
    let task = subject.ownTask
    let isOpen = task.map { !$0.status.isClosed } ?? false
    switch state {
    case .task: return task != nil
    case .open: return isOpen
    case .done: return task != nil && !isOpen
    case .overdue: return isOpen && isOver(task?.due)
    case .blocked: return isOpen && isBlocked(subject)
    case .ready: return isOpen && !isBlocked(subject) && hasCome(task?.start)
    case .draft: return subject.note.isDraft
    case .pinned: return subject.note.isPinned
    case .orphan:
      return backlinks(to: subject.note).allSatisfy { $0.note.path == subject.note.path }
    case .untagged: return tags(of: subject).isEmpty
    case .sealed: return isSealed(subject.member)
    }
  }

  /// A day is over when it has ended, a moment when it has passed.
  private func isOver(_ date: CivilDate?) -> Bool {
    switch date {
    case nil: false
    case .day(let day): day < now.day
    case .moment(let moment): moment.instant(now) < now.instant(now)
    }
  }

  private func hasCome(_ date: CivilDate?) -> Bool {
    switch date {
    case nil: true
    case .day(let day): day <= now.day
    case .moment(let moment): moment.instant(now) <= now.instant(now)
    }
  }

  /// A task that it depends on is open: a note of that name, as a link would find it, or a check box with that id.
  private func isBlocked(_ subject: Subject) -> Bool {
    guard let task = subject.ownTask else { return false }
    let own = Self.reference(subject.member, task)
    return task.dependencies.contains { name in
      let note = LinkTarget(naming: name).flatMap {
        Self.resolved($0, from: subject.note, fileNames)
      }
      return members.contains { member in
        member.note.tasks.contains { other in
          !other.status.isClosed && Self.reference(member, other) != own
            && (other.source == .note ? member.note.path == note : other.identifier == name)
        }
      }
    }
  }

  private func holds(_ part: NotePart, _ subject: Subject) -> Bool {
    let note = subject.note
    switch part {
    case .attachment:
      return targets(of: note).contains { !$0.isMarkdown }
    case .link: return !note.document.links.isEmpty
    case .tag: return !tags(of: subject).isEmpty
    case .task: return !note.tasks.isEmpty
    case .alias: return note.names.contains { $0.rank == .alias }
    case .due: return (subject.task.map(\.due) ?? note.due) != nil
    case .backlink: return backlinks(to: note).contains { $0.note.path != note.path }
    }
  }

  private func holds(_ term: LinkTerm, _ member: Member) -> Bool {
    let note = member.note
    if term.direction == .mentions {
      return holds(TextTerm(words: term.name), Subject(member: member, task: nil))
    }
    let named = Set(paths(called: term.name, from: NotePath(trusted: "x")))
    switch term.direction {
    case .linksTo: return targets(of: note).contains { named.contains($0) }
    case .linkedBy: return backlinks(to: note).contains { named.contains($0.note.path) }
    case .mentions: return false
    }
  }

  /// The notes that a name means; the beginning of an id is enough if no note has it.
  private func paths(called name: String, from source: NotePath) -> [NotePath] {
    let target = LinkTarget(text: name, isName: true)
    switch LinkResolution(target, from: source, files: { NamedFiles(noteNames[$0] ?? []) }) {
    case .resolved(let goal): return [goal.path]
    case .ambiguous(let paths): return paths
    case .broken, .external: break
    }
    let folded = foldedName(name)
    guard folded.utf8.count >= 2 else { return [] }
    return members.map(\.note).filter { note in
      note.names.contains { $0.rank == .identifier && $0.key.hasPrefix(folded) }
    }.map(\.path)
  }

  private func targets(of note: Note) -> [NotePath] { targets[note.path] ?? [] }

  private static func targets(
    of note: Note, _ names: [String: [LinkCandidateNote]]
  ) -> [NotePath] {
    note.document.links.compactMap { link in
      LinkTarget(link).flatMap { resolved($0, from: note, names) }
    }
  }

  private static func resolved(
    _ target: LinkTarget, from note: Note, _ names: [String: [LinkCandidateNote]]
  ) -> NotePath? {
    LinkResolution(target, from: note.path) { NamedFiles(names[$0] ?? []) }.path
  }

  private func backlinks(to note: Note) -> [Member] {
    members.filter { targets(of: $0.note).contains(note.path) }
  }
}

extension TaskItem {
  fileprivate var tagText: String { tags.map(\.string).joined(separator: "\n") }
}

extension CivilMoment {
  /// The day on which it falls for somebody whose clock is that of `now`.
  func day(at now: CivilMoment) -> Day {
    let seconds = instant(now) + (now.utcOffsetSeconds ?? 0)
    return Day(daysSinceEpoch: Int((Double(seconds) / 86_400).rounded(.down)))
  }

  /// Seconds since the epoch; without a zone it is a time here.
  func instant(_ now: CivilMoment) -> Int {
    secondsSinceEpoch(defaultOffsetSeconds: now.utcOffsetSeconds ?? 0)
  }
}

extension CivilDate {
  func day(at now: CivilMoment) -> Day {
    switch self {
    case .day(let day): day
    case .moment(let moment): moment.day(at: now)
    }
  }
}
