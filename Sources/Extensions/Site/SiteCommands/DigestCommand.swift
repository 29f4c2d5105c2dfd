import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteHistory
import NoteModel
import NoteRepository
import SheafCommands
import SheafSite
import TerminalText
import Wording

struct DigestCommand: ReproducibleCommand {

  static var configuration: CommandConfiguration {
    explained("digest", PackageResources.digest_txt, ko: PackageResources.digest_ko_txt)
  }

  @OptionGroup var options: DigestOptions

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    if options.isForOthers {
      try SiteSource.checkSettings(of: workspace)
      try context.confirmAudience(workspace)
    }
    var plan = try DigestPlan(options.words, isPublic: options.public, of: workspace, from: context.siteSource())
    if plan.isPublic, workspace.configuration.program("hooks.on-publish") != nil {
      plan.rules.heldBackByHook = try context.site(of: workspace).heldBackByHook
    }
    plan.settings.chosenIntroduction = options.intro
    for part in try plan.settings.unknownSkips(in: workspace) {
      context.warn(
        Message(
          "digest.skip: “\(part)” is no note, folder or #tag of this folder",
          ko: "digest.skip: 메모, 폴더, #태그 중에 없는 이름입니다: “\(part)”"))
    }
    if let archive = options.archive {
      let place = SitePlace(path: context.absolutePath(archive), shown: archive)
      return try write(to: place, plan, workspace, context)
    }
    let digest = try gathered(plan, in: workspace, context)
    var file = DigestFile(digest, plan, workspace)
    if plan.isPublic, let site = plan.site, let period = digest.days?.periodName {
      file.browserAddress = site + "/digests/" + period + ".html"
    }
    let output = options.output.namedFile
    // An empty letter is neither kept nor sent.
    if digest.isEmpty, output != nil || options.send {
      context.note(Message(verbatim: file.words.nothing))
      throw ExitStatus.negative
    }
    if options.send { return try send(file, digest, plan, workspace, context) }
    if let output {
      try OutputFile.write(try bytes(file, plan, workspace, context), toNamed: context.absolutePath(output))
      let counts = file.words.counts
      context.note(Message("Wrote \(output): \(counts)", ko: "저장했습니다: \(output) (\(counts))"))
    } else if try options.face() == .text {
      context.page(context.theme.encode(file.lines(context.page)), configured: workspace.configuration.program("pager"))
    } else {
      context.console.write(try bytes(file, plan, workspace, context))
    }
    if digest.isEmpty { throw ExitStatus.negative }
  }

  /// Passes the mail to the user's program, after a message about unexpected content.
  private func send(
    _ file: DigestFile, _ digest: Digest, _ plan: DigestPlan, _ workspace: Workspace, _ context: CommandContext
  ) throws {
    try refuseUntrusted(plan, workspace)
    guard let recipient = options.recipient ?? plan.recipient else {
      throw UsageError(
        Message("No recipient", ko: "받는 사람이 없습니다"),
        hint: Message(
          "Name one with --recipient, or with “to” in the digest's settings.", ko: "--recipient나 요약 설정의 to로 지정하세요."))
    }
    guard let sender = options.sender ?? plan.sender else {
      throw UsageError(
        Message("No sender", ko: "보내는 사람이 없습니다"),
        hint: Message(
          "Name one with --sender, or with “from” in the digest's settings.", ko: "--sender나 요약 설정의 from으로 지정하세요."))
    }
    let mail = file.mail(try theme(of: plan, workspace, context), from: sender, to: recipient, isDraft: false)
    let entries = digest.diary.count
    if entries > 0, !plan.isPublic {
      context.note(
        Message(
          "The mail has \(counted(entries, "diary entry", "diary entries")).", ko: "이 메일에는 일기 \(entries)편이 들어 있습니다."))
    }
    let program = workspace.configuration.program("digest.send") ?? UserProgram(builtIn: "sendmail -t -i")
    func address(_ text: String) -> String {
      shellWord(text.split(separator: "<").last.map { String($0.prefix { $0 != ">" && !$0.isWhitespace }) } ?? text)
    }
    let addresses = "export SHEAF_SENDER=\(address(sender)) SHEAF_RECIPIENT=\(address(recipient)); "
    guard shellTakes(mail, by: addresses + program.line) else {
      throw Problem(
        .failure, Message("“\(program)” failed to send the digest", ko: "“\(program)” 명령으로 요약을 보낼 수 없습니다"),
        hint: Message("Set the program with digest.send.", ko: "digest.send 설정에서 다른 프로그램을 지정할 수 있습니다."))
    }
    let subject = file.words.subject
    context.note(Message("Sent to \(recipient): \(subject)", ko: "보냈습니다: \(recipient) (\(subject))"))
  }

  /// Refuses to send a digest whose settings came with a repository that the user does not trust: they name the reader
  /// and the notes.
  private func refuseUntrusted(_ plan: DigestPlan, _ workspace: Workspace) throws {
    let repository = workspace.repository
    let origin = workspace.configuration.settings["digests"]?.origin
    guard plan.name != nil, case .file(repository.configurationFile, _)? = origin,
      !RepositoryTrust(repository).isInForce
    else { return }
    throw Problem(
      .conflict,
      Message(
        "The settings of this digest are in a repository that you do not trust, or were changed since you trusted it",
        ko: "이 요약의 설정이 신뢰하지 않는 저장소에 있거나 신뢰한 뒤에 바뀌었습니다"),
      hint: Message(
        "Nothing was sent. If you know where the settings come from, run “sheaf config trust”.",
        ko: "아무것도 보내지 않았습니다. 출처를 아는 설정이라면 “sheaf config trust”로 허용할 수 있습니다."))
  }

  private func gathered(_ plan: DigestPlan, in workspace: Workspace, _ context: CommandContext) throws -> Digest {
    let git = context.git(in: workspace.repository)
    if let since = options.since, options.until == nil,
      case .commit(let revision)? = try? context.pastPoint(since, in: git)
    {
      return try workspace.digest(DigestRequest(plan, nil, since: revision.commit, nil, text: since + ".."))
    }
    let (days, words) = try options.days(plan, workspace, context)
    return try workspace.digest(request(plan, days, words, workspace, context))
  }

  private func request(
    _ plan: DigestPlan, _ days: DayRange?, _ words: [String], _ workspace: Workspace, _ context: CommandContext
  ) throws -> DigestRequest {
    var query = QueryArguments()
    query.query = words
    return DigestRequest(
      plan, days, words.isEmpty ? nil : try query.parsed(in: context, workspace).query,
      text: words.joined(separator: " "))
  }

  private func bytes(
    _ file: DigestFile, _ plan: DigestPlan, _ workspace: Workspace, _ context: CommandContext
  ) throws -> [UInt8] {
    switch try options.face() {
    case .text: return file.text
    case .md: return file.markdown
    case .json: return file.json
    case .html:
      return file.page(try theme(of: plan, workspace, context), context.formulaStore(of: workspace.repository))
    case .eml:
      return file.mail(
        try theme(of: plan, workspace, context), from: options.sender ?? plan.sender ?? "Sheaf <sheaf@localhost>",
        to: options.recipient ?? plan.recipient)
    }
  }

  private func theme(of plan: DigestPlan, _ workspace: Workspace, _ context: CommandContext) throws -> DigestTheme {
    let repository = workspace.repository
    let (theme, ignored) = try context.siteSource().digestTheme(of: repository, template: plan.template)
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
          "Give the first day with --since, the length of a digest with --each.",
          ko: "첫날은 --since로, 요약의 단위는 --each로 지정하세요."))
    }
    let archive = DigestArchive(
      try request(plan, nil, plan.words, workspace, context),
      try theme(of: plan, workspace, context), context.formulaStore(of: workspace.repository),
      of: workspace, each: options.each ?? .week, version: sheafVersion)
    let first = options.since == nil ? nil : try options.days(plan, workspace, context).days?.first
    let report = try archive.write(to: place.path, since: first, isForced: options.force)
    let (digests, written) = (counted(report.digests, "digest"), counted(report.files.written, "file"))
    context.note(
      report.files.written == 0
        ? Message("\(place.shown): no changes in \(digests)", ko: "\(place.shown): 요약 \(report.digests)개에 변경이 없습니다")
        : Message(
          "Wrote \(written) to \(place.shown) (\(digests))",
          ko: "\(place.shown): 요약 \(report.digests)개, 파일 \(report.files.written)개를 저장했습니다"))
    if !report.files.kept.isEmpty {
      let names = report.files.kept.prefix(5).joined(separator: ", ")
      context.warn(
        Message(
          "Left in the folder, because they were changed by hand: \(names)",
          ko: "저장한 뒤에 바뀌어 폴더에 그대로 둔 파일: \(names)"))
    }
  }
}

