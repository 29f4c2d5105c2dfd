import CivilCalendar
import NoteModel
import NotePresentation
import Wording

/// The tasks in columns by their status, as `sheaf board` has them.
enum BoardPage {
  static let path = "board.html"

  static func file(_ renderer: NoteRenderer) -> SiteFile {
    let site = renderer.site
    let columns = board(of: site).columns.filter { $0.count > 0 }.map { column -> [String: Any] in
      var values: [String: Any] = [
        "name": name(column.key, site.words), "count": String(column.count),
        "tasks": column.tasks.map { self.values($0, site) },
      ]
      if column.hiddenCount > 0 {
        values["further"] = Message(
          "and \(column.hiddenCount) more", ko: "외 \(column.hiddenCount)개"
        )
        .text(in: site.settings.language)
      }
      return values
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

  /// Returns the board of the site. Cancelled tasks have a column only if the settings name the column.
  private static func board(of site: Site) -> TaskBoard {
    let order = site.settings.boardColumns
    let cancelled = TaskStatus.cancelled
    let tasks = site.facts.tasks.map(\.task).filter { task in
      !task.item.title.isEmpty && (task.item.status != cancelled || order.contains(cancelled.name))
    }
    var limits = site.settings.boardLimits
    limits[""] = limits[""] ?? usualLimit
    return TaskBoard(LocatedTask.inColumnOrder(tasks), by: .status, order: order, limits: limits)
  }

  /// The most tasks of a column that has no limit of its own.
  private static let usualLimit = 200

  private static func name(_ key: String, _ words: SiteWords) -> String {
    guard TaskStatus(known: key) == nil else { return words[key] }
    return TaskStatus(key).label.text(in: words.language)
  }

  private static func values(_ task: LocatedTask, _ site: Site) -> [String: Any] {
    var values: [String: Any] = ["title": task.item.shownTitle(BodyWords(site.settings.language))]
    if let place = site.place(of: task.path) {
      values["address"] = site.address(ofNote: place, from: path)
      if task.line != nil { values["note"] = task.noteTitle }
    }
    if let label = task.item.label { values["label"] = label }
    if let color = task.item.color.flatMap({ NoteColor($0) }) { values["color"] = color.hexadecimal }
    guard let due = task.item.due?.day else { return values }
    var text = site.settings.dates?.text(due, in: site.settings.language) ?? due.description
    var isOverdue = false
    if !task.item.status.isClosed,
      case .overdue(let days) = DueState(task.item.due, at: site.settings.now)
    {
      let late = days > 0 ? Message("overdue \(days)d", ko: "\(days)일 지남") : Message("overdue", ko: "기한 지남")
      text = late.text(in: site.settings.language)
      isOverdue = true
    }
    values["due"] = ["iso": due.description, "text": text, "overdue": isOverdue]
    return values
  }
}
