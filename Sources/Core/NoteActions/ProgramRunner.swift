/// The result of running another program.
package struct ProgramOutcome: Sendable {
  package let status: Int32
  package let output: [UInt8]
  package let errors: String

  package init(status: Int32, output: [UInt8], errors: String) {
    self.status = status
    self.output = output
    self.errors = errors
  }
}

/// Runs installed programs without a shell in between and without input.
package struct ProgramRunner: Sendable {
  /// True if a program of this name is installed.
  package let has: @Sendable (_ name: String) -> Bool
  package let run: @Sendable (_ name: String, _ arguments: [String]) throws -> ProgramOutcome

  package init(
    has: @escaping @Sendable (_ name: String) -> Bool,
    run: @escaping @Sendable (_ name: String, _ arguments: [String]) throws -> ProgramOutcome
  ) {
    self.has = has
    self.run = run
  }
}