extension DigestArchive.Span: ExpressibleByArgument {}

extension DigestArchive {
  /// Creates the digests that are published with a site. Nil if `site.digests` is not set.
  init?(ofSiteOf workspace: Workspace, holdingBack heldBack: Set<NotePath>, in context: CommandContext) throws {
    guard let span = Span(rawValue: workspace.configuration.text("site.digests")) else { return nil }
    var plan = try DigestPlan([], isPublic: true, of: workspace, from: context.siteSource())
    plan.rules.heldBackByHook = heldBack
    let (theme, _) = try context.siteSource().digestTheme(of: workspace.repository, template: nil)
    self.init(
      DigestRequest(plan, nil, nil, text: ""), theme, context.formulaStore(of: workspace.repository), of: workspace,
      each: span, version: sheafVersion)
  }
}

struct DigestOptions: ParsableArguments {
  enum Face: String, CaseIterable, ExpressibleByArgument {
    case text, html, md, eml, json

    /// Creates the format of a file by its extension. Nil for an unknown extension.
    init?(ending: Substring) {
      switch ending.lowercased() {
      case "txt", "text": self = .text
      case "html", "htm": self = .html
      case "md", "markdown": self = .md
      case "eml": self = .eml
      case "json": self = .json
      default: return nil
      }
    }
  }

