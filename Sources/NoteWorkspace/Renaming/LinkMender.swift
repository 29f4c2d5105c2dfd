import NoteModel
import NoteRepository
import NoteSyntax

/// Mends the links of one note after the other.
struct LinkMender {
  let files: any FileSystem
  let moves: PathMoves
  var names: NameTable
  /// New titles by new path.
  let titles: [NotePath: String]

  /// A link, what it leads to now, and what it must lead to afterwards.
  private struct Goal {
    let link: Link
    let target: NotePath
    let newTarget: NotePath
  }

  private struct PlannedEdit {
    let edit: TextEdit
    let goal: Goal
  }

  mutating func mend(
    _ path: NotePath, newText: [UInt8]?, into mending: inout LinkMending
  ) throws {
    let before = try files.read(path)
    let document = Document(parsing: newText ?? before)
    var edits: [PlannedEdit] = []
    var lost: [Goal] = []
    for goal in try goals(document, path) where try !isReached(goal, from: path, document.source) {
      if let edit = try edit(goal, from: path, document.source) {
        edits.append(PlannedEdit(edit: edit, goal: goal))
      } else {
        lost.append(goal)
      }
    }
    if try !reads(document, with: edits.map(\.edit), path) {
      (edits, lost) = try certain(edits, document, path, lost)
    }
    mending.lost += lost.map {
      LinkMending.LostLink(
        path: moves.newPath(of: path), line: $0.link.line, destination: $0.link.destination)
    }
    let result = try document.source.applying(edits.map(\.edit)).bytes
    guard result != before else { return }
    mending.notes.append(
      LinkMending.ChangedNote(
        path: path, before: before, after: result, linkCount: edits.count))
  }

  /// The links that lead somewhere and say so themselves; those by a label follow their definition.
  private mutating func goals(_ document: Document, _ path: NotePath) throws -> [Goal] {
    try document.links.compactMap { link in
      guard link.kind != .reference, !isByLabel(link, document),
        let target = LinkTarget(link), let found = try found(target, link, from: path)
      else { return nil }
      return Goal(link: link, target: found, newTarget: moves.newPath(of: found))
    }
  }

