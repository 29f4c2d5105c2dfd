import ByteBasics
package import NoteHistory
import NoteMerging
import NoteModel
import NoteRepository
import Wording

/// Registers the merge driver for notes and, on request, the diff driver, and removes them.
///
/// The diff driver does not convert files: git shows headings and words from the file itself. Therefore `blame` counts
/// the right lines, patches apply, and git starts no program per version. A second run changes nothing.
package struct GitSetup {
  /// The attributes file in which git finds the driver for notes.
  package enum Place: Sendable {
    /// `.git/info/attributes`: this clone alone.
    case clone
    /// `.gitattributes` in the folder of notes: everyone who clones it.
    case shared
  }

  private let root: String
  private let program: String
  private let git: any GitClient

  /// - Parameters:
  ///   - root: The absolute path of the folder of notes.
  ///   - program: The shell command that starts this program.
  ///   - git: In that folder.
  package init(root: String, program: String, git: any GitClient) {
    self.root = root
    self.program = program
    self.git = git
  }

  /// A setting of the clone, or a file with other bytes.
  package enum Step: Sendable, Hashable {
    case set(key: String, value: String)
    case unset(section: String)
    /// - Parameters:
    ///   - before: nil if there is no file.
    ///   - after: nil if it would be empty.
    case write(path: String, before: [UInt8]?, after: [UInt8]?)
    /// Writes a file that git runs.
    case hook(path: String, before: [UInt8]?, after: [UInt8]?)
  }

  // MARK: - Plans

  /// Returns the missing steps of a setup.
  ///
  /// - Parameters:
  ///   - place: The attributes file to set up.
  ///   - withDiff: True if git's diffs know headings and words. Otherwise settings of an earlier setup are taken away.
  ///   - withHook: True if the pre-commit hook checks notes as well.
  /// - Returns: Nothing if all is set up already.
  /// - Throws: ``GitHookRefusal``, ``Problem``, ``GitError``
  package func steps(in place: Place, withDiff: Bool = false, withHook: Bool = false) throws -> [Step] {
    try checkAttributes(in: place, withDiff: withDiff)
    let hook = withHook ? try preCommitHook().addition() : nil
    let settings = try (mergeSettings + (withDiff ? diffSettings : [])).filter { key, value in
      try git.run(.asking(.config, "--local", "--get", key)).output.text != value
    }
    // A conversion of earlier versions goes in any case.
    let former = try hasSettings("diff.sheaf") && (!withDiff || hasSettings("diff.sheaf.textconv"))
    let steps: [Step] = former ? [.unset(section: "diff.sheaf")] : []
    let wanted = former && withDiff ? settings.filter { $0.key.hasPrefix("merge.") } + diffSettings : settings
    let file = try attributes(in: place)
    return steps + wanted.map { Step.set(key: $0.key, value: $0.value) }
      + [file.step(.added(withDiff: withDiff, isFirst: place == .shared)), hook].compactMap(\.self)
  }

  private func hasSettings(_ name: String) throws(GitError) -> Bool {
    let pattern = "^" + name.replacing(".", with: "\\.") + "(\\.|$)"
    return try git.succeeds(.asking(.config, "--local", "--get-regexp", pattern))
  }

  /// Checks for another driver for notes, which stays in force.
  ///
  /// In a shared file our lines come first, so the other driver can handle some notes. In the attributes of the clone,
  /// our lines would override the other driver. Filters do not matter: drivers work with the filtered texts.
  private func checkAttributes(in place: Place, withDiff: Bool) throws {
    let files = try git.output(.reading("ls-files", "--cached", "--others", "--exclude-standard", "-z")).texts
    let probes = try place == .clone ? AttributePatterns(files, root: root, git: git).probes : [:]
    func isMerged(_ path: String) -> Bool { NotePath(trusted: path).isMarkdown || KeyedMerge(path: path) != nil }
    let notes = place == .clone ? files.filter(isMerged) + probes.keys : []
    let input = Array((["note.md"] + notes).map { $0 + "\0" }.joined().utf8)
    var command = GitCommand.reading("check-attr", "-z", "--stdin", input: input)
    command.words += withDiff ? ["merge", "diff"] : ["merge"]
    let answer = try git.output(command).texts
    for place in stride(from: 0, to: answer.count - 2, by: 3) {
      let (path, name, value) = (answer[place], answer[place + 1], answer[place + 2])
      guard !["unspecified", "set", "sheaf"].contains(value) else { continue }
      throw takenAttribute(
        name, value == "unset" ? "-\(name)" : "\(name)=\(value)", of: path == "note.md" ? nil : probes[path] ?? path)
    }
  }

  private func preCommitHook() throws -> PreCommitHook {
    try PreCommitHook(root: root, program: program, git: git)
  }

  /// Returns the lines that a setup has left in the pre-commit hook.
  package func hookRemoval() throws -> [Step] {
    do {
      return [try preCommitHook().removal()].compactMap(\.self)
    } catch GitHookRefusal.elsewhere {
      return []
    }
  }

  /// Returns the steps that remove a setup, in either place and in the hook.
  package func removal() throws -> [Step] {
    let sections = try ["merge.sheaf", "diff.sheaf"].filter { try hasSettings($0) }
    let files = try [Place.clone, .shared].map { try attributes(in: $0) }
    return sections.map { Step.unset(section: $0) } + files.compactMap { $0.step(.removed) } + (try hookRemoval())
  }

  package func carryOut(_ steps: [Step]) throws {
    for step in steps {
      switch step {
      case .set(let key, let value): _ = try git.output(.writing("config", "--local", key, value))
      case .unset(let section): _ = try git.output(.writing("config", "--local", "--remove-section", section))
      case .write(let path, let before, let after):
        let file = try GitOwnFile(path, root: root, git: git)
        try changeFile(file.path, inside: file.root, from: before, to: after)
      case .hook(let path, let before, let after):
        let file = try GitOwnFile(path, root: root, git: git)
        try changeFile(file.path, inside: file.root, from: before, to: after, FileTraits(permissions: 0o755))
      }
    }
  }

  /// True if the folder's attributes require the drivers and this clone has none.
  package var isAskedForButMissing: Bool {
    guard let bytes = try? readFile(".gitattributes", inside: root),
      String(decoding: bytes, as: UTF8.self).contains("merge=sheaf")
    else { return false }
    let isSet = try? git.succeeds(.asking(.config, "--get", "merge.sheaf.driver"))
    return isSet == false
  }

  // MARK: - Settings

  private var mergeSettings: [(key: String, value: String)] {
    [("merge.sheaf.name", "Sheaf: notes field by field"), ("merge.sheaf.driver", driver)]
  }

  private var diffSettings: [(key: String, value: String)] {
    [
      ("diff.sheaf.xfuncname", "^#{1,6}[ \\t].*$"),
      ("diff.sheaf.wordRegex", "[A-Za-z0-9_]+|[^[:space:]]"),
    ]
  }

  /// Git's own merge takes over if the program is gone or fails: its status is then neither 0 nor 1.
  private var driver: String {
    "\(program) merge-driver -- %O %A %B %L %P; status=$?; "
      + "[ $status -le 1 ] || { git merge-file --marker-size=%L %A %O %B; status=$?; }; exit $status"
  }

  private func attributes(in place: Place) throws -> AttributeFile {
    switch place {
    case .shared:
      let path = root + "/.gitattributes"
      return AttributeFile(path, try GitOwnFile(path, root: root, git: git).bytes, folder: "")
    case .clone:
      let path = try git.output(.asking(.revParse, "--git-path", "info/attributes")).text
      let folder = try git.output(.asking(.revParse, "--show-prefix")).text
      let absolute = absolutePath(path, from: root)
      let bytes = try GitOwnFile(absolute, root: root, git: git).bytes
      return AttributeFile(absolute, bytes, folder: folder)
    }
  }
}

