import NoteModel

/// Runs git in one folder.
package protocol GitClient: Sendable {
  /// Runs a command, hands its output to `reader` piece by piece, and waits for its end.
  ///
  /// - Throws: ``GitError`` if git did not get to its work: it is missing, the folder is in no repository, or git
  ///   refuses to trust its owner. Any other failure is a status.
  func run<Reader: GitOutputReader>(_ command: GitCommand, into reader: Reader) throws(GitError) -> GitOutcome<Reader>
}

/// Takes the output of a program, in pieces as they come.
package protocol GitOutputReader: Sendable {
  mutating func read(_ piece: [UInt8])

  /// False if it has enough: git is then stopped, and has succeeded.
  var wantsMore: Bool { get }
}

extension GitOutputReader {
  package var wantsMore: Bool { true }
}

/// The result of one run of git.
package struct GitOutcome<Reader: GitOutputReader>: Sendable {
  /// The exit status, or 128 and the number of the signal that ended it.
  package let status: Int32
  /// The output on standard error, in English.
  package let errors: String
  package let output: Reader

  package init(status: Int32, errors: String, output: Reader) {
    self.status = status
    self.errors = errors
    self.output = output
  }

  package var isSuccess: Bool { status == 0 }
}

/// All that a program printed.
package struct GitBytes: GitOutputReader {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func read(_ piece: [UInt8]) { bytes += piece }

  /// The output as text, without the last line end.
  package var text: String {
    String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self)
  }

  /// The parts between NUL bytes.
  package var fields: [ArraySlice<UInt8>] {
    bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
  }

  /// The fields as texts; bytes that are not UTF-8 become replacement characters.
  package var texts: [String] { fields.map { String(decoding: $0, as: UTF8.self) } }
}

extension String {
  /// True for a text of ``GitBytes/texts`` that was not UTF-8: git cannot be asked for a file of this name.
  package var hasReplacedBytes: Bool { unicodeScalars.contains("\u{FFFD}") }
}

extension GitClient {
  /// Runs a command and keeps all that it prints.
  package func run(_ command: GitCommand) throws(GitError) -> GitOutcome<GitBytes> {
    try run(command, into: GitBytes())
  }

  /// Returns the output of a command.
  ///
  /// - Throws: ``GitError/failed(_:status:said:)`` also if its status is not 0.
  package func output(_ command: GitCommand) throws(GitError) -> GitBytes {
    try output(command, into: GitBytes())
  }

  /// Returns the output of a command, which a reader parses piece by piece.
  package func output<Reader: GitOutputReader>(_ command: GitCommand, into reader: Reader) throws(GitError) -> Reader {
    let outcome = try run(command, into: reader)
    guard outcome.isSuccess else {
      throw .failed(command.words.first ?? "", status: outcome.status, said: outcome.errors)
    }
    return outcome.output
  }

  /// Returns the output of a command about files, split at NUL bytes. For many files, git is asked about all there are:
  /// a program accepts a limited number of bytes as arguments.
  ///
  /// - Parameters:
  ///   - command: One that, without paths, lists the files of every folder, as `ls-files` and `ls-tree -r` do.
  ///   - paths: The files.
  ///   - path: The path in a piece of the output.
  package func texts(
    _ command: GitCommand, about paths: [String], path: (String) -> String = { $0 }
  ) throws(GitError) -> [String] {
    var command = command
    guard paths.count > 100 else {
      command.paths = paths
      return try output(command).texts
    }
    // By bytes: two texts that differ only in their normal form are two names.
    let wanted = Set(paths.map { NotePath(trusted: $0) })
    return try output(command).texts.filter { wanted.contains(NotePath(trusted: path($0))) }
  }

  /// Returns true if a command ends with exit status 0, which means yes.
  package func succeeds(_ command: GitCommand) throws(GitError) -> Bool { try run(command).isSuccess }
}
