package import NoteModel

/// The net effect of a transaction on one file, all its changes together.
package struct NetChange: Sendable {
  /// The file's name after the transaction, or its last name if it is removed.
  package let path: NotePath
  /// The file's name before the transaction, if it differs.
  package let formerPath: NotePath?
  /// The bytes before; nil if there was no file.
  package let before: [UInt8]?
  /// The bytes after; nil if the file is removed.
  package let after: [UInt8]?

  /// Returns the change of each file.
  ///
  /// - Parameters:
  ///   - changes: The changes in their order. Large files are left out.
  ///   - filesBelow: Returns the files of a folder that moves, or none for a file.
  ///   - read: Returns the bytes of a file that only moves, by its names before and after.
  package static func of(
    _ changes: [FileChange], filesBelow: (NotePath) -> [NotePath] = { _ in [] },
    reading read: (_ from: NotePath, _ to: NotePath) -> [UInt8]?
  ) -> [NetChange] {
    var formerNames: [NotePath: NotePath] = [:]
    var contents = FilesByFolder<(before: [UInt8]?, after: [UInt8]?)>()
    var order: [NotePath] = []
    for change in changes {
      switch change {
      case .create(let path, let bytes): contents[path] = (contents[path]?.before, bytes)
      case .place: continue
      case .replace(let path, let before, let after): contents[path] = (contents[path].map(\.before) ?? before, after)
      case .remove(let path, let before, _): contents[path] = (contents[path].map(\.before) ?? before, nil)
      case .move(let path, let target):
        let files = [path] + filesBelow(path) + contents.files(at: path)
        for file in files.uniqued() {
          let new = file == path ? target : file.moved(from: path, to: target)
          formerNames[new] = formerNames.removeValue(forKey: file) ?? file
          let content = contents[file]
          contents[file] = nil
          contents[new] = content
          order.append(new)
        }
        continue
      }
      order.append(change.paths[0])
    }
    return order.uniqued().compactMap { path in
      let former = formerNames[path]
      let moved = contents[path] == nil ? former.flatMap { read($0, path) } : nil
      guard let content = contents[path] ?? moved.map({ ($0, $0) }) else { return nil }
      return NetChange(path: path, formerPath: former, before: content.before, after: content.after)
    }
  }
}

extension [NotePath] {
  fileprivate func uniqued() -> [NotePath] {
    var seen: Set<NotePath> = []
    return filter { seen.insert($0).inserted }
  }
}
