import ArgumentParser
import ByteBasics
import NoteRepository
import NoteSyntax
import Wording

/// `sheaf config trust`
struct ConfigTrustCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "trust",
      abstract: localized(
        "Let this repository run programs and scripts, reach private networks and read the environment.",
        ko: "이 저장소가 프로그램과 스크립트를 실행하고 사설 네트워크에 접속하고 환경 변수를 읽도록 허용합니다."),
      discussion: localized(
        """
        A repository is data and may come from anywhere, so its settings for programs (editor, pager, opener,
        remind.command), links.external-private and site.unsafe have no effect until you trust it, its templates
        cannot read the environment, and templates, style sheets and scripts of its theme are not used. The trust is
        stored outside the repository and ends when .sheaf/config.yaml, such a template or the theme changes.

        Examples:
          sheaf config trust
          sheaf config trust --remove
        """,
        ko: """
          저장소는 어디에서든 올 수 있는 데이터이므로, 프로그램 설정(editor, pager, opener, remind.command)과
          links.external-private, site.unsafe 설정은 신뢰하기 전에는 적용되지 않고, 템플릿은 환경 변수를 읽지
          못하며, 테마의 템플릿과 스타일시트와 스크립트는 사용하지 않습니다. 신뢰는 저장소 밖에 저장되며 .sheaf/config.yaml
          파일이나 그런 템플릿이나 테마가 바뀌면 사라집니다.

          예:
            sheaf config trust
            sheaf config trust --remove
          """))
  }

  @Flag(help: help("Remove the trust.", ko: "신뢰를 취소합니다."))
  var remove = false

  init() {}

  func run(in context: CommandContext) throws {
    let repository = try context.repository()
    let trust = RepositoryTrust(repository)
    let file = context.shownPath(repository.configurationFile)
    if remove {
      guard trust.remove() else {
        context.note(Message("\(file) was not trusted", ko: "신뢰하지 않은 설정입니다: \(file)"))
        throw ExitStatus.negative
      }
      return context.note(Message("\(file) is no longer trusted", ko: "더는 신뢰하지 않습니다: \(file)"))
    }
    try trust.give(to: try repository.configurationBytes() ?? [])
    context.note(
      Message(
        "\(file) is trusted until it changes", ko: "파일이 바뀔 때까지 신뢰합니다: \(file)"))
    let settings = context.configuration(of: repository).settings
    for key in ConfigurationCatalogue.keys where key.mayNeedTrust {
      guard let setting = settings[key.name],
        case .file(repository.configurationFile, _) = setting.origin
      else { continue }
      context.console.writeLine("\(key.name): \(setting.value)")
    }
    for name in trust.environmentTemplates {
      context.console.writeLine(".sheaf/templates/\(name): {{env}}")
    }
    for name in trust.activeThemeFiles { context.console.writeLine(".sheaf/theme/\(name)") }
  }
}
