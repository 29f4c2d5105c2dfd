import ByteBasics
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

extension LinkFixer {
  /// Returns the edits that make a link lead to its goal. Nil if no edit is certain.
  mutating func edits(_ goal: Goal, from source: NotePath, _ buffer: SourceBuffer) throws -> [TextEdit]? {
    var edits: [TextEdit] = []
    var destination = goal.link.destination
    var fragment = goal.link.fragment
    if try !isPathReached(goal, from: source) {
      guard let (edit, name) = try pathEdit(goal, from: source, buffer) else { return nil }
      edits.append(edit)
      destination = name
    }
    if !keepsAnchor(goal) {
      guard let (edit, name) = fragmentEdit(goal, from: source, buffer) else { return nil }
      edits.append(edit)
      fragment = name
    }
    if fixesParticles {
      edits += ParticleEdit.edits(after: goal.link, in: buffer.bytes, destination, fragment)
    }
    return edits
  }

  private mutating func pathEdit(
    _ goal: Goal, from source: NotePath, _ buffer: SourceBuffer
  ) throws -> (TextEdit, String)? {
    guard let range = Self.pathRange(goal.link, buffer) else { return nil }
    let style = LinkDestinationStyle(
      goal.link, written: buffer.text(in: range), isAngle: Self.isAngle(goal.link, buffer),
      from: source, to: goal.target, pagesAreFolders: layout.rules.pagesAreFolders)
    let newSource = moves.newPath(of: source)
    let name = try calledByTitle(goal) ? titles[goal.newTarget] : nil
    let destinations =
      (style.mayBeAddress ? try addresses(goal) : [])
      + style.destinations(to: goal.newTarget, from: newSource, name: name)
    for destination in destinations {
      guard Self.isLink(destination, goal.link, range, buffer), let text = style.encoded(destination),
        let target = LinkTarget(goal.link.leading(to: text)),
        try names.leads(target, to: goal.newTarget, from: newSource)
      else { continue }
      return (TextEdit(range: range, replacement: Self.written(text, goal.link, buffer)), destination)
    }
    return nil
  }

  /// Returns the addresses of the page in its new place, if the link has its present one.
  private func addresses(_ goal: Goal) throws -> [String] {
    guard let asked = goal.asked, asked.isAddressed, !goal.link.kind.isWiki,
      goal.target.isMarkdown, goal.target != goal.newTarget
    else { return [] }
    return PageAddress.successors(
      of: asked.name, layout.document(try files.read(goal.target)), from: goal.target, to: goal.newTarget, in: layout)
  }

  /// Writes the name of a page, in brackets if a name without brackets now needs them.
  static func written(_ text: String, _ link: Link, _ buffer: SourceBuffer) -> String {
    guard link.kind == .wiki, let whole = link.range, let range = link.destinationRange else { return text }
    let isTag = buffer.text(in: ByteRange(whole.lowerBound, range.lowerBound)) == "#"
    return isTag || whole == range ? BarePageName.written(text, isTag: isTag) : text
  }

  private func fragmentEdit(_ goal: Goal, from source: NotePath, _ buffer: SourceBuffer) -> (TextEdit, String)? {
    guard let whole = goal.link.destinationRange, let fragment = goal.link.fragment,
      let hash = buffer.bytes[whole.indices].firstIndex(of: UInt8(ascii: "#")), let change = anchors[goal.target]
    else { return nil }
    let range = ByteRange(hash + 1, whole.upperBound)
    let isWiki = goal.link.kind.isWiki
    let style = LinkDestinationStyle(
      goal.link, written: buffer.text(in: range), isAngle: Self.isAngle(goal.link, buffer),
      from: source, to: goal.target, pagesAreFolders: layout.rules.pagesAreFolders)
    for new in change.fragments(insteadOf: fragment, isWiki: isWiki) {
      guard let text = style.encodedFragment(new) else { continue }
      return (TextEdit(range: range, replacement: text), new)
    }
    return nil
  }

