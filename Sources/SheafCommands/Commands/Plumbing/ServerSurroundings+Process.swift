import NoteActions
import NoteLanguageServer
import SheafSite
import Wording

extension ServerSurroundings {
  /// What the server needs of the process: this program for commands, the clock, the language.
  init(_ context: CommandContext) {
    let programs = context.installedPrograms
    let options =
      ["--no-input", "--lang", context.language.rawValue]
      + (context.globals.now.map { ["--now", $0] } ?? [])
    @Sendable func run(
      _ words: [String], _ folder: String, as command: [String] = [ThisProgram.path]
    ) -> ServerSurroundings.CommandOutcome {
      do {
        let words = command + ["-C", folder] + options + words
        let outcome = try programs.run(words[0], Array(words.dropFirst()))
        return ServerSurroundings.CommandOutcome(
          isDone: outcome.status == 0, output: String(decoding: outcome.output, as: UTF8.self),
          errors: outcome.errors)
      } catch {
        let reason = (error as? any ExplainedError)?.explanation.text(in: context.language)
        return ServerSurroundings.CommandOutcome(
          isDone: false, output: "", errors: reason ?? "\(error)")
      }
    }
    self.init(
      version: sheafVersion, environment: context.environment, clock: context.clock,
      zone: context.zone, language: context.language, codeLanguages: CodeLanguage.names,
      regions: { context.telephoneRegions($0) },
      updateIndex: { root in
        // What is asked meanwhile comes first.
        let priority = programs.has("nice") ? ["nice", "-n", "10"] : []
        _ = run(["--quiet", "lsp", "--index"], root, as: priority + [ThisProgram.path])
      },
      run: { run($0, $1) },
      noteSurroundings: { context.noteSurroundings })
  }
}
