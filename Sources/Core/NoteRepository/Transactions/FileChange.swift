package import NoteModel

package enum FileChange: Hashable, Sendable {
  /// A new file; refused if the name is taken.
  case create(NotePath, [UInt8])
  /// Creates a large file. The journal keeps no copy of the content, so the change can be undone but not redone.
  case place(NotePath, FileContent)
  /// Replaces the bytes of a file; refused if the file has other bytes than expected.
  case replace(NotePath, expecting: [UInt8], with: [UInt8])
  /// The removal of a file and of the folders above it that are empty then, up to `emptying`. Refused as for `replace`.
  case remove(NotePath, expecting: [UInt8], emptying: NotePath?)
  /// Renames a file or a whole folder; refused if the new name is taken.
  case move(NotePath, to: NotePath)

  /// The changed files or folders, by their names before and after the change.
  package var paths: [NotePath] {
    switch self {
    case .create(let path, _), .place(let path, _), .replace(let path, _, _), .remove(let path, _, _): [path]
    case .move(let path, let target): [path, target]
    }
  }
}

/// The changes of one command, of which either all or none are made.
///
/// The changes are made in their order, so a file may be moved and then replaced at its new place. If a whole folder
/// moves, replace the files in the folder before the move.
package struct Transaction: Sendable {
  /// The command as the user typed it: `["mv", "a.md", "Archive"]`.
  package private(set) var words: [String]
  package private(set) var changes: [FileChange] = []
  /// The note that `@` means after the command. Nil for the one that is changed last.
  package var subject: NotePath?
  /// Existing files, by the new files that get text of theirs and are as private.
  package var sources: [NotePath: NotePath] = [:]
  /// The program that asked for it in the user's name. Nil for the user.
  package let author: String?

  package init(words: [String], by author: String? = nil) {
    self.words = words
    self.author = author
  }

  /// Keeps nothing of the command but its name: its words may be the text of a sealed letter.
  package mutating func hideWords() {
    if words.count > 1 { words = [words[0], "…"] }
  }

  /// Resolves the symbolic links in each path, because only the resolved path is checked and written.
  ///
  /// - Throws: For a symbolic link that is not followed.
  package mutating func locate(in files: any FileSystem) throws(RepositoryError) {
    for (index, change) in changes.enumerated() {
      switch change {
      case .create(let path, let bytes): changes[index] = .create(try files.located(path, isWhole: true), bytes)
      case .place(let path, let content): changes[index] = .place(try files.located(path, isWhole: true), content)
      case .replace(let path, let expected, let bytes):
        changes[index] = .replace(try files.located(path, isWhole: true), expecting: expected, with: bytes)
      case .remove(let path, let expected, let folder):
        changes[index] = .remove(try files.located(path, isWhole: false), expecting: expected, emptying: folder)
      case .move(let path, let target):
        // A symbolic link that is removed or moved is meant itself.
        changes[index] = .move(try files.located(path, isWhole: false), to: try files.located(target, isWhole: false))
      }
    }
  }

  /// The note that the command is about, nil if it changes nothing or only removes.
  package var touched: NotePath? {
    if let subject { return subject }
    return changes.reversed().lazy.compactMap { change in
      switch change {
      case .create(let path, _), .replace(let path, _, _), .move(_, let path): path
      case .remove, .place: nil
      }
    }.first(where: \.isMarkdown)
  }

  /// The result for each file whose bytes are named: its last bytes, nil if it is gone.
  package var results: [NotePath: [UInt8]?] {
    var results = FilesByFolder<[UInt8]?>()
    for change in changes {
      switch change {
      case .create(let path, let bytes), .replace(let path, _, let bytes): results[path] = .some(bytes)
      case .remove(let path, _, _): results[path] = .some(nil)
      case .place: break
      case .move(let path, let target):
        for file in results.files(at: path) {
          results[file.moved(from: path, to: target)] = results[file]
          results[file] = .some(nil)
        }
        results[path] = .some(nil)
      }
    }
    return results.values
  }

  package mutating func create(_ path: NotePath, _ bytes: [UInt8]) { changes.append(.create(path, bytes)) }

  package mutating func place(_ path: NotePath, _ content: FileContent) {
    changes.append(.place(path, content))
  }

  /// Adds the replacement of a file's bytes, unless both are the same.
  package mutating func replace(_ path: NotePath, expecting expected: [UInt8], with bytes: [UInt8]) {
    if expected != bytes { changes.append(.replace(path, expecting: expected, with: bytes)) }
  }

  /// Gives a file other bytes in the end, by the name that it has then: before a folder moves that it is in.
  package mutating func replaceInTheEnd(_ path: NotePath, expecting expected: [UInt8], with bytes: [UInt8]) {
    var (path, place) = (path, changes.count)
    for (index, change) in changes.enumerated().reversed() {
      guard case .move(let folder, let target) = change, target.contains(path) else { continue }
      (path, place) = (path.moved(from: target, to: folder), index)
    }
    guard expected != bytes else { return }
    changes.insert(.replace(path, expecting: expected, with: bytes), at: place)
  }

  /// Adds the removal of a file.
  ///
  /// - Parameter folder: The topmost folder that is removed with the file if it is empty, or nil.
  package mutating func remove(_ path: NotePath, expecting expected: [UInt8], emptying folder: NotePath? = nil) {
    changes.append(.remove(path, expecting: expected, emptying: folder))
  }

  package mutating func move(_ path: NotePath, to target: NotePath) {
    changes.append(.move(path, to: target))
  }
}

/// Values for files. Those of a folder are found without a look at the others, as most moves are of single files.
struct FilesByFolder<Value> {
  private(set) var values: [NotePath: Value] = [:]
  private var folders: Set<NotePath> = []

  subscript(path: NotePath) -> Value? {
    get { values[path] }
    set {
      values[path] = newValue
      if newValue != nil { folders.formUnion(path.ancestors) }
    }
  }

  /// Returns the file of this name and the files in a folder of this name, in order.
  func files(at path: NotePath) -> [NotePath] {
    (values[path] == nil ? [] : [path])
      + (folders.contains(path) ? values.keys.filter { path.contains($0) }.sorted() : [])
  }
}
