import ByteBasics
import NoteIndex
package import NoteModel
package import NoteRepository
import NoteSyntax
import Wording

/// The form of links to notes and files.
package enum LinkForm: String, CaseIterable, Sendable {
  /// `[[note|text]]`
  case wiki
  /// `[text](note.md)`
  case markdown
  /// Markdown links from the folder of their note.
  case relative
  /// Markdown links from the root: `/Folder/note.md`.
  case absolute
}

extension Workspace {
  /// Writes the links of notes in another form. Targets and visible words of the links are kept.
  ///
  /// Sealed letters are not changed.
  ///
  /// - Throws: If a note would break a rule, or cannot be read.
  package func convertLinks(
    to form: LinkForm, in paths: [NotePath], _ transaction: inout Transaction
  ) throws -> ProvedChanges {
    var converted = ProvedChanges()
    let moves = PathMoves([])
    var conversion = LinkConversion(
      form, self,
      LinkFixer(
        files: originals, layout: layout, moves: moves, names: NameTable(index, moves, renamed: [:]), titles: [:],
        anchors: [:], fixesParticles: false))
    for path in paths where path.isMarkdown {
      let bytes = try originals.read(path)
      guard gate.day(of: bytes, at: path, in: layout) == nil else { continue }
      let (edits, left) = try conversion.edits(of: layout.document(bytes), at: path)
      converted.left += left.map { (path, $0.line, LinkConversion.hasNoForm($0)) }
      guard !edits.isEmpty else { continue }
      let after = try SourceBuffer(bytes).applying(edits).bytes
      try add(ChangedNote(path: path, before: bytes, after: after), to: &transaction)
      converted.notes.append((path, edits.count))
    }
    return converted
  }
}

/// Writes links again, and reads the notes again.
private struct LinkConversion {
  private let form: LinkForm
  private let workspace: Workspace
  private var fixer: LinkFixer
  private var proof: LinkGraphProof
  private var anchors: [NotePath: NoteAnchors] = [:]

  static func hasNoForm(_ link: Link) -> Message {
    Message(
      "the link to “\(link.destination)” cannot be written in this form",
      ko: "이 형식으로 쓸 수 없는 링크입니다: “\(link.destination)”")
  }

  init(_ form: LinkForm, _ workspace: Workspace, _ fixer: LinkFixer) {
    self.form = form
    self.workspace = workspace
    self.fixer = fixer
    proof = LinkGraphProof(workspace)
  }

  /// Returns the edits that are proved, and the links that are not converted.
  mutating func edits(of document: Document, at path: NotePath) throws -> (edits: [TextEdit], left: [Link]) {
    var candidates: [(link: Link, edit: TextEdit)] = []
    var left: [Link] = []
    for link in document.links where isConcerned(link) {
      let meaning = try fixer.meaning(of: link, from: path)
      guard meaning.link == link, !LinkFixer.isByLabel(link, document), !link.leadsIntoItsNote,
        let target = fixer.found(meaning, from: path)
      else { continue }
      guard let text = try written(link, document, to: target, from: path) else {
        left.append(link)
        continue
      }
      if text.replacement != Array(document.source.bytes[text.range.indices]) { candidates.append((link, text)) }
    }
    if try isProved(document, candidates.map(\.edit), path) { return (candidates.map(\.edit), left) }
    var kept: [TextEdit] = []
    for (link, edit) in candidates {
      if try isProved(document, kept + [edit], path) { kept.append(edit) } else { left.append(link) }
    }
    return (kept, left)
  }

  private func isConcerned(_ link: Link) -> Bool {
    guard link.range != nil, link.destinationRange != nil, !link.destination.isEmpty else { return false }
    switch form {
    case .wiki: return link.kind == .inline || link.kind == .image
    case .markdown: return link.kind == .wiki || link.kind == .embed
    case .relative, .absolute: return [.inline, .image, .definition].contains(link.kind)
    }
  }

  private mutating func written(
    _ link: Link, _ document: Document, to target: NotePath, from path: NotePath
  ) throws -> TextEdit? {
    switch form {
    case .wiki: try wiki(link, document, to: target, from: path)
    case .markdown: try markdown(link, document, to: target, from: path)
    case .relative, .absolute: destination(link, document, to: target, from: path)
    }
  }

  // MARK: - Forms

