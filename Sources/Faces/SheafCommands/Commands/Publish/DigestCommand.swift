import ArgumentParser
import CivilCalendar
import NoteActions
import NoteModel
import NoteRepository
import SheafSite
import TerminalText
import Wording

/// `sheaf digest`
struct DigestCommand: ReproducibleCommand {

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "digest",
      abstract: localized(
        "Summarise a date range or the results of a query for others.",
        ko: "기간이나 검색식에 맞는 내용을 공유용으로 요약합니다."),
      discussion: localized(
        """
        Default: the last seven days. Days and a query together: what the query finds of these days. Sealed letters,
        drafts, notes marked as private and notes that may contain a key or a token are left out; only their number is
        shown. --public leaves out the notes that the site leaves out.

        In a git repository the digest lists the changes of each note, and the tasks that moved on the board.
        digest.sections has the parts and their order; digests has digests by name. The files digest.html, digest.css,
        digest-mail.html, digest-mail.css and digest-archive.html in .sheaf/theme replace Sheaf's own if the
        repository is trusted; sheaf publish --eject writes them.

        --archive keeps a folder of digests with a list, links from each to the next, and a feed. A digest is written
        again while its days last, and when notes of its days came or went; files that Sheaf did not write are not
        touched.

        Examples:
          sheaf digest --week --html -o week.html
          sheaf digest 2026-11 --md
          sheaf digest tag:work --eml --to me@example.org -o work.eml
          sheaf digest weekly          the digest of this name in the configuration
          sheaf digest --archive ~/digests --each week --since 2026-01-01
        """,
        ko: """
          기간을 지정하지 않으면 지난 7일을 요약합니다. 기간과 검색식을 함께 지정하면 그 기간에서 검색식에 맞는 것만
          요약합니다. 봉인한 편지, 초안, 비공개로 표시한 메모, 키나 토큰으로 보이는 텍스트가 있는 메모는 제외하고 개수만
          표시합니다. --public을 지정하면 사이트에 없는 것도 제외합니다.

          git 저장소에서는 메모에서 바뀐 내용과 보드에서 옮긴 할 일도 표시합니다. 넣을 부분과 순서는 digest.sections,
          이름으로 만드는 요약은 digests 설정에 지정합니다. 신뢰하는 저장소에서는 .sheaf/theme의 digest.html, digest.css,
          digest-mail.html, digest-mail.css, digest-archive.html이 Sheaf의 템플릿을 대신합니다. sheaf publish --eject로
          꺼낼 수 있습니다.

          --archive는 목록, 앞뒤 링크, 피드가 있는 요약 폴더를 만듭니다. 아직 끝나지 않은 기간이나 메모가 추가되거나
          빠진 기간의 요약만 다시 저장하며, Sheaf에서 만들지 않은 파일은 그대로 둡니다.

          예:
            sheaf digest --week --html -o week.html
            sheaf digest 2026-11 --md
            sheaf digest tag:일 --eml --to me@example.org -o work.eml
            sheaf digest 주간           설정에서 이 이름으로 정한 요약
            sheaf digest --archive ~/요약 --each week --since 2026-01-01
          """))
  }

  @OptionGroup var options: DigestOptions

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let plan = try DigestPlan(
      options.words, isPublic: options.public, of: workspace, from: context.siteSource())
    if let archive = options.archive {
      let place = SitePlace(path: context.absolutePath(archive), shown: archive)
      return try write(to: place, plan, workspace, context)
    }
    let digest = try gathered(plan, in: workspace, context)
    let file = DigestFile(digest, plan, workspace)
    if let output = options.output.namedFile {
      try OutputFile.write(
        try bytes(file, plan, workspace, context), toNamed: context.absolutePath(output))
      let counts = file.words.counts
      context.note(
        digest.isEmpty
          ? Message("Wrote \(output)", ko: "저장했습니다: \(output)")
          : Message("Wrote \(output): \(counts)", ko: "저장했습니다: \(output) (\(counts))"))
    } else if options.face == .text {
      context.page(
        context.theme.encode(DigestText(digest, file.words).lines(context.page)),
        configured: workspace.configuration.program("pager"))
    } else {
      context.console.write(try bytes(file, plan, workspace, context))
    }
    if digest.isEmpty { throw ExitStatus.negative }
  }

  private func gathered(
    _ plan: DigestPlan, in workspace: Workspace, _ context: CommandContext
  ) throws -> Digest {
    let git = context.git(in: workspace.repository)
    if let since = options.since, options.until == nil,
      case .commit(let revision)? = try? context.pastPoint(since, in: git)
    {
      return try workspace.digest(
        since: revision, plan.request(nil, nil, text: since + ".."), from: git)
    }
    let (days, words) = try options.days(plan, workspace, context)
    return try workspace.digest(request(plan, days, words, workspace, context))
  }

  private func request(
    _ plan: DigestPlan, _ days: DayRange?, _ words: [String], _ workspace: Workspace,
    _ context: CommandContext
  ) throws -> DigestRequest {
    var query = QueryArguments()
    query.query = words
    return plan.request(
      days, words.isEmpty ? nil : try query.parsed(in: context, workspace).query,
      text: words.joined(separator: " "))
  }

  private func bytes(
    _ file: DigestFile, _ plan: DigestPlan, _ workspace: Workspace, _ context: CommandContext
  ) throws -> [UInt8] {
    switch options.face {
    case .text: return file.text
    case .md: return file.markdown
    case .json: return file.json
    case .html:
      return file.page(
        try theme(of: plan, workspace, context), context.formulaStore(of: workspace.repository))
    case .eml:
      return file.mail(
        try theme(of: plan, workspace, context), from: options.from ?? "Sheaf <sheaf@localhost>",
        to: options.to ?? plan.recipient)
    }
  }

  private func theme(
    of plan: DigestPlan, _ workspace: Workspace, _ context: CommandContext
  ) throws -> DigestTheme {
    let repository = workspace.repository
    let (theme, ignored) = try context.siteSource().digestTheme(
      of: repository, template: plan.template)
    if let ignored { context.report(ignored, of: repository) }
    return theme
  }

  private func write(
    to place: SitePlace, _ plan: DigestPlan, _ workspace: Workspace, _ context: CommandContext
  ) throws {
    try context.checkOutputFolder(place.path, of: workspace.repository)
    try place.checkHoldsNoNotes(workspace, context)
    guard DigestOptions.daysAndQuery(plan.words, in: context) == nil else {
      throw UsageError(
        Message("--archive takes a query, but no days", ko: "--archive에는 기간이 아니라 검색식을 지정해야 합니다"),
        hint: Message(
          "--since is its first day, --each the length of a digest.", ko: "첫날은 --since로, 요약의 단위는 --each로 지정하세요."))
    }
    let archive = DigestArchive(
      plan, try request(plan, nil, plan.words, workspace, context),
      try theme(of: plan, workspace, context), context.formulaStore(of: workspace.repository),
      of: workspace, each: options.each ?? .week, version: sheafVersion)
    let first = options.since == nil ? nil : try options.days(plan, workspace, context).days?.first
    let report = try archive.write(to: place.path, since: first, isForced: options.force)
    context.note(
      Message(
        "\(place.shown)/index.html: \(counted(report.digests, "digest")), \(counted(report.files.written, "file")) written",
        ko: "\(place.shown)/index.html: 요약 \(report.digests)개, 파일 \(report.files.written)개를 저장했습니다"))
    if !report.files.kept.isEmpty {
      let names = report.files.kept.prefix(5).joined(separator: ", ")
      context.warn(
        Message(
          "Changed since they were written, so left in the folder: \(names)",
          ko: "저장한 뒤에 바뀌어 폴더에 그대로 둔 파일: \(names)"))
    }
  }
}

