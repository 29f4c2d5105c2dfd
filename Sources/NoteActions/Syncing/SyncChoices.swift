import ByteBasics
import NoteHistory
package import NoteMerging
import NoteModel
import NoteRepository
package import Wording

/// What the user decided about a conflict between two machines.
package struct SyncChoice: Sendable, Hashable {
  package enum Decision: Sendable, Hashable {
    case mine, theirs, both
    /// The note stays that one side removed.
    case keep
    case delete
    /// What a note is called that both sides renamed, without its ending.
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
  ///   - subject: As the user named it: a path, the name of a note, `NOTE#Heading`, or a field.
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
    guard conflicts.contains(where: { $0.hasField(subject) }) else {
      throw UnknownConflict(subject: subject)
    }
    self.init(decision, part: subject)
  }

  private static func names(_ text: String, _ path: String) -> Bool {
    let key = nameKey(text)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return text == path || "./" + path == text || key == nameKey(path) || key == nameKey(name)
  }

  func concerns(_ paths: [String]) -> Bool { path.map { paths.contains($0) } ?? true }

  var side: MarkedText.Side? { decision.side }
}

/// No conflict is about what the user named.
package struct UnknownConflict: ExplainedError {
  let subject: String

  package var category: ErrorCategory { .notFound }
  package var explanation: Message {
    Message("No conflict is about “\(subject)”", ko: "“\(subject)”에 대한 충돌이 없습니다")
  }
  package var hint: Message? {
    Message("“sheaf resolve” lists the conflicts.", ko: "“sheaf resolve”로 충돌을 볼 수 있습니다.")
  }
}

/// A merge that sync could not finish, with what has been decided since. Git knows nothing of it: every file, the index
/// and the branch are as they were before.
struct PendingMerge {
  private let record: StateRecord
  var choices: [SyncChoice]

  init(in store: any FileSystem, choices: [SyncChoice] = []) {
    record = Self.record(in: store)
    self.choices = choices
  }

  private static func record(in store: any FileSystem) -> StateRecord {
    StateRecord("sync-conflict", in: store)
  }

  /// nil if none is pending.
  static func load(from store: any FileSystem) -> PendingMerge? {
    guard let bytes = record(in: store).bytes else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return PendingMerge(in: store, choices: lines.compactMap { SyncChoice(line: $0) })
  }

  func save() throws {
    try record.write(Array(choices.map { $0.line + "\n" }.joined().utf8))
  }

  static func remove(from store: any FileSystem) throws {
    try record(in: store).remove()
  }
}

extension SyncChoice {
  /// `mine`, a tab, the path, a tab, the part; what is not given is empty.
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
    let words = line.split(separator: "\t", omittingEmptySubsequences: false)
      .map { percentDecoded(String($0)) }
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
    self.init(
      decision, path: words[1].isEmpty ? nil : words[1], part: words[2].isEmpty ? nil : words[2])
  }
}

/// Decides conflicts: notes by the rules of notes, whether or not the merge driver is set up; the rest as the user chose.
struct ConflictDeciding {
  /// A later one wins over an earlier one.
  let choices: [SyncChoice]

  /// nil if nothing decides.
  func decision(on conflict: GitConflict) -> GitDecision? {
    switch conflict {
    case .contents(let path, let versions): contents(path, versions)
    case .removedHere(let path):
      choice(for: [path], among: [.keep, .theirs, .delete, .mine]).map {
        $0 == .keep || $0 == .theirs ? .theirs : .remove
      }
    case .removedThere(let path):
      choice(for: [path], among: [.keep, .mine, .delete, .theirs]).map {
        $0 == .keep || $0 == .mine ? .ours : .remove
      }
    case .renamed(let former, let here, let there): name([former, here, there])
    case .other: nil
    }
  }

  private func choice(
    for paths: [String], among decisions: [SyncChoice.Decision]
  ) -> SyncChoice.Decision? {
    choices.last { $0.concerns(paths) && $0.part == nil && decisions.contains($0.decision) }?
      .decision
  }

  private func contents(_ path: String, _ versions: GitFileVersions) -> GitDecision? {
    guard NotePath(trusted: path).isMarkdown, let ours = versions.ours,
      let theirs = versions.theirs,
      let merged = NoteMerge(rules: .notes).merge(base: versions.base, ours: ours, theirs: theirs)
    else {
      return choice(for: [path], among: [.mine, .theirs]).map { $0 == .mine ? .ours : .theirs }
    }
    if merged.isClean { return .bytes(merged.bytes) }
    var bytes = merged.bytes
    for choice in choices.reversed() where choice.concerns([path]) {
      if let side = choice.side { bytes = MarkedText.deciding(bytes, side, part: choice.part) }
    }
    return MarkedText(bytes) == nil ? .bytes(bytes) : nil
  }

  /// Of a note that both sides renamed: its former path, that of ours and that of theirs.
  private func name(_ paths: [String]) -> GitDecision? {
    for choice in choices.reversed() where choice.concerns(paths) && choice.part == nil {
      switch choice.decision {
      case .mine: return .name(paths[1])
      case .theirs: return .name(paths[2])
      case .name(let text):
        let here = NotePath(trusted: paths[1])
        let name = NotePath(trusted: text).isMarkdown ? text : text + ".md"
        let path = name.contains("/") ? name : here.folder.map { "\($0)/\(name)" } ?? name
        return NotePath(path).map { .name($0.string) }
      case .both, .keep, .delete: continue
      }
    }
    return nil
  }
}
