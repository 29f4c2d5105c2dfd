import ArgumentParser
import NoteActions
import NoteIndex
import NoteModel
import Wording

struct LinksConvertCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "convert",
      abstract: localized("Write the links of notes in another form.", ko: "메모의 링크를 다른 형식으로 씁니다."),
      discussion: prose(PackageResources.links_convert_txt, ko: PackageResources.links_convert_ko_txt))
  }

  @Argument(
    help: help(.format, "wiki, markdown, relative or absolute.", ko: "wiki, markdown, relative, absolute 중 하나"))
  var form: String

  @OptionGroup var query: QueryArguments
  @OptionGroup var writing: WritingOptions

  init() {}

  func run(in context: CommandContext) throws {
    guard let form = LinkForm(rawValue: form.lowercased()) else {
      let names = LinkForm.allCases.map(\.rawValue)
      throw UsageError(
        Message("Unknown form of links “\(form)”", ko: "링크의 형식이 아닙니다: “\(form)”"),
        hint: nearestName(to: form, among: names).map { .didYouMean($0) }
          ?? Message(verbatim: names.joined(separator: ", ")))
    }
    try ProvedChangesRun(.links, query, writing).run(in: context) { workspace, paths, transaction in
      try workspace.convertLinks(to: form, in: paths, &transaction)
    }
  }
}
