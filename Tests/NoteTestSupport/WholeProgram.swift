import SheafCommands
package import Testing

/// What a suite asks of all commands, it asks of the extensions' too.
package struct WholeProgram: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Program.$running.withValue(CommandSession.program) { try await function() }
  }
}

extension Trait where Self == WholeProgram {
  package static var wholeProgram: WholeProgram { WholeProgram() }
}

extension Trait where Self == ConditionTrait {
  /// For a test among those of the core that types a command of an extension, or asks for what all parts make together.
  package static var needsExtensions: Self {
    .enabled(if: CommandSession.program.commandNames.contains("publish"), "This program has no extensions")
  }
}
