import ByteBasics
import NoteRepository

/// A file that tells git which drivers a file has, with the lines for notes in it or not.
struct AttributeFile {
  private let path: String
  private let lines: [String]
  private let bytes: [UInt8]?

  /// `folder`: The folder of notes from where the patterns count, with a slash; empty where it is the same.
  init(path: String, folder: String) {
    self.path = path
    lines = ["md", "markdown"].map { extensionName in
      let pattern = folder.isEmpty ? "*.\(extensionName)" : "\(folder)**/*.\(extensionName)"
      return Self.quoted(pattern) + " merge=sheaf diff=sheaf"
    }
    bytes = try? readFile(path)
  }

  /// A pattern with spaces or quotes is written between quotes.
  private static func quoted(_ pattern: String) -> String {
    guard pattern.utf8.contains(where: { $0 <= 0x20 || $0 == 0x22 || $0 == 0x5C }) else {
      return pattern
    }
    let escaped = pattern.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }

  /// The change that adds the lines or takes them away; nil where it is so already.
  func step(adding: Bool) -> GitSetup.Step? {
    let before = bytes.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let present = before.linesWithReturns
    func isOurs(_ line: Substring) -> Bool {
      lines.contains { $0 == line || $0 + "\r" == line }
    }
    if adding {
      let missing = lines.filter { line in !present.contains { $0 == line || $0 == line + "\r" } }
      guard !missing.isEmpty else { return nil }
      let gap = before.isEmpty || before.utf8.last == ASCII.lineFeed ? "" : "\n"
      let after = (bytes ?? []) + Array((gap + missing.map { $0 + "\n" }.joined()).utf8)
      return .write(path: path, before: bytes, after: after)
    }
    let kept = present.filter { !isOurs($0) }
    guard kept.count < present.count else { return nil }
    let after = kept.joined(separator: "\n")
    return .write(path: path, before: bytes, after: after.isEmpty ? nil : Array(after.utf8))
  }
}
