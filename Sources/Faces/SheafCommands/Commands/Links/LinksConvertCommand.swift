import ArgumentParser
import NoteActions
import NoteIndex
import NoteModel
import Wording

struct LinksConvertCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("convert", PackageResources.links_convert_txt, ko: PackageResources.links_convert_ko_txt)
  }

  @Argument(
    help: help(.format, "wiki, markdown, relative or absolute.", ko: "wiki, markdown, relative, absolute 중 하나"))
  var form: String

  @OptionGroup var query: QueryArguments
  @OptionGroup var writing: WritingOptions

  func run(in context: CommandContext) throws {
    guard let form = LinkForm(rawValue: form.lowercased()) else {
      let names = LinkForm.allCases.map(\.rawValue)
      throw UsageError(
        Message("Unknown form of links “\(form)”", ko: "링크의 형식이 아닙니다: “\(form)”"),
        hint: nearestName(to: form, among: names).map { .didYouMean($0) }
          ?? Message(verbatim: names.joined(separator: ", ")))
    }
    try ProvedChangesRun(subject: .links, query: query, writing: writing).run(in: context) {
      workspace, paths, transaction in try workspace.convertLinks(to: form, in: paths, &transaction)
    }
  }
}
