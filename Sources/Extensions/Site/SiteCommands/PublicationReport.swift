import ByteBasics
import NoteActions
import NoteModel
import NoteRepository
import SheafCommands
import SheafSite
import Wording

extension CommandContext {
  /// Lists changed notes and files, without the lists that follow from them.
  func listChanges(_ files: SiteReport) {
    let changes = [
      (Message("added", ko: "추가"), files.added), (Message("changed", ko: "변경"), files.changed),
      (Message("removed", ko: "삭제"), files.removed),
    ].flatMap { word, names in
      names.filter { $0.hasPrefix("notes/") || $0.hasPrefix("files/") }.map { text(word) + "  " + $0 }
    }
    write(changes) { Message("and \($0) more", ko: "외 \($0)개") }
  }

  /// Lists the notes that a first publication makes public; of a large folder the beginning.
  func listFirst(_ summary: PublicationSummary) {
    write(summary.lines(in: language)) {
      Message(
        "and \($0) more; “sheaf publish --dry-run” lists all",
        ko: "외 \($0)개. “sheaf publish --dry-run”으로 모두 볼 수 있습니다.")
    }
  }

  /// Writes at most a hundred lines, and how many more there are.
  private func write(_ lines: [String], rest: (Int) -> Message) {
    let limit = 100
    for line in lines.prefix(limit) { console.writeWrapped(line) }
    if lines.count > limit { console.writeWrapped(text(rest(lines.count - limit))) }
  }

  /// Reports the written files, files that need a check, and the number of public notes.
  func report(_ outcome: SitePublisher.Outcome, _ summary: PublicationSummary, at place: String, isDryRun: Bool) {
    for secret in summary.secrets { warn(secret) }
    if !outcome.unclean.isEmpty {
      let names = outcome.unclean.prefix(5).map(\.string).joined(separator: ", ")
      let more = outcome.unclean.count > 5 ? ", …" : ""
      warn(
        Message(
          "Files of these formats may contain the place and the author of the file: \(names)\(more)",
          ko: "촬영 위치나 만든 사람 정보가 남아 있을 수 있는 형식의 파일입니다: \(names)\(more)"))
    }
    let files = outcome.files
    if !files.kept.isEmpty {
      let names = files.kept.prefix(5).joined(separator: ", ") + (files.kept.count > 5 ? ", …" : "")
      warn(
        Message(
          "No longer part of the site, but changed since it was published, so left in the folder: \(names)",
          ko: "더는 사이트에 없지만 게시한 뒤에 바뀌어 폴더에 그대로 둔 파일입니다: \(names)"))
    }
    if !isDryRun {
      let (all, removed) = (counted(files.files, "file"), files.removed.count)
      let wrote = files.written == files.files ? all : "\(files.written) of \(all)"
      note(
        files.written + removed == 0
          ? Message("\(place): no changes in \(all)", ko: "\(place): 파일 \(files.files)개에 변경이 없습니다")
          : Message(
            "Wrote \(wrote) to \(place)" + (removed == 0 ? "" : ", removed \(removed)"),
            ko: "\(place): 파일 \(files.written == files.files ? "" : "\(files.files)개 중 ")\(files.written)개를 저장했습니다"
              + (removed == 0 ? "" : "(\(removed)개 삭제)")))
    }
    note(summary.line)
  }
}

extension CommandContext {
  /// Lists the notes that a first publication to a place makes public, and asks.
  ///
  /// - Returns: True if the user was asked.
  /// - Throws: ``UsageError`` if nobody can be asked and `--yes` is not given.
  func confirmFirst(_ selection: SiteSelection, to place: String) throws -> Bool {
    let notes = selection.facts.notes
    guard !notes.isEmpty, !globals.assumeYes else { return false }
    let summary = PublicationSummary(notes: notes, heldBack: selection.heldBack, attachments: [])
    let lines = notes.count > 40 ? summary.folders(in: language) : summary.lines(in: language)
    for line in lines { console.writeMessage(line + "\n") }
    let count = notes.count { !$0.path.isCanvas }
    guard mayAsk else {
      throw UsageError(
        Message(
          "The first publication to \(place) would make \(counted(count, "note")) public",
          ko: "처음 게시하면 메모 \(count)개가 공개됩니다: \(place)"),
        hint: Message(
          "Nothing was written. “sheaf publish --dry-run” lists the notes; --yes publishes the notes.",
          ko: "아무것도 저장하지 않았습니다. “sheaf publish --dry-run”으로 확인하고 --yes로 게시하세요."), category: .conflict)
    }
    try confirm(
      Message(
        "Publish \(counted(count, "note")) to \(place)? “sheaf publish --dry-run” lists them all.",
        ko: "메모 \(count)개를 \(place)에 게시할까요? 전체 목록: sheaf publish --dry-run"))
    return true
  }

