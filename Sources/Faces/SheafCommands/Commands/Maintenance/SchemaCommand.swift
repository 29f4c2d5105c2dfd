import ArgumentParser
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import Wording

struct SchemaCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    explained(
      "schema", PackageResources.schema_txt, ko: PackageResources.schema_ko_txt,
      subcommands: [SchemaShowCommand.self, SchemaInferCommand.self], defaultSubcommand: SchemaShowCommand.self)
  }
}

struct SchemaShowCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("show", PackageResources.schema_show_txt, ko: PackageResources.schema_show_ko_txt)
  }

  @Argument(help: help(.noteOrFile, "A note or a folder. Default: all schemas.", ko: "메모나 폴더(기본값: 모든 스키마)"))
  var place: String?

  @OptionGroup var listing: ListingOptions

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let schemas = workspace.configuration.schemas
    let found =
      try place.map { schemas.ruled(for: try subject($0, context, workspace)) }
      ?? schemas.all.flatMap { schema in schema.fields.map { (schema, $0) } }
    let report = try listing.order.rowOrder.arranged(
      SchemaReport(found.map { SchemaReport.Row(schema: $0.name, rule: $1) }))
    var rows = Listing(report, listing)
    rows.whenEmpty = {
      Message(
        "No schema. “sheaf schema infer FOLDER” proposes one.",
        ko: "스키마가 없습니다. “sheaf schema infer 폴더”로 제안을 볼 수 있습니다.")
    }
    try rows.show(in: context, workspace)
    if report.rows.isEmpty { throw ExitStatus.negative }
  }

  private func subject(_ word: String, _ context: CommandContext, _ workspace: Workspace) throws -> SchemaSubject {
    if let folder = context.folder(word, in: workspace) {
      return SchemaSubject(folder: folder.path?.string ?? ".")
    }
    // A folder that no note is in yet may have a schema.
    let name = word.split(separator: "/").joined(separator: "/")
    if workspace.configuration.schemas.all.contains(where: { $0.folders.contains(name) }) {
      return SchemaSubject(folder: name)
    }
    return SchemaSubject(try workspace.note(at: context.note(word, in: workspace)))
  }
}

struct SchemaInferCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("infer", PackageResources.schema_infer_txt, ko: PackageResources.schema_infer_ko_txt)
  }

  @Argument(help: help(.folder, "Folder of the notes; “.” means all notes.", ko: "폴더(“.”이면 모든 메모)"))
  var folder: String

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    guard let folder = context.folder(folder, in: workspace) else {
      throw UsageError(Message("There is no folder “\(folder)”", ko: "폴더를 찾을 수 없습니다: “\(folder)”"))
    }
    let prefix = folder.path.map { $0.string + "/" } ?? ""
    let paths = try workspace.index.files.paths(beginningWith: prefix).filter(\.isMarkdown)
    let notes = paths.compactMap { try? workspace.note(at: $0) }
    let inference = SchemaInference(notes, folder: folder.path)
    guard let schema = inference.schema else {
      context.note(Message("The notes have no fields in common", ko: "메모에 공통으로 있는 필드가 없습니다"))
      throw ExitStatus.negative
    }
    let lines = SchemaText.lines(NoteSchemas([schema])) { context.text(inference.remark(on: $0)) }
    for line in ["schemas:"] + lines { context.console.writeLine(line) }
    if !workspace.configuration.schemas.all.isEmpty {
      context.note(
        Message(
          "The settings have “schemas:” already: put the lines below it, without a second “schemas:”",
          ko: "설정에 “schemas:”가 이미 있습니다. 그 줄은 빼고 나머지를 그 아래에 넣으세요"))
    }
  }
}
