import NoteTestSupport
import SheafCommands
import Testing

/// What a suite asks of all commands, it asks of the extensions' too.
struct WholeProgram: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Program.$running.withValue(CommandSession.program) { try await function() }
  }
}

extension Trait where Self == WholeProgram {
  static var wholeProgram: WholeProgram { WholeProgram() }
}