  /// Stops a publication if fewer notes are public than before a question. The owner may have changed settings or files
  /// while the command waited for an answer.
  ///
  /// - Parameters:
  ///   - selection: The notes that the question was about.
  ///   - site: The name of the site in the setting `sites`. Nil for the site of `site.*`.
  func checkStillPublic(_ selection: SiteSelection, siteNamed site: String?) throws {
    session.forgetSettings()
    var workspace = try openWorkspace()
    if let site { workspace = try workspace.ofSite(site) }
    let still = Set(try self.site(of: workspace).selection.facts.notes.map(\.path))
    guard let hidden = selection.facts.notes.first(where: { !still.contains($0.path) }) else { return }
    throw Problem(
      .conflict,
      Message(
        "Nothing was published: \(hidden.path.string) became private before you answered",
        ko: "확인을 기다리는 동안 비공개가 된 메모가 있어 게시하지 않았습니다: \(hidden.path.string)"),
      hint: Message("Run the command again.", ko: "명령을 다시 실행하세요."))
  }

  /// Lists the notes that are public now and were not at the last publication, and asks about them.
  ///
  /// A note whose day has come is published without a question, because its owner set the day.
  ///
  /// - Parameters:
  ///   - last: The record of the last publication.
  ///   - settings: The file of the settings of `workspace`.
  ///   - rules: The rules that exclude files now.
  ///   - asks: False where nothing is written, or where all was asked about.
  /// - Returns: True if the user was asked.
  /// - Throws: ``UsageError`` if nobody can be asked and `--yes` is not given, or not enough.
  func confirmNewlyPublic(
    _ notes: [SiteNote], in workspace: Workspace, _ settings: [UInt8], rules: Set<String>, since last: LastPublication,
    asks: Bool
  ) throws -> Bool {
    // Each new note may be one that was ignored before.
    let excludesLess = last.excludedMore(than: rules)
    // A pull may have brought the settings.
    let byOtherSettings = last.hadOtherSettings(than: settings) && !RepositoryTrust(workspace.repository).isInForce
    let opensMore = excludesLess || byOtherSettings && last.hadOtherAudience(than: workspace.configuration.audience)
    let news = notes.compactMap { note -> (String, HeldBackReason?)? in
      if let reason = last.reason(holdingBack: note.path) { return (note.path.string, reason) }
      return opensMore && !last.wasPublic(note.path) ? (note.path.string, nil) : nil
    }
    let limit = 100
    for (path, reason) in news.prefix(limit) {
      let former = reason?.name ?? Message("ignored, or not there", ko: "무시한 파일이거나 없던 파일")
      self.note(
        Message("newly public: \(path) (before: \(former.english))", ko: "새로 공개: \(path)(이전: \(former.korean))"))
    }
    if news.count > limit {
      self.note(Message("newly public: and \(news.count - limit) more", ko: "새로 공개: 외 \(news.count - limit)개"))
    }
    let count = news.count { $0.1 != .future && $0.1 != .sealed }
    guard asks, count > 0 else { return false }
    if globals.assumeYes {
      // The text of a note says nothing of the exclusions of other programs.
      if excludesLess || news.contains(where: { $0.1 == .excluded }) {
        throw UsageError(
          Message(
            "\(counted(count, "note")) would become public, and rules that excluded files are gone since the last publication",
            ko: "메모 \(count)개가 새로 공개됩니다. 지난번에 게시할 때 파일을 제외한 규칙이 없어졌습니다"),
          hint: Message(
            "Nothing was written. “sheaf publish” without --yes asks.",
            ko: "아무것도 저장하지 않았습니다. --yes 없이 “sheaf publish”를 실행하면 확인을 거쳐 게시합니다."), category: .conflict)
      }
      guard byOtherSettings else { return false }
      throw UsageError(
        Message(
          "\(counted(count, "note")) would become public, and .sheaf/config.yaml has changed since the last publication",
          ko: "메모 \(count)개가 새로 공개됩니다. .sheaf/config.yaml 파일이 지난번에 게시한 뒤로 바뀌었습니다"),
        hint: Message(
          "Nothing was written. “sheaf publish” without --yes asks; “sheaf config trust” allows these settings.",
          ko: "아무것도 저장하지 않았습니다. --yes 없이 “sheaf publish”를 실행하면 확인을 거쳐 게시하고, “sheaf config trust”로 이 설정을 허용할 수 있습니다."),
        category: .conflict)
    }
    guard mayAsk else {
      throw UsageError(
        Message(
          "\(counted(count, "note")) would become public", ko: "메모 \(count)개가 새로 공개됩니다"),
        hint: Message("Nothing was written; --yes publishes.", ko: "아무것도 저장하지 않았습니다. --yes로 게시하세요."),
        category: .conflict)
    }
    try confirm(Message("Make \(counted(count, "note")) public?", ko: "메모 \(count)개를 새로 공개할까요?"))
    return true
  }
}

