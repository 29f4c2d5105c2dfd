import NoteModel

/// The anchors of notes that stand together in one document, by their paths.
struct NoteAnchorTable {
  private var anchors: [NotePath: String] = [:]

  init(_ contents: [(path: NotePath, title: String)]) {
    var taken: [String: Int] = [:]
    for (path, title) in contents {
      let anchor = Self.anchor(of: title)
      let count = taken[anchor, default: 0]
      taken[anchor] = count + 1
      anchors[path] = count == 0 ? anchor : "\(anchor)-\(count)"
    }
  }

  subscript(path: NotePath) -> String? { anchors[path] }

  /// As web hosts make anchors of headings: small letters and digits, hyphens for spaces.
  private static func anchor(of title: String) -> String {
    let words = title.lowercased().unicodeScalars.compactMap { scalar -> String? in
      if scalar == " " || scalar == "-" { return "-" }
      let isWord =
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
      return isWord ? String(Character(scalar)) : nil
    }.joined()
    return words.isEmpty ? "note" : words
  }
}
