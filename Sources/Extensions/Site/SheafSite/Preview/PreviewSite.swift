package import NoteModel
import NoteSyntax
import Synchronization
package import Wording

/// The current site, or the reason why there is none.
package final class PreviewSite: Sendable {
  /// The site of one moment.
  package struct Made: Sendable {
    let site: SiteOnDemand
    let folders: [String]

    /// - Parameter folders: Where notes and the theme may lie, from the root of the repository.
    package init(site: SiteOnDemand, folders: [String]) {
      self.site = site
      self.folders = folders
    }
  }

  private enum Content {
    case site(Made)
    case mistake(any ExplainedError)
  }

  let language: Language
  private let content: Mutex<Content>
  private let make: @Sendable () throws -> Made
  private let announcer = Announcer()
  /// The folders of the last site without a mistake: a fix in one of them must be noticed.
  private let known = Mutex<[String]>([])
  /// The new addresses of pages whose notes were renamed while the preview ran.
  private let moved = Mutex<[String: String]>([:])

  /// - Parameter make: Looks at the notes as they are at that moment.
  package init(language: Language, make: @escaping @Sendable () throws -> Made) {
    self.language = language
    self.make = make
    let first = Self.content(make)
    content = Mutex(first)
    remember(first)
  }

  /// Refreshes the site after links, titles or the theme may have changed.
  package func refresh() {
    let new = Self.content(make)
    remember(new)
    let old = content.withLock { content in
      defer { content = new }
      return content
    }
    if case .site(let before) = old, case .site(let after) = new {
      follow(after.site.pages(renamedFrom: before.site))
    }
    announcer.announce()
  }

  private func follow(_ pages: [String: String]) {
    guard !pages.isEmpty else { return }
    moved.withLock { moved in
      for (old, page) in moved { if let next = pages[page] { moved[old] = next } }
      moved.merge(pages) { $1 }
    }
  }

  /// Returns the new path of the page that had this path before its note was renamed. Nil if there was none, or if
  /// another page has the path now.
  func newPath(of path: String) -> String? {
    guard let place = moved.withLock({ $0[path] }) else { return nil }
    if case .site(let made) = content.withLock({ $0 }), made.site.hasPage(path) { return nil }
    return place
  }

  /// Announces changed bytes of a note, whose page is shown at once, before the index is updated.
  package func announce() { announcer.announce() }

  /// The folders of the notes and the theme.
  package var folders: [String] { known.withLock { $0 } }

  private func remember(_ content: Content) {
    if case .site(let made) = content { known.withLock { $0 = made.folders } }
  }

  private static func content(_ make: () throws -> Made) -> Content {
    do {
      return .site(try make())
    } catch {
      return .mistake(error as? any ExplainedError ?? Problem(.failure, Message("\(error)", ko: "\(error)")))
    }
  }

  /// Returns the page at a path from the root of the site, without escapes.
  func page(_ path: String) -> PreviewPage {
    switch content.withLock({ $0 }) {
    case .mistake(let error): return page(for: error)
    case .site(let made):
      switch made.site.answer(to: path) {
      case .file(let file): return PreviewPage(file, status: .ok, policy: made.site.policy(of: path))
      case .unreadable(let note):
        return page(
          for: Problem(.inputOutput, Message("\(note.string) cannot be read", ko: "\(note.string) 파일을 읽을 수 없습니다")))
      case .missing:
        guard case .file(let file) = made.site.answer(to: SiteOnDemand.notFound) else {
          return .empty(.notFound)
        }
        return PreviewPage(file, status: .notFound, policy: made.site.policy(of: path))
      }
    }
  }

  private func page(for error: any ExplainedError) -> PreviewPage {
    let page = PreviewErrorPage(error, in: language)
    return PreviewPage(SiteFile(path: "error.html", bytes: page.bytes), status: .mistake, policy: page.policy)
  }

  /// Waits until the page is no longer of this version. Returns false if it still was after `patience`.
  func changes(of path: String, since version: String, patience: Swift.Duration) async -> Bool {
    let deadline = ContinuousClock.now + patience
    while true {
      let seen = announcer.count
      if page(path).version != version { return true }
      guard await announcer.change(after: seen, until: deadline) else { return false }
    }
  }
}

/// A note with newer content than the site's facts, for the page of the note.
struct FreshNote: Sendable {
  let place: Int
  let note: SiteNote
  let links: [SiteLink]
}

/// Resolves the links of a note by the known names: to a note, an attachment, or nothing.
package typealias LinkLookup = @Sendable (_ links: [LinkTarget?], _ from: NotePath) -> [LinkGoal?]

extension NoteRenderer {
  /// Renders the page of a note as it is now; the index may follow later. Nil for a note that no page shows any more.
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
        updated: note.updated.flatMap { $0.isOver(at: site.settings.now) ? $0 : nil } ?? known.updated,
        born: known.born, isPinned: note.isPinned, modifiedSeconds: known.modifiedSeconds, heldBack: reason),
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