  private mutating func found(
    _ target: LinkTarget, _ link: Link, from source: NotePath
  ) throws -> NotePath? {
    switch try names.resolutionNow(target, from: source) {
    case .resolved(let path): return path
    case .ambiguous: return nil
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

  /// A link that says the whole way has to say it afterwards too: other programs know no other.
  private mutating func isReached(
    _ goal: Goal, from source: NotePath, _ buffer: SourceBuffer
  ) throws -> Bool {
    guard let target = LinkTarget(goal.link) else { return true }
    let newSource = moves.newPath(of: source)
    guard try leads(target, to: goal.newTarget, from: newSource) else { return false }
    func style(_ source: NotePath, _ target: NotePath) -> LinkDestinationStyle {
      LinkDestinationStyle(goal.link, written: "", isAngle: false, from: source, to: target)
    }
    return style(newSource, goal.newTarget).keepsWay(of: style(source, goal.target))
  }

  private mutating func leads(
    _ target: LinkTarget, to goal: NotePath, from source: NotePath
  ) throws -> Bool {
    switch try names.resolutionAfterwards(target, from: source) {
    case .resolved(let path): return path == goal
    case .ambiguous: return false
    case .broken:
      let folder = source.folder.map { $0.string + "/" } ?? ""
      return target.path.flatMap { NotePath(folder + $0) } == goal
    }
  }

  // MARK: - Writing

  /// The edit that makes a link lead to its goal; nil where none is certain.
  private mutating func edit(
    _ goal: Goal, from source: NotePath, _ buffer: SourceBuffer
  ) throws -> TextEdit? {
    guard let range = pathRange(goal.link, buffer) else { return nil }
    let isAngle = range.lowerBound > 0 && buffer.bytes[range.lowerBound - 1] == UInt8(ascii: "<")
    let style = LinkDestinationStyle(
      goal.link, written: buffer.text(in: range), isAngle: isAngle, from: source, to: goal.target)
    let newSource = moves.newPath(of: source)
    let name = try calledByTitle(goal) ? titles[goal.newTarget] : nil
    for destination in style.destinations(to: goal.newTarget, from: newSource, name: name) {
      guard isLink(destination, goal.link, range, buffer), let text = style.encoded(destination),
        let target = LinkTarget(goal.link.leading(to: text)),
        try leads(target, to: goal.newTarget, from: newSource)
      else { continue }
      return TextEdit(range: range, replacement: text)
    }
    return nil
  }

  /// A path in front matter is a link only where it looks like one.
  private func isLink(
    _ destination: String, _ link: Link, _ range: ByteRange, _ buffer: SourceBuffer
  ) -> Bool {
    guard link.kind == .frontMatter, range.lowerBound > 0,
      buffer.bytes[range.lowerBound - 1] != UInt8(ascii: "[")
    else { return true }
    return destination.contains("/") && destination.hasSuffix(".md")
  }

  private mutating func calledByTitle(_ goal: Goal) throws -> Bool {
    guard let key = LinkTarget(goal.link)?.key else { return false }
    return try names.rank(of: goal.target, key: key) == .title
  }

  /// Where the path stands: the destination without its fragment and the spaces around it.
  private func pathRange(_ link: Link, _ buffer: SourceBuffer) -> ByteRange? {
    guard let range = link.destinationRange else { return nil }
    let bytes = buffer.bytes
    var end = bytes[range.indices].firstIndex(of: UInt8(ascii: "#")) ?? range.upperBound
    if end > range.lowerBound, end < range.upperBound, bytes[end - 1] == UInt8(ascii: "\\") {
      end -= 1
    }
    var start = range.lowerBound
    while start < end, bytes[start] == 0x20 { start += 1 }
    while end > start, bytes[end - 1] == 0x20 { end -= 1 }
    return start < end ? ByteRange(start, end) : nil
  }

  /// The edits that are certain one by one, and the goals that are not reached then.
  private mutating func certain(
    _ edits: [PlannedEdit], _ document: Document, _ path: NotePath, _ lost: [Goal]
  ) throws -> ([PlannedEdit], [Goal]) {
    var kept: [PlannedEdit] = []
    var lost = lost
    for edit in edits {
      if try reads(document, with: (kept + [edit]).map(\.edit), path) {
        kept.append(edit)
      } else {
        lost.append(edit.goal)
      }
    }
    return (kept, lost)
  }

  /// True where the changed note reads back as it must.
  private mutating func reads(
    _ document: Document, with edits: [TextEdit], _ path: NotePath
  ) throws -> Bool {
    guard let after = try? document.source.applying(edits) else { return false }
    return try isSame(document, Document(parsing: after.bytes), path)
  }

  /// The changed note has the same links, each leading to its goal, and the same fields beside them.
  private mutating func isSame(
    _ before: Document, _ after: Document, _ path: NotePath
  ) throws -> Bool {
    let newPath = moves.newPath(of: path)
    guard before.links.count == after.links.count,
      before.frontMatter?.entries.map(\.key) == after.frontMatter?.entries.map(\.key)
    else { return false }
    for (old, new) in zip(before.links, after.links) {
      guard old.kind == new.kind, old.fragment == new.fragment, old.text == new.text else {
        return false
      }
      guard let target = LinkTarget(old), let found = try found(target, old, from: path),
        let newTarget = LinkTarget(new), old.destination != new.destination
      else { continue }
      guard try leads(newTarget, to: moves.newPath(of: found), from: newPath) else { return false }
    }
    return true
  }
}

extension Link {
  /// This link with another destination, as it would stand in the file.
  fileprivate func leading(to destination: String) -> Link {
    Link(
      kind: kind, range: range, destinationRange: destinationRange, destination: destination,
      fragment: fragment, text: text, line: line)
  }
}
