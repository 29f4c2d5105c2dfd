import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import SheafCommands
import SheafSite

enum GraphForms: String, FileForms { case dot, html, json }

struct GraphCommand: IndexReadingCommand {
  static var configuration: CommandConfiguration {
    explained("graph", PackageResources.graph_txt, ko: PackageResources.graph_ko_txt)
  }

  @OptionGroup var query: QueryArguments
  @OptionGroup var order: OrderOptions

  @OptionGroup var file: FileForm<GraphForms>

  @Flag(help: help("Print one JSON document.", ko: "JSON 문서 하나로 출력합니다."))
  var json = false

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let parsed = try query.listed(in: context, workspace)
    if query.explain { context.explain(parsed) }
    let request = try context.request(parsed, order, in: workspace)
    let links = try workspace.index.links.linkedNotes()
    // A query asks for notes; without one the canvases are drawn as well.
    let canvases = parsed.query == .all ? try workspace.index.files.canvases() : []
    for canvas in try workspace.unreadCanvases() { context.warn(canvas.explanation) }
    let graph = NoteGraph(notes: try workspace.index.notes(request), canvases: canvases, links: links)
    let form = json ? .json : file.form ?? .dot
    let page: [UInt8] =
      switch form {
      case .json: Array((graph.json.text(pretty: true) + "\n").utf8)
      case .html: Array(GraphDocument(graph, context.language).page.utf8)
      case .dot: Array(graph.dot.utf8)
      }
    try context.write(page, to: file.output)
    if graph.nodes.isEmpty {
      try context.explainNothing(
        try EmptyResultExplanation(of: query.query, parsed.query, in: workspace, now: request.now).ofNotes(), .text)
      throw ExitStatus.negative
    }
  }
}
