import Foundation
import Synchronization

/// A folder that exists as long as this value does.
package final class TemporaryFolder: Sendable {
  /// Absolute path, symbolic links resolved.
  package let path: String

  package init() throws {
    let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("sheaf-test-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  package func write(_ text: String, to name: String) throws {
    try write(Array(text.utf8), to: name)
  }

  package func write(_ bytes: [UInt8], to name: String) throws {
    let url = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  /// Sets the time of a file's last change.
  package func setModified(_ name: String, secondsSinceEpoch: Int) throws {
    let date = Date(timeIntervalSince1970: Double(secondsSinceEpoch))
    try FileManager.default.setAttributes(
      [.modificationDate: date], ofItemAtPath: path + "/" + name)
  }

  package func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
  }

  package func text(_ name: String) throws -> String { String(decoding: try read(name), as: UTF8.self) }

  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path + "/" + name)
  }

  /// Every file below, hidden ones too, sorted.
  package func files() -> [String] {
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.filter { name in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
      return !isFolder.boolValue
    }.sorted()
  }
}

extension TemporaryFolder {
  private static let keptFolders = Mutex<[String]>([])
  private static let removal: Void = {
    atexit {
      for path in TemporaryFolder.keptFolders.withLock(\.self) { try? FileManager.default.removeItem(atPath: path) }
    }
  }()

  /// Removes the folder at the end of the process: what all tests of a suite share is never given up before.
  package func kept() -> TemporaryFolder {
    _ = Self.removal
    Self.keptFolders.withLock { $0.append(path) }
    return self
  }
}

/// The project's folder of fixtures.
package let fixturesFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fixtures").path

/// Every note of the fixtures, as a path below them.
package func fixtureNotes() throws -> [String] {
  let names =
    FileManager.default.enumerator(atPath: fixturesFolder)?.compactMap { $0 as? String } ?? []
  return names.filter { $0.hasSuffix(".md") }.sorted()
}

package func readFixture(_ name: String) throws -> [UInt8] {
  Array(try Data(contentsOf: URL(fileURLWithPath: fixturesFolder + "/" + name)))
}
