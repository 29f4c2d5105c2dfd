import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import SheafSite
import Synchronization
import TerminalText
import Wording

/// `sheaf digest`
struct DigestCommand: ContextCommand {

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "digest",
      abstract: localized(
        "Summarise a date range or the results of a query for others.",
        ko: "기간이나 검색식에 맞는 내용을 공유용으로 요약합니다."),
      discussion: localized(
        """
        Default: the last seven days. Sealed letters, drafts and notes with publish: false
        are left out; only their number is shown.

        Examples:
          sheaf digest --week --html -o week.html
          sheaf digest 2026-11 --md
          sheaf digest tag:work --eml --to me@example.org -o work.eml
        """,
        ko: """
          기간을 지정하지 않으면 지난 7일을 요약합니다. 봉인한 편지, 초안, publish: false인 메모는 제외하고 개수만
          표시합니다.

          예:
            sheaf digest --week --html -o week.html
            sheaf digest 2026-11 --md
            sheaf digest tag:일 --eml --to me@example.org -o work.eml
          """))
  }

  @OptionGroup var options: DigestOptions

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let digest = try gathered(in: workspace, context)
    if let output = options.output {
      try OutputFile.write(
        DigestFile(digest, options, workspace, context).bytes, toNamed: context.absolutePath(output)
      )
      context.note(Message("Wrote \(output)", ko: "저장했습니다: \(output)"))
    } else if options.face == .text {
      context.page(
        context.theme.encode(DigestText(digest, context.language).lines(context.page)),
        configured: workspace.configuration.program("pager"))
    } else {
      context.console.write(DigestFile(digest, options, workspace, context).bytes)
    }
    if digest.isEmpty { throw ExitStatus.negative }
  }

  private func gathered(in workspace: Workspace, _ context: CommandContext) throws -> Digest {
    let now = context.clock()
    let git = context.git(in: workspace.repository)
    if let since = options.since, options.until == nil,
      DateExpression.parse(since, relativeTo: now) == nil,
      let revision = try? context.revision(since, in: git)
    {
      return try workspace.digest(since: revision, text: since + "..", from: git, now: now)
    }
    if let range = try options.days(at: context.clock()) {
      return try workspace.digest(of: range, now: now)
    }
    var arguments = QueryArguments()
    arguments.query = options.words
    let query = try arguments.parsed(in: context, workspace).query
    return try workspace.digest(
      of: query, text: options.words.joined(separator: " "), now: now)
  }
}

/// What `sheaf digest` can be given.
struct DigestOptions: ParsableArguments {
  enum Face: String, EnumerableFlag {
    case text, html, md, eml

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
      }
    }
  }

  @Argument(
    parsing: .allUnrecognized,
    help: help(
      "Days (2026-11, last week, 2026-11-01..2026-11-15) or a query.",
      ko: "기간(2026-11, 지난주, 2026-11-01..2026-11-15) 또는 검색식"))
  var words: [String] = []

  @Flag(help: help("Summarise this week.", ko: "이번 주를 요약합니다."))
  var week = false

  @Flag(help: help("Summarise this month.", ko: "이번 달을 요약합니다."))
  var month = false

  @Option(help: help("The first day, or a commit after which.", ko: "첫날, 또는 이 커밋 다음"))
  var since: String?

  @Option(help: help("The last day. Default: today.", ko: "마지막 날(기본값: 오늘)"))
  var until: String?

  @Flag(exclusivity: .exclusive)
  var face: Face = .text

  @Option(name: .shortAndLong, help: help("Write to this file.", ko: "출력할 파일"))
  var output: String?

  @Option(help: help("With --eml: the sender.", ko: "--eml과 함께: 보내는 사람"))
  var from: String?

  @Option(help: help("With --eml: the recipient.", ko: "--eml과 함께: 받는 사람"))
  var to: String?

  init() {}

  /// The days that were asked for; nil if the words are a query.
  func days(at now: CivilMoment) throws -> DayRange? {
    let today = now.day
    if since != nil || until != nil {
      let last = try until.map { try Self.reading($0, at: now).lastDay } ?? today
      let first =
        try since.map { try Self.reading($0, at: now).firstDay } ?? last.adding(days: -6)
      return DayRange(first, last)
    }
    if week {
      return DayRange(today.startOfWeek(.monday), today.startOfWeek(.monday).adding(days: 6))
    }
    if month { return DayRange(today.startOfMonth, today.endOfMonth) }
    guard !words.isEmpty else { return DayRange(today.adding(days: -6), today) }
    let reading = DateExpression.parse(words.joined(separator: " "), relativeTo: now)
    return reading.map { DayRange($0.firstDay, $0.lastDay) }
  }

  private static func reading(_ text: String, at now: CivilMoment) throws -> DateReading {
    guard let reading = DateExpression.parse(text, relativeTo: now) else {
      throw UsageError(
        Message("Not a date: “\(text)”", ko: "날짜로 읽을 수 없습니다: “\(text)”"),
        hint: Message(
          "Use today, monday, 2026-11-01 or 2026-11.", ko: "오늘, 월요일, 2026-11-01, 2026-11처럼 입력하세요."))
    }
    return reading
  }
}

