import Foundation

/// A session in a file: commands behind `$ `, below each what it printed.
///
/// Lines behind `< ` are piped into the command before. Lines of standard error begin with `! `, and a
/// last line `[64]` tells an exit code other than 0. `# ` begins a comment; `$ write FILE` makes a file of
/// the lines behind `< `.
package struct Transcript {
  private struct Step {
    var comments: [String] = []
    let command: String
    var input: [String] = []
  }

  private let steps: [Step]
  private let tail: [String]

  package init(reading text: String) {
    var steps: [Step] = []
    var comments: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("$ ") {
        steps.append(Step(comments: comments, command: String(line.dropFirst(2))))
        comments = []
      } else if line.hasPrefix("< ") || line == "<", !steps.isEmpty {
        steps[steps.count - 1].input.append(String(line.dropFirst(2)))
      } else if line.hasPrefix("# ") {
        comments.append(line)
      }
    }
    self.steps = steps
    tail = comments
  }

  /// The session as it runs now, in the form of the file.
  package func replayed(in session: CommandSession) throws -> String {
    var lines: [String] = []
    for step in steps {
      if !lines.isEmpty { lines.append("") }
      lines += step.comments
      lines.append("$ " + step.command)
      lines += step.input.map { $0.isEmpty ? "<" : "< " + $0 }
      let words = Self.words(step.command)
      let input = step.input.map { $0 + "\n" }.joined()
      if words.first == "write" {
        try session.folder.write(input, to: words[1])
        try session.folder.setModified(words[1], secondsSinceEpoch: 1_795_222_800 + lines.count)
        continue
      }
      let outcome = session.run(Array(words.dropFirst()), input: input)
      lines += Self.lines(outcome.output)
      lines += Self.lines(outcome.errors).map { $0.isEmpty ? "!" : "! " + $0 }
      if outcome.status != 0 { lines.append("[\(outcome.status)]") }
    }
    return (lines + tail).joined(separator: "\n") + "\n"
  }

  private static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Words at spaces; single quotes hold them together.
  package static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    var hasWord = false
    for character in line {
      if character == "'" {
        isQuoted.toggle()
        hasWord = true
      } else if character == " ", !isQuoted {
        if hasWord { words.append(word) }
        word = ""
        hasWord = false
      } else {
        word.append(character)
        hasWord = true
      }
    }
    return hasWord ? words + [word] : words
  }
}
