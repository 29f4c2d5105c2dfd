package import Foundation

/// The examples of the public specifications, where they lie beside the project.
package enum ConformanceCases {
  private struct Case: Decodable {
    let markdown: String
  }

  package static let names = ["commonmark-0.31.2", "gfm-0.29-spec", "gfm-extensions", "traps"]

  package static var folder: URL? {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = root.appending(path: "../shared/conformance")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }

  package static func all() throws -> [String]? {
    guard let folder else { return nil }
    return try names.flatMap { name in
      let data = try Data(contentsOf: folder.appending(path: name + ".json"))
      return try JSONDecoder().decode([Case].self, from: data).map(\.markdown)
    }
  }
}
