package import Wording

/// Where something was found in what is imported.
package struct ImportPosition: Sendable, Hashable {
  /// Relative to what the user named.
  package let file: String
  /// 1-based; nil for the whole file.
  package let line: Int?

  package init(file: String, line: Int? = nil) {
    self.file = file
    self.line = line
  }

  package var text: String { line.map { "\(file):\($0)" } ?? file }
}

/// What an import reports: nothing of it stops the rest.
package struct ImportProblem: Sendable, Hashable {
  package enum Severity: String, Sendable {
    /// The record is not imported.
    case skipped
    /// It is imported, but not all of it is as it was.
    case changed
  }

  package let severity: Severity
  package let position: ImportPosition
  package let message: Message

  package init(_ severity: Severity, at position: ImportPosition, _ message: Message) {
    self.severity = severity
    self.position = position
    self.message = message
  }
}

/// What takes the notes of an import as they are read.
package protocol ImportReceiver: AnyObject {
  /// - Throws: Where no more can be taken; the import ends there.
  func take(_ note: ImportedNote) throws
  func report(_ problem: ImportProblem)
  /// That many bytes more have been read.
  func advance(by bytes: Int)
}

extension ImportReceiver {
  func skip(_ position: ImportPosition, _ message: Message) {
    report(ImportProblem(.skipped, at: position, message))
  }

  func change(_ position: ImportPosition, _ message: Message) {
    report(ImportProblem(.changed, at: position, message))
  }
}
