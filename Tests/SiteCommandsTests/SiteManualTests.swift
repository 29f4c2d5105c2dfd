import NoteTestSupport
import Testing
import Wording

@testable import SheafCommands

@Suite(.wholeProgram) struct SiteManualTests {
  @Test(arguments: Language.allCases)
  func `every command of the page about sites runs in an empty folder`(_ language: Language) throws {
    let session = try CommandSession(environment: ["GIT_CONFIG_GLOBAL": "/dev/null"])
    let page = try #require(ManualPage("sheaf-site.7", in: language))
    // The last two parts are for other machines.
    for command in page.sections.dropLast(3).flatMap(\.typed) {
      let words = Transcript.words(command)
      let program = try #require(words.first)
      if program == "sheaf" {
        let outcome = session.run(Array(words.dropFirst()) + ["--lang", language.rawValue])
        #expect(outcome.status == 0, "\(command): \(outcome.output)\(outcome.errors)")
      } else {
        let outcome = try ProgramRun.run(
          "/usr/bin/" + program, Array(words.dropFirst()), in: session.folder.path)
        #expect(outcome.status == 0, "\(command): \(outcome.errors)")
      }
    }
    let files = session.folder.files()
    #expect(files.contains("site/_redirects"))
    #expect(files.contains(".sheaf/theme/note.html"))
  }
}
