package import SheafCommands

extension Program.Part {
  /// The tools through which other programs read and change notes.
  package static let programs: Program.Part = {
    var part = Program.Part()
    part.commands = [.programs: [McpCommand.self]]
    return part
  }()
}