/// The patterns in the attribute files of a repository, even if no such note exists yet.
private struct AttributePatterns {
  /// Paths that a pattern would match if they were notes, each with the pattern.
  private(set) var probes: [String: String] = [:]

  /// - Parameters:
  ///   - files: All files below the folder.
  ///   - root: Its absolute path.
  init(_ files: [String], root: String, git: any GitClient) throws {
    for file in files where file == ".gitattributes" || file.hasSuffix("/.gitattributes") {
      add(try? readFile(file, inside: root), in: String(file.dropLast(".gitattributes".count)))
    }
    let own = try git.output(.asking(.revParse, "--git-path", "info/attributes")).text
    add(try GitOwnFile(absolutePath(own, from: root), root: root, git: git).bytes, in: "")
  }

  private mutating func add(_ bytes: [UInt8]?, in folder: String) {
    for line in String(decoding: bytes ?? [], as: UTF8.self).split(whereSeparator: \.isNewline) {
      guard let pattern = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).first,
        !pattern.hasPrefix("#"), !pattern.hasPrefix("[attr]")
      else { continue }
      let plain = String(pattern.drop { $0 == "/" }).replacing("**/", with: "").replacing("*", with: "x")
      for ending in ["", ".md", "/note.md"] where NotePath(trusted: plain + ending).isMarkdown {
        probes[folder + plain + ending] = folder + pattern
      }
    }
  }
}

/// A file of git's or of the work tree, in the folder that no symbolic link on the way to it may leave.
struct GitOwnFile {
  let root: String
  /// Relative to ``root``.
  let path: String

  /// - Parameters:
  ///   - absolute: The path of the file, as git prints it.
  ///   - root: The absolute path of the folder of notes.
  init(_ absolute: String, root: String, git: any GitClient) throws {
    let folders = try git.output(
      .asking(.revParse, "--path-format=absolute", "--git-common-dir", "--show-toplevel")
    ).text.split(separator: "\n").map(String.init)
    guard
      let folder = ([root] + folders).first(where: { absolute.utf8.starts(with: ($0 + "/").utf8) })
    else { throw RepositoryError.outside(absolute) }
    self.root = folder
    path = String(Substring(absolute.utf8.dropFirst(folder.utf8.count + 1)))
  }

