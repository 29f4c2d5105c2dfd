import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import Wording

extension CompletionFinder {
  /// Completes the fields that the front matter lacks: fields that Sheaf knows, then fields of other notes.
  func keys(_ part: TypedPart) throws -> CompletionList {
    let folded = foldedName(part.text)
    let present = Set((document.note.document.frontMatter?.entries ?? []).map { FieldCatalogue.folded($0.key) })
    var items: [CompletionItem] = []
    var declared: Set<String> = []
    let rules = workspace.configuration.schemas.rules(for: document.note)
    for rule in rules.filter(\.isRequired) + rules.filter({ !$0.isRequired }) {
      declared.insert(FieldCatalogue.canonical(rule.key))
      guard !present.contains(FieldCatalogue.folded(rule.key)), folded.isEmpty || foldedName(rule.key).hasPrefix(folded)
      else { continue }
      items.append(item(rule))
    }
    for field in FieldCatalogue.fields where !present.contains(field.key) && !declared.contains(field.key) {
      let names = field.foldedSpellings + field.koreanNames
      guard folded.isEmpty || names.contains(where: { foldedName($0).hasPrefix(folded) }) else { continue }
      items.append(
        CompletionItem(label: field.key, kind: .field, text: field.key + ": ", detail: snapshot.text(field.summary)))
    }
    if snapshot.folder.isReady {
      for key in try workspace.index.fields.keys()
      where FieldCatalogue.field(for: key) == nil && !present.contains(key) && !declared.contains(key)
        && (folded.isEmpty || foldedName(key).hasPrefix(folded)) && !key.contains(".")
      {
        items.append(CompletionItem(label: key, kind: .field, text: YAMLScalar.written(key) + ": "))
      }
    }
    return CompletionList(items: Array(items.prefix(Self.limit)), part: part)
  }

  /// Returns the item of a field that a schema declares.
  private func item(_ rule: FieldRule) -> CompletionItem {
    let facts = rule.isRequired ? snapshot.text(Message("required", ko: "필수")) : nil
    let choices = rule.choices.isEmpty ? nil : rule.choices.joined(separator: ", ")
    return CompletionItem(
      label: rule.key, kind: .field, text: YAMLScalar.written(rule.key) + ": ",
      detail: [facts, choices].compactMap(\.self).joined(separator: "; "))
  }

  func values(of key: String, _ part: TypedPart, _ place: FieldPlace) throws -> CompletionList? {
    let typed = part.text
    let field = FieldCatalogue.field(for: key)
    let rule = workspace.configuration.schemas.rule(of: key, in: document.note)
    if let rule, !rule.choices.isEmpty { return words(rule.choices, part, place) }
    if let rule, rule.type == .link || rule.type == .links { return try links(part, place, in: rule.folder) }
    switch field?.type ?? rule?.type {
    case .date?, .day?: return CompletionList(items: dayItems(part.text), part: part)
    case .status?:
      let columns = workspace.configuration.list("board.columns")
      let names = ["todo", "doing", "done", "cancelled"]
      return words(names + columns.filter { !names.contains($0) }, part, place)
    case .priority?:
      let items = TaskPriority.allCases.reversed().filter {
        typed.isEmpty || $0.name.hasPrefix(typed.lowercased()) || $0.koreanName.hasPrefix(typed)
      }.map { CompletionItem(label: $0.name, kind: .value, text: $0.name, detail: $0.koreanName) }
      return CompletionList(items: items, part: part)
    case .boolean?: return words(["true", "false"], part, place)
    case .repetition?: return repetitions(part, place)
    case .reminder?: return words(["10m", "30m", "1h", "2h", "1d", "1w"], part, place)
    case .list?, .text?, .number?, .link?, .links?, nil:
      if ["depends", "parent"].contains(field?.key) { return try names(part, place) }
      guard snapshot.folder.isReady else { return nil }
      let known = try workspace.index.fields.usualValues(of: key, limit: 500)
      return words(known, part, place)
    }
  }

  /// Completes the words that can be written in a place.
  private func words(_ words: [String], _ part: TypedPart, _ place: FieldPlace) -> CompletionList {
    let folded = foldedName(part.text)
    let name = NamePart(part.text)
    let items = words.lazy.filter { word in
      folded.isEmpty || foldedName(word).hasPrefix(folded) || name?.match(TypedName(word)) != nil
    }.compactMap { word in
      place.written(word).map { CompletionItem(label: word, kind: .value, text: $0) }
    }.prefix(Self.limit)
    return CompletionList(items: Array(items), part: part)
  }

