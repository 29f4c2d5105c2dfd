import NoteTestSupport
import Testing
import Wording

@testable import SheafCommands

/// `sheaf help` with the name of a page of the manual, or of nothing.
@Suite(.wholeProgram) struct HelpTopicTests {
  private let session: CommandSession

  init() throws { session = try CommandSession() }

  @Test(arguments: ManualText.topics)
  func `every page is shown as text, without its macros, no line too wide`(topic: String) {
    for language in ["en", "ko"] {
      let run = session.run(["help", topic, "--lang", language])
      #expect(run.status == 0, "\(run.errors)")
      let lines = run.output.split(separator: "\n")
      #expect(lines.count > 20)
      #expect(!lines.contains { $0.hasPrefix(".") || $0.contains("\\&") || $0.contains("\\(") })
    }
  }

  /// A macro that the program does not know would take its words away. The name of a command stands for its help.
  @Test(
    arguments: ManualText.topics.filter {
      Program.current.command(named: $0) == nil
    })
  func `every word of a page is shown`(topic: String) throws {
    let shown = session.run(["help", topic]).output.filter { !$0.isWhitespace }
    let name = "sheaf-" + (ManualText.pages[topic] ?? topic)
    let page = try #require(["5", "7"].lazy.compactMap { ManualPages.text(of: "\(name).\($0)", in: .english) }.first)
    let silent: Set<Substring> = [".Dd", ".Dt", ".Os", ".Bl", ".Bd", ".El", ".Ed"]
    for line in page.split(separator: "\n") where line.first == "." {
      let words = line.split(separator: " ")
      guard let macro = words.first, !silent.contains(macro) else { continue }
      for word in words.dropFirst() where word.allSatisfy({ $0.isLetter || $0.isNumber }) && word.count > 3 {
        #expect(shown.contains(word), "\(topic): \(line)")
      }
    }
  }

  @Test func `the Korean name of a topic leads to its page`() {
    for (name, page) in ManualText.koreanNames {
      let run = session.run(["help", name, "--lang", "ko"])
      #expect(run.status == 0 && run.output.contains("sheaf-\(page)"), "\(name): \(run.errors)")
    }
    #expect(session.run(["help", "날자", "--lang", "ko"]).errors.contains("sheaf help 날짜"))
  }

  @Test func `dates are explained in the words of the page`() {
    let page = session.run(["help", "dates"]).output
    #expect(page.contains("tomorrow, tom, tmr, 내일, 낼, 명일, 익일"))
  }

  @Test func `a program that asks for JSON gets errors in it`() {
    _ = session.run(["init", "-q"])
    let run = session.run(["list", "is:opn", "--json", "--lang", "ko"])
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors.hasPrefix(#"{"schemaVersion":1,"kind":"error","items":[{"message":"is: unknown value"#))
    #expect(run.errors.contains(#""exitStatus":64"#))
  }

  @Test func `a misspelt command is corrected, any other word gets the topics`() {
    let near = session.run(["help", "serach"])
    #expect(near.status == 64)
    #expect(near.errors.contains("Did you mean “sheaf help search”?"))
    #expect(session.run(["help", "zzzz"]).errors.contains("dates, editors"))
    #expect(session.run(["help", "list"]).output.contains("sheaf list"))
  }
}
