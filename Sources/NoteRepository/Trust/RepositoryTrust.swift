import Glibc

/// Whether the user trusts a repository's configuration to run programs and to reach private networks.
///
/// The trust is a file of the state folder that holds the repository's path and the configuration as it was when it
/// was trusted; any change of the configuration ends it.
package struct RepositoryTrust {
  private static let fileName = "trusted-config"
  private let repository: Repository

  package init(_ repository: Repository) {
    self.repository = repository
  }

  /// True where the user trusted exactly this configuration.
  package func covers(_ configuration: [UInt8]) -> Bool {
    (try? readFile(repository.stateFolder + "/" + Self.fileName)) == record(of: configuration)
  }

  /// True where the user trusted the repository, perhaps with another configuration.
  package var wasGiven: Bool { fileExists(repository.stateFolder + "/" + Self.fileName) }

  package func give(to configuration: [UInt8]) throws(RepositoryError) {
    let path = repository.stateFolder + "/" + Self.fileName
    try makePrivateFolder(repository.stateFolder)
    let temporary = try TemporaryFile(beside: path, .secret, for: .write)
    defer { temporary.discard() }
    try temporary.write(record(of: configuration))
    guard unsafe rename(temporary.path, path) == 0 else { throw .last(.write, path) }
  }

  /// - Returns: False where there was none.
  package func remove() -> Bool {
    unsafe unlink(repository.stateFolder + "/" + Self.fileName) == 0
  }

  private func record(of configuration: [UInt8]) -> [UInt8] {
    Array(repository.root.utf8) + [0] + configuration
  }
}
