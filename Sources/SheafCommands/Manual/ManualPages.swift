import ArgumentParser
import NoteModel
import NoteRepository
import Wording

/// The manual pages, made from the declarations that the program itself runs on.
package enum ManualPages {
  /// Every page by its file name: `sheaf.1`, `sheaf-list.1`, `sheaf-config.5`, `ko/sheaf.1` ….
  package static func all() -> [(name: String, text: String)] {
    var pages = [("sheaf.1", overview(in: .english))]
    pages += commandPages(in: .english)
    pages.append(("sheaf-config.5", configuration(in: .english)))
    pages.append(("sheaf-note.5", fields()))
    pages += ManualTexts.pages.map { ($0.name, head($0.title, $0.section) + $0.text) }
    pages += koreanPages()
    return pages.map { ($0.0, Mdoc.wrapped($0.1)) }
  }

  /// The pages in Korean, in the folder `ko`, as `man` looks for them.
  private static func koreanPages() -> [(String, String)] {
    HelpLanguage.$current.withValue(.korean) {
      [
        ("ko/sheaf.1", overview(in: .korean)),
        ("ko/sheaf-config.5", configuration(in: .korean)),
        ("ko/sheaf-query.7", head("sheaf-query", 7) + QueryManual.page(in: .korean)),
        ("ko/sheaf-dates.7", head("sheaf-dates", 7) + DatesManual.page(in: .korean)),
      ] + commandPages(in: .korean).map { ("ko/" + $0.name, $0.text) }
        + ManualTexts.walkthroughs(in: .korean).map {
          ("ko/" + $0.name, head($0.title, 7) + $0.text)
        }
    }
  }

  static func head(_ title: String, _ section: Int) -> String {
    """
    .Dd November 21, 2026
    .Dt \(title.uppercased()) \(section)
    .Os

    """
  }

  /// sheaf(1). The texts of the commands are in the language of this run.
  private static func overview(in language: Language) -> String {
    let heads = ManualHeadings(language)
    var text = head("sheaf", 1)
    text += ".Sh \(heads.name)\n.Nm sheaf\n.Nd \(purpose.text(in: language))\n"
    text += ".Sh \(heads.synopsis)\n" + synopsis.text(in: language)
    text += ".Sh \(heads.description)\n" + introduction.text(in: language)
    for group in CommandGroup.all {
      text += ".Ss \(Mdoc.escaped(group.name))\n.Bl -tag -width Ds\n"
      for command in group.subcommands {
        text += ".It Xr sheaf-\(command.commandName) 1\n"
        text += Mdoc.paragraph(command.configuration.abstract)
      }
      text += ".El\n"
    }
    text += ".Sh \(heads.options)\n" + optionsStart.text(in: language) + ".Bl -tag -width Ds\n"
    for option in GlobalOptions.catalogue {
      text += Mdoc.item(option.names, value: option.placeholder)
      text += Mdoc.paragraph(option.help.text(in: language))
    }
    return text + ".El\n" + ManualTexts.overviewEnd(in: language)
  }

  private static let purpose = Message(
    "notes, a diary and tasks as Markdown files in a folder", ko: "폴더의 마크다운 파일로 관리하는 메모, 일기, 할 일")

  private static let synopsis = Message(
    """
    .Nm
    .Op Ar global-options
    .Ar command
    .Op Ar arguments

    """,
    ko: """
      .Nm
      .Op Ar 공통-옵션
      .Ar 명령
      .Op Ar 인수

      """)

  private static let introduction = Message(
    """
    .Nm
    works on a folder of Markdown files with front matter, which is its repository.
    The files are the truth: any editor may change them, and deleting everything that
    .Nm
    adds loses nothing but speed.
    .Pp
    A note is identified by its path, its title, an alias, its file name, the beginning of its id,
    a day such as
    .Ql today
    for the diary,
    .Ql @
    for the note used last, or a row number of the last listing.

    """,
    ko: """
      .Nm
      은 머리말(front matter)이 있는 마크다운 파일의 폴더를 저장소로 사용합니다.
      모든 내용은 파일에 있습니다.
      어떤 편집기로 바꿔도 되고,
      .Nm
      이 추가한 것을 모두 지워도 속도 말고는 잃는 것이 없습니다.
      .Pp
      메모는 경로, 제목, 별칭, 파일 이름, id의 앞부분으로 지정합니다.
      .Ql 오늘
      같은 날짜는 그날의 일기를,
      .Ql @
      는 마지막에 사용한 메모를, 숫자는 마지막 목록의 목록 번호를 뜻합니다.

      """)

  private static let optionsStart = Message(
    "These may come before or after the command;\n.Fl C\nonly before.\n",
    ko: "명령의 앞이나 뒤에 지정할 수 있습니다.\n.Fl C\n옵션은 앞에만 지정할 수 있습니다.\n")

  private static func commandPages(in language: Language) -> [(name: String, text: String)] {
    CommandGroup.all.flatMap { group in
      group.subcommands.map { command in
        let neighbours = group.subcommands.map { $0.commandName }
        return ("sheaf-\(command.commandName).1", page(command, of: neighbours, in: language))
      }
    }
  }

  /// - Parameter group: The names of the commands that are listed with it.
  private static func page(
    _ command: any ParsableCommand.Type, of group: [String], in language: Language
  ) -> String {
    let heads = ManualHeadings(language)
    let name = "sheaf-" + command.commandName
    let parts = [command] + command.configuration.subcommands
    var text = head(name, 1)
    text += ".Sh \(heads.name)\n.Nm \(name)\n"
    text += ".Nd \(Mdoc.description(command.configuration.abstract))\n"
    let arguments = CommandArguments(command, in: language)
    text += ".Sh \(heads.synopsis)\n.Nm sheaf \(command.commandName)\n" + arguments.synopsis
    text += ".Sh \(heads.description)\n" + Mdoc.paragraph(command.configuration.abstract)
    text += Mdoc.discussion(command.configuration.discussion)
    text += arguments.options
    text += subcommands(of: command, in: language)
    text += ".Sh \(heads.exitStatus)\n" + exitStatus.text(in: language)
    let examples = parts.flatMap { Mdoc.examples($0.configuration.discussion) }
    if !examples.isEmpty { text += ".Sh \(heads.examples)\n" + Mdoc.literal(examples) }
    return text + ".Sh \(heads.seeAlso)\n" + seeAlso(text, besides: name, group: group)
  }

  private static let exitStatus = Message(
    """
    0 if it succeeds, 1 if nothing matches or a problem is found, and another number after an error;
    .Xr sheaf 1
    lists them.

    """,
    ko: """
      성공하면 0, 맞는 것이 없거나 문제를 찾으면 1, 오류가 나면 다른 값입니다.
      전체 목록은
      .Xr sheaf 1
      에 있습니다.

      """)

  /// The pages that a text names, as in `sheaf-query(7)`, and those of the commands in its group.
  private static func seeAlso(_ text: String, besides name: String, group: [String]) -> String {
    let named = text.matches(of: /(sheaf-[a-z-]+)\(([1-8])\)/).map { "\($0.2) \($0.1)" }
    let pages = Set(named + group.map { "1 sheaf-\($0)" } + ["1 sheaf"]).subtracting(["1 \(name)"])
    return pages.sorted().map { ".Xr \($0.dropFirst(2)) \($0.prefix(1))" }
      .joined(separator: " ,\n") + "\n"
  }

  private static func subcommands(
    of command: any ParsableCommand.Type, in language: Language
  ) -> String {
    command.configuration.subcommands.map { subcommand in
      let name = "sheaf \(command.commandName) \(subcommand.commandName)"
      let arguments = CommandArguments(subcommand, in: language)
      return ".Ss \(name)\n.Nm \(name)\n" + arguments.synopsis
        + ".Pp\n" + Mdoc.paragraph(subcommand.configuration.abstract)
        + Mdoc.discussion(subcommand.configuration.discussion) + arguments.options
    }.joined()
  }

  private static func configuration(in language: Language) -> String {
    let heads = ManualHeadings(language)
    var text = head("sheaf-config", 5)
    text += ".Sh \(heads.name)\n.Nm sheaf-config\n"
    text += ".Nd \(Message("settings of Sheaf", ko: "Sheaf의 설정").text(in: language))\n"
    text += ".Sh \(heads.description)\n" + configurationStart.text(in: language)
    text += ".Bl -tag -width Ds\n"
    for key in ConfigurationCatalogue.keys {
      text += ".It Ic \(key.name)\n" + Mdoc.paragraph(key.summary.text(in: language))
      text += notes(about: key).map { $0.text(in: language) }.joined()
    }
    return text + ".El\n" + DayPatternManual.section(in: language)
      + ".Sh \(heads.seeAlso)\n.Xr sheaf 1 ,\n.Xr sheaf-config 1\n"
  }

  private static let configurationStart = Message(
    """
    Settings are read in this order, and later ones win: the defaults,
    .Pa $XDG_CONFIG_HOME/sheaf/config.yaml ,
    the repository's
    .Pa .sheaf/config.yaml ,
    the environment, the options of the command.
    .Ql sheaf config
    shows every value and where it is set.

    """,
    ko: """
      설정은 다음 순서로 읽고 뒤의 것이 앞의 것을 바꿉니다: 기본값,
      .Pa $XDG_CONFIG_HOME/sheaf/config.yaml ,
      저장소의
      .Pa .sheaf/config.yaml ,
      환경 변수, 명령의 옵션.
      .Ql sheaf config
      는 모든 값과 그 값을 지정한 곳을 보여 줍니다.

      """)

  /// Where a setting is read, and what it is without one.
  private static func notes(about key: ConfigurationKey) -> [Message] {
    var notes: [Message] = []
    if key.type == .interval {
      notes.append(
        Message(
          "A repository may lengthen it; a shorter one is read only after\n.Ql sheaf config trust .\n",
          ko: "저장소에서는 늘릴 수만 있고, 줄인 값은\n.Ql sheaf config trust\n를 실행해야 읽습니다.\n"))
    } else if key.isDelicate {
      notes.append(
        Message(
          "Read from a repository only after\n.Ql sheaf config trust .\n",
          ko: "저장소의 값은\n.Ql sheaf config trust\n를 실행해야 읽습니다.\n"))
    }
    if key.scope == .repository {
      notes.append(
        Message(
          "It belongs to one repository and has no effect in your own configuration.\n",
          ko: "저장소마다 지정하는 값이며 사용자 설정에서는 쓰지 않습니다.\n"))
    }
    let value = Mdoc.escaped(key.defaultValue.description)
    return notes + [
      Message("Default:\n.Ql \(value) .\n", ko: "기본값:\n.Ql \(value) .\n"),
      Message(
        "In the environment:\n.Ev \(key.environmentVariable) .\n",
        ko: "환경 변수:\n.Ev \(key.environmentVariable) .\n"),
    ]
  }

  private static func fields() -> String {
    var text = head("sheaf-note", 5)
    text += ManualTexts.noteStart + ".Bl -tag -width Ds\n"
    for field in FieldCatalogue.fields {
      text += ".It Ic \(field.key)\n" + Mdoc.paragraph(field.summary.english)
      if !field.alsoRead.isEmpty {
        text += "Also read:\n.Ic \(field.alsoRead.joined(separator: " , ")) .\n"
      }
    }
    return text + ".El\n" + ManualTexts.noteEnd
  }
}

