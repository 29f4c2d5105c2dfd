package import NoteModel
import NoteSyntax
package import Wording

/// A setting: its name, its type, its default, and its effect.
package struct ConfigurationKey: Sendable {
  package enum ValueType: Sendable, Hashable {
    case text
    /// A line of the shell that is run. A repository sets it only if it is trusted.
    case program
    case boolean
    /// A boolean that opens something closed on purpose: private networks, pages to scripts, commands to hooks of git.
    /// A repository sets it only if it is trusted.
    case guarded
    /// A file or a folder outside the repository that is written. A repository sets it only if it is trusted.
    case outsidePath
    /// A folder that is filled with files. A repository sets one outside itself only if it is trusted.
    case outputFolder
    case integer
    /// Milliseconds between requests. A repository makes it longer; shorter only if it is trusted.
    case interval
    case list
    case choice([String])
    /// A list of some of these.
    case choices([String])
    /// A ``DayPattern`` for notes that cover a period, or nothing.
    case dayPattern(DayPattern.Period)
    /// Any names of the user's own below this key: `views:`.
    case table
    /// A table of ``OwnStatuses``, their meanings by name.
    case statuses
    /// A table of ``NoteSchema`` by name.
    case schemas
    /// Groups of settings by names of the user's own: `digests: {weekly: {title: News}}`, also written `weekly.title:
    /// News`.
    case tables
    /// Settings of `site` by names of the user's own: `sites: {work: {title: Plans}}`, also written `sites.work.title:
    /// Plans`. Each of them is a setting by itself, see ``SiteSetting``.
    case sites
    /// A repository of the user's, or several by name. A repository sets neither.
    case userFolder, userFolders
    /// A table of command lines by name: of Sheaf, or of the shell. A repository sets it only if it is trusted.
    case commands
  }

  package let name: String
  package let type: ValueType
  package let defaultValue: ConfigurationValue
  package let summary: Message

  init(
    _ name: String, _ type: ValueType, _ defaultValue: ConfigurationValue, _ english: String,
    ko korean: String
  ) {
    self.name = name
    self.type = type
    self.defaultValue = defaultValue
    summary = Message(english, ko: korean)
  }

  /// Creates a setting like `key` under another name.
  init(_ name: String, like key: ConfigurationKey) {
    self.name = name
    type = key.type
    defaultValue = key.defaultValue
    summary = key.summary
  }

  /// The file that a setting belongs into.
  package enum Scope: Sendable {
    /// The user's, for all repositories.
    case user
    /// The repository's; in the user's file it would mix the values of several, so it has no effect there.
    case repository
    /// The repository's; the user's has a value for all repositories that set none.
    case either
  }

  package var scope: Scope {
    switch type {
    case .program, .commands, .interval, .userFolder, .userFolders: .user
    case .outsidePath: .repository
    case .outputFolder, .text, .boolean, .guarded, .integer, .list, .choice, .choices, .dayPattern,
      .table, .tables, .sites, .statuses, .schemas:
      .either
    }
  }

  /// True for a setting with values that could turn Sheaf against its user, or against others in the user's name.
  package var isDelicate: Bool {
    switch type {
    case .program, .guarded, .outsidePath, .interval, .commands, .userFolder, .userFolders: true
    case .outputFolder, .text, .boolean, .integer, .list, .choice, .choices, .dayPattern, .table,
      .tables, .sites, .statuses, .schemas:
      false
    }
  }

  /// True for a setting with values that a repository sets only if it is trusted.
  package var mayNeedTrust: Bool { isDelicate || type == .outputFolder }

  /// Returns true if only a trusted repository may replace the present value by this one.
  func needsTrust(for value: ConfigurationValue, insteadOf current: ConfigurationValue?) -> Bool {
    guard mayNeedTrust, value != current else { return false }
    switch (type, value, current) {
    case (.guarded, .boolean(let opens), _): return opens
    case (.outputFolder, .text(let path), _): return !Self.staysInside(path)
    case (.interval, .integer(let interval), .integer(let current)): return interval < current
    default: return true
    }
  }

  /// Returns true for a relative path without `..`.
  package static func staysInside(_ path: String) -> Bool {
    !path.hasPrefix("/") && !path.hasPrefix("~")
      && !path.split(separator: "/").contains("..")
  }

  /// The variable that sets it: `links.region` is `SHEAF_LINKS_REGION`.
  package var environmentVariable: String {
    "SHEAF_" + name.uppercased().map { $0 == "." || $0 == "-" ? "_" : $0 }
  }
}

package enum ConfigurationValue: Sendable, Hashable {
  case text(String)
  case program(String)
  case boolean(Bool)
  case integer(Int)
  case list([String])
  case table([String: String])
  case schemas(NoteSchemas)
}