extension CommandContext {
  /// Returns the memory of the settings about readers that the owner saw last, at a publication or a digest for others.
  private func audience(_ workspace: Workspace) -> SiteMemory { SiteMemory(of: workspace.repository, path: "audience") }

  /// Returns true if settings about readers were changed since the owner saw them: a pull may have brought them.
  func hasOtherAudience(_ workspace: Workspace, _ rules: Set<String>) -> Bool {
    let last = audience(workspace).last
    return last.hadOtherAudience(than: workspace.configuration.audience)
      && !RepositoryTrust(workspace.repository).isInForce || last.excludedMore(than: rules)
  }

  func keepAudience(_ workspace: Workspace, _ rules: Set<String>) {
    audience(workspace).remember(heldBack: [], audience: workspace.configuration.audience, rules: rules)
  }

  /// Asks before a digest for others if settings about readers were changed.
  ///
  /// - Throws: ``Problem`` if nobody can be asked.
  func confirmAudience(_ workspace: Workspace) throws {
    let rules = try workspace.exclusionRules()
    if hasOtherAudience(workspace, rules) {
      guard mayAsk, !globals.assumeYes else {
        throw Problem(
          .conflict,
          Message(
            "Settings about readers, or rules that exclude files, have changed since the last publication or digest for others",
            ko: "지난번에 게시하거나 다른 사람에게 줄 요약을 만든 뒤로, 공개 범위 설정이나 파일을 제외하는 규칙이 바뀌었습니다"),
          hint: Message(
            "Nothing was written. On a terminal, “sheaf digest” and “sheaf publish” ask; “sheaf config trust” allows the settings.",
            ko:
              "아무것도 저장하지 않았습니다. 터미널에서 “sheaf digest”나 “sheaf publish”를 실행하면 확인을 거칩니다. “sheaf config trust”로 이 설정을 허용할 수 있습니다."
          ))
      }
      try confirm(
        Message(
          "Settings about readers have changed. Make the digest with the new settings?",
          ko: "공개 범위 설정이 바뀌었습니다. 새 설정으로 요약을 만들까요?"))
    }
    keepAudience(workspace, rules)
  }
}

/// The public notes and files by kind, and the withheld ones with their reasons.
struct PublicationSummary {
  let notes: [SiteNote]
  let heldBack: [HeldBackNote]
  let attachments: [NotePath]
  /// The numbers of files that are pages for the folder's program and that Sheaf does not read, by their endings.
  var unread: [String: Int] = [:]
  /// Returns the setting of another program that excludes a file, if the report names settings.
  var excluder: (NotePath) -> String? = { _ in nil }

