package import CivilCalendar
package import NoteModel
package import NoteRepository

package enum DiaryPeriod: Sendable {
  case day, week, month
}

/// A page of the diary: its path, and the way to make it.
package struct DiaryPage {
  package let path: NotePath
  private let day: Day
  private let period: DiaryPeriod
  /// The template of a new page; nil for the usual one.
  private let template: String?
  private let workspace: Workspace

  /// Finds the page that contains `day`: an existing one anywhere in the diary, otherwise the place of a new one.
  package init(_ day: Day, _ period: DiaryPeriod, _ template: String? = nil, in workspace: Workspace) {
    self.day = day
    self.template = template
    self.period = period
    self.workspace = workspace
    let candidates = Self.paths(of: day, period, workspace.layout).map { workspace.files.spelled($0) }
    path = candidates.first { workspace.files.fingerprint($0) != nil } ?? candidates[0]
  }

  private static func paths(of day: Day, _ period: DiaryPeriod, _ layout: VaultLayout) -> [NotePath] {
    guard period != .day else { return layout.diaryPaths(of: day) }
    let pattern = period == .week ? layout.weekPath : layout.monthPath
    if let pattern { return [pattern.path(of: pattern.firstDay(of: day))] }
    let name = name(of: day, period)
    let folder = layout.periodFolder.isEmpty ? "" : layout.periodFolder + "/"
    return ["\(folder)\(name.year)/\(name.text).md", "\(folder)\(name.text).md"].map { NotePath(trusted: $0) }
  }

  private static func name(of day: Day, _ period: DiaryPeriod) -> (text: String, year: Int) {
    switch period {
    case .day: return (day.description, day.year)
    case .week:
      let (year, week) = day.isoWeek
      return ("\(year)-W\(padded(week, to: 2))", year)
    case .month: return ("\(day.year)-\(padded(day.month, to: 2))", day.year)
    }
  }

  /// Makes the page if there is none, and puts the line after its content.
  ///
  /// - Returns: True if it was made.
  /// - Throws: If its template cannot be used, or it cannot be read.
  package func add(
    _ line: DiaryLine, _ surroundings: NoteCreationInputs, to transaction: inout Transaction
  ) throws -> Bool {
    let isNew = workspace.files.fingerprint(path) == nil
    if isNew {
      let text = try newBytes(surroundings)
      transaction.create(path, line.text.isEmpty ? text : line.appended(to: text))
    } else if !line.text.isEmpty {
      let before = try workspace.originals.read(path)
      transaction.replace(path, expecting: before, with: line.appended(to: before))
    }
    transaction.subject = path
    return isNew
  }

  /// Returns the note whose questions must be answered before the page can be made. Nil if the page exists.
  package func newNote(_ surroundings: NoteCreationInputs) throws -> NewNote? {
    workspace.files.fingerprint(path) == nil ? try template(surroundings) : nil
  }

  /// Returns the initial text of a new page.
  func newBytes(_ surroundings: NoteCreationInputs) throws -> [UInt8] {
    Array(try template(surroundings).text(in: workspace, surroundings).utf8)
  }

  private func template(_ surroundings: NoteCreationInputs) throws -> NewNote {
    let usual =
      switch period {
      case .day: "diary"
      case .week: "week"
      case .month: "month"
      }
    return try NewNote(
      title: Self.name(of: day, period).text, template: template ?? usual,
      folder: path.folder?.string ?? ".",
      moment: surroundings.zone.moment(on: day, at: surroundings.now.time))
  }
}
