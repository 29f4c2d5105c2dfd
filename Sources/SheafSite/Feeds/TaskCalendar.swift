import CivilCalendar
import NoteInterchange
import NoteModel
import NoteSyntax

/// The open tasks that have a day, as a calendar (RFC 5545): the same events that `sheaf export` writes, with the
/// address of their pages in place of what only their owner needs.
enum TaskCalendar {
  static let path = "calendar.ics"

  static func file(_ renderer: NoteRenderer) -> SiteFile {
    let site = renderer.site
    let settings = site.settings
    var options = ExportOptions(
      zone: settings.zone, now: settings.now, language: settings.language, title: settings.title,
      asEvents: true)
    options.page = { path in
      guard settings.url != nil, let place = site.place(of: path) else { return nil }
      return site.outsideAddress(of: site.pages[place])
    }
    var exporter = ExportFormat.calendar(options)
    var bytes = exporter.start()
    for place in places(site) {
      let note = site.notes[place]
      guard let source = renderer.read(note.path) else { continue }
      let modified = settings.zone.moment(secondsSinceEpoch: note.modifiedSeconds)
      bytes += exporter.bytes(
        of: ExportedNote(
          Note(Document(parsing: source), at: note.path, in: settings.layout),
          modified: modified.map { .moment($0) }, targets: [:]))
    }
    return SiteFile(path: path, bytes: bytes + exporter.end())
  }

  /// Notes with an open task that has a day, in order.
  private static func places(_ site: Site) -> [Int] {
    let dated = site.facts.tasks.filter { task in
      let item = task.task.item
      return !item.status.isClosed && !item.title.isEmpty
        && (item.due != nil || item.scheduled != nil)
    }
    return Set(dated.compactMap { site.place(of: $0.note) }).sorted()
  }
}