extension DigestArchive.Span: ExpressibleByArgument {}

/// The options of `sheaf digest`.
struct DigestOptions: ParsableArguments {
  enum Face: String, EnumerableFlag {
    case text, html, md, eml, json

    static func help(for face: Face) -> ArgumentHelp? {
      switch face {
      case .text: SheafCommands.help("Print plain text (default).", ko: "텍스트로 출력합니다(기본값).")
      case .html:
        SheafCommands.help(
          "Print one self-contained HTML file, to mail, print or keep.",
          ko: "다른 파일이 필요 없는 HTML 파일 하나로 출력합니다.")
      case .md: SheafCommands.help("Print Markdown.", ko: "마크다운으로 출력합니다.")
      case .eml:
        SheafCommands.help("Print a mail with text and HTML.", ko: "텍스트와 HTML이 있는 메일로 출력합니다.")
      case .json: SheafCommands.help("Print one JSON document.", ko: "JSON 문서 하나로 출력합니다.")
      }
    }
  }

  @Argument(
    help: help(
      .digestWords,
      "Days (2026-11, last week, 2026-11-01..2026-11-15), a query, or the name of a digest.",
      ko: "기간(2026-11, 지난주, 2026-11-01..2026-11-15), 검색식 또는 요약 이름"))
  var words: [String] = []

  @Flag(help: help("Summarise this week.", ko: "이번 주를 요약합니다."))
  var week = false

  @Flag(help: help("Summarise this month.", ko: "이번 달을 요약합니다."))
  var month = false

  @Option(help: help(.day, "First day, or the commit to start after.", ko: "첫날이나, 바로 다음부터 요약할 커밋"))
  var since: String?

  @Option(help: help(.day, "Last day. Default: today.", ko: "마지막 날(기본값: 오늘)"))
  var until: String?

  @Flag(exclusivity: .exclusive)
  var face: Face = .text

  @Option(name: .shortAndLong, help: help(.file, "Write to this file.", ko: "출력할 파일"))
  var output: String?

  @Option(help: help(.address, "With --eml, the sender.", ko: "--eml의 보내는 사람"))
  var from: String?

  @Option(help: help(.address, "With --eml, the recipient.", ko: "--eml의 받는 사람"))
  var to: String?

  @Flag(help: help("Leave out the notes that the site leaves out.", ko: "사이트에 게시하지 않는 것은 제외합니다."))
  var `public` = false

