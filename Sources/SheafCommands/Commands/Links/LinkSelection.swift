import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import Wording

/// What the options of `links` ask for.
struct LinkSelection {
  private let options: LinksOptions
  let context: CommandContext
  let workspace: Workspace
  private let finder: LinkFinder

  init(_ options: LinksOptions, _ context: CommandContext, _ workspace: Workspace) {
    self.options = options
    self.context = context
    self.workspace = workspace
    finder = LinkFinder(workspace: workspace, now: context.clock())
  }

  /// The links; `--where` asks for their targets where those out of a note are asked for, else for their sources.
  func links() throws -> [LinkReport.Entry] {
    let found = try found()
    guard let paths = try matching() else { return found }
    return found.filter { entry in
      (options.source != nil ? entry.link.target : entry.link.source).map(paths.contains) ?? false
    }
  }

  private func found() throws -> [LinkReport.Entry] {
    if options.broken {
      let found = try finder.broken()
      return try options.since.map { try brokenSince($0, found) } ?? found
    }
    if options.all { return try finder.all() }
    if let to = options.to {
      return try finder.links(around: try context.note(to, in: workspace), options.depth, .inward)
    }
    let name = options.source ?? ""
    if name.lowercased().hasSuffix(".canvas") {
      return try finder.links(
        around: try context.file(name, in: workspace), options.depth, .outward)
    }
    let path = try context.note(name, in: workspace)
    try context.refuseSealed(try workspace.note(at: path))
    return try finder.links(around: path, options.depth, .outward)
  }

  /// Notes that have links in common with one.
  func related(to name: String) throws -> [NoteSummary] {
    let notes = try finder.related(to: try context.note(name, in: workspace))
    guard let paths = try matching() else { return notes }
    return notes.filter { paths.contains($0.path) }
  }

  /// The lines that mention a note without a link.
  func mentions(of name: String) throws -> [SearchReport.Entry] {
    try finder.mentions(of: try context.note(name, in: workspace), in: try matching())
  }

  /// The notes that `--where` asks for; nil for all.
  private func matching() throws -> Set<NotePath>? {
    try options.condition.map { Set(try context.notes(where: $0, in: workspace)) }
  }

  var whenEmpty: Message {
    if options.condition != nil { return Message("No link matches", ko: "일치하는 링크가 없습니다") }
    if options.broken { return Message("No broken links", ko: "끊긴 링크가 없습니다") }
    if let to = options.to {
      return Message("No note links to “\(to)”", ko: "“\(to)” 메모로 가는 링크가 없습니다")
    }
    guard let name = options.source else {
      return Message("No links", ko: "링크가 없습니다")
    }
    return Message("“\(name)” has no links", ko: "“\(name)” 메모에 링크가 없습니다")
  }
}
