import ByteBasics
import NoteHistory
import NoteModel
import NoteRepository
import NoteSyntax

/// The consent of this side to the files that `sync` sends. Only changes made here add files; a pull adds no file.
///
/// A note of the other side can name any file, its settings can make any folder the folder of attachments, and its
/// `.gitignore` can leave out a line. A run therefore remembers the files that it left, the names in texts that came, the
/// patterns of ignored files, and the folder of attachments. A file that only a later pull has selected is not sent.
struct SyncConsent {
  private let workspace: Workspace
  private let git: any GitClient
  private let record: StateRecord
  /// The paths of files that were left, and `//NAME` for each name of an absent file in a text that came.
  private let left: Set<String>
  /// The patterns of ignored files, from the root.
  private let ignored: [String]
  private let isWidened: Bool
  /// The folder of attachments that this side has accepted: the setting, or its earlier value after a pull.
  let attachments: String

  private static let recordName = "sync-consent"

  /// Returns true after the first run of `sync`.
  static func isRecorded(in store: any FileSystem) -> Bool { StateRecord(recordName, in: store).bytes != nil }

  /// - Parameter settings: The files of settings that are sent.
  init(_ workspace: Workspace, git: any GitClient, settings: Set<NotePath>, store: any FileSystem) throws {
    self.workspace = workspace
    self.git = git
    record = StateRecord(Self.recordName, in: store)
    let known = record.bytes.map { String(decoding: $0, as: UTF8.self).split(separator: "\0").map(String.init) }
    func lines(_ mark: Character) -> [String]? {
      known?.filter { $0.first == mark }.map { String($0.dropFirst()) }
    }
    if let files = lines("f") {
      left = Set(files)
    } else {
      // The notes of a clone came from the other side, too.
      let notes = try Self.base(in: git).map { try GitObjects(git).files(of: $0) } ?? []
      left = try Self.expected(in: notes.map { NotePath(trusted: $0.path) }, besides: [], workspace, git)
    }
    let files = LiveFileSystem(root: workspace.repository.root)
    let configuration = try workspace.repository.configurationBytes() ?? []
    let rules = settings.filter { $0.fileName == ".gitignore" }.sorted()
    let present =
      rules.flatMap { Self.patterns((try? files.read($0)) ?? [], of: $0) } + workspace.configuration.list("ignore")
    let setting = workspace.configuration.text("folders.attachments")
    let former = lines("i") ?? present
    let place = lines("a")?.first ?? Self.usualAttachments
    if former == present, place == setting {
      (ignored, isWidened, attachments) = (former, false, place)
      return
    }
    guard let base = try Self.base(in: git) else {
      (ignored, isWidened, attachments) = (present, false, setting)
      return
    }
    let settingsFile = Repository.configurationPath
    let shared = try GitObjects(git).files(of: base).filter {
      $0.path == settingsFile || $0.path.hasSuffix(".gitignore")
    }
    let texts = try GitObjects(git).contents(of: shared.map(\.object))
    let theirs = Set(
      shared.flatMap { file -> [String] in
        let text = texts[file.object] ?? []
        return file.path == settingsFile
          ? Configuration.ignoredPatterns(in: text) : Self.patterns(text, of: NotePath(trusted: file.path))
      })
    let (formerly, now) = (Set(former), Set(present))
    ignored =
      former.filter { now.contains($0) || !theirs.contains($0) }
      + present.filter { !formerly.contains($0) && !($0.hasPrefix("!") && theirs.contains($0)) }
    isWidened = ignored != present
    let isOwn = shared.first { $0.path == settingsFile }.map { texts[$0.object] != configuration } ?? true
    attachments = isOwn || RepositoryTrust(workspace.repository).isInForce ? setting : place
  }

  /// Returns the commit that both sides have; nil if nothing was ever exchanged.
  private static func base(in git: any GitClient) throws -> String? {
    let remote = GitRemote(git)
    guard let upstream = try? remote.upstream(of: remote.branch()), !upstream.reference.isEmpty else { return nil }
    let common = try git.run(.reading("merge-base", "HEAD", upstream.reference))
    return common.isSuccess ? common.output.text : nil
  }

  private static var usualAttachments: String {
    guard case .text(let folder)? = ConfigurationCatalogue.key("folders.attachments")?.defaultValue else { return "" }
    return folder
  }

