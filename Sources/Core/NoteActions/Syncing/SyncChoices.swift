import ByteBasics
import NoteHistory
package import NoteMerging
import NoteModel
import NoteRepository
import NoteSyntax
package import Wording

/// A decision of the user about a conflict between two machines.
package struct SyncChoice: Sendable, Hashable {
  package enum Decision: Sendable, Hashable {
    case mine, theirs, both
    /// Keeps the note that one side removed.
    case keep
    case delete
    /// The name of a note that both sides renamed, or that has the name of a folder, without its ending.
    case name(String)

    /// The side whose lines stay; nil for a decision that is not about lines.
    package var side: MarkedText.Side? {
      switch self {
      case .mine: .ours
      case .theirs: .theirs
      case .both: .both
      case .keep, .delete, .name: nil
      }
    }
  }

  let decision: Decision
  /// The path of the conflict; nil for all.
  package let path: String?
  /// A field, or a heading; nil for the whole file.
  let part: String?

  package init(_ decision: Decision, path: String? = nil, part: String? = nil) {
    self.decision = decision
    self.path = path
    self.part = part
  }

  /// - Parameters:
  ///   - subject: As the user named it: a path, the name of a note or a part of the name, `NOTE#Heading`, or a field,
  ///     `due:` or `due`.
  ///   - conflicts: Among which it is.
  /// - Throws: ``UnknownConflict``
  package init(_ decision: Decision, subject: String, among conflicts: [SyncConflict]) throws {
    let halves = subject.split(separator: "#", maxSplits: 1).map(String.init)
    for conflict in conflicts {
      if let path = conflict.paths.first(where: { Self.names(subject, $0) }) {
        self.init(decision, path: path)
        return
      }
      if halves.count == 2, let path = conflict.paths.first(where: { Self.names(halves[0], $0) }) {
        self.init(decision, path: path, part: halves[1])
        return
      }
    }
    let field = subject.hasSuffix(":") ? String(subject.dropLast()) : subject
    if conflicts.contains(where: { $0.hasField(field) }) {
      self.init(decision, part: field)
      return
    }
    let found = conflicts.compactMap(\.paths.first).filter { Self.hasPart(halves[0], $0) }
    guard Set(found).count == 1 else { throw UnknownConflict(subject: subject, paths: found) }
    self.init(decision, path: found[0], part: halves.count == 2 ? halves[1] : nil)
  }

  /// Returns true if the name of a file contains the words.
  private static func hasPart(_ text: String, _ path: String) -> Bool {
    NamePart(text)?.match(TypedName(String(NotePath(trusted: path).stem))) != nil
  }

  private static func names(_ text: String, _ path: String) -> Bool {
    let key = nameKey(text)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return text == path || "./" + path == text || key == nameKey(path) || key == nameKey(name)
  }

  func concerns(_ paths: [String]) -> Bool { path.map { paths.contains($0) } ?? true }

  /// Returns true if it decides a part of the conflicts about these files, and no more.
  func decides(_ name: String, isField: Bool, of paths: [String]) -> Bool {
    guard concerns(paths), let side, !isField || side != .both else { return false }
    // Of a whole file it is seen only if it leaves something undecided: both values of a field.
    return part.map { MarkedText.folded($0[...]) == MarkedText.folded(name[...]) } ?? !isField
  }

  var side: MarkedText.Side? { decision.side }
}

/// No conflict is about the files that the user named.
package struct UnknownConflict: ExplainedError {
  let subject: String
  /// The files of several conflicts whose names contain the words.
  var paths: [String] = []

  package var category: ErrorCategory { .notFound }
  package var explanation: Message {
    paths.isEmpty
      ? Message("No conflict is about “\(subject)”", ko: "충돌이 없는 대상입니다: “\(subject)”")
      : Message(
        "“\(subject)” is part of several names: \(paths.joined(separator: ", "))",
        ko: "여러 메모의 이름에 있는 말입니다: “\(subject)”(\(paths.joined(separator: ", ")))")
  }
  package var hint: Message? {
    Message("“sheaf resolve” lists the conflicts.", ko: "“sheaf resolve”로 충돌을 볼 수 있습니다.")
  }
}