  /// The content of the file; nil if there is none.
  var bytes: [UInt8]? {
    get throws {
      do throws(RepositoryError) {
        return try readFile(path, inside: root)
      } catch .missingFile {
        return nil
      }
    }
  }
}

/// Returns the error for notes that have a driver of somebody else's.
///
/// - Parameters:
///   - name: `merge`
///   - attribute: `merge=union`
///   - path: A note with the attribute; nil if all notes have the attribute.
private func takenAttribute(_ name: String, _ attribute: String, of path: String?) -> Problem {
  let hint =
    if name == "diff" {
      Message("Without --word-diff, Sheaf sets up merging alone.", ko: "--word-diff 없이 실행하면 병합만 설정합니다.")
    } else if path == nil {
      Message(
        "To let Sheaf merge notes, add a line “*.md merge=sheaf” below that line.",
        ko: "Sheaf로 병합하려면 그 아래에 “*.md merge=sheaf”를 추가하세요.")
    } else {
      Message(
        "With --shared, this attribute remains in force, and Sheaf merges the other notes.",
        ko: "--shared를 쓰면 그 설정은 그대로 두고 다른 메모만 Sheaf로 병합합니다.")
    }
  return Problem(
    .conflict,
    Message(
      "Git’s attributes already set \(attribute) for \(path ?? "notes"); not changed",
      ko: "git 속성에 이미 \(path ?? "메모")의 \(attribute) 설정이 있어 그대로 두었습니다"), hint: hint)
}

/// A file that tells git which drivers a file has, with the lines for notes in it or not.
struct AttributeFile {
  private let path: String
  private let patterns: [String]
  /// The patterns of files that are merged by their parts.
  private let keyed: [String]
  private let bytes: [UInt8]?

  /// - Parameters:
  ///   - bytes: The content of the file; nil if there is none.
  ///   - folder: The folder of notes to which the patterns apply, with a slash; empty for the folder of the file.
  init(_ path: String, _ bytes: [UInt8]?, folder: String) {
    self.path = path
    self.bytes = bytes
    func anywhere(_ ending: String) -> String {
      Self.quoted(folder.isEmpty ? "*.\(ending)" : "\(folder)**/*.\(ending)")
    }
    patterns = ["md", "markdown"].map(anywhere)
    keyed = ["canvas", "base"].map(anywhere) + [Self.quoted("\(folder).sheaf/*.yaml")]
  }

  /// Returns a pattern for .gitattributes; a pattern with spaces or quotes is written between quotes.
  private static func quoted(_ pattern: String) -> String {
    guard pattern.utf8.contains(where: { $0 <= 0x20 || $0 == 0x22 || $0 == 0x5C }) else { return pattern }
    let escaped = pattern.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }

  enum Goal {
    /// - Parameter isFirst: True if all that is in the file outdoes the lines.
    case added(withDiff: Bool, isFirst: Bool)
    case removed
  }

  private func lines(withDiff: Bool) -> [String] {
    patterns.map { $0 + (withDiff ? " merge=sheaf diff=sheaf" : " merge=sheaf") } + keyed.map { $0 + " merge=sheaf" }
  }

  /// Returns the change that adds or removes the lines. Nil if the file needs no change.
  func step(_ goal: Goal) -> GitSetup.Step? {
    let before = bytes.map { String(decoding: $0, as: UTF8.self) } ?? ""
    var present = before.linesWithReturns
    let known = lines(withDiff: true) + lines(withDiff: false)
    func isOurs(_ line: Substring, among lines: [String]) -> Bool {
      lines.contains { $0 == line || $0 + "\r" == line }
    }
    if case .added(let withDiff, let isFirst) = goal {
      let lines = lines(withDiff: withDiff)
      let former = present.filter { isOurs($0, among: known) && !isOurs($0, among: lines) }
      if !former.isEmpty {
        // Each in its place: order counts among attributes.
        present = present.map { line in
          guard former.contains(line) else { return line }
          let pattern = patterns.first { line.hasPrefix($0 + " ") } ?? ""
          return lines.first { $0.hasPrefix(pattern + " ") }.map { Substring($0) } ?? line
        }
        let after = present.joined(separator: "\n")
        return .write(path: path, before: bytes, after: Array(after.utf8))
      }
      let missing = lines.filter { line in !present.contains { $0 == line || $0 == line + "\r" } }
      guard !missing.isEmpty else { return nil }
      let text = Array(missing.map { $0 + "\n" }.joined().utf8)
      if isFirst { return .write(path: path, before: bytes, after: text + (bytes ?? [])) }
      let gap = before.isEmpty || before.utf8.last == ASCII.lineFeed ? "" : "\n"
      let after = (bytes ?? []) + Array(gap.utf8) + text
      return .write(path: path, before: bytes, after: after)
    }
    let kept = present.filter { !isOurs($0, among: known) }
    guard kept.count < present.count else { return nil }
    let after = kept.joined(separator: "\n")
    return .write(path: path, before: bytes, after: after.isEmpty ? nil : Array(after.utf8))
  }
}