  /// Returns the patterns of a file `.gitignore`, relative to the root.
  private static func patterns(_ text: [UInt8], of file: NotePath) -> [String] {
    let lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace) }.map(String.init)
    return file.folder.map { FilePatterns.lines(lines, below: $0.string) } ?? lines
  }

  /// Returns the files among new ones that a pull has opened, and that no text of this side names.
  func held(_ new: [NotePath], by choice: SyncSelection) throws -> Set<NotePath> {
    let patterns = FilePatterns(isWidened ? ignored : [])
    let candidates = new.filter { !choice.isNamed($0) }
    let hidden = candidates.filter { patterns.match($0.string) }
    let asked = candidates.filter { path in
      (left.contains(path.string) || left.contains("//" + path.fileName.lowercased()) || left.contains(Self.all))
        && !choice.takes(path)
    }
    guard !asked.isEmpty, let base = try Self.base(in: git) else { return Set(hidden) }
    let shared = try GitObjects(git).files(of: base)
    let changed = try workspace.changes(since: base, in: git).flatMap { [$0.path, $0.formerPath].compactMap(\.self) }
      .map { NotePath(trusted: $0) }
    let own = Set(changed + new).filter(Self.hasLinks)
    let texts = try GitObjects(git).texts(of: shared.filter { own.contains(NotePath(trusted: $0.path)) }.map(\.object))
    let former = Dictionary(shared.map { (NotePath(trusted: $0.path), $0.object) }, uniquingKeysWith: { $1 })
    // A received text that was moved since was not written here.
    let absent = own.filter { !workspace.originals.exists($0) }
    let lost = shared.filter { absent.contains(NotePath(trusted: $0.path)) }
    let lostTexts = try GitObjects(git).texts(of: lost.map(\.object))
    let gone = lost.reduce(into: Set<String>()) { names, file in
      names.formUnion(Self.names(in: lostTexts[file.object] ?? [], at: NotePath(trusted: file.path)))
    }
    let named = own.reduce(into: Set<String>()) { names, path in
      let before = former[path].flatMap { texts[$0] } ?? []
      let now = Self.names(in: (try? workspace.originals.read(path)) ?? [], at: path)
      names.formUnion(now.subtracting(Self.names(in: before, at: path)).subtracting(former[path] == nil ? gone : []))
    }
    // The other side already has the content of a moved file.
    let known = Set(shared.compactMap { ContentKey.key(ofObject: $0.object) })
    return Set(
      hidden
        + asked.filter { path in
          guard !named.contains(path.fileName.lowercased()) else { return false }
          return (try? workspace.originals.read(path)).map { !known.contains(ContentKey.key(of: $0)) } ?? true
        })
  }

  private static func hasLinks(_ path: NotePath) -> Bool { path.isMarkdown || path.string.hasSuffix(".canvas") }

  /// Returns the words of a text that could name a file, in small letters.
  private static func names(in text: [UInt8], at path: NotePath) -> Set<String> {
    // Other spellings of a name: `tax&#46;pdf`, `tax\.pdf`, in JSON `tax\u002epdf`.
    let isSpelled = text.contains { $0 == ASCII.backslash || $0 == UInt8(ascii: "&") }
    let links =
      !isSpelled
      ? []
      : path.isMarkdown
        ? Document(parsing: text).links.map(\.destination)
        : (try? CanvasDocument(parsing: text))?.files.map(\.path.text) ?? []
    return names(in: text).union(names(in: Array(links.joined(separator: "\n").utf8)))
  }

  private static func names(in text: [UInt8]) -> Set<String> {
    let ends = Set("\"'`<>()[]{}=|,;#?\n\r".utf8)
    return Set(
      text.split(whereSeparator: ends.contains).flatMap { part -> [String] in
        let text = percentDecoded(String(decoding: part, as: UTF8.self))
        guard text.contains(".") else { return [] }
        return ([text] + text.split(whereSeparator: \.isWhitespace).map(String.init)).compactMap { word in
          word.split { $0 == "/" || $0 == "\\" }.last.map { $0.drop(while: \.isWhitespace).lowercased() }
        }
      }.filter { $0.contains(".") && $0.utf8.count < 256 })
  }

  /// Returns the names of absent files in texts.
  private static func expected(
    in texts: [NotePath], besides known: Set<String>, _ workspace: Workspace, _ git: any GitClient
  ) throws -> Set<String> {
    var names = known
    for path in texts.filter(hasLinks) where names.count < nameLimit {
      names.formUnion(Self.names(in: (try? workspace.originals.read(path)) ?? [], at: path).map { "//" + $0 })
    }
    // No list of names is longer: then every name counts.
    if names.count >= nameLimit { return known.union([all]) }
    guard !names.isEmpty else { return [] }
    let present = try git.output(.reading("ls-files", "-z")).texts
    return names.subtracting(present.map { "//" + NotePath(trusted: $0).fileName.lowercased() })
  }

  /// Stores the files that a run does not send, and the names of missing files in received texts.
  func save(left files: [String], cameIn texts: [NotePath] = []) throws {
    let names = self.left.filter { $0.hasPrefix("//") }
    try write(Self.expected(in: texts, besides: names, workspace, git).union(files))
  }

  private static let nameLimit = 10_000
  /// Stands for each name.
  private static let all = "//"

  private func write(_ left: Set<String>) throws {
    let lines = left.sorted().map { "f" + $0 } + ignored.map { "i" + $0 } + ["a" + attachments]
    let bytes = Array(lines.joined(separator: "\0").utf8)
    if record.bytes != bytes { try record.write(bytes) }
  }
}
