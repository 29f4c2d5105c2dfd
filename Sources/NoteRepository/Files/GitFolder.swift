/// Where git keeps what it knows of a folder.
struct GitFolder {
  /// The absolute path of `.git`, or of the folder of another work tree in it.
  let path: String

  /// Looks for `.git` in `folder`, an absolute path, and above it; nil where git does not keep that folder.
  init?(above folder: String) {
    var place = folder
    while true {
      if let found = Self.folder(at: place + "/.git") {
        path = found
        return
      }
      guard let slash = place.lastIndex(of: "/") else { return nil }
      place = String(place[..<slash])
    }
  }

  /// The folder itself, or where a file `.git` of another work tree leads.
  private static func folder(at path: String) -> String? {
    if folderExists(path) { return path }
    guard let text = text(ofFileAt: path), text.hasPrefix("gitdir: ") else { return nil }
    return absolute(String(text.dropFirst("gitdir: ".count)), from: path.dropLast(".git".count))
  }

  /// What all work trees of the repository share.
  var common: String {
    guard let text = Self.text(ofFileAt: path + "/commondir") else { return path }
    return Self.absolute(text, from: path + "/")
  }

  private static func absolute(_ path: String, from folder: some StringProtocol) -> String {
    path.hasPrefix("/") ? path : folder + path
  }

  private static func text(ofFileAt path: String) -> String? {
    guard let bytes = try? readFile(path, limit: 4_096) else { return nil }
    return String(String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" && $0 != "\r\n" })
  }
}
