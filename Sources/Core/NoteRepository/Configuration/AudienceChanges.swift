import ByteBasics

/// The changes of the settings about readers that the user made with commands. Nobody is asked about these: a pull made
/// none of them.
package struct AudienceChanges {
  private let folder: String
  private static let name = "audience-changes"
  /// Older changes are forgotten: then a publication asks.
  private static let limit = 200

  package init(inState folder: String) { self.folder = folder }

  private var lines: [String] {
    ((try? readFile(folder + "/" + Self.name)).map { String(decoding: $0, as: UTF8.self) } ?? "").textLines
      .filter { !$0.isEmpty }.map(String.init)
  }

  /// Returns the name of settings about readers, such as ``Configuration/audience``.
  package static func name(of audience: [UInt8]) -> String { String(ContentHash.of(audience), radix: 16) }

  package func remember(_ before: [UInt8], _ after: [UInt8]) {
    guard before != after else { return }
    let all = lines.suffix(Self.limit - 1) + ["\(Self.name(of: before)) \(Self.name(of: after))"]
    writeStateFile(folder, Self.name, Array((all.joined(separator: "\n") + "\n").utf8))
  }

  /// Returns the name of the settings to which the user's changes lead from others.
  package func latest(from name: String) -> String {
    lines.reduce(name) { name, line in line.hasPrefix(name + " ") ? String(line.dropFirst(name.count + 1)) : name }
  }
}