  static func isAngle(_ link: Link, _ buffer: SourceBuffer) -> Bool {
    guard let start = link.destinationRange?.lowerBound, start > 0 else { return false }
    return buffer.bytes[start - 1] == UInt8(ascii: "<")
  }

  /// Returns true if a destination is a link in its place. A path in front matter is a link only if it looks like one.
  static func isLink(_ destination: String, _ link: Link, _ range: ByteRange, _ buffer: SourceBuffer) -> Bool {
    guard link.kind == .frontMatter, range.lowerBound > 0, buffer.bytes[range.lowerBound - 1] != UInt8(ascii: "[")
    else { return true }
    // A picture field contains a path, whatever the file is.
    return !link.destination.hasSuffix(".md") || destination.contains("/") && destination.hasSuffix(".md")
  }

  /// Returns the range of the path: the destination without its fragment and the spaces around it.
  static func pathRange(_ link: Link, _ buffer: SourceBuffer) -> ByteRange? {
    guard let range = link.destinationRange else { return nil }
    let bytes = buffer.bytes
    var end = bytes[range.indices].firstIndex(of: UInt8(ascii: "#")) ?? range.upperBound
    if end > range.lowerBound, end < range.upperBound, bytes[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    if !link.kind.isWiki, let query = queryStart(in: buffer.text(in: ByteRange(range.lowerBound, end))) {
      let written = buffer.text(in: ByteRange(range.lowerBound, end))
      end = range.lowerBound + written.utf8.distance(from: written.startIndex, to: query)
    }
    var start = range.lowerBound
    if !link.kind.isWiki, bracketedName(buffer.text(in: ByteRange(start, end))) != nil {
      start += 2
      end -= 2
    }
    while start < end, bytes[start] == 0x20 { start += 1 }
    while end > start, bytes[end - 1] == 0x20 { end -= 1 }
    return start < end ? ByteRange(start, end) : nil
  }
}

extension Link {
  /// Returns this link with another destination, as it would be written in the file.
  func leading(to destination: String) -> Link {
    Link(
      kind: kind, range: range, destinationRange: destinationRange, destination: destination,
      fragment: fragment, text: text, line: line)
  }
}

/// Makes the Korean particle after a link follow the link's new text: `[[회의록]]을` becomes `[[일지]]를`.
enum ParticleEdit {
  /// Returns the edit of the particle after a wiki link that shows its changed destination or part.
  static func edits(after link: Link, in bytes: [UInt8], _ destination: String, _ fragment: String?) -> [TextEdit] {
    guard link.kind == .wiki, link.text == nil, let range = link.range else { return [] }
    let shown = fragment.map { $0.isEmpty ? destination : $0 } ?? destination
    return [edit(after: range.upperBound, in: bytes, from: link.shown, to: shown)].compactMap(\.self)
  }

  /// Returns the edit of the particle that begins at `offset`, after closing marks of emphasis and quotes.
  ///
  /// - Parameters:
  ///   - old: The text of the link that a reader sees now.
  ///   - new: The text that a reader will see.
  /// - Returns: nil if there is no such particle, or it fits already.
  static func edit(after offset: Int, in bytes: [UInt8], from old: String, to new: String) -> TextEdit? {
    var start = offset
    while let length = lengthOfCloser(bytes, at: start) { start += length }
    var end = start
    while isSyllable(bytes, at: end) { end += 3 }
    guard end > start else { return nil }
    let written = String(decoding: bytes[start..<end], as: UTF8.self)
    return KoreanParticle.corrected(written, after: old, nowAfter: new).map {
      TextEdit(range: ByteRange(start, end), replacement: $0)
    }
  }

  private static let closers = ["”", "’", "」", "』", "》", "〉"].map { Array($0.utf8) }

  private static func lengthOfCloser(_ bytes: [UInt8], at offset: Int) -> Int? {
    guard offset < bytes.count else { return nil }
    if "*_~=\"')".utf8.contains(bytes[offset]) { return 1 }
    return closers.first { bytes[offset...].starts(with: $0) }?.count
  }

