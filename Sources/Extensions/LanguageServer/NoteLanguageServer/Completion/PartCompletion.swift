import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteSyntax
import Wording

extension CompletionFinder {
  /// Returns the note that the part before `#` names, or the document itself for an empty part.
  private func note(named text: String, isWiki: Bool) throws -> Note? {
    if text.isEmpty { return document.note }
    let target = LinkTarget(text: isWiki ? text : percentDecoded(text), isName: isWiki)
    guard
      let path = try workspace.index.links.resolution(of: target, from: document.path).path,
      path.isMarkdown
    else { return nil }
    return try snapshot.note(at: path, in: workspace)
  }

  func headings(of name: String, _ part: TypedPart, _ tail: LinkTail, isWiki: Bool) throws -> CompletionList? {
    guard let note = try note(named: name, isWiki: isWiki) else {
      return isWiki ? try headingsOfNotes(called: name, part, tail) : nil
    }
    let anchors = NoteAnchors(note.document)
    let folded = foldedName(percentDecoded(part.text))
    let typed = NamePart(percentDecoded(part.text))
    var seen: Set<String> = []
    let items = note.document.headings.indices.compactMap { position -> CompletionItem? in
      let title = anchors.title(ofHeading: position)
      let anchor = anchors.anchor(ofHeading: position)
      guard
        folded.isEmpty || foldedName(title).contains(folded) || anchor.contains(folded)
          || typed?.match(TypedName(title), isFuzzy: true) != nil
      else { return nil }
      // By its text, a wiki link leads to the first of several headings.
      if isWiki, !seen.insert(foldedName(title)).inserted { return nil }
      let level = String(repeating: "#", count: note.document.headings[position].level)
      // Characters with a meaning in a wiki link count as spaces.
      let name = isWiki ? String(title.map { "[]|#^".contains($0) ? " " : $0 }) : anchor
      let text = isWiki && tail == .open ? name + "]]" : name
      return CompletionItem(label: title, kind: .reference, text: text, detail: level)
    }
    let others = isWiki && name.isEmpty && tail != .continued ? try headingsOfAllNotes(part, tail) : []
    return CompletionList(items: Array((items + others).prefix(Self.limit)), part: part)
  }

  /// Completes `[[#` with headings of other notes, after those of this note.
  private func headingsOfAllNotes(_ part: TypedPart, _ tail: LinkTail) throws -> [CompletionItem] {
    let start = part.range.lowerBound - 1
    return try HeadingFinder(snapshot: snapshot, workspace: workspace).headings(matching: part.text, limit: Self.limit)
      .compactMap { found in
        guard found.path != document.path, let name = try name(of: found.path, isPath: false) else { return nil }
        return item(found, name, ByteRange(start, part.end), tail)
      }
  }

  /// Completes `[[na#`, if no note is called `na`, with headings of notes that have this part in their names.
  private func headingsOfNotes(called name: String, _ part: TypedPart, _ tail: LinkTail) throws -> CompletionList? {
    let start = part.range.lowerBound - 1 - name.utf8.count
    guard tail != .continued, start >= 0,
      document.note.document.source.text(in: ByteRange(start, part.range.lowerBound)) == name + "#"
    else { return nil }
    let files = try NameFinder(snapshot: snapshot, workspace: workspace, source: document.path)
      .files(matching: name, limit: 20).filter { $0.path.isMarkdown && $0.path != document.path }
    let typed = NamePart(part.text)
    var items: [CompletionItem] = []
    for file in files where items.count < Self.limit {
      guard let note = try? snapshot.note(at: file.path, in: workspace),
        let name = try self.name(of: file.path, isPath: false)
      else { continue }
      for found in HeadingFinder.headings(of: note, matching: typed) {
        items.append(item(found, name, ByteRange(start, part.end), tail))
      }
    }
    return CompletionList(items: items, part: part)
  }

  private func item(
    _ found: HeadingFinder.Found, _ name: String, _ range: ByteRange, _ tail: LinkTail
  ) -> CompletionItem {
    let title = String(found.title.map { "[]|#^".contains($0) ? " " : $0 })
    var item = CompletionItem(
      label: found.title, kind: .reference,
      text: "\(name)#\(title)" + (tail == .open ? "]]" : ""),
      detail: found.path.string)
    item.range = range
    item.filter = String(decoding: document.bytes[range.lowerBound..<max(range.lowerBound, offset)], as: UTF8.self)
    return item
  }