/// A merge that sync could not finish, with the decisions since. Git knows nothing of it: every file, the index
/// and the branch are as they were before.
struct PendingMerge {
  private let record: StateRecord
  var choices: [SyncChoice]
  /// The commit of the other side that the user has seen the conflicts of.
  var upstream: String?
  /// The files in conflict.
  var paths: [String] = []
  /// Notes that both sides renamed, which have the other side's name until the user chooses one.
  var names: [OpenName] = []
  /// The notes to which text was moved that is in conflict, in one line, by the files in conflict.
  var moved: [String: String] = [:]

  struct OpenName: Hashable {
    let former: String
    let here: String
    let there: String

    var paths: [String] { [former, here, there] }
    var conflict: SyncConflict { .renamed(from: former, here: here, there: there) }
  }

  var isEmpty: Bool { paths.isEmpty && names.isEmpty }

  init(in store: any FileSystem, choices: [SyncChoice] = []) {
    record = Self.record(in: store)
    self.choices = choices
  }

  /// Takes back choices about files that the other side has changed since: the user has not seen the discarded text.
  ///
  /// - Parameter changed: All changed files of the other side; nil if they are unknown.
  mutating func forgetChoices(about changed: [String]?) {
    choices.removeAll { choice in
      guard let changed else { return true }
      return choice.path.map { changed.contains($0) } ?? !changed.isEmpty
    }
  }

  private static func record(in store: any FileSystem) -> StateRecord {
    StateRecord("sync-conflict", in: store)
  }

  /// Loads the pending merge. Nil if none is pending.
  static func load(from store: any FileSystem) -> PendingMerge? {
    guard let bytes = record(in: store).bytes else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    func values(_ key: String) -> [String] {
      lines.filter { $0.hasPrefix(key + " ") }.map { percentDecoded(String($0.dropFirst(key.count + 1))) }
    }
    var pending = PendingMerge(in: store, choices: lines.compactMap { SyncChoice(line: $0) })
    pending.upstream = values("upstream").first
    pending.paths = values("path")
    let moved = values("moved")
    for place in stride(from: 0, to: moved.count - 1, by: 2) { pending.moved[moved[place]] = moved[place + 1] }
    let places = values("name")
    pending.names = stride(from: 0, to: places.count - 2, by: 3).map {
      OpenName(former: places[$0], here: places[$0 + 1], there: places[$0 + 2])
    }
    return pending
  }