  /// Returns true at a Hangul syllable: U+AC00 … U+D7A3 are EA B0 80 … ED 9E A3.
  private static func isSyllable(_ bytes: [UInt8], at offset: Int) -> Bool {
    guard offset + 2 < bytes.count, (0xEA...0xED).contains(bytes[offset]) else { return false }
    let isOutside =
      bytes[offset] == 0xEA && bytes[offset + 1] < 0xB0 || bytes[offset] == 0xED && bytes[offset + 1] > 0x9E
    return !isOutside
  }
}

/// Plans the changes of a canvas, which contain only the strings of cards and links.
extension LinkFixer {
  private struct CanvasPlan {
    var edits: [TextEdit] = []
    var lost: [LinkFixes.LostLink] = []
    var shifts: [LinkTargetChange] = []
    var linkCount = 0
  }

  mutating func fixCanvas(_ path: NotePath, into linkFixes: inout LinkFixes) throws {
    let canvas: CanvasDocument
    do {
      canvas = try files.canvas(path)
    } catch let mistake as CanvasMistake {
      linkFixes.unread.append(UnreadCanvas(path: path, mistake: mistake))
      return
    }
    let before = canvas.source.bytes
    var plan = CanvasPlan()
    for card in canvas.files { try fix(card, path, into: &plan) }
    for card in canvas.texts { try fix(card, path, into: &plan) }
    linkFixes.shifts += plan.shifts
    linkFixes.lost += plan.lost
    let after = try canvas.source.applying(plan.edits).bytes
    guard after != before else { return }
    guard let result = try? CanvasDocument(parsing: after),
      canvas.files.count == result.files.count
        && canvas.texts.map(\.document.links.count) == result.texts.map(\.document.links.count)
    else {
      linkFixes.unread.append(UnreadCanvas(path: path, mistake: .notJSON(line: 1)))
      return
    }
    linkFixes.notes.append(RewrittenNote(path: path, before: before, after: after, count: plan.linkCount))
  }

  private mutating func fix(_ card: CanvasDocument.FileCard, _ path: NotePath, into plan: inout CanvasPlan) throws {
    let link = card.link
    let meaning = try meaning(of: link, from: path)
    guard let target = found(meaning, from: path) ?? NotePath(link.destination) else { return }
    let newTarget = moves.newPath(of: target)
    var edits: [TextEdit] = []
    if newTarget != target { edits.append(Self.edit(card.path, newTarget.string)) }
    let goal = Goal(link: link, asked: meaning.target, target: target, newTarget: newTarget)
    if let subpath = card.subpath, let fragment = link.fragment, !keepsAnchor(goal) {
      guard let new = anchors[target]?.fragments(insteadOf: fragment, isWiki: true).first else {
        plan.lost.append(lost(link, path, card.line))
        return
      }
      edits.append(Self.edit(subpath, "#" + new))
    }
    if edits.isEmpty { return }
    plan.edits += edits
    plan.linkCount += 1
  }

  private mutating func fix(_ card: CanvasDocument.TextCard, _ path: NotePath, into plan: inout CanvasPlan) throws {
    let meanings = try meanings(card.document, path)
    let links = try self.plan(card.document, meanings, path)
    plan.shifts += try shifts(meanings, path).map {
      LinkTargetChange(path: $0.path, line: card.line, destination: $0.destination, meaning: $0.meaning)
    }
    plan.edits += links.textEdits.map { card.edit($0) }
    plan.linkCount += links.edits.count
    plan.lost += links.lost.map { lost($0.link, path, card.line) }
  }

  private func lost(_ link: Link, _ path: NotePath, _ line: Int) -> LinkFixes.LostLink {
    LinkFixes.LostLink(path: moves.newPath(of: path), line: line, destination: link.written)
  }

  private static func edit(_ string: JSONString, _ text: String) -> TextEdit {
    string.edit(TextEdit(range: ByteRange(0, string.bytes.count), replacement: text))
  }
}
