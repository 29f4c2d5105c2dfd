package import CivilCalendar

/// The path of a file in its repository: relative to the root, `/` between names, never `..`, never absolute.
///
/// The text is the name as it is on disk (NFC or NFD); two spellings of one name are two paths.
package struct NotePath: Sendable {
  package let string: String

  /// Parses a path. Nil for a path that is empty, absolute, or leaves the repository. `.` and doubled `/` are removed.
  package init?(_ text: some StringProtocol) {
    let bytes = text.utf8
    guard bytes.first != UInt8(ascii: "/"), !bytes.contains(0) else { return nil }
    var names: [Substring.UTF8View] = []
    for name in Substring(text).utf8.split(separator: UInt8(ascii: "/")) {
      if name.elementsEqual(".".utf8) { continue }
      if !name.elementsEqual("..".utf8) { names.append(name) } else if names.popLast() == nil { return nil }
    }
    guard !names.isEmpty else { return nil }
    string = names.map { String(Substring($0)) }.joined(separator: "/")
  }

  /// Creates a path that is already known to be in normal form: from the scanner or the index.
  package init(trusted string: String) { self.string = string }

  /// The last name, with its extension.
  package var fileName: Substring {
    string.utf8.lastIndex(of: UInt8(ascii: "/")).map { string[string.utf8.index(after: $0)...] } ?? string[...]
  }

  /// The last name without `.md` or another extension.
  package var stem: Substring {
    let name = fileName
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return name[..<dot]
  }

  /// The whole path without `.md` or another extension.
  package var withoutExtension: NotePath {
    let ending = fileName.utf8.count - stem.utf8.count
    return NotePath(trusted: String(Substring(string.utf8.dropLast(ending))))
  }

  /// The folder that holds it, nil at the root.
  package var folder: NotePath? {
    string.utf8.lastIndex(of: UInt8(ascii: "/")).map { NotePath(trusted: String(string[..<$0])) }
  }

  /// The folders above it, the innermost first.
  package var ancestors: [NotePath] { folder.map { [$0] + $0.ancestors } ?? [] }

  package var isMarkdown: Bool {
    let name = fileName.lowercased()
    return name.hasSuffix(".md") || name.hasSuffix(".markdown")
  }

  /// True if it or a folder above it has a name that begins with a dot: no note is there.
  package var isHidden: Bool { string.split(separator: "/").contains { $0.hasPrefix(".") } }

  /// True in a folder `.git`, in any case of its letters.
  package var isInGitFolder: Bool { string.split(separator: "/").contains { $0.lowercased() == ".git" } }

  /// True for a JSON Canvas.
  package var isCanvas: Bool { fileName.lowercased().hasSuffix(".canvas") }

  package func appending(_ name: String) -> NotePath { NotePath(trusted: string + "/" + name) }

  /// Returns true for a path below this folder, but not for the folder itself.
  package func contains(_ other: NotePath) -> Bool { other.string.utf8.starts(with: (string + "/").utf8) }

  /// Returns the path of a file of the folder `old` after the folder is renamed to `new`.
  package func moved(from old: NotePath, to new: NotePath) -> NotePath {
    NotePath(trusted: new.string + String(Substring(string.utf8.dropFirst(old.string.utf8.count))))
  }
}

extension NotePath: Comparable, CustomStringConvertible {
  /// Compares paths by their bytes, so that the order is the same in every locale.
  package static func < (left: NotePath, right: NotePath) -> Bool { byteOrder(left.string, right.string) < 0 }

  package var description: String { string }
}

/// Compares the bytes of two texts. The result is negative, zero or positive.
package func byteOrder(_ left: String, _ right: String) -> Int {
  var (left, right) = (left, right)
  return left.withUTF8 { left in
    right.withUTF8 { right in
      for index in 0..<min(left.count, right.count) where left[index] != right[index] {
        return Int(left[index]) - Int(right[index])
      }
      return left.count - right.count
    }
  }
}

extension NotePath: Hashable {
  /// Compares paths by their bytes, because a file system may distinguish composed and decomposed names.
  package static func == (left: NotePath, right: NotePath) -> Bool {
    left.withBytes { left in right.withBytes { left.elementsEqual($0) } }
  }

  package func hash(into hasher: inout Hasher) {
    withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  private func withBytes<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
    var string = string
    return string.withUTF8(body)
  }
}

