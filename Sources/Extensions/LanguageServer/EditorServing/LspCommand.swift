import ArgumentParser
import HostSystem
import NoteActions
import NoteLanguageServer
import NoteRepository
package import SheafCommands
import Wording

extension Program.Part {
  package static let languageServer: Program.Part = {
    var part = Program.Part()
    part.commands = [.programs: [LspCommand.self]]
    return part
  }()
}

struct LspCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "lsp",
      abstract: localized(
        "Serve the notes to an editor (Language Server Protocol).",
        ko: "편집기에 메모 기능을 제공합니다(Language Server Protocol)."),
      discussion: localized(
        """
        An editor starts this command and communicates with it through standard input and output. The server completes
        links, tags, fields and days, follows and renames links, reports problems while you type, formats, and changes
        tasks. Unsaved text is included. “sheaf undo” reverts the files that the server writes. sheaf-editors(7) lists
        the features of each editor.

        Examples:
          sheaf lsp --setup nvim >> ~/.config/nvim/init.lua
          sheaf lsp --setup helix
        """,
        ko: """
          편집기가 이 명령을 실행하고 표준 입출력으로 통신합니다. 링크, 태그, 필드, 날짜를 자동 완성하고, 링크를 따라가고
          이름을 바꾸며, 입력하는 동안 문제를 표시하고, 형식을 정리하고, 할 일을 바꿉니다. 저장하지 않은 텍스트도
          반영합니다. 서버가 저장한 파일은 “sheaf undo”로 되돌릴 수 있습니다. 편집기별 기능은 sheaf-editors(7)에 있습니다.

          예:
            sheaf lsp --setup nvim >> ~/.config/nvim/init.lua
            sheaf lsp --setup helix
          """))
  }

  @Option(
    help: help(
      .editor,
      "Print the lines that set up an editor: \(EditorSetup.names).",
      ko: "편집기를 설정하는 내용을 출력합니다: \(EditorSetup.names)"))
  var setup: EditorSetup?

  @Flag(
    help: help(
      "Has no effect; some editors always pass this option.", ko: "이 옵션을 항상 전달하는 편집기를 위해 허용합니다."))
  var stdio = false

  /// Brings the index of a folder up to date, be it a repository or any other folder of notes.
  @Flag(help: .hidden) var index = false

  func run(in context: CommandContext) throws {
    if let setup {
      context.console.write(setup.text)
      return
    }
    if index {
      let folder = try context.session.startingFolder()
      let repository = Repository(root: resolvedPath(folder) ?? folder, places: context.places)
      _ = try context.openWorkspace(of: repository, context.configuration(of: repository))
      return
    }
    // An editor that is gone closes the pipe; that ends the server, not a signal.
    signal(SIGPIPE, SIG_IGN)
    let server = LanguageServer(ServerSurroundings(context), input: STDIN_FILENO, output: STDOUT_FILENO)
    guard server.run() == 0 else { throw ExitStatus.negative }
  }
}

extension ServerSurroundings {
  /// Describes this process to the server: this program for commands, the clock, the language.
  init(_ context: CommandContext) {
    let programs = context.installedPrograms
    let options =
      ["--no-input", "--lang", context.language.rawValue] + (context.globals.now.map { ["--now", $0] } ?? [])
    @Sendable func run(
      _ words: [String], _ folder: String, as command: [String] = [ThisProgram.path]
    ) -> ServerSurroundings.CommandOutcome {
      do {
        let words = command + ["-C", folder] + options + words
        let outcome = try programs.run(words[0], Array(words.dropFirst()))
        return ServerSurroundings.CommandOutcome(
          isDone: outcome.status == 0, output: String(decoding: outcome.output, as: UTF8.self), errors: outcome.errors)
      } catch {
        let reason = (error as? any ExplainedError)?.explanation.text(in: context.language)
        return ServerSurroundings.CommandOutcome(isDone: false, output: "", errors: reason ?? "\(error)")
      }
    }
    self.init(
      version: sheafVersion, environment: context.environment, clock: context.clock,
      zone: context.zone, language: context.language, codeLanguages: Program.current.fenceLanguages,
      regions: { context.telephoneRegions($0) },
      updateIndex: { root in
        // Requests that arrive meanwhile come first.
        let priority = programs.has("nice") ? ["nice", "-n", "10"] : []
        _ = run(["--quiet", "lsp", "--index"], root, as: priority + [ThisProgram.path])
      }, run: { run($0, $1) }, noteSurroundings: { context.noteSurroundings })
  }
}
