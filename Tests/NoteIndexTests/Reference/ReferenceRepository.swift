import CivilCalendar
import NoteModel
import NoteSyntax

/// Every note read anew for every question, which is answered by looking at each.
struct ReferenceRepository {
  struct Member {
    let note: Note
    let modifiedSeconds: Int
    /// The texts in which words are looked for.
    fileprivate let names, tags, headings, body: [ReferenceText]

    init(note: Note, modifiedSeconds: Int) {
      self.note = note
      self.modifiedSeconds = modifiedSeconds
      let document = note.document
      names = [note.title, note.aliases.joined(separator: "\n")].map { ReferenceText($0) }
      tags = [ReferenceText(note.tags.map(\.string).joined(separator: "\n"))]
      headings = [ReferenceText(document.headings.map(\.text).joined(separator: "\n"))]
      body = [ReferenceText(document.source.text(in: document.body))]
    }
  }

  let members: [Member]
  let attachments: [NotePath]
  let today: Day
  /// Where the links of each note lead.
  private let targets: [NotePath: [NotePath]]

  init(members: [Member], attachments: [NotePath], today: Day) {
    self.members = members
    self.attachments = attachments
    self.today = today
    targets = Dictionary(
      members.map { ($0.note.path, Self.targets(of: $0.note, members, attachments)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The paths that a query asks for.
  func paths(_ query: Query) -> Set<String> {
    let asked = Self.asksForSealed(query, isNegated: false)
    return Set(
      members.filter { (asked || !isSealed($0)) && holds(query, $0) }.map(\.note.path.string))
  }

  private func isSealed(_ member: Member) -> Bool {
    member.note.unseal.map { $0 > today } ?? false
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

  private func holds(_ query: Query, _ member: Member) -> Bool {
    let note = member.note
    switch query {
    case .all: return true
    case .and(let parts): return parts.allSatisfy { holds($0, member) }
    case .or(let parts): return parts.contains { holds($0, member) }
    case .not(let inner): return !holds(inner, member)
    case .text(let term): return !isSealed(member) && holds(term, member)
    case .tag(let tag):
      return note.tags.contains {
        let own = foldedName($0.string)
        let wanted = foldedName(tag.string)
        return own == wanted || own.hasPrefix(wanted + "/")
      }
    case .folder(let folder):
      return note.path.string == folder || note.path.string.hasPrefix(folder + "/")
    case .kind(let kind): return note.kind == kind
    case .state(let state): return holds(state, member)
    case .has(let part): return holds(part, note)
    case .link(let term): return holds(term, member)
    case .field(let term):
      return ReferenceField(term, today: today).holds(note, member.modifiedSeconds)
    }
  }

  private func holds(_ term: TextTerm, _ member: Member) -> Bool {
    let texts =
      switch term.scope {
      case .anywhere: member.names + member.tags + member.headings + member.body
      case .title: member.names
      case .body: member.body
      case .headings: member.headings
      }
    return texts.contains { $0.holds(term) }
  }

  private func holds(_ state: NoteState, _ member: Member) -> Bool {
    let note = member.note
    let task = note.tasks.first { $0.source == .note }
    switch state {
    case .task: return task != nil
    case .open: return task.map { !$0.status.isClosed } ?? false
    case .done: return task?.status.isClosed ?? false
    case .overdue:
      return task.map { !$0.status.isClosed && ($0.due.map { $0.day < today } ?? false) } ?? false
    case .blocked: return isOpen(note) && isBlocked(note)
    case .ready: return isOpen(note) && !isBlocked(note)
    case .draft: return note.isDraft
    case .pinned: return note.isPinned
    case .orphan: return backlinks(to: note).allSatisfy { $0.note.path == note.path }
    case .untagged: return note.tags.isEmpty
    case .sealed: return isSealed(member)
    }
  }

  private func isOpen(_ note: Note) -> Bool {
    note.tasks.contains { $0.source == .note && !$0.status.isClosed }
  }

  private func isBlocked(_ note: Note) -> Bool {
    let spelling = ["depends", "dependsOn", "dependencies"].first { key in
      note.fields.contains { $0.key == key }
    }
    let names = note.fields.filter { $0.key == spelling }.map { field in
      foldedName(field.text).replacing("[[", with: "").replacing("]]", with: "")
    }
    return members.map(\.note).contains { other in
      other.path != note.path && isOpen(other)
        && other.names.contains { names.contains($0.key) }
    }
  }

  private func holds(_ part: NotePart, _ note: Note) -> Bool {
    switch part {
    case .attachment: return targets(of: note).contains { !$0.isMarkdown }
    case .link: return !note.document.links.isEmpty
    case .tag: return !note.tags.isEmpty
    case .task: return !note.tasks.isEmpty
    case .alias: return note.names.contains { $0.rank == .alias }
    case .due: return note.due != nil
    case .backlink: return !backlinks(to: note).isEmpty
    }
  }

  private func holds(_ term: LinkTerm, _ member: Member) -> Bool {
    let note = member.note
    if term.direction == .mentions {
      return !isSealed(member) && holds(TextTerm(words: term.name), member)
    }
    let named = Set(members.map(\.note).filter { isNamed($0, term.name) }.map(\.path))
    switch term.direction {
    case .linksTo: return targets(of: note).contains { named.contains($0) }
    case .linkedBy: return backlinks(to: note).contains { named.contains($0.note.path) }
    case .mentions: return false
    }
  }

  private func isNamed(_ note: Note, _ name: String) -> Bool {
    let folded = foldedName(name)
    if note.path.string == name || note.path.string == name + ".md" { return true }
    if note.names.contains(where: { $0.key == folded }) { return true }
    return folded.utf8.count >= 2
      && note.names.contains { $0.rank == .identifier && $0.key.hasPrefix(folded) }
  }

  private func targets(of note: Note) -> [NotePath] { targets[note.path] ?? [] }

  private static func targets(
    of note: Note, _ members: [Member], _ attachments: [NotePath]
  ) -> [NotePath] {
    note.document.links.compactMap { link in
      guard let target = LinkTarget(link) else { return nil }
      var candidates = members.flatMap { member in
        member.note.names.filter { $0.key == target.key }
          .map { LinkCandidateNote(path: member.note.path, rank: $0.rank) }
      }
      candidates += attachments.filter { foldedName($0.fileName) == target.key }
        .map { LinkCandidateNote(path: $0, rank: .fileName) }
      let resolution = LinkResolution(target, from: note.path, candidates: candidates)
      return if case .resolved(let path) = resolution { path } else { nil }
    }
  }

  private func backlinks(to note: Note) -> [Member] {
    members.filter { !isSealed($0) && targets(of: $0.note).contains(note.path) }
  }
}
