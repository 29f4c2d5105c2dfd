import ByteBasics
import NoteModel
import NoteRepository
import NoteSyntax

/// Rewrites the links of one note after the other.
struct LinkFixer {
  let files: any FileSystem
  let layout: VaultLayout
  let moves: PathMoves
  var names: NameTable
  let titles: [NotePath: String]
  /// Notes in which headings or blocks get other names, by old path.
  let anchors: [NotePath: AnchorChange]
  /// True if the Korean particle after a link is adapted to the link's text.
  let fixesParticles: Bool

  /// A link as it is meant and its target, worked out once for all questions about it.
  struct Meaning {
    let written: Link
    /// The link whose text changes: `written`, or the definition of a link that is written the other way round.
    let link: Link
    /// The target of the link; nil for a link out of the repository.
    let target: LinkTarget?
    let now: LinkResolution?
  }

  /// A link, its present target, and the target that it must have afterwards.
  struct Goal {
    let link: Link
    let asked: LinkTarget?
    let target: NotePath
    let newTarget: NotePath
  }

  /// The change of one link.
  struct PlannedEdit {
    let edits: [TextEdit]
    let goal: Goal
  }

  /// The changes of the links of one text.
  struct Plan {
    var edits: [PlannedEdit] = []
    var lost: [Goal] = []

    var textEdits: [TextEdit] { edits.flatMap(\.edits) }
  }

  /// Corrects the links of a note.
  ///
  /// - Parameters:
  ///   - path: The present path of the note.
  ///   - before: The bytes of the note.
  ///   - document: The note, with its other changes.
  ///   - linkFixes: Receives the results.
  ///   - isWanted: Returns false for a link that is not changed.
  mutating func fix(
    _ path: NotePath, before: [UInt8], _ document: Document, into linkFixes: inout LinkFixes,
    where isWanted: (Link) -> Bool = { _ in true }
  ) throws {
    let meanings = try document.links.filter(isWanted).map { try meaning(of: $0, from: path) }
    let plan = try plan(document, meanings, path)
    linkFixes.shifts += try shifts(meanings, path)
    linkFixes.lost += plan.lost.map {
      LinkFixes.LostLink(path: moves.newPath(of: path), line: $0.link.line, destination: $0.link.written)
    }
    let result = try document.source.applying(plan.textEdits).bytes
    guard result != before else { return }
    linkFixes.notes.append(RewrittenNote(path: path, before: before, after: result, count: plan.edits.count))
  }

  /// Plans the edits of a text that is stored at `path`, each proved.
  mutating func plan(_ document: Document, _ meanings: [Meaning], _ path: NotePath) throws -> Plan {
    var plan = Plan()
    for goal in goals(document, meanings, path) where try !(keepsAnchor(goal) && isPathReached(goal, from: path)) {
      if let edits = try edits(goal, from: path, document.source) {
        plan.edits.append(PlannedEdit(edits: edits, goal: goal))
      } else {
        plan.lost.append(goal)
      }
    }
    return try reads(document, with: plan.textEdits, path) ? plan : certain(plan, document, path)
  }

  /// Returns the links that have a target and name it themselves. Links by a label follow their definition.
  private func goals(_ document: Document, _ meanings: [Meaning], _ path: NotePath) -> [Goal] {
    meanings.compactMap { meaning in
      let link = meaning.link
      guard link.kind != .reference, !Self.isByLabel(link, document),
        let found = found(meaning, from: path)
      else { return nil }
      return Goal(link: link, asked: meaning.target, target: found, newTarget: moves.newPath(of: found))
    }
  }

  mutating func meanings(_ document: Document, _ path: NotePath) throws -> [Meaning] {
    try document.links.map { try meaning(of: $0, from: path) }
  }

  mutating func meaning(of link: Link, from source: NotePath) throws -> Meaning {
    guard let target = LinkTarget(link) else {
      return Meaning(written: link, link: link, target: nil, now: nil)
    }
    let now = try names.resolutionNow(target, from: source)
    guard link.text != nil, now.goal?.form == .reversed, let reversed = link.reversed, let other = LinkTarget(reversed)
    else { return Meaning(written: link, link: link, target: target, now: now) }
    return Meaning(written: link, link: reversed, target: other, now: try names.resolutionNow(other, from: source))
  }

  /// Returns the links with a changed meaning that no edit can decide, because they lead to no file or to several.
  mutating func shifts(_ meanings: [Meaning], _ path: NotePath) throws -> [LinkTargetChange] {
    try meanings.compactMap { meaning in
      let link = meaning.written
      guard link.kind != .reference, !link.leadsIntoItsNote, let target = meaning.target, let resolution = meaning.now
      else { return nil }
      let now = LinkTargetChange.Meaning(resolution)
      if case .one = now { return nil }
      let newPath = moves.newPath(of: path)
      let after = LinkTargetChange.Meaning(try names.resolutionAfterwards(target, from: newPath))
      guard after != now.moved(by: moves) else { return nil }
      return LinkTargetChange(path: newPath, line: link.line, destination: link.written, meaning: after)
    }
  }

