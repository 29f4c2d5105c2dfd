import ByteBasics
import NoteActions
import NoteIndex
package import NoteModel
import NoteRepository
import Wording

/// A program that reads and changes notes for its user: its name, and the notes that it may change.
///
/// The program reads through a ``ReadingGate``, from an index without private notes. Its changes pass ``check(_:in:)``,
/// whichever command makes them.
package struct ProgramAccess: Sendable {
  /// The name that the journal and commits record.
  let name: String
  /// The folders whose notes it may change, "" for all; none if it only reads.
  let folders: [String]
  /// The hashes of the notes that it wants to change, as it has read them.
  package var expected: [NotePath: String] = [:]

  package init(name: String, folders: [String]) {
    self.name = name
    self.folders = folders
  }

  /// Refuses to plan a change of a note that has changed since it was read.
  func checkExpected(in workspace: Workspace) throws {
    for (path, hash) in expected {
      let bytes = try? workspace.files.read(path)
      guard let bytes, Self.hash(of: bytes) == hash else {
        throw Problem(
          .conflict, Message("\(path) has changed since it was read", ko: "읽은 뒤에 바뀐 메모입니다: \(path)"),
          hint: Message("Read the note again, and change its current text.", ko: "다시 읽고 지금 내용에서 바꾸세요."))
      }
    }
  }

  /// Refuses changes outside of the client's folders, and of notes that the client may not read.
  func check(_ changes: [FileChange], in workspace: Workspace) throws {
    let paths = changes.flatMap(\.paths)
    var gate = workspace.gate
    gate.letters = try workspace.index.notes.sealedLetters()
    let isSealed =
      gate.close(changes, in: workspace.layout) || changes.contains { isOfPrivateCanvas($0, in: workspace) }
    guard !isSealed, !paths.contains(where: { path in gate.letters.keys.contains { path.holds($0) } })
    else {
      throw Problem(
        .conflict,
        Message(
          "The command would read or change a private or sealed note",
          ko: "비공개 메모나 봉인한 편지는 읽거나 바꿀 수 없습니다"))
    }
    // Checked last, so that the error names no note that the client may not know.
    guard let path = paths.first(where: { !mayChange($0) }) else { return }
    let names = folders.map { $0.isEmpty ? "." : $0 }.joined(separator: ", ")
    throw Problem(
      .conflict,
      Message(
        "\(path) is outside of the folders that may be changed: \(names)",
        ko: "바꿀 수 있는 폴더에 있지 않습니다: \(path)(바꿀 수 있는 폴더: \(names))"))
  }

  private func isOfPrivateCanvas(_ change: FileChange, in workspace: Workspace) -> Bool {
    func isHidden(_ path: NotePath, _ bytes: [UInt8]?) -> Bool {
      guard path.isCanvas, workspace.gate.letters[path] == nil, let bytes else { return path.isCanvas }
      return SiteCanvases.isHiddenFromPrograms(bytes, at: path, workspace.layout, on: workspace.gate.today)
    }
    return switch change {
    case .create(let path, let bytes), .remove(let path, let bytes, _): isHidden(path, bytes)
    case .replace(let path, let before, _): isHidden(path, before)
    case .move(let path, _): isHidden(path, try? workspace.originals.read(path))
    case .place: false
    }
  }

  private func mayChange(_ path: NotePath) -> Bool {
    !path.isHidden && folders.contains { $0.isEmpty || path.string.hasPrefix($0 + "/") }
  }

  /// Returns the hash of a note, which a program gives back to say which version it has read.
  package static func hash(of bytes: [UInt8]) -> String {
    let digits = String(ContentHash.of(bytes), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension NotePath {
  /// Returns true for the same path, and for a folder above it.
  fileprivate func holds(_ path: NotePath) -> Bool { self == path || contains(path) }
}