  private mutating func wiki(
    _ link: Link, _ document: Document, to target: NotePath, from path: NotePath
  ) throws -> TextEdit? {
    guard let range = link.range, let place = link.destinationRange, link.kind == .inline || !target.isMarkdown,
      let shown = Self.text(of: link, document), !shown.contains(where: { "[]|\n".contains($0) }),
      // A title would be lost.
      let name = try target.wikiNames.first(where: { name in
        try fixer.names.leads(LinkTarget(text: name, isName: true), to: target, from: path)
      })
    else { return nil }
    let end = document.source.bytes[place.upperBound..<range.upperBound]
    guard end.allSatisfy({ $0 == UInt8(ascii: ")") || $0 == UInt8(ascii: ">") }) else { return nil }
    var part = ""
    if let fragment = link.fragment, !fragment.isEmpty {
      guard let new = try counterpart(of: fragment, in: target, isWiki: true) else { return nil }
      part = "#" + new
    }
    let isNamed = shown == name + part || link.kind == .image && shown.isEmpty
    let bar = document.wikiBar(at: range.lowerBound)
    let roots: LinkRoots = link.kind == .image ? [] : workspace.layout.roots
    let text = (link.kind == .image ? "!" : "") + roots.wikiLink(to: name + part, isNamed ? nil : shown, bar: bar)
    return shown.isEmpty && link.kind == .inline ? nil : TextEdit(range: range, replacement: text)
  }

  private mutating func markdown(
    _ link: Link, _ document: Document, to target: NotePath, from path: NotePath
  ) throws -> TextEdit? {
    guard let range = link.range else { return nil }
    // Markdown shows pictures, and no notes.
    let isPicture = FileKind(target.fileName) == .picture
    guard link.kind == .wiki || isPicture else { return nil }
    var part = ""
    if let fragment = link.fragment, !fragment.isEmpty {
      guard let new = try counterpart(of: fragment, in: target, isWiki: false) else { return nil }
      part = "#" + LinkDestinationStyle.markdown(new)
    }
    let shown = link.kind == .embed ? link.text ?? "" : link.shown
    guard !shown.contains(where: { "[]\\\n".contains($0) }) else { return nil }
    let way = LinkDestinationStyle.markdown(target.relative(to: path.folder))
    return TextEdit(range: range, replacement: (link.kind == .embed ? "!" : "") + "[\(shown)](\(way)\(part))")
  }

  private func destination(_ link: Link, _ document: Document, to target: NotePath, from path: NotePath) -> TextEdit? {
    guard let range = LinkFixer.pathRange(link, document.source) else { return nil }
    let way = form == .relative ? target.relative(to: path.folder) : "/" + target.string
    let style = LinkDestinationStyle(
      link, written: document.source.text(in: range), isAngle: LinkFixer.isAngle(link, document.source), from: path,
      to: target, pagesAreFolders: workspace.layout.rules.pagesAreFolders)
    return style.encoded(way).map { TextEdit(range: range, replacement: $0) }
  }

  /// Returns the text of a Markdown link as it is written, or nil if it contains markup.
  private static func text(of link: Link, _ document: Document) -> String? {
    guard let range = link.range, let place = link.destinationRange else { return nil }
    let bytes = document.source.bytes
    let start = range.lowerBound + (link.kind == .image ? 2 : 1)
    guard let end = bytes[start..<place.lowerBound].lastIndex(of: UInt8(ascii: "]")), end >= start else { return nil }
    let text = document.source.text(in: ByteRange(start, end))
    // Marks of emphasis are a part of the text in a wiki link.
    return text == (link.text ?? "") ? text : nil
  }

  private mutating func anchors(of target: NotePath) throws -> NoteAnchors? {
    guard target.isMarkdown else { return nil }
    if let known = anchors[target] { return known }
    let read = NoteAnchors(workspace.layout.document(try workspace.files.read(target)))
    anchors[target] = read
    return read
  }

  /// Returns the fragment for the other kind of link. Nil for a fragment without a target.
  private mutating func counterpart(of fragment: String, in target: NotePath, isWiki: Bool) throws -> String? {
    guard let anchors = try anchors(of: target), let place = anchors.place(of: fragment, isWiki: !isWiki) else {
      return nil
    }
    switch place.target {
    case .heading(let position): return anchors.fragments(ofHeading: position, isWiki: isWiki).first
    case .block: return fragment
    case .element: return nil
    }
  }

  // MARK: - Proof

  /// Returns true if the edits keep the links of the note, each to the same place of the same file, with its text.
  private mutating func isProved(_ before: Document, _ edits: [TextEdit], _ path: NotePath) throws -> Bool {
    if edits.isEmpty { return true }
    guard let bytes = (try? before.source.applying(edits))?.bytes else { return false }
    let after = workspace.layout.document(bytes)
    guard before.tags.map(\.name) == after.tags.map(\.name),
      before.headings.count == after.headings.count, before.blocks.map(\.kind) == after.blocks.map(\.kind),
      before.fields.count == after.fields.count
    else { return false }
    let textComesFirst = workspace.layout.roots.textComesFirst
    return try proof.holds(inOrder: before, after, at: path) {
      Self.shown($0) == Self.shown($1) || textComesFirst && Self.shown($0) == $1.reversed.map(Self.shown)
    }
  }

  /// Returns the words of a link. A picture without a description has none.
  private static func shown(_ link: Link) -> String {
    link.kind == .embed || link.kind == .image ? link.text ?? "" : link.shown
  }
}
