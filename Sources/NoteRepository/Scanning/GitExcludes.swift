import ByteBasics
import NoteSyntax

/// Where git keeps ignore rules besides `.gitignore`, read without git.
enum GitExcludes {
  /// The user's file (`core.excludesFile`, else `$XDG_CONFIG_HOME/git/ignore`) and the repository's.
  static func files(root: String, places: UserPlaces) -> [String] {
    let configurations = [places.configurationHome + "/git/config", places.home + "/.gitconfig"]
    let configured = configurations.compactMap { excludesFile(in: $0, home: places.home) }.last
    return [configured ?? places.configurationHome + "/git/ignore", root + "/.git/info/exclude"]
  }

  private static func excludesFile(in path: String, home: String) -> String? {
    guard let bytes = try? readFile(path, limit: NoteLimit.bytes) else { return nil }
    var isCore = false
    var result: String?
    for line in String(decoding: bytes, as: UTF8.self).textLines {
      let text = line.drop { $0 == " " || $0 == "\t" }
      if text.hasPrefix("[") {
        isCore = text.lowercased().hasPrefix("[core]")
      } else if isCore, let equals = text.firstIndex(of: "="),
        text[..<equals].split(separator: " ").first?.lowercased() == "excludesfile"
      {
        let value = text[text.index(after: equals)...].drop { $0 == " " || $0 == "\"" }
        let path = value.prefix { $0 != "\"" && $0 != "\r" }
        result = path.hasPrefix("~/") ? home + path.dropFirst() : String(path)
      }
    }
    return result
  }
}