  @Argument(
    help: help(
      .digestWords,
      "Days (2026-11, last week, 2026-11-01..2026-11-15), a query, or the name of a digest.",
      ko: "기간(2026-11, 지난주, 2026-11-01..2026-11-15), 검색식 또는 요약 이름"))
  var words: [String] = []

  @Option(help: help(.day, "First day, or the commit to start after.", ko: "첫날이나, 바로 다음부터 요약할 커밋"))
  var since: String?

  @Option(help: help(.day, "Last day. Default: today.", ko: "마지막 날(기본값: 오늘)"))
  var until: String?

  @Option(
    name: .customLong("to"),
    help: help(
      .format, "Format: text (default), html, md, eml or json; also by the extension of the output file.",
      ko: "형식: text(기본값), html, md, eml, json. 출력 파일의 확장자로도 정해집니다."))
  var format: Face?

  @Flag(help: help("Print one JSON document.", ko: "JSON 문서 하나로 출력합니다."))
  var json = false

  @Option(name: .shortAndLong, help: help(.file, "Write to this file.", ko: "출력할 파일"))
  var output: String?

  @Option(help: help(.address, "The sender of the mail.", ko: "메일을 보내는 사람"))
  var sender: String?

  @Option(help: help(.address, "The recipient of the mail.", ko: "메일을 받는 사람"))
  var recipient: String?

  @Flag(
    help: help(
      "Send the mail, by the program of the setting digest.send or by sendmail.",
      ko: "digest.send 설정의 프로그램이나 sendmail로 메일을 보냅니다."))
  var send = false

  @Option(help: help(.note, "The note that introduces the digest.", ko: "요약의 머리글로 쓸 메모"))
  var intro: String?

  @Flag(help: help("Leave out notes that the site does not publish.", ko: "사이트에 게시하지 않는 메모를 제외합니다."))
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

  /// True if people other than the owner may read the digest: a file is what people give away.
  var isForOthers: Bool { self.public || send || archive != nil || recipient != nil || output.namedFile != nil }