  /// Writes lines: `upstream COMMIT`, `path PATH`, `name PATH` three times for a note, `moved PATH` twice, and the choices.
  func save() throws {
    let moved = moved.filter { paths.contains($0.key) }.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    let values = [("path", paths), ("name", names.flatMap(\.paths)), ("moved", moved)].flatMap { key, values in
      values.map { key + " " + percentEncoded($0, "%", escapesUnicode: false) }
    }
    let lines = [upstream].compactMap { $0.map { "upstream " + $0 } } + values + choices.map(\.line)
    try record.write(Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  static func remove(from store: any FileSystem) throws { try record(in: store).remove() }
}

extension SyncChoice {
  /// `mine`, a tab, the path, a tab, the part; an omitted value is empty.
  fileprivate var line: String {
    let word =
      switch decision {
      case .mine: "mine"
      case .theirs: "theirs"
      case .both: "both"
      case .keep: "keep"
      case .delete: "delete"
      case .name(let name): "name=" + name
      }
    return [word, path ?? "", part ?? ""].map {
      percentEncoded($0, "%", escapesUnicode: false)
    }.joined(separator: "\t")
  }

  fileprivate init?(line: Substring) {
    let words = line.split(separator: "\t", omittingEmptySubsequences: false).map { percentDecoded(String($0)) }
    guard words.count == 3 else { return nil }
    let decision: Decision
    switch words[0] {
    case "mine": decision = .mine
    case "theirs": decision = .theirs
    case "both": decision = .both
    case "keep": decision = .keep
    case "delete": decision = .delete
    case let word where word.hasPrefix("name="): decision = .name(String(word.dropFirst(5)))
    default: return nil
    }
    self.init(decision, path: words[1].isEmpty ? nil : words[1], part: words[2].isEmpty ? nil : words[2])
  }
}

/// Decides conflicts: notes by the rules of notes, whether or not the merge driver is set up; the rest as the user
/// chose.
struct ConflictDeciding {
  /// The choices. A later choice overrides an earlier choice.
  let choices: [SyncChoice]

  /// Returns the decision on a conflict. Nil if no choice decides it.
  func decision(on conflict: GitConflict) -> GitDecision? {
    switch conflict {
    case .contents(let path, let versions): contents([path], versions)
    case .removedHere(let path): removed(path, keeping: .theirs, .mine).map { $0 ? .theirs : .remove }
    case .removedThere(let path): removed(path, keeping: .mine, .theirs).map { $0 ? .ours : .remove }
    case .renamed(let former, let here, let there, let versions): renamed([former, here, there], versions)
    case .folder(let path, _, let versions): renamed([path, path, path], versions, isSideName: false)
    case .other: nil
    }
  }

  /// Returns true if a removed file stays, false if it goes. A choice of the side that removed it removes it only by
  /// its name: for all conflicts at once, only `--delete` does.
  private func removed(_ path: String, keeping keeper: SyncChoice.Decision, _ remover: SyncChoice.Decision) -> Bool? {
    let choice = choices.last { choice in
      choice.concerns([path]) && choice.part == nil
        && ([.keep, .delete, keeper].contains(choice.decision) || choice.decision == remover && choice.path != nil)
    }
    return choice.map { [.keep, keeper].contains($0.decision) }
  }

  private func choice(for paths: [String], among decisions: [SyncChoice.Decision]) -> SyncChoice.Decision? {
    choices.last { $0.concerns(paths) && $0.part == nil && decisions.contains($0.decision) }?.decision
  }

  /// - Parameter paths: The paths of the file; the first in the common ancestor.
  private func contents(_ paths: [String], _ versions: GitFileVersions) -> GitDecision? {
    if let parts = KeyedMerge(path: paths[0]), let ours = versions.ours, let theirs = versions.theirs,
      let merged = parts.merge(base: versions.base, ours: ours, theirs: theirs)
    {
      return .bytes(merged)
    }
    guard NotePath(trusted: paths[0]).isMarkdown, let ours = versions.ours,
      let theirs = versions.theirs,
      let merged = NoteMerge(rules: .notes).merge(base: versions.base, ours: ours, theirs: theirs)
    else { return choice(for: paths, among: [.mine, .theirs]).map { $0 == .mine ? .ours : .theirs } }
    if merged.isClean {
      guard versions.base == nil, Self.haveTwoTitles(ours, theirs, at: paths[0]) else {
        return .bytes(merged.bytes)
      }
      return choice(for: paths, among: [.mine, .theirs, .both]).map {
        $0 == .both ? .bytes(merged.bytes) : $0 == .mine ? .ours : .theirs
      }
    }
    var bytes = merged.bytes
    for choice in choices.reversed() where choice.concerns(paths) {
      if let side = choice.side { bytes = MarkedText.deciding(bytes, side, part: choice.part) }
    }
    return MarkedText(bytes) == nil ? .bytes(bytes) : nil
  }

  /// Returns the decision to apply one side's edit to the note into which the other side moved the text. Nil if no such
  /// note exists, or if there is another conflict.
  ///
  /// - Parameter changed: The notes that each side created or changed.
  static func following(
    _ path: String, _ versions: GitFileVersions, _ changed: [GitMerging.ChangedNotes]
  ) -> GitDecision? {
    guard let base = versions.base, let ours = versions.ours, let theirs = versions.theirs else { return nil }
    for (side, lines, others) in moved(path, versions, changed) {
      guard let moved = lines.carried(),
        let merged = NoteMerge(rules: .notes).merge(
          base: base, ours: side == 0 ? ours : moved.editor, theirs: side == 0 ? moved.editor : theirs), merged.isClean
      else { continue }
      let other = others[moved.place]
      return .following(merged.bytes, other: other.path, former: other.bytes, latter: moved.other)
    }
    return nil
  }

  /// Returns the notes to which a side has moved text of a conflict, in one line. Nil if there is none.
  static func destinations(
    _ path: String, _ versions: GitFileVersions, _ changed: [GitMerging.ChangedNotes]
  ) -> String? {
    moved(path, versions, changed).lazy.map { _, lines, others in lines.destinations().map { others[$0].path } }
      .first { !$0.isEmpty }?.joined(separator: ", ")
  }

  /// Returns the lines that either side may have moved to another note, with these notes.
  private static func moved(
    _ path: String, _ versions: GitFileVersions, _ changed: [GitMerging.ChangedNotes]
  ) -> [(side: Int, lines: MovedLines, others: [(path: String, bytes: [UInt8])])] {
    guard let base = versions.base, let ours = versions.ours, let theirs = versions.theirs else { return [] }
    return [(ours, theirs), (theirs, ours)].enumerated().compactMap { side, versions in
      let others = changed[side].latter.filter { $0.path != path && $0.bytes.last == ASCII.lineFeed }
      let formers = changed[side].former.map(\.bytes).filter { $0 != base }
      return MovedLines(
        base: base, mover: versions.0, editor: versions.1, others: others.map(\.bytes), formers: formers
      ).map { (side, $0, others) }
    }
  }

  /// Returns true for two different notes that happen to have the same name: each has a title that the other note lacks.
  static func haveTwoTitles(_ ours: [UInt8], _ theirs: [UInt8], at path: String) -> Bool {
    let path = NotePath(trusted: path)
    let titles = [ours, theirs].map { Note(Document(parsing: $0), at: path, in: .standard).title }
    return titles[0] != titles[1] && !titles.contains(String(path.stem))
  }

  /// Returns the decision that leaves a note that both sides renamed at the name of the other side, if its text is no
  /// conflict.
  func namedAsThere(_ conflict: GitConflict) -> (PendingMerge.OpenName, GitDecision)? {
    guard case .renamed(let former, let here, let there, let versions) = conflict else { return nil }
    return renamed(conflict.paths, versions, at: there).map { (.init(former: former, here: here, there: there), $0) }
  }

  private func renamed(
    _ paths: [String], _ versions: GitFileVersions, isSideName: Bool = true, at given: String? = nil
  ) -> GitDecision? {
    guard let name = given ?? name(paths, isSideName: isSideName) else { return nil }
    let versions = isSideName ? Self.titled(versions, paths, as: name) : versions
    if !isSideName, versions.ours == nil || versions.theirs == nil { return .name(name, nil) }
    switch merged(paths, versions) {
    case .bytes(let bytes)?: return .name(name, bytes)
    case .ours?: return .name(name, versions.ours)
    case .theirs?: return .name(name, versions.theirs)
    default: return nil
    }
  }

  /// Returns the versions of a note that both sides renamed with the title that goes with a name, as far as they have the
  /// titles that go with theirs.
  static func titled(_ versions: GitFileVersions, _ paths: [String], as name: String) -> GitFileVersions {
    guard NotePath(trusted: paths[0]).isMarkdown else { return versions }
    let title = String(NotePath(trusted: name).stem)
    return versions.changed { side, bytes in
      let (path, document) = (NotePath(trusted: paths[side]), Document(parsing: bytes))
      guard Note(document, at: path, in: .standard).title == path.stem else { return bytes }
      let named = try? NoteRetitling(document, at: path, title: title, keepsAlias: false, in: .standard)
      return named?.after.source.bytes ?? bytes
    }
  }

  /// Returns the content of a file that both sides renamed, in itself.
  func merged(_ paths: [String], _ versions: GitFileVersions) -> GitDecision? {
    if versions.ours == versions.base || versions.ours == versions.theirs { return .theirs }
    return versions.theirs == versions.base ? .ours : contents(paths, versions)
  }

  /// Returns the path of a note that both sides renamed. `paths` has the path in the common ancestor, our path and their
  /// path. A name that the user chose wins over the choice of a side.
  ///
  /// - Parameter isSideName: True if the choice of a side also chooses its name.
  func name(_ paths: [String], isSideName: Bool = true) -> String? {
    let choices = choices.reversed().filter { $0.concerns(paths) && $0.part == nil }
    let given = choices.lazy.compactMap { choice in
      if case .name(let text) = choice.decision { text } else { nil }
    }.first
    if let text = given {
      let isNote = NotePath(trusted: paths[0]).isMarkdown
      let name = !isNote || NotePath(trusted: text).isMarkdown ? text : text + ".md"
      let folder = NotePath(trusted: paths[1]).folder
      return NotePath(name.contains("/") ? name : folder.map { "\($0)/\(name)" } ?? name)?.string
    }
    guard isSideName else { return nil }
    return choices.lazy.compactMap { choice in
      switch choice.decision {
      case .mine: paths[1]
      case .theirs: paths[2]
      default: nil
      }
    }.first
  }
}
