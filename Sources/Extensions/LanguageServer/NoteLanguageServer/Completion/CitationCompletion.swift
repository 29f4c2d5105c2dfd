import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteSyntax
import Wording

extension CompletionFinder {
  /// Completes `@`: works of the repository's bibliographies, then words for a day.
  func citationsAndDays(_ part: TypedPart) throws -> CompletionList? {
    let works = try workItems(part)
    let days = days(part)?.items ?? []
    let items = works + days
    return items.isEmpty ? nil : CompletionList(items: items, part: part)
  }

  /// Returns works by their key, authors and title.
  private func workItems(_ part: TypedPart) throws -> [CompletionItem] {
    guard !part.text.contains(" "), snapshot.folder.isReady, try workspace.index.bibliography.hasWorks() else {
      return []
    }
    let name = NamePart(part.text)
    return try workspace.index.bibliography.works().compactMap { work -> (Int, CompletionItem)? in
      let entry = work.entry
      let texts = [entry.key, entry.authors.joined(separator: " "), entry.title]
      let rank = name.map { name in texts.firstIndex { name.match(TypedName($0), isFuzzy: true) != nil } } ?? 0
      guard let rank else { return nil }
      return (rank, CompletionItem(label: "@" + entry.key, kind: .reference, text: "@" + entry.key, detail: entry.line))
    }.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.prefix(Self.limit).map(\.element.1)
  }
}

extension OpenDocument {
  func citation(at offset: Int) -> Citation? {
    note.document.citations.first { $0.range.lowerBound <= offset && offset <= $0.range.upperBound }
  }
}