  /// The one line that ends a publication.
  var line: Message {
    let held =
      heldBackCounts
      + unread.sorted { $0.key < $1.key }.map { ending, count in
        Message(
          "\(counted(count, "\(ending) file")) that Sheaf does not read", ko: "Sheaf가 읽지 않는 \(ending) 파일 \(count)개")
      }
    let out = held.map(\.english).joined(separator: ", ")
    let outKorean = held.map(\.korean).joined(separator: ", ")
    let shown = publicCounts
    return Message(
      "Public: \(shown.map(\.english).joined(separator: ", "))."
        + (held.isEmpty ? " Nothing was left out." : " Not published: \(out)."),
      ko: "공개: \(shown.map(\.korean).joined(separator: ", "))."
        + (held.isEmpty ? " 제외한 것은 없습니다." : " 제외: \(outKorean)."))
  }

  private var publicCounts: [Message] {
    let canvases = notes.count(where: \.path.isCanvas)
    let kinds = Dictionary(grouping: notes.filter { !$0.path.isCanvas }, by: \.kind).mapValues(\.count)
    let counts = NoteKind.allCases.compactMap { kind -> Message? in
      guard let count = kinds[kind], count > 0 else { return nil }
      return switch kind {
      case .memo: Message(counted(count, "note"), ko: "메모 \(count)개")
      case .diary: Message(counted(count, "diary entry", "diary entries"), ko: "일기 \(count)편")
      case .task: Message(counted(count, "task"), ko: "할 일 \(count)개")
      case .letter: Message(counted(count, "letter"), ko: "편지 \(count)통")
      case .template: nil
      }
    }
    let others = [
      (canvases, Message(counted(canvases, "canvas", "canvases"), ko: "캔버스 \(canvases)개")),
      (attachments.count, Message(counted(attachments.count, "file"), ko: "파일 \(attachments.count)개")),
    ].filter { $0.0 > 0 }.map(\.1)
    let all = counts + others
    return all.isEmpty ? [Message("nothing", ko: "없음")] : all
  }

  private var heldBackCounts: [Message] {
    let reasons = Dictionary(grouping: heldBack, by: \.reason).mapValues(\.count)
    return HeldBackReason.allCases.compactMap { reason in
      reasons[reason].map { Self.count($0, reason) }
    }
  }

  private static func count(_ count: Int, _ reason: HeldBackReason) -> Message {
    switch reason {
    case .sealed: Message(counted(count, "sealed letter"), ko: "봉인한 편지 \(count)통")
    case .template: Message(counted(count, "template"), ko: "템플릿 \(count)개")
    case .draft: Message(counted(count, "draft"), ko: "초안 \(count)개")
    case .notPublished: Message(counted(count, "private note"), ko: "비공개 메모 \(count)개")
    case .privateTag: Message("\(count) tagged as private", ko: "private 태그가 있는 메모 \(count)개")
    case .privateFolder: Message("\(count) in private folders", ko: "private 폴더의 메모 \(count)개")
    case .excluded: Message("\(count) excluded by another program's settings", ko: "다른 프로그램의 설정에서 제외한 메모 \(count)개")
    case .doubtful:
      Message("\(counted(count, "note")) with doubtful fields or comments", ko: "필드나 주석이 확실하지 않은 메모 \(count)개")
    case .future: Message("\(count) dated in the future", ko: "미래 날짜의 메모 \(count)개")
    case .expired: Message("\(count) expired", ko: "게시 기한이 지난 메모 \(count)개")
    case .inbox: Message("the inbox", ko: "모음 메모")
    case .diary:
      Message(
        "\(counted(count, "diary entry", "diary entries")) (site.include)",
        ko: "일기 \(count)편(site.include)")
    case .tasks: Message("\(counted(count, "task")) (site.include)", ko: "할 일 \(count)개(site.include)")
    case .notAsked:
      Message("\(count) without publish: true (site.default)", ko: "publish: true가 없는 메모 \(count)개(site.default)")
    case .secret: Message("\(count) that may contain a secret", ko: "비밀번호나 키로 보이는 텍스트가 있는 메모 \(count)개")
    case .notSelected: Message("\(count) not in the site's query", ko: "사이트의 검색식에 맞지 않는 메모 \(count)개")
    case .noteCopy:
      Message(
        "\(counted(count, "file")) that \(count == 1 ? "looks" : "look") like a note or a copy of one",
        ko: "메모나 메모의 사본처럼 보이는 파일 \(count)개")
    case .activeContent: Message("\(counted(count, "file")) that may run a program", ko: "프로그램을 실행할 수 있는 파일 \(count)개")
    case .unreadablePicture: Message(counted(count, "unreadable picture"), ko: "읽을 수 없는 그림 \(count)개")
    case .hook:
      Message("\(count) not published because of hooks.on-publish", ko: "hooks.on-publish 훅이 제외한 메모 \(count)개")
    }
  }

