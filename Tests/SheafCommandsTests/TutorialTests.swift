import Foundation
import NoteTestSupport
import Testing
import Wording

@testable import SheafCommands

/// On a terminal, since only there the rows of a listing can be used as numbers.
@Suite(.needsExtensions) struct TutorialTests {
  /// Editors end at once, and nothing of the user's git is read.
  private static let environment = ["EDITOR": "true", "GIT_CONFIG_GLOBAL": "/dev/null"]

  @Test(arguments: Language.allCases)
  func `every command of the tutorial runs in an empty folder`(_ language: Language) throws {
    let session = try CommandSession(environment: Self.environment)
    for command in try #require(ManualPage("sheaf-tutorial.7", in: language)).typed {
      let words = Transcript.words(command)
      let program = try #require(words.first)
      let arguments = Array(words.dropFirst())
      if program == "sheaf" {
        let outcome = session.run(
          arguments + ["--lang", language.rawValue], onTerminal: true)
        // 1 is an answer: no broken links, something to check.
        #expect([0, 1].contains(outcome.status), "\(command): \(outcome.errors)")
        #expect(!outcome.errors.contains("error:"), "\(command): \(outcome.errors)")
      } else {
        let outcome = try ProgramRun.run(
          "/usr/bin/" + program, arguments, in: session.folder.path, environment: Self.environment)
        #expect(outcome.status == 0, "\(command): \(outcome.errors)")
      }
    }
  }

  @Test(arguments: Language.allCases)
  func `the tutorial does what it says`(_ language: Language) throws {
    let session = try CommandSession(environment: Self.environment)
    let commands = try #require(ManualPage("sheaf-tutorial.7", in: language)).typed
    for command in commands where command.hasPrefix("sheaf ") {
      let words = Array(Transcript.words(command).dropFirst())
      _ = session.run(words, onTerminal: true) { path in
        guard words.first == "letter" else { return }
        let text = try String(contentsOfFile: path, encoding: .utf8) + "\nHow are you?\n"
        try text.write(toFile: path, atomically: false, encoding: .utf8)
      }
    }
    let tasks = session.run(["tasks", "--all", "--format", "{{status}}"]).output
    #expect(tasks.split(separator: "\n").sorted() == ["doing", "done", "todo"])
    #expect(session.run(["links", "--broken"]).output == "")
    #expect(session.run(["letter"]).output.contains("2027-01-01"))
    #expect(session.folder.files().contains("site/index.html"))
  }

  @Test(arguments: ["sheaf-tutorial.7", "sheaf-git.7", "sheaf-site.7", "sheaf-query.7"])
  func `both languages have the same commands`(name: String) throws {
    let english = try #require(ManualPage(name)).sections
    let korean = try #require(ManualPage(name, in: .korean)).sections
    #expect(english.count == korean.count)
    #expect(english.contains { !$0.typed.isEmpty })
    for (english, korean) in zip(english, korean) {
      #expect(english.typed.count == korean.typed.count, "\(english.title)")
      for (english, korean) in zip(english.typed, korean.typed) {
        // Only sheaf's own commands have a second word that is not a name.
        let words = english.hasPrefix("sheaf ") ? 2 : 1
        #expect(
          Transcript.words(english).prefix(words)
            .elementsEqual(Transcript.words(korean).prefix(words)), "\(english)")
      }
    }
  }
}
