import ByteBasics
import NoteModel
import NoteSyntax

/// Makes links keep their targets when parts of notes lie elsewhere.
///
/// A link is rewritten only if it would lead elsewhere or nowhere, in its own style, and read again before it counts.
struct ShapedLinks {
  /// The new place of a part of a note.
  struct Goal: Hashable {
    enum Part: Hashable {
      case whole
      /// A heading by the offset at which it begins.
      case heading(Int)
      case block(Int)
      /// The fragment as written, because no heading or block has this name, or because the note is not changed.
      case written(String?)
    }

    let path: NotePath
    let part: Part
  }

  /// A link in the text as it will be, and its former offset.
  struct Link {
    let written: NoteSyntax.Link
    /// The link whose text changes: `written`, or the definition of a link that is written the other way round.
    let link: NoteSyntax.Link
    /// The note that contained it.
    let source: NotePath
    let oldTarget: NotePath
    let goal: Goal
  }

  /// The changes of the links of a text.
  struct Result {
    var edits: [TextEdit] = []
    var count = 0
    var lost: [NoteSyntax.Link] = []
  }

  var names: NameTable
  /// The anchors of the composed notes, with their places.
  let notes: [NotePath: ShapedAnchors]
  let titles: [NotePath: String]
  /// True if a page's name is not that of its file.
  let callsByTitle: Bool
  /// True if a site makes a folder of each page.
  let pagesAreFolders: Bool
  let fixesParticles: Bool

  /// Returns the edits of a text for its new `path`.
  mutating func edits(
    _ document: Document, at path: NotePath, _ links: [Link], parse: ([UInt8]) -> Document
  ) throws -> Result {
    var planned: [(edits: [TextEdit], link: Link)] = []
    var result = Result()
    for link in links where try !isReached(link.written, link, from: path) {
      if let edits = try edits(link, from: path, document.source) {
        planned.append((edits, link))
      } else {
        result.lost.append(link.link)
      }
    }
    if try reads(document, planned.flatMap(\.edits), links, path, parse) {
      result.edits = planned.flatMap(\.edits)
      result.count = planned.count
      return result
    }
    for plan in planned {
      if try reads(document, result.edits + plan.edits, links, path, parse) {
        result.edits += plan.edits
        result.count += 1
      } else {
        result.lost.append(plan.link.link)
      }
    }
    return result
  }

  // MARK: - Proof

  /// Returns true if the changed text has the same links, and each changed link leads to its goal.
  private mutating func reads(
    _ before: Document, _ edits: [TextEdit], _ links: [Link], _ path: NotePath, _ parse: ([UInt8]) -> Document
  ) throws -> Bool {
    if edits.isEmpty { return true }
    guard let bytes = try? before.source.applying(edits).bytes else { return false }
    let after = parse(bytes)
    guard before.links.count == after.links.count,
      before.blocks.map(\.kind) == after.blocks.map(\.kind),
      before.frontMatter?.entries.map(\.key) == after.frontMatter?.entries.map(\.key)
    else { return false }
    let known = Dictionary(links.map { ($0.written, $0) }, uniquingKeysWith: { first, _ in first })
    for (old, new) in zip(before.links, after.links) {
      let isSame = old.destination == new.destination && old.fragment == new.fragment && old.text == new.text
      if isSame && old.kind == new.kind { continue }
      guard old.kind == new.kind, old.kind == .reference || known[old] != nil else { return false }
      guard let link = known[old] else { continue }
      if try !isReached(new, link, from: path) { return false }
    }
    return true
  }

  private mutating func isReached(_ link: NoteSyntax.Link, _ known: Link, from path: NotePath) throws -> Bool {
    let new = known.written == known.link ? link : link.reversed ?? link
    return try isPathReached(new, known, from: path) && isPartReached(new, known.goal)
  }

  private mutating func isPathReached(_ link: NoteSyntax.Link, _ known: Link, from path: NotePath) throws -> Bool {
    if link.leadsIntoItsNote { return known.goal.path == path }
    guard let target = LinkTarget(link), try names.leads(target, to: known.goal.path, from: path) else {
      return false
    }
    if target.path == nil || path == known.source && known.goal.path == known.oldTarget { return true }
    let pagesAreFolders = pagesAreFolders
    func style(_ source: NotePath, _ target: NotePath, _ link: NoteSyntax.Link) -> LinkDestinationStyle {
      LinkDestinationStyle(
        link, written: "", isAngle: false, from: source, to: target, pagesAreFolders: pagesAreFolders)
    }
    if known.link.leadsIntoItsNote { return true }
    return style(path, known.goal.path, link).keepsWay(of: style(known.source, known.oldTarget, known.link))
  }

  private func isPartReached(_ link: NoteSyntax.Link, _ goal: Goal) -> Bool {
    let fragment = link.fragment ?? ""
    switch goal.part {
    case .whole: return fragment.isEmpty
    case .written(let text): return fragment == text ?? ""
    case .heading, .block:
      return !fragment.isEmpty && notes[goal.path]?.part(of: fragment, isWiki: link.kind.isWiki) == goal.part
    }
  }

  // MARK: - Edits

  private mutating func edits(_ link: Link, from path: NotePath, _ buffer: SourceBuffer) throws -> [TextEdit]? {
    // `[[#heading]]` whose heading is the title of a note now: the note's name takes its place.
    if link.link.leadsIntoItsNote, link.goal.part == .whole, let whole = link.link.destinationRange,
      let name = try newName(of: link.goal.path, from: path, isWiki: link.link.kind.isWiki)
    {
      return [TextEdit(range: whole, replacement: name)]
    }
    var edits: [TextEdit] = []
    var destination = link.link.destination
    if try !isPathReached(link.link, link, from: path) {
      guard let (edit, name) = try pathEdit(link, from: path, buffer) else { return nil }
      edits.append(edit)
      destination = name
    }
    var fragment = link.link.fragment
    if !isPartReached(link.link, link.goal) {
      guard let (edit, name) = partEdit(link, from: path, buffer) else { return nil }
      edits.append(edit)
      fragment = name
    }
    if fixesParticles {
      edits += ParticleEdit.edits(after: link.link, in: buffer.bytes, destination, fragment)
    }
    return edits
  }

