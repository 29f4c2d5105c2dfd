import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import Wording

/// The terms of a query: keys, values, saved queries.
struct QueryCompletion {
  private let sources: CompletionSources

  init(_ sources: CompletionSources) {
    self.sources = sources
  }

  /// What the term at the cursor may become; marks before it, such as `-` and `(`, stay.
  func terms(_ typed: String) -> [CompletionCandidate] {
    let start = typed.lastIndex { $0 == " " || $0 == "(" }.map { typed.index(after: $0) }
    var head = String(typed[..<(start ?? typed.startIndex)])
    var term = String(typed.dropFirst(head.count))
    if term.hasPrefix("-") { (head, term) = (head + "-", String(term.dropFirst())) }
    return candidates(term).map { CompletionCandidate(head + $0.text, $0.summary) }
  }

  private func candidates(_ term: String) -> [CompletionCandidate] {
    if term.hasPrefix("@") {
      let views = sources.workspace?.configuration.table("views") ?? [:]
      return views.sorted { $0.key < $1.key }.map { CompletionCandidate("@" + $0.key, $0.value) }
        .filter { $0.text.hasPrefix(term) }
    }
    if term.hasPrefix("#") {
      return sources.tags(String(term.dropFirst()))
        .map { CompletionCandidate("#" + $0.text, $0.summary) }
    }
    guard let colon = term.firstIndex(of: ":") else { return keys(term) }
    let head = String(term[...colon])
    let rest = String(term[term.index(after: colon)...])
    // Values stand between commas; a comparison and an opened quotation mark stay.
    let start = rest.lastIndex(of: ",").map { rest.index(after: $0) } ?? rest.startIndex
    let marks = rest[start...].prefix { "<>=\"".contains($0) }
    let kept = head + rest[..<start] + marks
    return values(of: String(head.dropLast()), String(rest[start...].dropFirst(marks.count)))
      .map { CompletionCandidate(kept + $0.text, $0.summary) }
  }

  private func keys(_ typed: String) -> [CompletionCandidate] {
    let isKorean = sources.context.language == .korean
    // Nobody looks through all of them; one language is enough until something is typed.
    let known = QueryWords.keys.filter { key in
      typed.isEmpty ? key.isKorean == isKorean : isBegun(key, typed)
    }
    let own = typed.isEmpty ? [] : (try? sources.workspace?.index.fieldKeys()) ?? []
    let views = typed.isEmpty ? candidates("@") : []
    return (known + own.filter { isBegun($0, typed) && !known.contains($0) })
      .map { CompletionCandidate($0 + ":", summary(of: $0)) } + views
  }

  private func isBegun(_ key: String, _ typed: String) -> Bool {
    NamePart(typed)?.match(TypedName(key)) == .beginning
  }

  private func summary(of key: String) -> String {
    let summary =
      QueryKey(typed: key)?.summary ?? FieldCatalogue.field(typed: key)?.summary
    return summary.map { sources.context.text($0) } ?? ""
  }

  /// The values of a key or a field that has the typed part.
  func values(of key: String, _ typed: String) -> [CompletionCandidate] {
    switch QueryKey(typed: key) {
    case .tag, .tags: return sources.tags(typed)
    case .in, .path: return folders(typed)
    case .linksTo, .linkedBy: return sources.notes(typed)
    case .sort: return sources.fieldNames.filter { $0.text.hasPrefix(typed) }
    case .title, .body, .headings, .mentions: return []
    case .kind, .is, .has, nil: break
    }
    let words = QueryWords.values(of: key)
    let field = FieldCatalogue.field(typed: key)
    if let field, [.date, .day].contains(field.type) { return sources.days(typed) }
    if field?.key == "tags" { return sources.tags(typed) }
    if ["parent", "depends"].contains(field?.key) { return sources.tasks(typed, isClosed: false) }
    let isFixed = QueryKey(typed: key) != nil
    let own =
      isFixed ? [] : (try? sources.workspace?.index.values(ofField: key, limit: 500)) ?? []
    return sources.matching((words + own).uniqued(), typed)
  }

  /// Folders whose path begins as typed, then those with the typed part.
  private func folders(_ typed: String) -> [CompletionCandidate] { sources.folders(typed) }
}

extension String {
  /// True for a word with a Korean syllable.
  fileprivate var isKorean: Bool {
    unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
  }
}
