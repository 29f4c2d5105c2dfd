/// A name that a note or another file answers to.
package struct NoteName: Hashable, Sendable {
  /// The kind of a name. A lower rank wins, and a name of a higher rank never makes it ambiguous.
  package enum Rank: Int, Sendable, Comparable, CaseIterable {
    /// The path of the file. Stored as a name only for the page of a folder, by the folder's name.
    case path
    case fileName, title, alias
    /// The level-1 heading that opens the body.
    case heading
    case identifier
    /// The address of its page, which a link writes as a whole.
    case address

    package static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }

    /// The word in `links --json`.
    package var word: String {
      switch self {
      case .path: "path"
      case .fileName: "fileName"
      case .title: "title"
      case .alias: "alias"
      case .heading: "heading"
      case .identifier: "id"
      case .address: "address"
      }
    }
  }

  /// The key from ``nameKey(_:)``.
  package let key: String
  package let rank: Rank

  package init(key: String, rank: Rank) {
    self.key = key
    self.rank = rank
  }
}

/// Returns the key that names are looked up by: folded, without the ending of a text or a page.
///
/// `Plan.md`, `plan` and `PLAN.html` have one key, so that all files that a link can mean by its last name are found
/// together; ``NamedFiles`` then compares the names themselves.
package func nameKey(_ text: some StringProtocol) -> String {
  var key = foldedName(text)[...]
  while let ending = pageEndings.first(where: { key.utf8.hasEnding($0.utf8) }) {
    key = key.dropLast(ending.utf8.count)
  }
  return String(key)
}

extension Substring.UTF8View {
  fileprivate func hasEnding(_ ending: String.UTF8View) -> Bool {
    count > ending.count && suffix(ending.count).elementsEqual(ending)
  }
}

private let pageEndings = [".md", ".markdown", ".mdx", ".html", ".htm"]

extension Note {
  /// The names by which links and people call this note.
  package var names: [NoteName] {
    var names = NoteName.names(ofFile: path)
    if let titleField { names.append(NoteName(key: nameKey(titleField), rank: .title)) }
    for alias in aliases { names.append(NoteName(key: nameKey(alias), rank: .alias)) }
    if let leadingHeading { names.append(NoteName(key: nameKey(leadingHeading), rank: .heading)) }
    if let identifier { names.append(NoteName(key: nameKey(identifier), rank: .identifier)) }
    names += addresses.map { NoteName(key: $0, rank: .address) }
    // An alias is kept next to a file name that is the same: queries ask who has one.
    var keys: Set<String> = []
    var seen: Set<NoteName> = []
    return names.filter { name in
      let isNewKey = name.rank != .path && keys.insert(name.key).inserted
      return (isNewKey || name.rank == .alias || name.rank == .path) && seen.insert(name).inserted
    }
  }
}

extension NoteName {
  /// Returns the names of a file that is not a note: those by its path, and its address if sites read it as a page.
  package static func names(ofFile path: NotePath, in layout: VaultLayout) -> [NoteName] {
    names(ofFile: path) + PageAddress.names(ofFile: path, layout)
  }

  /// Returns the names of a file by its path: its own name, and that of the folder whose page it is.
  package static func names(ofFile path: NotePath) -> [NoteName] {
    var names = [NoteName(key: nameKey(path.fileName), rank: .fileName)]
    if path.isFolderPage, let folder = path.folder {
      names.append(NoteName(key: nameKey(folder.fileName), rank: .path))
    }
    return names
  }
}

extension NotePath {
  /// The folder that a site makes of a note: `posts/first` for `posts/first.md`, `posts` for `posts/index.md`.
  var pageFolder: NotePath? { isFolderPage ? folder : withoutExtension }

  /// True for `index.md`, `README.md` or `_index.md`, the page that a site shows for the folder.
  package var isFolderPage: Bool { folderPageOrder != nil }

  /// The rank by which one page is taken if a folder has several, the lowest first. Nil for other files.
  var folderPageOrder: Int? {
    // Asked for every file: most are known by their first byte.
    guard let first = fileName.utf8.first, "iIrR_".utf8.contains(first) else { return nil }
    let pages = ["index.md", "index.mdx", "index.markdown", "readme.md", "_index.md"]
    return pages.firstIndex(of: fileName.lowercased())
  }
}
