import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

/// The actions on links: create their targets, write them in another form, make them of words.
struct LinkActions {
  let scene: ActionScene

  private var snapshot: Snapshot { scene.snapshot }

  var all: [CodeAction] {
    get throws {
      var actions: [CodeAction] = []
      if case .link(let link, let range)? = DocumentElement(at: scene.offset, in: scene.note) {
        actions +=
          try creation(link) + missingHeading(link) + [conversion(link, range), titled(link, range)].compactMap(\.self)
      } else if let linked = try linkedWords() {
        actions.append(linked)
      }
      let title = scene.document.note.titleHeading
      if snapshot.folder.isReady, scene.lines.contains(0) || title?.range.contains(scene.offset) == true {
        actions.append(
          CodeAction(
            title: Message(
              "Link the places that mention this note", ko: "이 메모를 언급한 곳을 링크로 바꾸기"),
            kind: CodeActionKind.source, lazy: .linkMentions))
        if WorkspaceEdit.isPossible("delete", snapshot.client) {
          actions.append(
            CodeAction(
              title: Message(
                "Delete this note and turn links to it into text",
                ko: "이 메모를 지우고 이 메모로 오는 링크를 텍스트로 바꾸기"),
              kind: CodeActionKind.rewrite, lazy: .deleteNote))
        }
      }
      return actions
    }
  }

  // MARK: - Creating

  /// Offers to create the missing note next to this one, and in `folders.memo`.
  private func creation(_ link: Link) throws -> [CodeAction] {
    guard link.kind != .definition, let target = LinkTarget(link), !target.isOwnNote,
      WorkspaceEdit.isPossible("create", snapshot.client),
      case .broken = try scene.workspace.index.links.resolution(of: target, from: scene.document.path),
      case let row = try scene.workspace.index.links.row(of: link, in: scene.document.path),
      scene.workspace.withFiles([row])[0].state == .broken
    else { return [] }
    let own = scene.document.path.folder?.string
    let usual = scene.workspace.configuration.nonEmptyText("folders.memo")
    let written = target.name.split(separator: "/").map(String.init)
    guard let last = written.last else { return [] }
    let title = last.hasSuffix(".md") ? String(last.dropLast(3)) : last
    guard FileName.stem(for: title) != nil else { return [] }
    if written.count > 1 || target.path != nil {
      let start = LinkStart(folder: scene.document.path.folder, roots: [])
      guard let path = start.paths(for: target.path ?? target.name).first,
        path != scene.document.path
      else { return [] }
      let name = path.isMarkdown ? path : NotePath(trusted: path.string + ".md")
      guard path.isMarkdown || !path.fileName.contains(".") else { return [] }
      return [try creation(of: title, at: name)].compactMap(\.self)
    }
    let folders = own == usual || usual == nil ? [own] : [own, usual]
    return try folders.compactMap { folder in
      let name = (FileName.stem(for: title) ?? title) + ".md"
      return try creation(of: title, at: NotePath(trusted: folder.map { $0 + "/" + name } ?? name))
    }
  }

  private func creation(of title: String, at path: NotePath) throws -> CodeAction? {
    guard try !path.isHidden && !scene.workspace.files.exists(foldedAs: path) else { return nil }
    let name = Message("Create \(path)", ko: "\(path) 만들기")
    let text: String
    do {
      text = try NewNote(title: title, folder: path.folder?.string)
        .text(in: scene.workspace, snapshot.surroundings.noteSurroundings())
    } catch let open as UnansweredQuestions {
      // An editor cannot ask.
      return snapshot.client.showsDisabledActions
        ? CodeAction(title: name, kind: CodeActionKind.quickFix, obstacle: open.inEditor) : nil
    }
    var edit = WorkspaceEdit(snapshot)
    edit.create(path, Array(text.utf8))
    return CodeAction(title: name, kind: CodeActionKind.quickFix, edit: edit, isPreferred: true)
  }