  @Option(
    help: help(.diskFolder, "Keep a folder of digests, one for each week or month.", ko: "주나 달마다 하나씩 요약을 모을 폴더"))
  var archive: String?

  @Option(help: help(.period, "With --archive, week (default) or month.", ko: "--archive의 단위: week(기본값) 또는 month"))
  var each: DigestArchive.Span?

  @Flag(
    help: help(
      "With --archive, write every digest again, also over changed files.",
      ko: "--archive의 요약을 바뀐 파일까지 모두 다시 저장합니다."))
  var force = false

  init() {}

  func validate() throws {
    let spans = [
      week ? "--week" : nil, month ? "--month" : nil, since != nil ? "--since" : until != nil ? "--until" : nil,
    ].compactMap(\.self)
    guard spans.count < 2 else { throw OptionsApart.error(spans[0], spans[1]) }
    guard face == .eml || from == nil && to == nil else {
      throw ValidationError(localized("--from and --to need --eml", ko: "--from과 --to는 --eml과 함께 지정해야 합니다"))
    }
    guard archive == nil else {
      guard !week, !month, until == nil else {
        throw ValidationError(
          localized(
            "--archive cannot be used with --week, --month or --until; --each month makes a digest for each month",
            ko: "--archive는 --week, --month, --until과 함께 지정할 수 없습니다. 달마다 요약하려면 --each month를 지정하세요"))
      }
      guard output == nil, face == .text || face == .html else {
        throw ValidationError(
          localized(
            "--archive writes HTML files into its own folder, without --output, --md or --eml",
            ko: "--archive는 지정한 폴더에 HTML 파일을 저장하므로 --output, --md, --eml과 함께 지정할 수 없습니다"))
      }
      return
    }
    guard each == nil, !force else {
      throw ValidationError(
        localized("--each and --force need --archive", ko: "--each와 --force는 --archive와 함께 지정해야 합니다"))
    }
  }

  /// The days that were asked for, and the query; no days if a query alone was.
  func days(
    _ plan: DigestPlan, _ workspace: Workspace, _ context: CommandContext
  ) throws -> (days: DayRange?, query: [String]) {
    let today = context.clock().day
    if since != nil || until != nil {
      let last = try until.map { try Self.reading($0, in: context).lastDay } ?? today
      let first =
        try since.map { try Self.reading($0, in: context).firstDay } ?? last.adding(days: -6)
      return (try Self.range(first, last), plan.words)
    }
    if week { return (today.week, plan.words) }
    if month { return (DayRange(today.startOfMonth, today.endOfMonth), plan.words) }
    let lastSeven = DayRange(today.adding(days: -6), today)
    if let split = Self.daysAndQuery(plan.words, in: context) { return split }
    // Days the wrong way round are no query.
    if let ends = plan.words.first?.split(separator: "..", omittingEmptySubsequences: false), plan.words.count == 1,
      ends.count == 2, let first = context.pastReading(String(ends[0]))?.firstDay,
      let last = context.pastReading(String(ends[1]))?.lastDay
    {
      return (try Self.range(first, last), [])
    }
    if plan.name != nil {
      let days = try plan.days.map { text in
        let reading = try Self.reading(text, in: context)
        return DayRange(reading.firstDay, reading.lastDay)
      }
      return (days ?? lastSeven, plan.words)
    }
    return plan.words.isEmpty ? (lastSeven, []) : (nil, plan.words)
  }

  /// Days before or after a query: the longest row of words at either end that says days.
  ///
  /// - Returns: nil if no words at an end say days.
  static func daysAndQuery(
    _ words: [String], in context: CommandContext
  ) -> (days: DayRange, query: [String])? {
    // No days have more words.
    for count in stride(from: min(words.count, 12), to: 0, by: -1) {
      for (days, query) in [
        (words.prefix(count), words.dropFirst(count)), (words.suffix(count), words.dropLast(count)),
      ] {
        guard let reading = context.pastReading(days.joined(separator: " ")) else { continue }
        // A time of day beside other words is a text.
        if case .moment = reading, !query.isEmpty { continue }
        // A word between two terms makes the days one of them.
        let isFirst = days.startIndex == words.startIndex
        if let joint = isFirst ? query.first : query.last,
          ["AND", "OR"].contains(joint) || joint == "NOT" && !isFirst
        {
          return nil
        }
        return (DayRange(reading.firstDay, reading.lastDay), Array(query))
      }
    }
    return nil
  }

  private static func range(_ first: Day, _ last: Day) throws -> DayRange {
    guard first <= last else {
      throw UsageError(
        Message("The first day, \(first), is after the last, \(last)", ko: "첫날(\(first))이 마지막 날(\(last))보다 늦습니다"))
    }
    return DayRange(first, last)
  }

  private static func reading(_ text: String, in context: CommandContext) throws -> DateReading {
    guard let reading = context.pastReading(text) else {
      throw UsageError(
        Message("Invalid date “\(text)”", ko: "날짜로 읽을 수 없습니다: “\(text)”"),
        hint: Message(
          "Use today, monday, 2026-11-01 or 2026-11.", ko: "오늘, 월요일, 2026-11-01, 2026-11처럼 입력하세요."))
    }
    return reading
  }
}
