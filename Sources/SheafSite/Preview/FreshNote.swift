package import NoteModel
import NoteSyntax

/// A note that is newer than what the site knows of it, for its own page.
struct FreshNote: Sendable {
  let place: Int
  let note: SiteNote
  let links: [SiteLink]
}

/// Where links lead from a note, by the names that are known: to a note, an attachment, or nowhere.
package typealias LinkLookup = @Sendable (_ links: [LinkTarget?], _ from: NotePath) -> [LinkGoal?]

extension NoteRenderer {
  /// Renders the page of a note as it is now; the index may follow later.
  ///
  /// - Returns: nil for a note that no page shows any more.
  func showing(_ note: Note, at place: Int, _ lookup: LinkLookup) -> NoteRenderer? {
    let reason = site.settings.rules.reason(PublicationCandidate(note, in: site.settings.zone))
    if let reason, !site.settings.rules.shows(despite: reason) { return nil }
    let known = site.notes[place]
    let links = note.document.links
    let targets = lookup(links.map { LinkTarget($0) }, note.path)
    let fresh = FreshNote(
      place: place,
      note: SiteNote(
        number: known.number, file: known.file, title: note.title, kind: note.kind,
        tags: note.tags.map(\.string), created: note.created,
        updated: note.updated.flatMap { $0.isOver(at: site.settings.now) ? $0 : nil },
        isPinned: note.isPinned, modifiedSeconds: known.modifiedSeconds, heldBack: reason),
      links: zip(links, targets).compactMap { link, target in
        target.map { self.link(to: $0, link, from: known) }
      })
    return showing(fresh)
  }

  private func link(to goal: LinkGoal, _ link: Link, from note: SiteNote) -> SiteLink {
    let target = site.number(of: goal.path)
    return SiteLink(
      source: note.number,
      destination: SiteLink.destination(link.destination, link.text, goal.form),
      target: target, isHidden: target == nil, isEmbed: link.kind == .embed)
  }
}