extension GlobalOption {
  fileprivate var placeholder: String? {
    if case .value(let name, _) = effect { name } else { nil }
  }
}

/// What the sections of a page are called.
struct ManualHeadings {
  let name, synopsis, description, options, environment, files, exitStatus, examples, seeAlso: String

  init(_ language: Language) {
    switch language {
    case .english:
      (name, synopsis, description, options) = ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS")
      (environment, files) = ("ENVIRONMENT", "FILES")
      (exitStatus, examples, seeAlso) = ("EXIT STATUS", "EXAMPLES", "SEE ALSO")
    case .korean:
      (name, synopsis, description, options) = ("이름", "사용법", "설명", "옵션")
      (environment, files) = ("환경 변수", "파일")
      (exitStatus, examples, seeAlso) = ("종료 코드", "예", "관련 항목")
    }
  }
}

/// `sheaf generate`: the manual and the completions, for the build.
struct GenerateCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "generate",
      abstract: localized("Write the manual pages into a folder.", ko: "설명서를 폴더에 저장합니다."),
      shouldDisplay: false)
  }

  @Argument var folder: String

  init() {}

  func run(in context: CommandContext) throws {
    let path = context.absolutePath(folder)
    for page in ManualPages.all() {
      let bytes = Array(page.text.utf8)
      let file = path + "/" + page.name
      if try !OutputFile.create(bytes, at: file) { try OutputFile.write(bytes, to: file) }
    }
  }
}