  private mutating func pathEdit(
    _ link: Link, from path: NotePath, _ buffer: SourceBuffer
  ) throws -> (TextEdit, String)? {
    let goal = link.goal.path
    guard let range = LinkFixer.pathRange(link.link, buffer) else {
      guard let whole = link.link.destinationRange, link.link.leadsIntoItsNote,
        let name = try newName(of: goal, from: path, isWiki: link.link.kind.isWiki)
      else { return nil }
      return (TextEdit(range: ByteRange(whole.lowerBound, whole.lowerBound), replacement: name), name)
    }
    let style = LinkDestinationStyle(
      link.link, written: buffer.text(in: range), isAngle: LinkFixer.isAngle(link.link, buffer),
      from: link.source, to: link.oldTarget, pagesAreFolders: pagesAreFolders)
    let ways = style.destinations(to: goal, from: path, name: callsByTitle ? titles[goal] : nil)
    for destination in ways + (link.link.kind.isWiki ? [titles[goal]].compactMap(\.self) : []) {
      guard LinkFixer.isLink(destination, link.link, range, buffer),
        let text = style.encoded(destination), let target = LinkTarget(link.link.leading(to: text)),
        try names.leads(target, to: goal, from: path)
      else { continue }
      let written = LinkFixer.written(text, link.link, buffer)
      return (TextEdit(range: range, replacement: written), destination)
    }
    return nil
  }

  /// Returns the name for a link that led into its own note and now leads to another.
  mutating func newName(of goal: NotePath, from path: NotePath, isWiki: Bool) throws -> String? {
    guard isWiki else {
      let way = goal.relative(to: path.folder)
      let target = LinkTarget(text: way, isName: false)
      return try names.leads(target, to: goal, from: path) ? LinkDestinationStyle.markdown(way) : nil
    }
    return try goal.wikiNames.first {
      try names.leads(LinkTarget(text: $0, isName: true), to: goal, from: path)
    }
  }

  private func partEdit(_ link: Link, from path: NotePath, _ buffer: SourceBuffer) -> (TextEdit, String?)? {
    guard let whole = link.link.destinationRange else { return nil }
    let hash = buffer.bytes[whole.indices].firstIndex(of: ASCII.hash)
    if link.goal.part == .whole {
      guard let hash else { return nil }
      return (TextEdit(range: ByteRange(hash, whole.upperBound), replacement: [UInt8]()), nil)
    }
    let style = LinkDestinationStyle(
      link.link, written: buffer.text(in: whole), isAngle: LinkFixer.isAngle(link.link, buffer),
      from: link.source, to: link.oldTarget, pagesAreFolders: pagesAreFolders)
    let isWiki = link.link.kind.isWiki
    for fragment in notes[link.goal.path]?.fragments(of: link.goal.part, isWiki: isWiki) ?? [] {
      guard let text = style.encodedFragment(fragment) else { continue }
      let end = LinkFixer.pathRange(link.link, buffer)?.upperBound ?? whole.upperBound
      let range = hash.map { ByteRange($0 + 1, whole.upperBound) } ?? ByteRange(end, end)
      return (TextEdit(range: range, replacement: (hash == nil ? "#" : "") + text), fragment)
    }
    return nil
  }
}

/// The headings and blocks of a note, by their starts.
struct ShapedAnchors {
  private let anchors: NoteAnchors
  private let headings: [Int]
  private let blocks: [Int]
  private let headingPositions: [Int: Int]
  private let blockPositions: [Int: Int]

  init(_ document: Document) {
    anchors = NoteAnchors(document)
    headings = document.headings.map(\.range.lowerBound)
    blocks = document.blockIdentifiers.map(\.range.lowerBound)
    func positions(_ offsets: [Int]) -> [Int: Int] {
      Dictionary(zip(offsets, offsets.indices), uniquingKeysWith: { first, _ in first })
    }
    headingPositions = positions(headings)
    blockPositions = positions(blocks)
  }

  /// Returns the part that a fragment leads to. Nil if it is neither a heading nor a block.
  func part(of fragment: String, isWiki: Bool) -> ShapedLinks.Goal.Part? {
    switch anchors.place(of: fragment, isWiki: isWiki)?.target {
    case .heading(let position): .heading(headings[position])
    case .block(let position): .block(blocks[position])
    case .element, nil: nil
    }
  }

  /// Returns true if raw HTML has an element of this name.
  func hasElement(_ fragment: String, isWiki: Bool) -> Bool {
    if case .element? = anchors.place(of: fragment, isWiki: isWiki)?.target { true } else { false }
  }

  /// Returns the fragments that a link may use for a part, the usual form first.
  func fragments(of part: ShapedLinks.Goal.Part, isWiki: Bool) -> [String] {
    let all: [String]
    switch part {
    case .heading(let offset):
      all = headingPositions[offset].map { anchors.fragments(ofHeading: $0, isWiki: isWiki) } ?? []
    case .block(let offset): all = blockPositions[offset].map { ["^" + anchors.name(ofBlock: $0)] } ?? []
    case .whole, .written: all = []
    }
    return all.filter { self.part(of: $0, isWiki: isWiki) == part }
  }
}
