package import ArgumentParser

/// A command of Sheaf: it is parsed as usual and runs in a context that it is handed.
///
/// Declare `static var configuration` as a computed property, so that its help follows the language.
/// To answer "no" (nothing matched), throw ``ExitStatus/negative``.
package protocol ContextCommand: ParsableCommand {
  func run(in context: CommandContext) throws
}
