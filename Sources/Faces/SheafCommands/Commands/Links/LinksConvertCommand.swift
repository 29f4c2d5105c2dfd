import ArgumentParser
import NoteActions
import NoteIndex
import NoteModel
import Wording

/// `sheaf links convert`
struct LinksConvertCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "convert",
      abstract: localized("Write the links of notes in another form.", ko: "메모의 링크를 다른 형식으로 씁니다."),
      discussion: localized(
        """
        wiki makes [[plan#Next steps|text]] of Markdown links, markdown the other way round. relative and absolute write
        the paths of Markdown links from the folder of their note (../Work/plan.md) or from the root (/Work/plan.md).
        Only links to notes and files of the repository change, in the notes of the query or in all notes.

        Each changed note is read again: every link leads to the same heading of the same file, with the same words.
        Links that the form cannot express are not changed but reported: an embedded note has no form in Markdown, a
        wiki link no title and no emphasis.

        Examples:
          sheaf links convert markdown --dry-run
          sheaf links convert wiki in:Memo
          sheaf links convert relative
        """,
        ko: """
          wiki는 마크다운 링크를 [[계획#다음 단계|텍스트]]로 바꾸고, markdown은 반대로 바꿉니다. relative와 absolute는 마크다운
          링크의 경로를 메모의 폴더에서(../Work/plan.md) 또는 최상위 폴더에서(/Work/plan.md) 시작하게 씁니다. 검색식에 맞는 메모
          또는 모든 메모에서, 저장소의 메모와 파일로 가는 링크만 바뀝니다.

          바꾼 메모는 다시 읽어 모든 링크가 같은 파일의 같은 소제목으로, 같은 글로 이어지는지 확인합니다. 그 형식으로
          쓸 수 없는 링크는 그대로 두고 알려 줍니다. 포함한 메모는 마크다운 형식이 없고, 위키 링크에는 설명(title)과
          강조를 쓸 수 없습니다.

          예:
            sheaf links convert markdown --dry-run
            sheaf links convert wiki in:Memo
            sheaf links convert relative
          """))
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
