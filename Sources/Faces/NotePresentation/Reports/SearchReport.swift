package import ByteBasics
package import NoteModel
package import NoteSyntax
package import TerminalText

/// The results of a search: notes, and in each the lines with the words marked.
package struct SearchReport: RowReport {
  /// A note and its lines.
  package struct Entry: Sendable {
    package let note: NoteSummary
    package let source: SourceBuffer
    package let hits: [LineHit]

    package init(note: NoteSummary, source: SourceBuffer, hits: [LineHit]) {
      self.note = note
      self.source = source
      self.hits = hits
    }
  }

  package var rows: [Entry]
  /// Lines shown before and after each hit.
  private let context: Int
  /// The most lines of a note that are shown on a terminal.
  private let lineLimit: Int

  package init(entries: [Entry], context: Int, lineLimit: Int) {
    rows = entries
    self.context = context
    self.lineLimit = lineLimit
  }

  package var kind: String { "search" }

  package func key(of entry: Entry) -> String? { entry.note.path.string }

  package var numberedPlaces: [NotePosition] { rows.map { NotePosition($0.note.path) } }

  package func json(of entry: Entry) -> JSONValue {
    guard case .object(let members) = entry.note.json else { return .null }
    let lines = entry.hits.map { hit -> JSONValue in
      .map([
        "line": .integer(hit.line),
        "text": .string(entry.source.text(in: hit.range)),
        "range": hit.range.json,
        "matches": .array(hit.matches.map(\.json)),
      ])
    }
    return .object(members + [JSONValue.Member("lines", .array(lines))])
  }

  package func blocks(_ page: Page) -> [[StyledText]] {
    let places = RowPlaces(rows.lazy.map(\.note.title), page)
    return rows.enumerated().map { lines($0.element, number: $0.offset + 1, places, page) }
  }

  private func lines(_ entry: Entry, number: Int, _ places: RowPlaces, _ page: Page) -> [StyledText] {
    var head = StyledText("\(number)  ", .dim)
    head.append(page.title(entry.note.title), .title)
    let place = places.text(entry.note)
    if !place.isEmpty { head.append(StyledText("  ") + place) }
    var lines = [page.isTerminal ? head.truncated(to: page.columns) : head]
    // The title stands above already.
    let hits = page.isTerminal ? entry.hits.filter { !isTitle($0, of: entry) } : entry.hits
    lines += described(best(of: hits), in: entry.source, page)
    if hits.count > lineLimit { lines.append(StyledText("    … +\(hits.count - lineLimit)", .dim)) }
    return lines
  }

  /// Returns true for the line of the title, such as `title: X` or `# X`.
  private func isTitle(_ hit: LineHit, of entry: Entry) -> Bool {
    let text = entry.source.text(in: hit.range)
    return [text.trimmingPrefix("title:"), text.trimmingPrefix("#")].contains { rest in
      rest.count < text.count && rest.drop(while: \.isWhitespace) == entry.note.title[...]
    }
  }

  /// Returns the lines with the most matches, in the order of the note. Among equal lines, earlier ones are chosen.
  private func best(of hits: [LineHit]) -> [LineHit] {
    guard hits.count > lineLimit else { return hits }
    let ranked = hits.indices.sorted { left, right in
      let (one, other) = (hits[left].matches.count, hits[right].matches.count)
      return one == other ? left < right : one > other
    }
    return ranked.prefix(lineLimit).sorted().map { hits[$0] }
  }

  /// Returns the lines with matches in their order, and the lines around them, each once.
  private func described(_ hits: [LineHit], in source: SourceBuffer, _ page: Page) -> [StyledText] {
    guard context > 0 else { return hits.map { marked($0, in: source, page) } }
    let all = source.bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let reach = min(context, all.count)
    var lines: [StyledText] = []
    // The first line that is not shown yet.
    var next = 1
    func show(through last: Int) {
      while next <= last {
        let text = String(decoding: all[next - 1].filter { $0 != 0x0D }, as: UTF8.self)
        lines.append(plain(next, text, page))
        next += 1
      }
    }
    for (index, hit) in hits.enumerated() {
      next = max(next, hit.line - reach)
      show(through: hit.line - 1)
      lines.append(marked(hit, in: source, page))
      next = hit.line + 1
      let end = index + 1 < hits.count ? hits[index + 1].line - 1 : all.count
      show(through: min(hit.line + reach, end, all.count))
    }
    return lines
  }

  private func plain(_ number: Int, _ text: String, _ page: Page) -> StyledText {
    let line = StyledText("  \(number)- ", .dim) + StyledText(text, .dim)
    return page.isTerminal ? line.truncated(to: page.columns) : line
  }

  private func marked(_ hit: LineHit, in source: SourceBuffer, _ page: Page) -> StyledText {
    let prefix = StyledText("  \(hit.line): ", .line)
    var text = StyledText()
    var offset = start(of: hit, in: source, room: page.isTerminal ? page.columns - prefix.width : .max)
    if offset > hit.range.lowerBound { text.append("…", .dim) }
    for match in hit.matches where match.lowerBound >= offset {
      text.append(source.text(in: ByteRange(offset, match.lowerBound)))
      text.append(source.text(in: match), .match)
      offset = match.upperBound
    }
    text.append(source.text(in: ByteRange(offset, hit.range.upperBound)))
    let line = prefix + text
    return page.isTerminal ? line.truncated(to: page.columns) : line
  }

  /// Returns the offset at which a long line must begin so that its first match is visible.
  private func start(of hit: LineHit, in source: SourceBuffer, room: Int) -> Int {
    guard let first = hit.matches.first else { return hit.range.lowerBound }
    let before = source.text(in: ByteRange(hit.range.lowerBound, first.lowerBound))
    let matchWidth = CellWidth.of(source.text(in: first))
    let space = max(0, (room - matchWidth) / 3)
    guard CellWidth.of(before) + matchWidth > room - 10 else { return hit.range.lowerBound }
    var kept = ""
    for character in before.reversed() {
      if CellWidth.of(kept) + CellWidth.of(character) > space { break }
      kept.append(character)
    }
    return first.lowerBound - kept.utf8.count
  }
}

extension SearchReport.Entry {
  /// Returns the matching lines in the format of grep: `path:line:text`, or `path:line:column:text` for editors.
  ///
  /// A note that was found by its name alone has one line, with its title.
  ///
  /// The column is the first byte of the first match, from 1.
  package func positions(withColumns: Bool) -> [String] {
    guard !hits.isEmpty else { return ["\(note.path):1:\(withColumns ? "1:" : "")\(note.title)"] }
    return hits.map { hit in
      let column = (hit.matches.first?.lowerBound ?? hit.range.lowerBound) - hit.range.lowerBound + 1
      let text = source.text(in: hit.range)
      return "\(note.path):\(hit.line):\(withColumns ? "\(column):" : "")\(text)"
    }
  }
}
