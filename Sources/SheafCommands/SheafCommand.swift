package import ArgumentParser

/// `sheaf`, the root of every command.
package struct SheafCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(commandName: "sheaf")

  package init() {}
}

/// Runs the command line of this process to its end.
package func runCommandLine() {
  SheafCommand.main()
}