/// A digest in the form in which it is kept or sent.
struct DigestFile {
  private let digest: Digest
  private let options: DigestOptions
  private let workspace: Workspace
  private let context: CommandContext

  init(
    _ digest: Digest, _ options: DigestOptions, _ workspace: Workspace, _ context: CommandContext
  ) {
    self.digest = digest
    self.options = options
    self.workspace = workspace
    self.context = context
  }

  private var language: Language { context.language }

  var bytes: [UInt8] {
    switch options.face {
    case .md: return Array(DigestMarkdown(digest, language).text.utf8)
    case .html:
      return context.formulaStore(of: workspace.repository).complete { html(mathML: $0) }
    case .text: return text
    case .eml:
      let mail = DigestMail(
        subject: DigestWords(digest, language).title,
        text: String(decoding: text, as: UTF8.self), html: html { _ in nil }, now: context.clock(),
        sender: options.from ?? "Sheaf <sheaf@localhost>", recipient: options.to)
      return Array(mail.message.utf8)
    }
  }

  /// On lines of 72 cells, as mail has them.
  private var text: [UInt8] {
    let page = Page(columns: 72, language: language, asciiOnly: false, isTerminal: false)
    return Theme.plain.encode(DigestText(digest, language).lines(page)).bytes
  }

  /// - Parameter mathML: What is known of formulas. Clients of mail show no MathML, so in a mail they stay TeX.
  private func html(mathML: @escaping @Sendable (Formula) -> String?) -> [UInt8] {
    let pictures = DigestPictures(workspace)
    return DigestHTML(digest, language, mathML: mathML) { pictures.place(of: $1, in: $0) }.page
  }
}

/// The pictures of notes as addresses that hold them whole.
struct DigestPictures: Sendable {
  private let workspace: Workspace
  /// Bytes; a larger one is replaced by its words.
  private let limit: Int
  private let known = KnownTargets()

  init(_ workspace: Workspace) {
    self.workspace = workspace
    limit = workspace.configuration.integer("digest.picture-size") * 1_024
  }

  func place(of link: BodyLink, in note: NotePath) -> BodyPlace {
    guard let target = targets(in: note)[link.destination],
      let size = workspace.files.fingerprint(target)?.size, size <= limit,
      let original = try? workspace.files.read(target),
      // A digest is sent to others.
      let bytes = CleanPicture.published(original, name: String(target.fileName)),
      let picture = PictureFile(bytes)
    else { return .hidden }
    return .address(
      PictureFile.dataAddress(bytes, mediaType: picture.mediaType), size: picture.size)
  }

  /// Where the links of a note lead, by what they say. A note is asked about once for all its pictures.
  private func targets(in note: NotePath) -> [String: NotePath] {
    known.last.withLock { last in
      if let last, last.note == note { return last.targets }
      let links = (try? workspace.index.links(from: note)) ?? []
      let targets = Dictionary(
        links.map { (percentDecoded($0.destination), $0.target) },
        uniquingKeysWith: { first, _ in first }
      ).compactMapValues(\.self)
      last = (note, targets)
      return targets
    }
  }

  private final class KnownTargets: Sendable {
    let last = Mutex<(note: NotePath, targets: [String: NotePath])?>(nil)
  }
}