  func validate() throws {
    guard !json || format == nil else { throw OptionsApart.error("--json", "--to") }
    let isMail = send || (try? face()) == .eml
    guard isMail || sender == nil && recipient == nil else {
      throw ValidationError(
        localized(
          "--sender and --recipient need --to eml or --send",
          ko: "--sender와 --recipient는 --to eml이나 --send와 함께 지정해야 합니다"))
    }
    guard !send || output == nil && (format == nil || format == .eml) && archive == nil else {
      throw ValidationError(
        localized(
          "--send writes no file: leave out --output, --to and --archive",
          ko: "--send는 파일을 만들지 않으므로 --output, --to, --archive와 함께 지정할 수 없습니다"))
    }
    guard archive == nil else {
      guard until == nil else {
        throw ValidationError(
          localized("--archive cannot be used with --until", ko: "--archive는 --until과 함께 지정할 수 없습니다"))
      }
      guard output == nil, format == nil || format == .html else {
        throw ValidationError(
          localized(
            "--archive writes HTML files into its own folder, without --output or --to",
            ko: "--archive는 지정한 폴더에 HTML 파일을 저장하므로 --output, --to와 함께 지정할 수 없습니다"))
      }
      return
    }
    guard each == nil, !force else {
      throw ValidationError(
        localized("--each and --force need --archive", ko: "--each와 --force는 --archive와 함께 지정해야 합니다"))
    }
  }

  /// Returns the form of `--json` or `--to`, otherwise the form for the extension of the output file.
  func face() throws -> Face {
    if json { return .json }
    if let format { return format }
    guard let output = output.namedFile, let name = output.split(separator: "/").last, name.contains("."),
      let ending = name.split(separator: ".").last
    else { return .text }
    guard let face = Face(ending: ending) else {
      throw UsageError(
        Message("A digest has no format “.\(ending)”", ko: "요약에 없는 형식입니다: “.\(ending)”"),
        hint: Message(
          "Use the extension .txt, .html, .md, .eml or .json, or the option --to.",
          ko: "확장자는 .txt, .html, .md, .eml, .json입니다. --to로 지정할 수도 있습니다."))
    }
    return face
  }

  /// Returns the days that were asked for, and the query; no days if a query alone was.
  func days(
    _ plan: DigestPlan, _ workspace: Workspace, _ context: CommandContext
  ) throws -> (days: DayRange?, query: [String]) {
    let today = context.clock().day
    if since != nil || until != nil {
      let last = try until.map { try Self.reading($0, in: context).lastDay } ?? today
      let first = try since.map { try Self.reading($0, in: context).firstDay } ?? last.adding(days: -6)
      return (try Self.range(first, last), plan.words)
    }
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
    guard let first = plan.words.first else { return (lastSeven, []) }
    // A word that is nothing else is more likely a mistyped name than a query.
    if plan.words.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" } }),
      !first.hasPrefix("-")
    {
      throw Problem(
        .usage,
        Message(
          "“\(first)” is not a date range, a digest or a query",
          ko: "기간, 요약 이름, 검색식 중 어느 것도 아닙니다: “\(first)”"),
        hint: nearestName(to: first, among: DigestPlan.names(in: workspace)).map { .didYouMean($0) }
          ?? Message("Notes with this word: text:\(first)", ko: "이 단어가 있는 메모: text:\(first)"))
    }
    return (nil, plan.words)
  }

  /// Returns the days before or after a query: the longest row of words at either end that are days. Nil if no words at
  /// an end are days.
  static func daysAndQuery(_ words: [String], in context: CommandContext) -> (days: DayRange, query: [String])? {
    // No days have more words.
    for count in stride(from: min(words.count, 12), to: 0, by: -1) {
      for (days, query) in [
        (words.prefix(count), words.dropFirst(count)), (words.suffix(count), words.dropLast(count)),
      ] {
        guard let range = context.days(days, for: .past) else { continue }
        // A time of day beside other words is a text.
        if case .moment? = context.pastReading(days.joined(separator: " ")), !query.isEmpty { continue }
        // A word between two terms makes the days one of them.
        let isFirst = days.startIndex == words.startIndex
        if let joint = isFirst ? query.first : query.last, ["AND", "OR"].contains(joint) || joint == "NOT" && !isFirst {
          return nil
        }
        return (range, Array(query))
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
        hint: Message("Use today, monday, 2026-11-01 or 2026-11.", ko: "오늘, 월요일, 2026-11-01, 2026-11처럼 입력하세요."))
    }
    return reading
  }
}
