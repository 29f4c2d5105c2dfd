package import NoteModel

extension Journal {
  private static let keptFolder = NotePath(trusted: "kept")

  /// Keeps a text that cannot be written where it belongs.
  ///
  /// - Returns: The absolute path of the file that holds it; nil where not even that can be written.
  package func keep(_ bytes: [UInt8], of path: NotePath) -> String? {
    let taken = Set((try? store.names(in: Self.keptFolder)) ?? [])
    for number in 1...(taken.count + 1) {
      let name = "\(number) " + path.fileName
      guard !taken.contains(name) else { continue }
      let file = Self.keptFolder.appending(name)
      guard (try? store.create(file, bytes, .secret)) != nil else { return nil }
      return storePlace + "/" + file.string
    }
    return nil
  }

  /// The error, and where it is about a file that somebody else changed, with the place of what was to be
  /// written into it.
  func keepingResult(of transaction: Transaction, _ error: RepositoryError) -> RepositoryError {
    guard case .changedMeanwhile(let path, nil) = error else { return error }
    for case .replace(let changed, _, let bytes) in transaction.changes.reversed()
    where changed.string == path {
      return .changedMeanwhile(path: path, keptAt: keep(bytes, of: changed))
    }
    return error
  }
}