  /// Returns the JSON report: each note and file with whether it is public, and the files of the site.
  func json(_ files: SiteReport, at place: String) -> JSONValue {
    func names(_ names: [String]) -> JSONValue { .array(names.map { .string($0) }) }
    func item(_ path: NotePath, _ kind: String?, heldBack reason: String?) -> JSONValue {
      .object([
        JSONValue.Member("path", .string(path.string)), JSONValue.Member("kind", .optional(kind)),
        JSONValue.Member("public", .boolean(reason == nil)),
        JSONValue.Member("heldBack", .optional(reason)),
      ])
    }
    let items =
      notes.map { item($0.path, $0.kind.rawValue, heldBack: nil) } + attachments.map { item($0, nil, heldBack: nil) }
      + heldBack.map { item($0.path, nil, heldBack: $0.reason.rawValue) }
    return .object([
      JSONValue.Member("schemaVersion", .integer(1)), JSONValue.Member("kind", .string("publish")),
      JSONValue.Member("items", .array(items)),
      JSONValue.Member("folder", .string(place)), JSONValue.Member("added", names(files.added)),
      JSONValue.Member("changed", names(files.changed)),
      JSONValue.Member("removed", names(files.removed)), JSONValue.Member("kept", names(files.kept)),
      JSONValue.Member("unchanged", .integer(files.unchanged)),
    ])
  }

  /// Returns a line for each outermost folder: how many of its notes are public, and how many are not.
  func folders(in language: Language) -> [String] {
    var counts: [String: (shown: Int, held: Int)] = [:]
    func folder(_ path: NotePath) -> String {
      path.folder?.string.split(separator: "/").first.map { $0 + "/" } ?? "./"
    }
    for note in notes { counts[folder(note.path), default: (0, 0)].shown += 1 }
    for note in heldBack { counts[folder(note.path), default: (0, 0)].held += 1 }
    return counts.sorted { $0.key < $1.key }.map { folder, count in
      Message(
        "  \(folder)  \(count.shown) public, \(count.held) not published",
        ko: "  \(folder)  공개 \(count.shown)개, 제외 \(count.held)개"
      ).text(in: language)
    }
  }

  /// Returns a line for every note and file: `public` or `not published`, the path, the reason.
  func lines(in language: Language) -> [String] {
    let open = Message("public", ko: "공개").text(in: language)
    let shut = Message("not published", ko: "제외").text(in: language)
    let names = (notes.map(\.path) + attachments).map { "\(open)  \($0.string)" }
    let held = heldBack.map { note in
      let source = note.reason == .excluded ? excluder(note.path) : nil
      let reason = source.map { Message("excluded by \($0)", ko: "\($0) 설정에서 제외") } ?? note.reason.name
      return "\(shut)  \(note.path.string)  (\(reason.text(in: language)))"
    }
    return names + held
  }

  /// The positions of secrets, for each note that they hold back.
  var secrets: [Message] {
    heldBack.compactMap { note in
      guard note.reason == .secret, let secret = note.secret else { return nil }
      let place = "\(note.path.string):\(secret.line):\(secret.column)"
      return Message(
        "\(place): this looks like \(secret.kind.name.english); the note is not published",
        ko: "\(place): 비밀로 보이는 값이 있어 메모를 게시하지 않았습니다: \(secret.kind.name.korean)")
    }
  }
}