  /// Offers to add the missing heading of a link to the end of the linked note.
  private func missingHeading(_ link: Link) throws -> [CodeAction] {
    guard let fragment = link.fragment, !fragment.isEmpty, !fragment.hasPrefix("^"),
      let place = try snapshot.places(of: link, from: scene.document.path, in: scene.workspace)
        .first, place.anchor == nil, place.path.isMarkdown,
      let note = try? snapshot.note(at: place.path, in: scene.workspace),
      !note.isSealed(on: snapshot.today)
    else { return [] }
    let written = fragment.split(separator: "#").last.map(String.init) ?? fragment
    let title = link.kind.isWiki ? written : percentDecoded(written).replacing("-", with: " ")
    let bytes = note.document.source.bytes
    let line = String(decoding: lineEnd(of: bytes), as: UTF8.self)
    var before = ""
    if !bytes.isEmpty { before = bytes.last == ASCII.lineFeed ? line : line + line }
    let edit = TextEdit(range: ByteRange(bytes.count, bytes.count), replacement: before + "## " + title + line)
    guard let after = try? note.document.source.applying([edit]),
      NoteAnchors(Document(parsing: after.bytes)).place(of: fragment, isWiki: link.kind.isWiki) != nil
    else { return [] }
    var change = WorkspaceEdit(snapshot)
    change.change(place.path, bytes, [edit])
    return [
      CodeAction(
        title: Message(
          "Add the heading “\(title)” to \(place.path)", ko: "\(place.path)에 소제목 “\(title)” 추가하기"),
        kind: CodeActionKind.quickFix, edit: change, isPreferred: true)
    ]
  }

  // MARK: - Writing otherwise

  /// Offers to convert `[[note|text]]` to `[text](note.md)`, and the reverse.
  private func conversion(_ link: Link, _ range: ByteRange) -> CodeAction? {
    guard scene.document.bytes[range.lowerBound] != ASCII.bang,
      let place = try? snapshot.places(of: link, from: scene.document.path, in: scene.workspace).first
    else { return nil }
    let finder = CompletionFinder(scene.request, scene.document, scene.offset)
    switch link.kind {
    case .wiki:
      let path = place.path.relative(to: scene.document.path.folder)
      var destination = LinkDestinationStyle.markdown(path)
      if let fragment = link.fragment {
        destination += "#" + (anchor(of: place) ?? LinkDestinationStyle.markdown(fragment))
      }
      let text = link.text ?? link.shown
      return action(
        Message("Write as [text](path)", ko: "[텍스트](경로) 형식으로 바꾸기"), range,
        "[\(text)](\(destination))", link)
    case .inline:
      guard let name = try? finder.name(of: place.path, isPath: false) else { return nil }
      var target = name
      if case .heading(let position)? = place.anchor, let note = try? snapshot.note(at: place.path, in: scene.workspace)
      {
        target += "#" + NoteAnchors(note.document).title(ofHeading: position).filter { !"[]|#^".contains($0) }
      } else if let fragment = link.fragment {
        target += "#" + fragment
      }
      let text = link.text ?? ""
      guard !text.contains("]]"), !text.contains("|") else { return nil }
      let bar = scene.parsed.wikiBar(at: range.lowerBound)
      let written = scene.workspace.layout.roots.wikiLink(
        to: target, text.isEmpty || text == target ? nil : text, bar: bar)
      return action(Message("Write as [[link]]", ko: "[[링크]] 형식으로 바꾸기"), range, written, link)
    default: return nil
    }
  }

  private func anchor(of place: LinkPlace) -> String? {
    guard case .heading(let position)? = place.anchor,
      let note = try? snapshot.note(at: place.path, in: scene.workspace)
    else { return nil }
    return NoteAnchors(note.document).anchor(ofHeading: position)
  }

  /// Creates the action, if its text is parsed as one link and the rest of the note is unchanged.
  private func action(_ title: Message, _ range: ByteRange, _ text: String, _ link: Link) -> CodeAction? {
    let edit = TextEdit(range: range, replacement: text)
    guard let bytes = try? scene.parsed.source.applying([edit]).bytes else { return nil }
    let after = Document(parsing: bytes)
    let written = ByteRange(range.lowerBound, range.lowerBound + text.utf8.count)
    guard after.links.count == scene.parsed.links.count,
      after.links.contains(where: { $0.range == written }),
      after.blocks.map(\.kind) == scene.parsed.blocks.map(\.kind)
    else { return nil }
    return CodeAction(title: title, kind: CodeActionKind.rewrite, edit: scene.edit([edit]))
  }

  /// Offers to give a bare address the title that other notes use for the page, or its host.
  private func titled(_ link: Link, _ range: ByteRange) -> CodeAction? {
    guard link.kind == .bareURL || link.kind == .autolink, let destination = link.destinationRange else { return nil }
    let typed = scene.parsed.source.text(in: destination)
    let address = typed.hasPrefix("www.") ? "https://" + typed : typed
    let known = (try? scene.workspace.index.links.knownTitle(ofAddress: link.destination)) ?? nil
    let host = address.split(whereSeparator: { "/?#".contains($0) }).dropFirst().first.map(String.init)
    let title = (known ?? host ?? address).filter { $0 != "[" && $0 != "]" }
    let written = scene.parsed.isInTableRow(range.lowerBound) ? title.replacing("|", with: "\\|") : title
    return action(
      Message("Give the link the title “\(title)”", ko: "링크에 제목 “\(title)” 붙이기"), range,
      "[\(written)](\(address))", link)
  }

