import ByteBasics
import NoteModel
import NoteRepository
import NoteSyntax

/// Rewrites the links of one note after the other.
struct LinkMender {
  let files: any FileSystem
  let moves: PathMoves
  var names: NameTable
  /// New titles by new path.
  let titles: [NotePath: String]
  /// Notes in which headings or blocks get other names, by old path.
  let anchors: [NotePath: AnchorChange]
  /// True where the Korean particle after a link follows the link's text.
  let fixesParticles: Bool

  /// A link, what it leads to now, and what it must lead to afterwards.
  struct Goal {
    let link: Link
    let target: NotePath
    let newTarget: NotePath
  }

  /// What is changed for one link.
  struct PlannedEdit {
    let edits: [TextEdit]
    let goal: Goal
  }

  /// What becomes of the links of one text.
  struct Plan {
    var edits: [PlannedEdit] = []
    var lost: [Goal] = []

    var textEdits: [TextEdit] { edits.flatMap(\.edits) }
  }

  mutating func mend(
    _ path: NotePath, newText: [UInt8]?, into mending: inout LinkMending
  ) throws {
    let before = try files.read(path)
    let document = Document(parsing: newText ?? before)
    let plan = try plan(document, path)
    mending.shifts += try shifts(document, path)
    mending.lost += plan.lost.map {
      LinkMending.LostLink(
        path: moves.newPath(of: path), line: $0.link.line, destination: $0.link.written)
    }
    let result = try document.source.applying(plan.textEdits).bytes
    guard result != before else { return }
    mending.notes.append(
      LinkMending.ChangedNote(
        path: path, before: before, after: result, linkCount: plan.edits.count))
  }

  /// The edits of a text that is stored at `path`, each proved.
  mutating func plan(_ document: Document, _ path: NotePath) throws -> Plan {
    var plan = Plan()
    for goal in try goals(document, path) where try !isReached(goal, from: path) {
      if let edits = try edits(goal, from: path, document.source) {
        plan.edits.append(PlannedEdit(edits: edits, goal: goal))
      } else {
        plan.lost.append(goal)
      }
    }
    return try reads(document, with: plan.textEdits, path) ? plan : certain(plan, document, path)
  }

  /// The links that lead somewhere and say so themselves; those by a label follow their definition.
  private mutating func goals(_ document: Document, _ path: NotePath) throws -> [Goal] {
    try document.links.compactMap { written in
      let link = try meant(written, from: path)
      guard link.kind != .reference, !isByLabel(link, document),
        let found = try found(link, from: path)
      else { return nil }
      return Goal(link: link, target: found, newTarget: moves.newPath(of: found))
    }
  }

  /// A link that is written the other way round is changed where its note is named.
  mutating func meant(_ link: Link, from source: NotePath) throws -> Link {
    guard link.text != nil, let target = LinkTarget(link), let reversed = link.reversed,
      try names.resolutionNow(target, from: source).goal?.form == .reversed
    else { return link }
    return reversed
  }

  /// The links that nothing says where to lead, because they lead to no file now or to several, and that would mean
  /// something else.
  mutating func shifts(_ document: Document, _ path: NotePath) throws -> [LinkShift] {
    try document.links.compactMap { link in
      guard link.kind != .reference, !link.leadsIntoItsNote, let target = LinkTarget(link) else {
        return nil
      }
      let now = LinkShift.Meaning(try names.resolutionNow(target, from: path))
      if case .one = now { return nil }
      let newPath = moves.newPath(of: path)
      let after = LinkShift.Meaning(try names.resolutionAfterwards(target, from: newPath))
      guard after != now.moved(by: moves) else { return nil }
      return LinkShift(
        path: newPath, line: link.line, destination: link.written, meaning: after)
    }
  }

  mutating func found(_ link: Link, from source: NotePath) throws -> NotePath? {
    if link.leadsIntoItsNote { return source }
    guard let target = LinkTarget(link) else { return nil }
    switch try names.resolutionNow(target, from: source) {
    // A label follows its definition.
    case .resolved(let goal): return goal.form == .defined ? nil : goal.path
    case .ambiguous, .external: return nil
    case .broken:
      // Files that are not in the index, ignored or hidden, are led to as well.
      guard let text = target.path, moves.newPath(of: source) != source, !text.hasPrefix("/"),
        let path = NotePath((source.folder.map { $0.string + "/" } ?? "") + text),
        files.exists(path)
      else { return nil }
      return path
    }
  }

  /// `![text][label]`, whose range is the label's, or `[[label]]` with a definition, which has none.
  private func isByLabel(_ link: Link, _ document: Document) -> Bool {
    guard let range = link.destinationRange else {
      return document.links.contains {
        $0.kind == .definition && $0.destination == link.destination
          && $0.fragment == link.fragment
      }
    }
    guard link.kind == .image else { return false }
    let source = document.source
    var offset = range.lowerBound - 1
    while offset >= 0, source.bytes[offset] <= 0x20 || source.bytes[offset] == UInt8(ascii: "<") {
      offset -= 1
    }
    return offset < 0 || source.bytes[offset] != UInt8(ascii: "(")
  }

  private mutating func isReached(_ goal: Goal, from source: NotePath) throws -> Bool {
    try keepsAnchor(goal) && isPathReached(goal, from: source)
  }

  /// A link that says the whole way has to say it afterwards too: other programs know no other.
  mutating func isPathReached(_ goal: Goal, from source: NotePath) throws -> Bool {
    if goal.link.leadsIntoItsNote { return true }
    guard let target = LinkTarget(goal.link) else { return true }
    let newSource = moves.newPath(of: source)
    guard try leads(target, to: goal.newTarget, from: newSource) else { return false }
    func style(_ source: NotePath, _ target: NotePath) -> LinkDestinationStyle {
      LinkDestinationStyle(goal.link, written: "", isAngle: false, from: source, to: target)
    }
    return style(newSource, goal.newTarget).keepsWay(of: style(source, goal.target))
  }

  func keepsAnchor(_ goal: Goal) -> Bool {
    guard let fragment = goal.link.fragment, let change = anchors[goal.target] else { return true }
    return change.keeps(fragment, isWiki: goal.link.kind.isWiki)
  }

  mutating func leads(
    _ target: LinkTarget, to goal: NotePath, from source: NotePath
  ) throws -> Bool {
    switch try names.resolutionAfterwards(target, from: source) {
    case .resolved(let found): return found.path == goal
    case .ambiguous, .external: return false
    case .broken:
      let folder = source.folder.map { $0.string + "/" } ?? ""
      return target.path.flatMap { NotePath(folder + $0) } == goal
    }
  }

  mutating func calledByTitle(_ goal: Goal) throws -> Bool {
    guard let key = LinkTarget(goal.link)?.key else { return false }
    let rank = try names.rank(of: goal.target, key: key)
    return rank == .title || rank == .heading
  }
}