  /// Completes links to notes, in quotes, because YAML parses two brackets as a list in a list.
  private func links(_ part: TypedPart, _ place: FieldPlace, in folder: String?) throws -> CompletionList {
    let files = try NameFinder(snapshot: snapshot, workspace: workspace, source: document.path)
      .files(matching: part.text, limit: folder == nil ? Self.limit : 500)
      .filter { file in
        file.path.isMarkdown && file.path != document.path
          && (folder.map { $0 == "." || file.path.string.hasPrefix($0 + "/") } ?? true)
      }
    let items = try files.prefix(Self.limit).compactMap { file -> CompletionItem? in
      guard let name = try name(of: file.path, isPath: false),
        let text = place.written("[[\(name)]]")
      else { return nil }
      return CompletionItem(
        label: file.title ?? name, kind: .reference, text: text, detail: file.path.string, data: data(file.path))
    }
    return CompletionList(items: items, part: part)
  }

  /// Completes names of notes, as in `depends` and `parent`.
  private func names(_ part: TypedPart, _ place: FieldPlace) throws -> CompletionList {
    let files = try NameFinder(snapshot: snapshot, workspace: workspace, source: document.path)
      .files(matching: part.text, limit: Self.limit)
      .filter { $0.path.isMarkdown && $0.path != document.path }
    let items = try files.compactMap { file -> CompletionItem? in
      guard let name = try name(of: file.path, isPath: false), let text = place.written(name) else { return nil }
      return CompletionItem(
        label: file.title ?? name, kind: .reference, text: text, detail: file.path.string, data: data(file.path))
    }
    return CompletionList(items: items, part: part)
  }

  private func repetitions(_ part: TypedPart, _ place: FieldPlace) -> CompletionList {
    let rules = [
      "every day", "every weekday", "every week", "every 2 weeks", "every month", "every year",
      "after 1 day", "after 1 week", "매일", "매주", "매달", "매년", "완료 후 1일",
    ]
    let readable = rules.filter { (try? RecurrenceRule.parse($0)) != nil }
    return words(readable, part, place)
  }

  // MARK: - Days

  /// Completes words for a day after `@`, which are replaced by the day.
  func days(_ part: TypedPart) -> CompletionList? {
    let items = dayItems(part.text)
    return items.isEmpty ? nil : CompletionList(items: items, part: part)
  }

  /// Returns the typed text if it means a day, then the words that begin with it.
  private func dayItems(_ typed: String) -> [CompletionItem] {
    var items: [CompletionItem] = []
    var seen: Set<String> = []
    func add(_ words: String) {
      let reading = DateExpression.parse(
        words, relativeTo: snapshot.now, zone: snapshot.surroundings.zone, for: .deadline)
      guard let date = reading?.date, seen.insert(words).inserted else { return }
      items.append(
        CompletionItem(
          label: words, kind: .event, text: date.description, detail: DayText.text(date, in: snapshot.language)))
    }
    if !typed.allSatisfy(\.isWhitespace) { add(typed) }
    let folded = typed.lowercased()
    let part = NamePart(typed)
    let weekdays =
      snapshot.language == .korean
      ? ["월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일"]
      : ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    let rows = DayWords.all.flatMap { row in
      snapshot.language == .korean ? row.korean + row.english : row.english + row.korean
    }
    for word in rows + weekdays
    where folded.isEmpty || word.hasPrefix(folded)
      || part?.match(TypedName(word)).map({ $0 != .inside }) == true
    {
      add(word)
      if items.count >= 40 { break }
    }
    return items
  }

  // MARK: - Check boxes

  /// Completes the fields of a check box, in the notation of the note.
  func boxFields(_ part: TypedPart) -> CompletionList? {
    let folded = foldedName(part.text)
    let configured = CheckboxNotation(rawValue: workspace.configuration.text("tasks.notation"))
    let notation = CheckboxList(document.note.document).notation ?? configured ?? .emoji
    let items = CheckboxNotation.typedKeys.compactMap { key -> CompletionItem? in
      let known = FieldCatalogue.field(for: key)
      let names = [key.lowercased()] + (known?.koreanNames ?? []).map { foldedName($0) }
      guard names.contains(where: { $0.hasPrefix(folded) }) else { return nil }
      let written = notation.written(key, "")
      let hasBracket = written.hasSuffix("]")
      let text = hasBracket ? written.dropLast() + (hasSnippets ? "$0]" : "") : written[...]
      return CompletionItem(
        label: key, kind: .field, text: String(text), isSnippet: hasBracket && hasSnippets,
        detail: known.map { snapshot.text($0.summary) })
    }
    return items.isEmpty ? nil : CompletionList(items: items, part: part)
  }

  func boxValues(of key: String, _ part: TypedPart) throws -> CompletionList? {
    switch key.lowercased() {
    case "due", "scheduled", "start", "created", "completion", "cancelled":
      return CompletionList(items: dayItems(part.text), part: part)
    case "repeat": return repetitions(part, .box)
    default: return try values(of: key, part, .box)
    }
  }
}
