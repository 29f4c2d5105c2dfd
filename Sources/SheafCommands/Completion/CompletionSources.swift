import CivilCalendar
import NoteActions
import NoteIndex
import NoteInterchange
import NoteModel
import NotePresentation
import NoteRepository
import Wording

/// What the repository, its index and the declarations have to offer for each subject.
struct CompletionSources {
  let context: CommandContext
  let repository: Repository?
  let workspace: Workspace?
  /// More is not looked through.
  static let limit = 30

  init(_ context: CommandContext) {
    self.context = context
    repository = try? context.repository()
    workspace = repository.flatMap { repository in
      try? Workspace.open(
        repository, configuration: context.configuration(of: repository), zone: context.zone)
    }
  }

  /// - Parameters:
  ///   - subject: What the word stands for.
  ///   - typed: The beginning of the word.
  ///   - words: The words of the command before it, without options.
  /// - Returns: The likeliest first.
  func answer(
    _ subject: CompletionSubject, _ typed: String, after words: [String]
  ) -> CompletionAnswer {
    switch subject {
    case .note: named(notes(typed))
    case .place: named(places(typed))
    case .noteOrFile: CompletionAnswer(candidates: notes(typed), files: .files)
    case .openTask: named(tasks(typed, isClosed: false))
    case .closedTask: named(tasks(typed, isClosed: true))
    case .link: named(links(typed, of: words.first))
    case .query: named(QueryCompletion(self).terms(typed))
    case .daysOrQuery: named(days(typed) + QueryCompletion(self).terms(typed))
    case .day: named(days(typed))
    case .tag: named(tags(typed))
    case .noteOrTag: named(noteOrTag(typed, words))
    case .field: named(fields(typed))
    case .noteOrChange: named(words.isEmpty && !typed.contains("=") ? notes(typed) : changes(typed))
    case .change: named(changes(typed))
    case .taskWords: named(taskWords(typed))
    case .sortKeys: named(sortKeys(typed))
    case .folder: named(folders(typed))
    case .template: named(templates(typed))
    case .savedQuery: named(savedQueries(typed))
    case .setting: named(settings(typed))
    case .settingValue: named(values(typed, ofSetting: words.first))
    case .taskSpanOrQuery: named(taskSpans(typed, words) + QueryCompletion(self).terms(typed))
    case .command: named(commands(typed))
    case .diskFile: CompletionAnswer(files: .files)
    case .diskFolder: CompletionAnswer(files: .folders)
    case .format: named(matching(RowFormatter.presetNames, typed))
    case .exportFormat: named(matching(ExportFormat.all.map(\.name), typed))
    case .importFormat: named(matching(ImportFormat.all.map(\.name), typed))
    case .nothing: .nothing
    }
  }

  private func named(_ candidates: [CompletionCandidate]) -> CompletionAnswer {
    CompletionAnswer(candidates: candidates.uniqued())
  }

  // MARK: Matching

  /// The texts that have the typed part: those that begin with it, or else all, the best match first.
  func matching(_ texts: [String], _ typed: String) -> [CompletionCandidate] {
    matching(texts.map { CompletionCandidate($0) }, typed)
  }

  func matching(_ candidates: [CompletionCandidate], _ typed: String) -> [CompletionCandidate] {
    guard let part = NamePart(typed) else { return candidates }
    let found = candidates.compactMap { candidate in
      part.match(TypedName(candidate.text)).map { (match: $0, candidate: candidate) }
    }
    let beginning = found.filter { $0.match == .beginning }
    guard beginning.isEmpty else { return beginning.map(\.candidate) }
    return NamePart.Match.allCases.flatMap { match in
      found.filter { $0.match == match }.map(\.candidate)
    }
  }

  // MARK: Words and declarations

  /// Words for days, each with the day that it means.
  func days(_ typed: String) -> [CompletionCandidate] {
    let now = context.clock()
    return matching(DayWords.usual(inKorean: context.language == .korean), typed).map { word in
      let reading = DateExpression.parse(word.text, relativeTo: now, for: .deadline)
      let day = reading.map { DayText.text(.day($0.firstDay), in: context.language) }
      return CompletionCandidate(word.text, day ?? "")
    }
  }

  private func taskSpans(_ typed: String, _ words: [String]) -> [CompletionCandidate] {
    words.isEmpty && !typed.isEmpty
      ? matching(TaskSpan.names(in: context.language), typed) : []
  }