  // MARK: - Mentions

  /// Offers to convert the selected words to a link, if they are the name of a note.
  private func linkedWords() throws -> CodeAction? {
    let text = scene.parsed.source.text(in: scene.selection)
    guard !text.isEmpty, text.utf8.count < 200,
      !text.contains(where: { $0.isNewline || "[]|#^".contains($0) })
    else { return nil }
    let target = LinkTarget(text: text, isName: true)
    guard let path = try scene.workspace.index.links.resolution(of: target, from: scene.document.path).path,
      path != scene.document.path
    else { return nil }
    let edit = TextEdit(range: scene.selection, replacement: "[[\(text)]]")
    guard scene.parsed.body.contains(scene.selection), MentionedPlaces(in: scene.parsed).readAsLinks([edit]).count == 1
    else { return nil }
    return CodeAction(
      title: Message("Link to \(path)", ko: "\(path) 메모로 링크하기"), kind: CodeActionKind.rewrite, edit: scene.edit([edit]))
  }

  /// Returns the edit that links all mentions of this note in other notes, by its title or an alias.
  func linkedMentions() throws -> WorkspaceEdit {
    var edit = WorkspaceEdit(snapshot)
    let now = snapshot.now
    let query = scene.note.mentionQuery
    let matcher = LineMatcher(query)
    for path in try scene.workspace.index.notes.paths(NoteRequest(query: query, now: now))
    where path != scene.document.path {
      try scene.request.checkCancellation()
      guard let note = try? snapshot.note(at: path, in: scene.workspace) else { continue }
      let source = note.document.source
      var mentions = MentionedPlaces(in: note.document)
      var leading: [String: Bool] = [:]
      let edits = matcher.hits(in: source.bytes).flatMap(\.matches).compactMap { range -> TextEdit? in
        let text = source.text(in: range)
        guard mentions.take(range) else { return nil }
        let leads = leading[text] ?? leadsHere(text, from: path)
        leading[text] = leads
        return leads ? TextEdit(range: range, replacement: "[[\(text)]]") : nil
      }
      edit.change(path, source.bytes, mentions.provable(mentions.readAsLinks(edits)))
    }
    return edit
  }

  private func leadsHere(_ text: String, from path: NotePath) -> Bool {
    guard !text.contains(where: { "[]|#^".contains($0) }) else { return false }
    let target = LinkTarget(text: text, isName: true)
    let found = try? scene.workspace.index.links.resolution(of: target, from: path)
    return found?.path == scene.document.path
  }
}

/// The words of a note that can become links: text of a paragraph, and no heading, code, link or field.
private struct MentionedPlaces: HalvingProof {
  private let document: Document
  /// The ranges that are not plain text, in order.
  private let taken: [ByteRange]
  /// The furthest end of all ranges up to each one, because ranges may be nested.
  private let ends: [Int]
  private var last = 0
  var effort = 64

  init(in document: Document) {
    self.document = document
    let kinds: Set<Block.Kind> = [.codeBlock, .htmlBlock, .linkDefinition]
    taken =
      (document.links.compactMap(\.range) + document.headings.map(\.range) + document.marks.map(\.range)
      + document.blocks.lazy.filter { kinds.contains($0.kind) }.map(\.range)).sorted()
    var end = 0
    ends = taken.map { range in
      end = max(end, range.upperBound)
      return end
    }
  }

  /// Adds a range. Returns false if the range is not in the body, or touches the last range that was taken.
  ///
  /// - Parameter range: A range after those of earlier calls.
  mutating func take(_ range: ByteRange) -> Bool {
    let low = taken.firstOrderedIndex { $0.lowerBound >= range.upperBound }
    guard document.body.contains(range), range.lowerBound >= last,
      low == 0 || ends[low - 1] <= range.lowerBound
    else { return false }
    last = range.upperBound
    return true
  }

  /// Returns the edits that are parsed as links after all are made. In code there are no links.
  func readAsLinks(_ edits: [TextEdit]) -> [TextEdit] {
    guard let after = try? document.source.applying(edits) else { return edits }
    let links = Set(Document(parsing: after.bytes).links.compactMap(\.range))
    var distance = 0
    return edits.filter { edit in
      let start = edit.range.lowerBound + distance
      distance += edit.replacement.count - edit.range.count
      return links.contains(ByteRange(start, start + edit.replacement.count))
    }
  }

  /// Returns true if each edit adds a link, and no edit removes a link.
  func isProved(_ edits: [TextEdit]) -> Bool {
    guard let after = try? document.source.applying(edits) else { return false }
    return Document(parsing: after.bytes).links.count == document.links.count + edits.count
  }
}
