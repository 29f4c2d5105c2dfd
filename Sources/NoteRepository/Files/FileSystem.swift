package import NoteModel

/// The disk as the rest of the program sees it: whole files, written all or not at all.
package protocol FileSystem: Sendable {
  /// The bytes of a regular file.
  func read(_ path: NotePath) throws(RepositoryError) -> [UInt8]
  /// What tells whether the file is still the same; nil where there is none.
  func fingerprint(_ path: NotePath) -> FileFingerprint?
  /// Makes a new file and the folders above it. Never overwrites, also when two processes race.
  func create(_ path: NotePath, _ bytes: [UInt8]) throws(RepositoryError)
  /// Replaces the bytes of a file at once, where it still holds `expected`.
  func replace(
    _ path: NotePath, expecting expected: [UInt8], with bytes: [UInt8]
  ) throws(RepositoryError)
  /// Removes a file that still holds `expected`.
  func remove(_ path: NotePath, expecting expected: [UInt8]) throws(RepositoryError)
}