  private func settings(_ typed: String) -> [CompletionCandidate] {
    ConfigurationCatalogue.keys.filter { $0.name.hasPrefix(typed) }
      .map { CompletionCandidate($0.name, context.text($0.summary)) }
  }

  private func values(_ typed: String, ofSetting name: String?) -> [CompletionCandidate] {
    guard let key = name.flatMap({ ConfigurationCatalogue.key($0) }) else { return [] }
    switch key.type {
    case .boolean, .guarded: return matching(["true", "false"], typed)
    case .choice(let choices), .choices(let choices):
      return matching(choices.filter { !$0.isEmpty }, typed)
    default: return []
    }
  }

  private func commands(_ typed: String) -> [CompletionCandidate] {
    SheafCommand.commandNames.sorted().filter { $0.hasPrefix(typed) }
      .map { CompletionCandidate($0) }
  }

  private func savedQueries(_ typed: String) -> [CompletionCandidate] {
    let views = workspace?.configuration.table("views") ?? [:]
    return matching(
      views.sorted { $0.key < $1.key }.map { CompletionCandidate($0.key, $0.value) }, typed)
  }

  private func templates(_ typed: String) -> [CompletionCandidate] {
    guard let repository else { return [] }
    let files = (try? repository.settingsFiles(in: "templates")) ?? []
    let names = files.filter { $0.hasSuffix(".md") && !$0.contains("/") }
    return matching(names.map { String($0.dropLast(3)) }.sorted(), typed)
  }

  // MARK: Fields

  /// The fields that Sheaf knows, then those that notes have.
  var fieldNames: [CompletionCandidate] {
    FieldCatalogue.fields.map { CompletionCandidate($0.key, context.text($0.summary)) }
      + ((try? workspace?.index.fieldKeys()) ?? []).map { CompletionCandidate($0) }
  }

  private func fields(_ typed: String) -> [CompletionCandidate] {
    fieldNames.filter { $0.text.hasPrefix(typed) }
  }

  /// `due,-updated`
  private func sortKeys(_ typed: String) -> [CompletionCandidate] {
    let start = typed.lastIndex(of: ",").map { typed.index(after: $0) } ?? typed.startIndex
    let sign = typed[start...].hasPrefix("-") ? "-" : ""
    let head = typed[..<start] + sign
    let names = fieldNames + [CompletionCandidate("path"), CompletionCandidate("urgency")]
    return names.filter { $0.text.hasPrefix(typed[start...].dropFirst(sign.count)) }
      .map { CompletionCandidate(head + $0.text, $0.summary) }
  }

  /// `key=`, then `key=value`.
  private func changes(_ typed: String) -> [CompletionCandidate] {
    guard let equals = typed.firstIndex(of: "=") else {
      return fieldNames.filter { $0.text.hasPrefix(typed) }
        .map { CompletionCandidate($0.text + "=", $0.summary) }
    }
    let head = String(typed[...equals])
    let key = head.dropLast().filter { $0 != "+" && $0 != "-" }
    return QueryCompletion(self).values(of: key, String(typed[typed.index(after: equals)...]))
      .map { CompletionCandidate(head + $0.text, $0.summary) }
  }

  /// Fields with a colon, and tags with a plus, among the words of a title.
  private func taskWords(_ typed: String) -> [CompletionCandidate] {
    if let sign = typed.first, sign == "+" || sign == "#" {
      return tags(String(typed.dropFirst()))
        .map { CompletionCandidate(String(sign) + $0.text, $0.summary) }
    }
    if let colon = typed.firstIndex(of: ":") {
      let head = String(typed[...colon])
      let key = FieldCatalogue.field(typed: String(head.dropLast()))?.key ?? ""
      guard TaskDraft.keys.contains(key) else { return [] }
      return QueryCompletion(self).values(of: key, String(typed[typed.index(after: colon)...]))
        .map { CompletionCandidate(head + $0.text, $0.summary) }
    }
    guard !typed.isEmpty else { return [] }
    return TaskDraft.keys.flatMap { key -> [String] in
      [key] + (FieldCatalogue.field(for: key)?.koreanNames ?? [])
    }.filter { $0.hasPrefix(typed) }.map { CompletionCandidate($0 + ":") }
  }
}