/// New names of files and folders.
package struct PathMoves: Sendable {
  package struct Move: Hashable, Sendable {
    package let from: NotePath
    package let to: NotePath

    package init(from: NotePath, to: NotePath) {
      self.from = from
      self.to = to
    }
  }

  package let moves: [Move]
  private let names: [NotePath: NotePath]
  private let isOfFiles: Bool

  /// - Parameter isOfFiles: True if no folder moves: files in a folder with the former name of a file stay.
  package init(_ moves: [Move], isOfFiles: Bool = false) {
    self.moves = moves
    self.isOfFiles = isOfFiles
    names = Dictionary(moves.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the name of a file after the renaming.
  package func newPath(of path: NotePath) -> NotePath {
    guard !names.isEmpty else { return path }
    if let name = names[path] { return name }
    guard !isOfFiles, let folder = path.ancestors.first(where: { names[$0] != nil }), let name = names[folder]
    else { return path }
    return path.moved(from: folder, to: name)
  }
}

extension NotePath {
  /// Returns the path from a folder to this path: `../Archive/a.md`, or from the root if `folder` is nil.
  package func relative(to folder: NotePath?) -> String {
    let target = string.split(separator: "/")
    let start = folder?.string.split(separator: "/") ?? []
    var shared = 0
    while shared < start.count, shared < target.count - 1,
      start[shared].utf8.elementsEqual(target[shared].utf8)
    { shared += 1 }
    let up = Array(repeating: Substring(".."), count: start.count - shared)
    return (up + target[shared...]).joined(separator: "/")
  }
}

package struct NotePosition: Hashable, Sendable {
  package let path: NotePath
  /// The 1-based line, or nil for the whole note.
  package let line: Int?

  package init(_ path: NotePath, line: Int? = nil) {
    self.path = path
    self.line = line
  }

  /// The text on the command line: `Memo/a.md`, `Memo/a.md:12`.
  package var text: String { Self.text(path.string, line: line) }

  package static func text(_ path: String, line: Int?) -> String { line.map { "\(path):\($0)" } ?? path }
}

/// The kind of a file, by the end of its name.
package enum FileKind: Sendable {
  case picture, audio, video, pdf
  /// A picture that no browser but one shows, of a telephone, a camera or a scanner.
  case unshownPicture
  /// A letter, table or presentation of an office program, or a book.
  case office
  /// A note, a program, a page, a setting.
  case other

  /// - Parameter name: A file's name or path.
  package init(_ name: some StringProtocol) {
    switch name.split(separator: ".").last?.lowercased() ?? "" {
    case "png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "bmp": self = .picture
    case "heic", "heif", "tif", "tiff", "jp2", "jxl", "psd", "dng", "cr2", "nef", "arw": self = .unshownPicture
    case "mp3", "wav", "m4a", "ogg", "oga", "opus", "flac", "3gp": self = .audio
    case "mp4", "webm", "ogv", "mov", "mkv", "m4v": self = .video
    case "pdf": self = .pdf
    case "doc", "docx", "odt", "rtf", "pages", "hwp", "hwpx", "xls", "xlsx", "ods", "numbers",
      "ppt", "pptx", "odp", "key", "epub":
      self = .office
    default: self = .other
    }
  }

  /// The endings of files that a desktop may run when it opens them.
  package static let programs: Set<String> = [
    "action", "apk", "app", "appimage", "application", "appref-ms", "bash", "bat", "bin", "chm", "cmd", "com",
    "command", "cpl", "crx", "csh", "deb", "desktop", "dmg", "docm", "dotm", "elf", "exe", "fileloc", "fish", "flatpak",
    "flatpakref", "gadget", "hlp", "hta", "inetloc", "iqy", "iso", "jar", "jnlp", "js", "jse", "kdelnk", "library-ms",
    "lnk", "lua", "mailloc", "mjs", "mobileconfig", "msi", "php", "pif", "pkg", "pl", "potm", "pptm", "prefpane", "ps1",
    "py", "pyw", "pyz", "qtz", "rb", "reg", "rpm", "run", "saver", "scf", "scpt", "scr", "sct", "search-ms", "service",
    "settingcontent-ms", "sh", "shb", "slk", "snap", "tcl", "terminal", "tool", "url", "vbe", "vbs", "vhd", "vsix",
    "webloc", "workflow", "wsf", "wsh", "xlam", "xlsm", "xltm", "xpi", "zsh",
  ]
}

extension NotePath {
  /// The day that a file is named after: `2026-11-21.md`, `2026-11-21 rain.md`.
  package var namedDay: Day? { Day(iso: stem.prefix(10)) }

  /// The day at the beginning of a file's name, with more after it: `2026-11-21-first-post.md`, as Jekyll has it.
  package var leadingDay: Day? {
    let name = stem.utf8
    guard name.count > 10, name.first.map({ $0 &- 0x30 < 10 }) == true,
      "-_ ".utf8.contains(name[name.index(name.startIndex, offsetBy: 10)])
    else { return nil }
    return namedDay
  }

  /// Returns true for names with the numbers of two days, weeks or months: two entries of one template are two notes.
  package func isOfAnotherDay(than other: NotePath) -> Bool {
    let numbers = [self, other].map { $0.fileName.utf8.filter { (0x30...0x39).contains($0) } }
    return numbers[0] != numbers[1] && numbers.allSatisfy { $0.count >= 4 }
  }
}
