import NoteModel

/// Which reminders were delivered on any machine: `.sheaf/reminded`, which git carries.
///
/// A line is the key of a reminder, which begins with its time in seconds since the epoch. The lines are a set: `.sheaf/.gitattributes` lets git unite both sides
/// of a merge, and a line that is there twice counts once.
package struct SharedReminders: Sendable {
  private let files: any FileSystem
  private var before: [UInt8]?
  private var lines: Set<String>

  private static let path = NotePath(trusted: Repository.settingsFolder + "/reminded")
  private static let attributes = NotePath(trusted: Repository.settingsFolder + "/.gitattributes")
  private static let rule = "reminded merge=union\n"
  /// What is older is forgotten.
  private static let keptSeconds = 400 * 86_400

  /// The record that a repository has; an empty one where it cannot be read.
  package init(in files: any FileSystem) {
    self.files = files
    before = try? files.read(Self.path)
    let text = String(decoding: before ?? [], as: UTF8.self)
    lines = Set(text.split(whereSeparator: \.isNewline).map(String.init))
  }

  package func isTold(_ key: String) -> Bool { lines.contains(Self.line(key)) }

  package mutating func tell(_ key: String) { lines.insert(Self.line(key)) }

  private static func line(_ key: String) -> String {
    key.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// Writes the record where it is another now, sorted, so that machines write the same bytes.
  ///
  /// - Throws: Where it cannot be written.
  package mutating func save(now: Int) throws(RepositoryError) {
    lines = lines.filter { line in
      line.split(separator: " ").first.flatMap { Int($0) }.map { $0 >= now - Self.keptSeconds }
        ?? false
    }
    let after = Array(lines.sorted().map { $0 + "\n" }.joined().utf8)
    guard after != before ?? [] else { return }
    if let before {
      try files.replace(Self.path, expecting: before, with: after)
    } else {
      try files.create(Self.path, after)
    }
    before = after
    if !files.exists(Self.attributes) {
      try files.create(Self.attributes, Array(Self.rule.utf8))
    }
  }
}