extension ConfigurationValue: CustomStringConvertible {
  /// The value in the form of the file, which `config set` reads.
  package var description: String {
    switch self {
    case .text(let text), .program(let text): text.isEmpty ? "\"\"" : text
    case .boolean(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .list(let items): YAMLScalar.flowList(items)
    case .table(let table):
      "{"
        + table.sorted { $0.key < $1.key }
        .map { YAMLScalar.flowItem($0.key) + ": " + YAMLScalar.flowItem($0.value) }
        .joined(separator: ", ") + "}"
    case .schemas(let schemas): SchemaText.flow(schemas)
    }
  }
}

/// Every setting: the parser, `sheaf config`, the commented file of `init` and the manual read this table.
package enum ConfigurationCatalogue {
  package static let keys: [ConfigurationKey] = [
    ConfigurationKey(
      "language", .choice(["", "en", "ko"]), .text(""),
      "The language of messages: en or ko. Default: the locale's.",
      ko: "언어: en 또는 ko(기본값: 로캘)"),
    ConfigurationKey(
      "dates.style", .choice(["", "full", "long", "medium", "short", "dotted"]), .text(""),
      "How days are written in listings, by show and on the site: full (Saturday, 21 November 2026), long, medium, short or dotted (2026.11.21). Default: what fits each place.",
      ko:
        "목록, show, 사이트의 날짜 형식: full(2026년 11월 21일 토요일), long, medium, short, dotted(2026.11.21)(기본값: 자리에 맞는 형식)"
    ),
    ConfigurationKey(
      "repository", .userFolder, .text(""),
      "The repository that commands use outside of any other.",
      ko: "저장소 밖에서 실행할 때 사용할 저장소"),
    ConfigurationKey(
      "repositories", .userFolders, .table([:]),
      "Names of repositories for -C @NAME: {work: ~/work/notes}.",
      ko: "-C @이름으로 지정할 저장소(예: {일: ~/일/메모})"),
    ConfigurationKey(
      "editor", .program, .program(""), "The editor. Default: VISUAL, EDITOR or vi.",
      ko: "편집기(기본값: VISUAL, EDITOR, vi 순)"),
    ConfigurationKey(
      "pager", .program, .program(""), "The pager; cat: none. Default: PAGER or less.",
      ko: "페이저. cat이면 사용하지 않음(기본값: PAGER, less 순)"),
    ConfigurationKey(
      "picker", .program, .program(""),
      "The program that -i chooses notes with, such as fzf. Default: Sheaf's own picker.",
      ko: "-i에서 사용할 선택 프로그램(예: fzf, 기본값: Sheaf의 선택 화면)"),
    ConfigurationKey(
      "opener", .program, .program(""), "The program that opens links. Default: xdg-open.",
      ko: "링크를 여는 프로그램(기본값: xdg-open)"),
    ConfigurationKey(
      "clipboard", .program, .program(""),
      "The program that prints the clipboard, for templates. Default: wl-paste, xclip or xsel.",
      ko: "템플릿에 사용할 클립보드의 내용을 출력하는 프로그램(기본값: wl-paste, xclip, xsel)"),
    ConfigurationKey(
      "links.style", .choice(["", "wiki", "wiki-path", "relative", "root"]), .text(""),
      "How new links are written: [[name]], [[path/name]], [text](../path) or [text](path from the root). Default: as most links of the repository are.",
      ko: "새 링크의 형식: [[이름]], [[경로/이름]], [텍스트](../경로), [텍스트](루트부터의 경로)(기본값: 저장소에 가장 많은 형식)"),
    ConfigurationKey(
      "links.region", .list, .list([]),
      "Countries whose phone numbers become links: KR, US, JP, GB, DE or all. Default: the locale's. +82 10 … always is one.",
      ko: "전화번호를 링크로 인식할 나라: KR, US, JP, GB, DE 또는 all(기본값: 로캘). +82 10 …은 항상 링크로 인식"),
    ConfigurationKey(
      "links.detect", .choices(["date", "address"]), .list([]),
      "Other text that becomes a link in pages: date (to the day's page), address (Korean street addresses, to a map).",
      ko: "페이지에서 링크로 만들 다른 텍스트: date(그날의 페이지로), address(도로명 주소를 지도로)"),
    ConfigurationKey(
      "links.roots", .list, .list([]),
      "Folders in which links from a site's root (/guide) are looked up, besides the repository's root and the folders above the note.",
      ko: "사이트 루트부터 시작하는 링크(/guide)를 찾을 폴더. 저장소 루트와 메모의 상위 폴더는 항상 포함"),
    ConfigurationKey(
      "links.addresses", .table, .table([:]),
      "The addresses that a site gives the pages of a folder: blog for /blog/:year/:month/:day/:title.",
      ko: "사이트에서 폴더의 페이지에 붙이는 주소(예: blog는 /blog/:year/:month/:day/:title)"),
    ConfigurationKey(
      "links.ignore", .list, .list([]),
      "Destinations that check does not look for: g, if a template of the site makes [word](g) a link to its glossary; /tags/, for pages that the site makes of no file (patterns as in .gitignore).",
      ko: "check에서 찾지 않을 링크 대상. 예: 사이트의 템플릿이 [단어](g)를 용어집 링크로 바꾸면 g, 파일 없이 만들어지는 페이지면 /tags/(.gitignore 형식)"),
    ConfigurationKey(
      "links.particles", .boolean, .boolean(true),
      "mv and rename: adapt the Korean particle after a wiki link to the new name.",
      ko: "mv와 rename에서 위키 링크 뒤의 조사를 새 이름에 맞춤"),
    ConfigurationKey(
      "links.external-interval", .interval, .integer(1_000),
      "check --external: milliseconds between two requests to one host.",
      ko: "check --external에서 같은 호스트에 요청하는 간격(밀리초)"),
    ConfigurationKey(
      "links.external-timeout", .integer, .integer(20),
      "check --external: seconds to wait for an answer.", ko: "check --external에서 응답을 기다리는 시간(초)"),
    ConfigurationKey(
      "links.external-fresh-days", .integer, .integer(7),
      "check --external: days for which a page that was found is not requested again. A missing page: one day; an unclear answer: one hour.",
      ko: "check --external에서 정상인 페이지를 다시 확인하지 않는 기간(일). 없는 페이지는 하루, 알 수 없는 페이지는 한 시간"),
    ConfigurationKey(
      "links.external-ignore", .list, .list([]),
      "check --external: prefixes of addresses that are never requested.",
      ko: "check --external에서 요청하지 않을 주소의 앞부분"),
    ConfigurationKey(
      "links.external-private", .guarded, .boolean(false),
      "check --external: also request addresses of this computer and network.",
      ko: "check --external에서 이 컴퓨터와 사설 네트워크의 주소도 확인"),
    ConfigurationKey(
      "profile", .choices(Profile.all.map(\.name)), .list([]),
      "Programs whose rules notes are read by: \(Profile.all.map(\.name).joined(separator: ", ")). Default: those recognised from the folder.",
      ko:
        "메모를 읽는 방식을 정하는 프로그램: \(Profile.all.map(\.name).joined(separator: ", ")). 기본값은 폴더에서 알아낸 프로그램"
    ),
    ConfigurationKey(
      "ignore", .list, .list([]), "Patterns of files to skip, as in .gitignore.",
      ko: "제외할 파일의 패턴(.gitignore 형식)"),
    ConfigurationKey(
      "folders.memo", .text, .text("Memo"), "Where new notes go.", ko: "새 메모를 저장할 폴더"),
    ConfigurationKey(
      "folders.diary", .text, .text("Diary"), "Where diary entries go.", ko: "일기를 저장할 폴더"),
    ConfigurationKey(
      "diary.path", .dayPattern(.day), .text(""),
      "Name pattern of diary entries: Daily/{{year}}/{{day}}.md. Default: {{year}}/{{day}}.md in folders.diary.",
      ko: "일기 파일의 이름 패턴: Daily/{{year}}/{{day}}.md(기본값: folders.diary 안의 {{year}}/{{day}}.md)"),
    ConfigurationKey(
      "diary.title", .text, .text(""),
      "The name of a diary entry in links, besides its file name: {{shortMonthName}} {{ordinalDay}}, {{year}}.",
      ko: "링크에서 일기를 부르는 이름(파일 이름과 다를 때): {{shortMonthName}} {{ordinalDay}}, {{year}}"),
    ConfigurationKey(
      "diary.week-path", .dayPattern(.week), .text(""),
      "Name pattern of weekly notes: Weeks/{{weekYear}}-W{{week}}.md. Default: next to the diary entries.",
      ko: "주간 메모의 이름 패턴: Weeks/{{weekYear}}-W{{week}}.md(기본값: 일기와 같은 곳)"),
    ConfigurationKey(
      "diary.month-path", .dayPattern(.month), .text(""),
      "Name pattern of monthly notes: Months/{{year}}-{{month}}.md. Default: next to the diary entries.",
      ko: "월간 메모의 이름 패턴: Months/{{year}}-{{month}}.md(기본값: 일기와 같은 곳)"),
    ConfigurationKey(
      "diary.template", .text, .text(""),
      "The template of diary entries: a path from the root. Default: .sheaf/templates/diary.md.",
      ko: "일기 템플릿의 경로. 저장소 루트부터 지정(기본값: .sheaf/templates/diary.md)"),
    ConfigurationKey(
      "folders.templates", .text, .text(""),
      "A folder whose notes are templates: no tasks, no checks, not published.",
      ko: "템플릿 폴더. 그 안의 메모는 할 일과 검사와 게시에서 제외"),
    ConfigurationKey(
      "folders.drafts", .text, .text(""), "A folder whose notes are drafts: not published.",
      ko: "초안 폴더. 그 안의 메모는 게시하지 않음"),
    ConfigurationKey(
      "folders.attachments", .text, .text("assets"), "Where attachments go.",
      ko: "첨부 파일을 저장할 폴더"),
    ConfigurationKey(
      "templates", .table, .table([:]), "Templates of new notes by folder: Memo/Work: meeting.",
      ko: "폴더별 새 메모 템플릿(예: Memo/일: 회의)"),
    ConfigurationKey(
      "schemas", .schemas, .schemas(NoteSchemas()),
      "The fields of notes, by a name of your own: {book: {folder: Books, template: book, fields: {author: {type: link, folder: People, required: true}, state: {values: [unread, read], default: unread}}}}. folder, tag and type say which notes: several with [a, b], all notes without any. Types: \(SchemaText.typeList).",
      ko:
        "메모의 필드. 직접 정한 이름별로 지정: {책: {folder: 책, template: 책, fields: {지은이: {type: link, folder: 사람, required: true}, 상태: {values: [안 읽음, 읽음], default: 안 읽음}}}}. folder, tag, type으로 메모를 지정하고 여러 개는 [a, b]. 없으면 모든 메모. 종류: \(SchemaText.typeList)"
    ),
    ConfigurationKey(
      "calendar.path", .outsidePath, .text(""),
      "Keep this calendar up to date after each command that writes: an .ics file, or a folder of entries (vdir).",
      ko: "저장하는 명령마다 갱신할 캘린더: .ics 파일, 또는 항목 파일의 폴더(vdir)"),
    ConfigurationKey(
      "calendar.query", .text, .text(""), "The tasks in calendar.path: a query. Default: all.",
      ko: "calendar.path에 넣을 할 일의 검색식(기본값: 전체)"),
    ConfigurationKey(
      "calendar.entries", .choice(["tasks", "events"]), .text("tasks"),
      "The form of tasks in calendar.path: tasks, or events for calendars that show no tasks.",
      ko: "calendar.path에서 할 일의 형식: tasks(할 일), 할 일을 표시하지 않는 캘린더에는 events(일정)"),
    ConfigurationKey(
      "remind.shared", .boolean, .boolean(false),
      "Keep delivered reminders in .sheaf/reminded, so that each is delivered on one computer only.",
      ko: "보낸 알림을 .sheaf/reminded에 기록해 한 컴퓨터에서만 알림을 보냅니다."),
    ConfigurationKey(
      "git.commit", .guarded, .boolean(false),
      "Make a git commit of the files that a command writes. Only in a trusted repository, because git runs its hooks and filters.",
      ko: "신뢰하는 저장소에서 파일을 바꾸는 명령마다 그 파일만 git에 커밋합니다. 이때 git이 저장소의 훅과 필터를 실행합니다."),
    ConfigurationKey(
      "sync.include", .list, .list([]),
      "Patterns of other files that sync commits with the notes, as in .gitignore.",
      ko: "sync가 메모와 함께 커밋할 다른 파일의 패턴(.gitignore 형식)"),
    ConfigurationKey(
      "git.dates", .boolean, .boolean(true),
      "Whether notes without created and updated take the dates of their commits.",
      ko: "created와 updated가 없는 메모에 커밋 날짜를 사용할지"),
    ConfigurationKey(
      "undo.entries", .integer, .integer(200), "How many commands undo keeps.",
      ko: "되돌릴 수 있게 보관할 명령의 수"),
    ConfigurationKey(
      "undo.megabytes", .integer, .integer(100), "The largest size of the undo journal, in megabytes.",
      ko: "되돌리기 기록의 최대 크기(메가바이트)"),
    ConfigurationKey(
      "folders.tasks", .text, .text("Diary/Tasks"), "Where new tasks go.", ko: "할 일을 저장할 폴더"),
    ConfigurationKey(
      "folders.letters", .text, .text("Memo/Letters"), "Where letters go.", ko: "편지를 저장할 폴더"),
    ConfigurationKey(
      "tasks.notation", .choice(["emoji", "brackets"]), .text("emoji"),
      "How check box fields are written in a note that has none yet.",
      ko: "체크박스 필드를 저장하는 형식(메모에 이미 있으면 그 형식)"),
    ConfigurationKey(
      "tasks.read-words", .boolean, .boolean(false),
      "Whether add finds day, time, recurrence and priority among the words of the title, as with -w.",
      ko: "add에서 -w처럼 제목의 단어에서 날짜, 시각, 반복, 우선순위를 찾을지"),
    ConfigurationKey(
      "tasks.statuses", .statuses, .table(["waiting": "open", "someday": "later"]),
      "Statuses of your own, each open, doing or later, with the character of their check boxes: {in-review: doing r}. Tasks that are for later are listed only where their status is asked for. Each has a column of the board.",
      ko:
        "직접 정한 상태. open, doing, later 중 하나와 체크박스의 문자: {in-review: doing r}. later 상태의 할 일은 그 상태를 검색할 때만 표시. 보드에 상태마다 열이 있음"
    ),
    ConfigurationKey(
      "tasks.body-limit", .integer, .integer(0),
      "The most characters of a task's body; 0: no limit.",
      ko: "할 일 본문의 최대 글자 수(0이면 제한 없음)"),
    ConfigurationKey(
      "tasks.require-body", .boolean, .boolean(false),
      "Whether a task must have a body below its title.", ko: "할 일에 본문이 꼭 있어야 하는지"),
    ConfigurationKey(
      "colors.when", .choice(["auto", "always", "never"]), .text("auto"),
      "When output has colours. --color, NO_COLOR and FORCE_COLOR take precedence.",
      ko: "출력에 색상을 사용하는 때. --color, NO_COLOR, FORCE_COLOR가 우선"),
    ConfigurationKey(
      "colors.background", .choice(["", "dark", "light"]), .text(""),
      "The background of the terminal. Default: as COLORFGBG says, else dark.",
      ko: "터미널 배경(기본값: COLORFGBG에 따르고, 없으면 dark)"),
    ConfigurationKey(
      "colors.styles", .table, .table([:]),
      "Colours of your own: {overdue: bold red, code: \"#a06000\", marked: black on yellow}. Styles: title, heading, strong, emphasis, struck, code, link, broken, tag, path, dim, match, overdue, done, quote, mark, line, marked, mathematics.",
      ko:
        "직접 정한 색상: {overdue: bold red, code: \"#a06000\", marked: black on yellow}. 스타일: title, heading, strong, emphasis, struck, code, link, broken, tag, path, dim, match, overdue, done, quote, mark, line, marked, mathematics"
    ),
    ConfigurationKey(
      "ascii", .boolean, .boolean(false), "Whether boxes and marks are drawn in ASCII, as with --ascii.",
      ko: "--ascii처럼 상자와 기호를 ASCII로 표시할지"),
    ConfigurationKey(
      "confirm", .choice(["always", "several", "never"]), .text("several"),
      "When rm asks on a terminal: before every removal, before several files, never.",
      ko: "터미널에서 rm이 확인하는 때: 항상(always), 여러 개일 때(several), 확인하지 않음(never)"),
    ConfigurationKey(
      "columns", .table, .table([:]),
      "The columns of listings on a terminal, by command: {list: \"title due\"}. See --columns.",
      ko: "터미널에서 목록의 열. 명령별로 지정: {list: \"title due\"}. --columns 참고"),
    ConfigurationKey(
      "calendar.week-start", .choice(["", "monday", "sunday", "saturday"]), .text(""),
      "The first day of the week in calendars. Default: Sunday in Korean, else Monday.",
      ko: "달력에서 한 주의 첫날(기본값: 한국어는 일요일, 그 밖에는 월요일)"),
    ConfigurationKey(
      "board.columns", .list, .list(["todo", "doing", "done"]),
      "The columns of the board; statuses of your own are allowed.",
      ko: "보드의 열. 직접 정한 상태도 사용 가능"),
    ConfigurationKey(
      "board.limits", .table, .table(["done": "10"]),
      "The most tasks per column of the board, by status.",
      ko: "보드의 열마다 표시할 최대 개수. 상태별로 지정"),
    ConfigurationKey(
      "board.sort", .choice(["", "due"]), .text(""),
      "How the columns of the board are sorted. due: every column by due date. Default: open tasks by due date, closed ones with the last closed first.",
      ko: "보드 열의 정렬. due이면 모든 열을 마감일순으로 정렬(기본값: 열린 할 일은 마감일순, 닫은 할 일은 최근에 닫은 순)"),
    ConfigurationKey(
      "remind.command", .program, .program(""),
      "The shell command that delivers reminders; it reads the tasks and notes as JSON. Default: notify-send.",
      ko: "알림을 보내는 셸 명령. 할 일과 메모를 JSON으로 받음(기본값: notify-send)"),
    ConfigurationKey(
      "remind.sound", .text, .text("message-new-instant"),
      "The sound of reminders on the desktop, a name of its sound theme; empty for none.",
      ko: "데스크톱 알림 소리. 소리 테마의 이름이며 비우면 소리가 나지 않음"),
    ConfigurationKey(
      "remind.quiet", .text, .text(""), "Hours without reminders, such as 22:00-07:00.",
      ko: "알림을 보내지 않을 시간(예: 22:00-07:00)"),
    ConfigurationKey(
      "remind.day-time", .text, .text("09:00"),
      "The time of day at which a day without a time begins, for reminders.",
      ko: "시각이 없는 날짜의 알림 기준 시각"),
    ConfigurationKey(
      "hooks.on-add", .program, .program(""),
      "The shell command that sees new notes as JSON before they are written, and may refuse or change them; see sheaf-hooks(5).",
      ko: "새 메모를 저장하기 전에 JSON으로 받는 셸 명령. 거부하거나 바꿀 수 있음(sheaf-hooks(5) 참고)"),
    ConfigurationKey(
      "hooks.on-change", .program, .program(""),
      "The same for notes that are changed, renamed or removed.",
      ko: "바꾸거나 옮기거나 지우는 메모를 받는 셸 명령"),
    ConfigurationKey(
      "hooks.on-publish", .program, .program(""),
      "The same for the notes of a site before it is written; it may refuse, or leave notes out.",
      ko: "게시하기 전에 사이트의 메모를 받는 셸 명령. 거부하거나 메모를 제외할 수 있음"),
    ConfigurationKey(
      "hooks.seconds", .integer, .integer(10), "How long a hook may take, in seconds.",
      ko: "훅이 끝날 때까지 기다리는 시간(초)"),
    ConfigurationKey(
      "fmt.bullet", .choice(["-", "*", "+"]), .text("-"), "The marker of list items.",
      ko: "목록 항목의 기호"),
    ConfigurationKey(
      "fmt.emphasis", .choice(["*", "_", "keep"]), .text("*"),
      "The delimiter of emphasis; keep: as in the note.", ko: "강조 기호. keep이면 메모에 있는 그대로"),
    ConfigurationKey(
      "fmt.ignore", .list, .list([]),
      "Patterns of files that are formatted only if they are named, as in .gitignore; so are templates.",
      ko: "직접 지정할 때만 정리할 파일의 패턴(.gitignore 형식). 템플릿도 마찬가지"),
    ConfigurationKey(
      "fmt.list-indent", .choice(["text", "4"]), .text("text"),
      "Indentation of blocks below a list item: under its text, or four columns.",
      ko: "목록 항목에 딸린 블록의 들여쓰기: 텍스트 위치 또는 네 칸"),
    ConfigurationKey(
      "fmt.numbering", .choice(["ascending", "same", "keep"]), .text("ascending"),
      "The numbers of ordered lists.", ko: "번호 목록의 번호"),
    ConfigurationKey(
      "fmt.reader",
      .choice(["auto", "commonmark", "mdx", "python-markdown", "kramdown", "pandoc", "outline", "source-headings"]),
      .text("auto"),
      "The program for which the notes are written; text that it reads otherwise than CommonMark is not changed. auto: as the profile says; outline: files are formatted only if they are named.",
      ko: "메모를 읽는 프로그램. CommonMark와 다르게 읽는 부분은 그대로 둠. auto이면 프로필에 따름. outline이면 직접 지정한 파일만 정리"),
    ConfigurationKey(
      "fmt.table", .choice(["aligned", "compact", "keep"]), .text("aligned"),
      "How tables are written.", ko: "표의 형식"),
    ConfigurationKey(
      "fmt.wrap", .integer, .integer(0), "Break paragraphs at N columns; 0: never.",
      ko: "문단을 줄바꿈할 너비(0이면 줄바꿈하지 않음)"),
    ConfigurationKey(
      "check", .table, .table([:]), "Severity of each check by name: off, info, warning or error.",
      ko: "검사별 심각도: off, info, warning, error"),
    ConfigurationKey(
      "inbox", .text, .text("Memo/Inbox.md"), "The note that “sheaf jot” adds lines to.",
      ko: "“sheaf jot”으로 줄을 추가할 메모"),
    ConfigurationKey(
      "alias", .commands, .table([:]),
      "Aliases of commands with their first arguments: w for “list tag:work”.",
      ko: "명령과 첫 인수의 별칭(예: w는 “list tag:일”)"),
    ConfigurationKey(
      "views", .table, .table([:]), "Saved queries; @name uses one in any query.",
      ko: "저장한 검색식. 검색식 안에서 @이름으로 사용"),
    ConfigurationKey(
      "renderers", .commands, .table([:]),
      "Programs that draw diagrams, by the language of the fence: dot for “dot -Tsvg”. They read the source and write SVG.",
      ko: "코드 블록의 언어별로 다이어그램을 그릴 프로그램(예: dot은 “dot -Tsvg”). 원본을 읽고 SVG를 출력해야 합니다."),
    ConfigurationKey(
      "digest.picture-size", .integer, .integer(512),
      "The largest picture that a digest contains, in kilobytes.", ko: "요약에 넣을 그림의 최대 크기(킬로바이트)"),
    ConfigurationKey(
      "digest.title", .text, .text(""), "The title of digests. Default: that of the site, else the folder's name.",
      ko: "요약의 제목(기본값: 사이트 이름, 없으면 폴더 이름)"),
    ConfigurationKey(
      "digest.sections", .list, .list([]),
      "The parts of a digest and their order: intro, tasks, notes, diary, ahead, years, a saved query or a note by its name. Default: intro tasks notes diary ahead.",
      ko:
        "요약에 넣을 부분과 순서: intro, tasks, notes, diary, ahead, years, 저장한 검색식이나 메모의 이름. 기본값은 intro tasks notes diary ahead"),
    ConfigurationKey(
      "digest.intro", .text, .text("digest/{name}"),
      "The note that introduces a digest; {name} is 2026-W47, 2026-11 or 2026.",
      ko: "요약의 머리글로 쓸 메모. {name}은 2026-W47, 2026-11, 2026 같은 기간 이름"),
    ConfigurationKey(
      "digest.lines", .integer, .integer(4), "The most changes of one note that a digest tells.",
      ko: "요약에서 메모 하나의 변경을 보여 줄 최대 줄 수"),
    ConfigurationKey(
      "digest.limit", .integer, .integer(12),
      "The most notes of a group that a digest tells; of others it has the titles.",
      ko: "요약에서 한 묶음에 내용을 보여 줄 최대 메모 수(나머지는 제목만)"),
    ConfigurationKey(
      "digest.bulk", .integer, .integer(10),
      "From this number on, notes that came or moved together are one line of a digest.",
      ko: "이 수 이상의 메모가 한꺼번에 추가되거나 옮겨지면 요약에 한 줄로 표시"),
    ConfigurationKey(
      "digest.ahead", .text, .text("7d"), "The days after a digest whose tasks it tells: 7d, 2w.",
      ko: "요약에 넣을 다가오는 기간: 7d, 2w"),
    ConfigurationKey(
      "digest.skip", .list, .list([]), "Notes, folders and #tags that are no news.", ko: "요약에서 제외할 메모, 폴더, #태그"),
    ConfigurationKey(
      "digest.fields", .list, .list([]),
      "The fields whose changes a digest tells. Default: status due priority assignee tags title.",
      ko: "바뀌면 요약에 표시할 필드(기본값: status due priority assignee tags title)"),
    ConfigurationKey(
      "digest.authors", .choice(["auto", "always", "never"]), .text("auto"),
      "Whether a digest says who wrote what. auto: if several did.", ko: "요약에 작성자 표시 여부. auto이면 여러 명일 때만 표시"),
    ConfigurationKey(
      "digest.removed", .boolean, .boolean(true), "A digest shows former and removed words.",
      ko: "요약에 이전 표현과 지운 텍스트 표시"),
    ConfigurationKey(
      "digest.diary", .choice(["full", "first", "none"]), .text("full"),
      "The diary in a digest: whole entries, the first paragraph of each, or none.",
      ko: "요약의 일기: full(전체), first(첫 문단), none(없음)"),
    ConfigurationKey(
      "digest.pictures", .integer, .integer(12), "The most pictures in a digest.", ko: "요약에 넣을 최대 그림 수"),
    ConfigurationKey(
      "digest.send", .program, .text(""),
      "The program that sends digests: it gets the mail on its standard input, the addresses as SHEAF_SENDER and SHEAF_RECIPIENT. Default: sendmail -t -i.",
      ko: "요약을 보낼 프로그램. 표준 입력으로 메일을 받으며 주소는 SHEAF_SENDER와 SHEAF_RECIPIENT에 있음(기본값: sendmail -t -i)"),
    ConfigurationKey(
      "digests", .tables, .table([:]),
      "Digests by name, for sheaf digest NAME: {weekly: {query: tag:work, days: last week, sections: tasks notes, title: News, language: ko, template: letter, to: me@example.org}}. All but the name can be left out; every setting of digest.… is possible too.",
      ko:
        "이름으로 만드는 요약(sheaf digest 이름): {주간: {query: tag:일, days: 지난주, sections: tasks notes, title: 소식, language: ko, template: letter, to: me@example.org}}. 필요한 것만 지정하며 digest.… 설정도 모두 쓸 수 있음"
    ),
    ConfigurationKey(
      "site.title", .text, .text(""), "The site's name. Default: the folder's.",
      ko: "사이트 이름(기본값: 폴더 이름)"),
    ConfigurationKey(
      "site.url", .text, .text(""), "The site's address, for feeds and the site map.",
      ko: "피드와 사이트맵에 사용할 사이트 주소"),
    ConfigurationKey(
      "site.query", .text, .text(""),
      "The notes of the site, of those that may be public: a query. Default: all.",
      ko: "공개할 수 있는 메모 중 사이트에 넣을 메모의 검색식(기본값: 전부)"),
    ConfigurationKey(
      "site.theme", .text, .text(""),
      "The theme: the name of a folder in .sheaf/themes. Default: the folder .sheaf/theme.",
      ko: "테마: .sheaf/themes 안의 폴더 이름(기본값: .sheaf/theme 폴더)"),
    ConfigurationKey(
      "site.author", .text, .text(""), "The author, for feeds.", ko: "피드에 사용할 글쓴이"),
    ConfigurationKey(
      "site.default", .choice(["public", "private"]), .text("public"),
      "Whether notes without a publish field are published.", ko: "publish 필드가 없는 메모의 게시 여부"),
    ConfigurationKey(
      "site.include", .choices(["diary", "tasks"]), .list([]),
      "Parts that are private unless they are listed here: diary, tasks.",
      ko: "목록에 있을 때만 게시하는 것: diary, tasks"),
    ConfigurationKey(
      "site.language", .text, .text(""),
      "The language of the site, such as ko or en. Default: the language of messages.",
      ko: "사이트의 언어(예: ko, en, 기본값: 메시지의 언어)"),
    ConfigurationKey(
      "site.image", .text, .text(""),
      "The picture of links to the site elsewhere: a path from the root.",
      ko: "다른 곳에서 사이트 링크와 함께 표시할 그림. 저장소 루트부터의 경로"),
    ConfigurationKey(
      "site.cards", .boolean, .boolean(false),
      "Make a picture (SVG) of each title, which other programs show with links to a note that has no picture.",
      ko: "메모마다 제목 그림(SVG)을 만들어, 그림이 없는 메모의 링크를 다른 곳에서 표시할 때 쓰게 함"),
    ConfigurationKey(
      "site.icon", .text, .text(""),
      "The icon of the site: a path from the root. Default: favicon.svg, .ico or .png in .sheaf/theme.",
      ko: "사이트 아이콘. 저장소 루트부터의 경로(기본값: .sheaf/theme의 favicon.svg, .ico, .png)"),
    ConfigurationKey(
      "site.short-urls", .boolean, .boolean(false),
      "Addresses such as /Memo/My-note/, for a site on a server.",
      ko: "/메모/제주-걷기/ 같은 짧은 주소. 서버에 올릴 사이트용"),
    ConfigurationKey(
      "site.digests", .choice(["", "week", "month"]), .text(""),
      "Publish a public digest of each week or month with the site, below /digests/, with a feed. Default: none.",
      ko: "주(week)나 달(month)마다 공개용 요약을 사이트의 /digests/에 피드와 함께 게시(기본값: 게시 안 함)"),
    ConfigurationKey(
      "site.order", .choice(["title", "name"]), .text("title"),
      "The order of the notes of a folder: by title, or by the name of the file. Numbers count as numbers.",
      ko: "폴더 안의 메모 순서: title(제목순), name(파일 이름순). 숫자는 크기순"),
    ConfigurationKey(
      "site.line-breaks", .choice(["", "keep", "join"]), .text(""),
      "The end of a line in a paragraph: keep starts a new line on the page, join is a space. Default: as the folder's program shows it (Obsidian and Logseq keep it).",
      ko: "문단 안의 줄 끝: keep(페이지에서도 줄을 바꿈), join(공백으로 이음). 기본값: 폴더를 관리하는 프로그램의 방식(Obsidian과 Logseq는 줄을 바꿈)"),
    ConfigurationKey(
      "site.menu", .list, .list([]),
      "Items before the others in the menu: Name=note, Name=page.html or Name=https://….",
      ko: "메뉴 앞쪽에 추가할 항목: 이름=메모, 이름=페이지.html, 이름=https://…"),
    ConfigurationKey(
      "site.style", .table, .table([:]),
      "Variables of the style sheet: accent, ink, paper, sans, mono; dark-accent and so on for dark pages.",
      ko: "스타일시트 변수: accent, ink, paper, sans, mono. 어두운 테마는 dark-accent처럼 지정"),
    ConfigurationKey(
      "site.output", .outputFolder, .text(""),
      "The folder that publish writes without -o: absolute, or from the root of the repository.",
      ko: "-o 없이 게시할 폴더. 절대 경로 또는 저장소 루트부터의 경로"),
    ConfigurationKey(
      "site.allow-secrets", .list, .list([]),
      "Paths of notes that are published although their text may contain a key or a token.",
      ko: "키나 토큰으로 보이는 텍스트가 있어도 게시할 메모의 경로"),
    ConfigurationKey(
      "site.home", .text, .text(""),
      "The path of the note that is the site's first page. Default: the note with dg-home: true, else one at the root named index, README, Home or 목차.",
      ko: "사이트 첫 화면으로 쓸 메모의 경로(기본값: dg-home: true인 메모, 없으면 최상위 폴더의 index, README, Home, 목차 메모)"),
    ConfigurationKey(
      "site.unsafe", .guarded, .boolean(false),
      "Publish raw HTML as written; scripts in notes may run.",
      ko: "메모의 HTML을 그대로 게시. 그 안의 스크립트가 실행될 수 있음"),
    ConfigurationKey(
      SiteSetting.group, .sites, .table([:]),
      "Further sites by name, for sheaf publish NAME: {work: {query: tag:work, output: public/work, title: Plans}}. Each takes the settings of site without “site.”; what it leaves out is as for site, except for output and url.",
      ko:
        "이름으로 게시하는 다른 사이트(sheaf publish 이름): {일: {query: tag:일, output: public/일, title: 계획}}. site의 설정을 “site.” 없이 사용하며, 지정하지 않은 것은 output과 url을 빼고 site의 값과 같음"
    ),
  ]

  /// Returns the setting of a name.
  ///
  /// - Parameter name: `site.title`, or the name of a setting of one of `sites`: `sites.work.title`.
  package static func key(_ name: String) -> ConfigurationKey? {
    if let key = keys.first(where: { $0.name == name }) { return key }
    return SiteSetting(name).map { ConfigurationKey(name, like: $0.key) }
  }

  /// Returns the names that the user may have meant by `name`. For one of `sites`, these are the settings of a site.
  package static func names(like name: String) -> [String] {
    let site = name.split(separator: ".", maxSplits: 2).map(String.init)
    guard site.count == 3, site[0] == SiteSetting.group else { return keys.map(\.name) }
    return keys.map(\.name).filter { $0.hasPrefix("site.") }
      .map { "\(site[0]).\(site[1])." + $0.dropFirst("site.".count) }
  }

  /// Returns true if there are settings whose names begin with this one and a dot.
  static func isGroup(_ name: String) -> Bool {
    let site = name.hasPrefix(SiteSetting.group + ".") ? name.dropFirst(SiteSetting.group.count + 1) : nil
    return site.map { SiteSetting.isName(String($0)) } ?? keys.contains { $0.name.hasPrefix(name + ".") }
  }
}
