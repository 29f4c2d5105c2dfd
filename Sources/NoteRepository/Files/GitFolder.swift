/// Where git keeps what it knows of a folder.
package struct GitFolder {
  /// The absolute path of `.git`, or of the folder of another work tree in it.
  package let path: String
  /// The absolute path of what all work trees of the repository share.
  package let common: String

  /// Looks for `.git` in `folder`, an absolute path, and above it; nil where git does not keep that folder.
  package init?(above folder: String) {
    var place = folder
    while true {
      if let found = Self.folder(in: place) {
        path = found
        common =
          Self.firstLine(of: found + "/commondir").map { absolutePath($0, from: found) } ?? found
        return
      }
      guard let slash = place.lastIndex(of: "/") else { return nil }
      place = String(place[..<slash])
    }
  }

  /// The folder `.git` itself, or where a file of this name leads in another work tree.
  private static func folder(in place: String) -> String? {
    let path = place + "/.git"
    if fileExists(path + "/HEAD") { return path }
    guard let text = firstLine(of: path), text.hasPrefix("gitdir: ") else { return nil }
    return absolutePath(String(text.dropFirst("gitdir: ".count)), from: place)
  }

  /// - Returns: The line without its end; nil where the file cannot be read or is larger than 4 KB.
  package static func firstLine(of path: String) -> String? {
    guard let bytes = try? readFile(path, limit: 4_096) else { return nil }
    return String(String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline })
  }
}