  func found(_ meaning: Meaning, from source: NotePath) -> NotePath? {
    if meaning.link.leadsIntoItsNote { return source }
    guard let target = meaning.target else { return nil }
    switch meaning.now {
    // A label follows its definition.
    case .resolved(let goal)?: return goal.form == .defined ? nil : goal.path
    case .ambiguous?, .external?, nil: return nil
    case .broken?:
      // Files that are not in the index, ignored or hidden, are led to as well.
      guard let text = target.path, moves.newPath(of: source) != source, !text.hasPrefix("/"),
        let path = NotePath((source.folder.map { $0.string + "/" } ?? "") + text), files.exists(path)
      else { return nil }
      return path
    }
  }

  /// Returns true for `![text][label]` (the label's range), or `[[label]]` with a definition (no range).
  static func isByLabel(_ link: Link, _ document: Document) -> Bool {
    guard let range = link.destinationRange else {
      return document.links.contains {
        $0.kind == .definition && $0.destination == link.destination && $0.fragment == link.fragment
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

  /// Returns true if the link's path leads to its goal. A full path must remain one for other programs.
  mutating func isPathReached(_ goal: Goal, from source: NotePath) throws -> Bool {
    if goal.link.leadsIntoItsNote { return true }
    guard let target = goal.asked else { return true }
    let newSource = moves.newPath(of: source)
    guard try names.leads(target, to: goal.newTarget, from: newSource) else { return false }
    if target.path == nil || newSource == source && goal.newTarget == goal.target { return true }
    func style(_ source: NotePath, _ target: NotePath) -> LinkDestinationStyle {
      LinkDestinationStyle(
        goal.link, written: "", isAngle: false, from: source, to: target, pagesAreFolders: layout.rules.pagesAreFolders)
    }
    return style(newSource, goal.newTarget).keepsWay(of: style(source, goal.target))
  }

  func keepsAnchor(_ goal: Goal) -> Bool {
    guard let fragment = goal.link.fragment, let change = anchors[goal.target] else { return true }
    return change.keeps(fragment, isWiki: goal.link.kind.isWiki)
  }

  mutating func calledByTitle(_ goal: Goal) throws -> Bool {
    // The page's name is not that of the file.
    if layout.rules.decodesPageNames { return true }
    guard let key = goal.asked?.key else { return false }
    let rank = try names.rank(of: goal.target, key: key)
    return rank == .title || rank == .heading || goal.asked?.isAddressed == true
  }
}

/// A changed note is read again before it is written.
extension LinkFixer {
  /// Returns the edits that are certain, and the goals that they do not reach.
  mutating func certain(_ plan: Plan, _ document: Document, _ path: NotePath) throws -> Plan {
    var kept = Plan(edits: [], lost: plan.lost)
    for edit in plan.edits {
      if try reads(document, with: kept.textEdits + edit.edits, path) {
        kept.edits.append(edit)
      } else {
        kept.lost.append(edit.goal)
      }
    }
    return kept
  }

  /// Returns true if the changed note is parsed as expected.
  mutating func reads(_ document: Document, with edits: [TextEdit], _ path: NotePath) throws -> Bool {
    if edits.isEmpty { return true }
    guard let after = try? document.source.applying(edits) else { return false }
    let isCard = path.isCanvas
    return try isSame(document, isCard ? Document(parsing: after.bytes) : layout.document(after.bytes), path)
  }

  /// Returns true if the changed note has the same links, each leading to its goal, and the same fields next to them.
  private mutating func isSame(_ before: Document, _ after: Document, _ path: NotePath) throws -> Bool {
    guard before.links.count == after.links.count,
      before.frontMatter?.entries.map(\.key) == after.frontMatter?.entries.map(\.key)
    else { return false }
    for (written, changed) in zip(before.links, after.links) {
      let isSame =
        changed.kind == written.kind && changed.destination == written.destination
        && changed.fragment == written.fragment && changed.text == written.text
      if isSame { continue }
      let meaning = try meaning(of: written, from: path)
      let old = meaning.link
      let new = old == written ? changed : changed.reversed ?? changed
      // The text of `[**text**]([[two words]])` is read as it is written, that of `[**text**]([[word]])` by cmark.
      let keepsText = old.kind == .wiki || bracketedName(old.destination) != nil
      guard old.kind == new.kind, old.text == new.text || keepsText else { return false }
      let hasChanged = old.destination != new.destination || old.fragment != new.fragment || old.text != new.text
      if hasChanged, try !leadsOn(meaning, new, path) { return false }
    }
    return true
  }

  /// Returns true if a rewritten link leads to its former target.
  private mutating func leadsOn(_ meaning: Meaning, _ new: Link, _ path: NotePath) throws -> Bool {
    let old = meaning.link
    guard let found = found(meaning, from: path) else { return old.fragment == new.fragment }
    if old.fragment != new.fragment {
      guard let fragment = old.fragment, let newFragment = new.fragment,
        anchors[found]?.leads(newFragment, whereLed: fragment, isWiki: old.kind.isWiki) == true
      else { return false }
    }
    if old.destination == new.destination, old.text == new.text { return true }
    guard let target = LinkTarget(new) else { return false }
    return try names.leads(target, to: moves.newPath(of: found), from: moves.newPath(of: path))
  }
}
