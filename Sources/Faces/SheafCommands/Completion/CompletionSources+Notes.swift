import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NoteSyntax

/// Completions from the index: notes, tasks, tags, folders, links.
extension CompletionSources {
  // MARK: Notes

  /// Returns notes by any part of a name, paths by their beginning, rows of the last listing by their number.
  func notes(_ typed: String) -> [CompletionCandidate] {
    guard let workspace else { return [] }
    if typed.contains("/") { return paths(typed, workspace) }
    guard let part = NamePart(typed) else { return recent(workspace) }
    let found = (try? workspace.index.notes(matching: part, limit: Self.limit)) ?? []
    let names = found.map { name(of: $0, part, workspace) }
    let beginning = names.filter { part.match(TypedName($0.text)) == .beginning }
    return rows(typed, workspace) + (beginning.isEmpty ? names : beginning) + (names.isEmpty ? days(typed) : [])
  }

  private func recent(_ workspace: Workspace) -> [CompletionCandidate] {
    let request = NoteRequest(query: .all, limit: Self.limit, now: context.clock())
    return ((try? workspace.index.notes(request)) ?? []).map { name(of: $0, nil, workspace) }
  }

  /// Returns the file name, or the title if the title begins with the typed text; the path if another note has the name
  /// too.
  private func name(of note: NoteSummary, _ part: NamePart?, _ workspace: Workspace) -> CompletionCandidate {
    let stem = String(note.path.stem)
    let isTitle =
      note.title != stem && part?.match(TypedName(stem)) != .beginning
      && part?.match(TypedName(note.title)) == .beginning
    let name = isTitle ? note.title : stem
    let isUnderstood: Bool
    if case .name = NoteReference(name), !name.hasPrefix("-") {
      isUnderstood = (try? workspace.index.notes(named: name))?.map(\.path) == [note.path]
    } else {
      isUnderstood = false
    }
    let path = note.path.string
    return isUnderstood
      ? CompletionCandidate(name, note.title == name ? path : note.title)
      : CompletionCandidate(path, note.title)
  }

  /// Returns paths up to their next slash.
  private func paths(_ typed: String, _ workspace: Workspace) -> [CompletionCandidate] {
    let found = (try? workspace.index.files.paths(beginningWith: typed)) ?? []
    let ends = found.map { path -> String in
      let rest = path.string.dropFirst(typed.count)
      guard let slash = rest.firstIndex(of: "/") else { return path.string }
      return typed + rest[...slash]
    }
    return ends.uniqued().prefix(1_000).map { CompletionCandidate($0) }
  }

  private func rows(_ typed: String, _ workspace: Workspace) -> [CompletionCandidate] {
    let sign = typed.hasPrefix("@") ? "@" : ""
    let digits = typed.dropFirst(sign.count)
    guard !typed.isEmpty, digits.allSatisfy(\.isNumber), !digits.isEmpty || sign == "@" else { return [] }
    guard let rows = TerminalMemory(context, workspace).rows, rows.areInForce else { return [] }
    return (1...99).compactMap { number in
      guard String(number).hasPrefix(digits), let row = rows.place(number) else { return nil }
      return CompletionCandidate(sign + String(number), row.text)
    }
  }

  /// Returns notes, and after `NOTE#` its headings.
  func places(_ typed: String) -> [CompletionCandidate] {
    guard let workspace, let mark = typed.lastIndex(of: "#"), mark > typed.startIndex,
      let path = try? note(String(typed[..<mark]), workspace),
      let note = try? workspace.note(at: path)
    else { return notes(typed) }
    let head = String(typed[...mark])
    let headings = note.document.headings.map(\.text).uniqued()
    return matching(headings, String(typed[typed.index(after: mark)...]))
      .map { CompletionCandidate(head + $0.text, path.string) }
  }

  private func note(_ name: String, _ workspace: Workspace) throws -> NotePath? {
    let found = try workspace.index.notes(named: name)
    if found.count == 1 { return found[0].path }
    guard found.isEmpty, let part = NamePart(name) else { return nil }
    let partly = try workspace.index.notes(matching: part, limit: 2)
    return partly.count == 1 ? partly[0].path : nil
  }

  // MARK: Tasks

  func tasks(_ typed: String, isClosed: Bool) -> [CompletionCandidate] {
    guard let workspace else { return [] }
    let part = NamePart(typed)
    let found = (try? workspace.index.tasks.names(matching: part, isClosed: isClosed, limit: Self.limit)) ?? []
    let count = Dictionary(grouping: found) { nameKey($0.title) }.mapValues(\.count)
    let candidates = found.map { task in
      let isName = count[nameKey(task.title)] == 1 && !task.title.hasPrefix("-")
      let due = task.due.map { String($0.prefix(10)) + "  " } ?? ""
      return isName
        ? CompletionCandidate(task.title, due + task.reference)
        : CompletionCandidate(task.reference, due + task.title)
    }
    let beginning = candidates.filter { part?.match(TypedName($0.text)) == .beginning }
    return rows(typed, workspace) + (beginning.isEmpty ? candidates : beginning)
  }

  // MARK: Tags, folders, links

  func tags(_ typed: String) -> [CompletionCandidate] {
    let tags = (try? workspace?.index.tags()) ?? []
    return Array(matching(tags.map { CompletionCandidate($0.name, "\($0.count)") }, typed).prefix(500))
  }

  /// Returns a note or `key:value`.
  func noteOrChange(_ typed: String, _ words: [String]) -> [CompletionCandidate] {
    words.isEmpty && !typed.contains(where: { "=:".contains($0) }) ? notes(typed) : changes(typed, of: words.first)
  }

  func noteOrTag(_ typed: String, _ words: [String]) -> [CompletionCandidate] {
    if let sign = typed.first, sign == "+" || sign == "-" {
      return tags(String(typed.dropFirst())).map { CompletionCandidate(String(sign) + $0.text, $0.summary) }
    }
    return notes(typed)
  }

  func folders(_ typed: String) -> [CompletionCandidate] {
    let folders = ((try? workspace?.index.files.folders()) ?? []).sorted()
    return Array(matching(folders, typed).prefix(500))
  }

  /// Returns the links of a note that can be opened, by where they lead or by their text.
  func links(_ typed: String, of name: String?) -> [CompletionCandidate] {
    guard let workspace, let name, let path = try? note(name, workspace) else { return [] }
    let links = ((try? workspace.index.links(from: path)) ?? [])
      .filter { !$0.destination.isEmpty && ($0.state == .resolved || $0.state == .external) }
      .map { CompletionCandidate($0.destination, $0.text ?? "") }.uniqued()
    let found = matching(links, typed)
    guard found.isEmpty else { return found }
    let texts = Set(matching(links.map(\.summary), typed).map(\.text))
    return links.filter { texts.contains($0.summary) }
  }
}