  /// Completes blocks: blocks with a name, and other blocks, which get a name when the user chooses them.
  func blocks(of name: String, _ part: TypedPart, _ tail: LinkTail) throws -> CompletionList? {
    guard let note = try note(named: name, isWiki: true) else { return nil }
    let parsed = note.document
    let folded = foldedName(part.text)
    let end = tail == .open ? "]]" : ""
    var items: [CompletionItem] = []
    let table = PositionTable(parsed.source.bytes, snapshot.encoding)
    for block in parsed.blockIdentifiers {
      let line = parsed.source.text(in: table.content(ofLine: table.line(at: block.range.lowerBound)))
      guard
        folded.isEmpty || foldedName(block.name).contains(folded)
          || foldedName(line).contains(folded)
      else { continue }
      items.append(CompletionItem(label: "^" + block.name, kind: .reference, text: block.name + end, detail: line))
    }
    for candidate in BlockNaming(document: parsed).candidates where items.count < Self.limit {
      // The block of the cursor is no suggestion.
      if note.path == document.path, candidate.range.lowerBound <= offset, offset <= candidate.range.upperBound {
        continue
      }
      guard folded.isEmpty || foldedName(candidate.text).contains(folded) else { continue }
      var item = CompletionItem(
        label: candidate.text, kind: .reference, text: candidate.name + end, detail: "^" + candidate.name)
      if note.path == document.path {
        item.edits = [candidate.edit]
      } else {
        item.command = .map([
          "title": .string(candidate.name), "command": .string(ServerCommand.nameBlock.rawValue),
          "arguments": .array([
            .map([
              "uri": .string(snapshot.address(of: note.path).text), "name": .string(candidate.name),
              "text": .string(candidate.text),
            ])
          ]),
        ])
      }
      items.append(item)
    }
    return CompletionList(items: items, part: part)
  }

  func tags(_ part: TypedPart) -> CompletionList {
    let folded = foldedName(part.text)
    let name = NamePart(part.text)
    var counts: [String: (name: String, count: Int)] = [:]
    for tag in snapshot.folder.catalogue.tags {
      counts[foldedName(tag.name)] = (tag.name, tag.count)
    }
    let gate = snapshot.workspace().gate
    for open in snapshot.documents.values {
      let note = open === document ? open.note : open.readableNote(gate)
      for tag in note.tags where counts[foldedName(tag.string)] == nil {
        // The tag that is being typed is no suggestion.
        if open === document, foldedName(tag.string) == folded { continue }
        counts[foldedName(tag.string)] = (tag.string, 1)
      }
    }
    let found = counts.compactMap { key, tag -> (String, String, Int, Int)? in
      if folded.isEmpty || key.hasPrefix(folded) { return (key, tag.name, tag.count, 0) }
      if key.contains(folded) { return (key, tag.name, tag.count, 1) }
      return (name?.match(TypedName(tag.name), isFuzzy: true)).map {
        (key, tag.name, tag.count, 2 + $0.rawValue)
      }
    }.sorted { ($0.3, -$0.2, $0.0) < ($1.3, -$1.2, $1.0) }
    let items = found.prefix(Self.limit).map { _, name, count, _ in
      CompletionItem(
        label: name, kind: .keyword, text: name,
        detail: snapshot.text(Message(counted(count, "note"), ko: "메모 \(count)개")))
    }
    return CompletionList(items: items, part: part)
  }

  func callouts(_ part: TypedPart) -> CompletionList {
    let words = BodyWords(snapshot.language)
    let folded = foldedName(part.text)
    let isClosed = part.end < document.bytes.count && "]+-".utf8.contains(document.bytes[part.end])
    let items = BodyWords.calloutKinds.filter { kind in
      folded.isEmpty || kind.contains(folded) || foldedName(words.calloutTitle(kind)).contains(folded)
    }.map { kind in
      CompletionItem(label: kind, kind: .keyword, text: kind + (isClosed ? "" : "] "), detail: words.calloutTitle(kind))
    }
    return CompletionList(items: items, part: part)
  }

  func languages(_ part: TypedPart) -> CompletionList {
    let folded = part.text.lowercased()
    let items = snapshot.surroundings.codeLanguages.filter { $0.hasPrefix(folded) }.map {
      CompletionItem(label: $0, kind: .keyword, text: $0)
    }
    return CompletionList(items: items, part: part)
  }
}
