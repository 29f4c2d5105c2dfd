import ChildProcesses
package import NoteRepository

/// Draws a diagram by a program of the user's: source in, SVG out.
package struct DiagramDrawing: Sendable {
  let programs: [String: UserProgram]
  /// Ends a program that takes too long; nil if the machine has none.
  let timeout: String?
  let environment: [String: String]

  package init(programs: [String: UserProgram], timeout: String?, environment: [String: String]) {
    self.programs = programs
    self.timeout = timeout
    self.environment = environment
  }

  private static let seconds = "20"

  package func draw(_ language: String, _ source: String) -> DiagramStore.Answer {
    guard let program = programs[language] else { return .failed(reason: "") }
    let shell = ["/bin/sh", "-c", program.line]
    let words = timeout.map { [$0, Self.seconds] + shell } ?? shell
    var output: [UInt8] = []
    var errors: [UInt8] = []
    do {
      let process = try PipedProcess(path: words[0], arguments: Array(words.dropFirst()), environment: environment)
      let status = process.finish(
        input: Array(source.utf8),
        output: { piece in
          output += piece
          return output.count <= DiagramStore.limit
        }, errors: { if errors.count < 4_096 { errors += $0 } })
      if status == 0 { return .drawing(output) }
      if status == 124, timeout != nil { return .failed(reason: "timed out") }
      let line = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline).first
      return .failed(reason: line.map { String($0.prefix(200)) } ?? "exit status \(status)")
    } catch {
      return .failed(reason: error.reason)
    }
  }
}
