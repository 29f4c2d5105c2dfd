import NoteTestSupport
import Testing
import Wording

@testable import SheafCommands

@Suite struct QueryManualTests {
  private static let examples = Language.allCases.flatMap { ManualPage("sheaf-query.7", in: $0)?.typed ?? [] }

  @Test(arguments: Self.examples)
  func `every example of the manual is a query that can be read`(example: String) throws {
    let session = try CommandSession()
    _ = session.run(["init", "-q"])
    let outcome = session.run(Array(Transcript.words(example).dropFirst()))
    #expect([0, 1].contains(outcome.status), "\(outcome.errors)")
    #expect(!outcome.errors.contains("error:"))
  }
}
