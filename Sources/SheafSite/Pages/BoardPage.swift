import CivilCalendar
import NoteModel
import Wording

/// The tasks in columns by their status.
enum BoardPage {
  /// So many tasks of a column are shown; all are counted.
  private static let openLimit = 200
  private static let closedLimit = 50

  static func file(_ renderer: NoteRenderer) -> SiteFile {
    let site = renderer.site
    let path = "board.html"
    let columns = columns(of: site.facts.tasks).map { status, tasks -> [String: Any] in
      let sorted = tasks.sorted { isEarlier($0, $1) }
      let shown = sorted.prefix(status.isClosed ? closedLimit : openLimit)
      var column: [String: Any] = [
        "name": name(status, site.words), "count": String(tasks.count),
        "tasks": shown.map { values($0, site, path) },
      ]
      if shown.count < tasks.count {
        let count = tasks.count - shown.count
        column["further"] = Message("and \(count) more", ko: "외 \(count)개")
          .text(in: site.settings.language)
      }
      return column
    }
    let content = renderer.theme.render(
      "board.html",
      [
        "title": site.words["board"], "words": site.words.table, "columns": columns,
        "isEmpty": columns.isEmpty,
      ])
    let page = SiteShell.Page(path: path, title: site.words["board"], section: "board")
    return SiteFile(path: path, bytes: renderer.shell.page(page, content.utf8))
  }

  /// Sheaf's own columns in their order, then those of the user's own by name.
  private static func columns(of tasks: [SiteTask]) -> [(TaskStatus, [SiteTask])] {
    let groups = Dictionary(grouping: tasks.filter { !$0.title.isEmpty }, by: \.status)
    let own = groups.keys.filter { if case .custom = $0 { true } else { false } }
      .sorted { $0.name < $1.name }
    return ([.todo, .doing] + own + [.done, .cancelled]).compactMap { status in
      groups[status].map { (status, $0) }
    }
  }

  private static func isEarlier(_ left: SiteTask, _ right: SiteTask) -> Bool {
    let days = (left.due?.day, right.due?.day)
    if days.0 != days.1 {
      guard let first = days.0, let second = days.1 else { return days.0 != nil }
      return first < second
    }
    return left.priority > right.priority
  }

  private static func name(_ status: TaskStatus, _ words: SiteWords) -> String {
    if case .custom(let name) = status { name } else { words[status.name] }
  }

  private static func values(_ task: SiteTask, _ site: Site, _ path: String) -> [String: Any] {
    var values: [String: Any] = ["title": task.title]
    if let place = site.place(of: task.note) {
      values["address"] = site.address(ofNote: place, from: path)
      if task.line != nil { values["note"] = site.notes[place].title }
    }
    guard let due = task.due?.day else { return values }
    var text = due.description
    var isOverdue = false
    if !task.status.isClosed, case .overdue(let days) = DueState(task.due, at: site.settings.now) {
      let late =
        days > 0
        ? Message("overdue \(days)d", ko: "\(days)일 지남") : Message("overdue", ko: "기한 지남")
      text = late.text(in: site.settings.language)
      isOverdue = true
    }
    values["due"] = ["iso": due.description, "text": text, "overdue": isOverdue]
    return values
  }
}
