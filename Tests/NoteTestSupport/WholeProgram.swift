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

extension CommandSession {
  /// Whether the first word of a line is no command of an extension that this program has not: for rows of a test whose
  /// other rows need none.
  package static func has(_ line: String) -> Bool {
    let commands: Set = [
      "clip", "digest", "export", "graph", "import", "lsp", "mcp", "publish", "render", "serve", "share",
    ]
    let word = String(line.prefix { $0 != " " })
    return !commands.contains(word) || program.commandNames.contains(word)
  }
}

extension Trait where Self == ConditionTrait {
  /// For a test among those of the core that types a command of an extension, or asks for what all parts make together.
  package static var needsExtensions: Self {
    .enabled(if: CommandSession.program.commandNames.contains("publish"), "This program has no extensions")
  }
}
