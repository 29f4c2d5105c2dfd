package import NoteModel
package import Wording

/// A setting: its name, what it takes, its default, and what it does.
package struct ConfigurationKey: Sendable {
  package enum ValueType: Sendable, Hashable {
    case text
    /// A line of the shell that is run. A repository sets it only where it is trusted.
    case program
    case boolean
    /// A boolean that opens what is closed for a reason: private networks, pages to scripts. A repository sets it only
    /// where it is trusted.
    case guarded
    case integer
    case list
    case choice([String])
    /// A ``DayPattern`` for notes that cover a period, or nothing.
    case dayPattern(DayPattern.Period)
    /// Any names of the user's own below this key: `views:`.
    case table
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

  /// True for a setting that could turn Sheaf against its user: a repository sets it only where it is trusted.
  package var needsTrust: Bool { type == .program || type == .guarded || name == "alias" }

  /// The variable that sets it: `links.region` is `SHEAF_LINKS_REGION`.
  package var environmentVariable: String {
    "SHEAF_" + name.uppercased().map { $0 == "." || $0 == "-" ? "_" : $0 }
  }
}

/// The value of a setting.
package enum ConfigurationValue: Sendable, Hashable {
  case text(String)
  case program(String)
  case boolean(Bool)
  case integer(Int)
  case list([String])
  case table([String: String])
}

extension ConfigurationValue: CustomStringConvertible {
  /// As it would stand in the file.
  package var description: String {
    switch self {
    case .text(let text), .program(let text): text.isEmpty ? "\"\"" : text
    case .boolean(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .list(let items): "[" + items.joined(separator: ", ") + "]"
    case .table(let table):
      "{"
        + table.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        + "}"
    }
  }
}

/// Every setting: the parser, `sheaf config`, the commented file of `init` and the manual read this table.
package enum ConfigurationCatalogue {
  package static let keys: [ConfigurationKey] = [
    ConfigurationKey(
      "language", .choice(["", "en", "ko"]), .text(""),
      "The language Sheaf speaks: en or ko. Empty: the locale's.",
      ko: "쓰는 말: en 또는 ko. 비우면 로캘을 따릅니다."),
    ConfigurationKey(
      "editor", .program, .program(""), "The editor. Empty: VISUAL, EDITOR or vi.",
      ko: "편집기. 비우면 VISUAL, EDITOR, vi 가운데 하나."),
    ConfigurationKey(
      "pager", .program, .program(""), "The pager. Empty: PAGER or less; cat: none.",
      ko: "페이저. 비우면 PAGER나 less, cat이면 쓰지 않습니다."),
    ConfigurationKey(
      "picker", .program, .program(""),
      "The program that -i lets you choose with, such as fzf. Empty: Sheaf's own picker.",
      ko: "-i에서 사용할 선택 프로그램. 예: fzf. 비우면 Sheaf의 선택 화면을 사용합니다."),
    ConfigurationKey(
      "opener", .program, .program(""), "The program that opens links. Empty: xdg-open.",
      ko: "링크를 여는 프로그램. 비우면 xdg-open."),
    ConfigurationKey(
      "links.style", .choice(["", "wiki", "wiki-path", "relative", "root"]), .text(""),
      "Links that attach writes: [[name]], [[path/name]], [text](../path) or [text](path from the root). Empty: as the note has them.",
      ko: "attach가 쓰는 링크의 형식: [[이름]], [[경로/이름]], [글](../경로), [글](루트에서 시작하는 경로). 비우면 메모에 있는 형식."),
    ConfigurationKey(
      "links.region", .list, .list([]),
      "Whose telephone numbers are links: KR, US, JP, GB, DE or all. Empty: the locale's. +82 10 … always is.",
      ko: "어느 나라 전화번호를 링크로 볼지: KR, US, JP, GB, DE 또는 all. 비우면 로캘을 따릅니다. +82 10 …은 언제나 링크입니다."),
    ConfigurationKey(
      "links.roots", .list, .list([]),
      "Folders from which links are tried that begin at a site's root: /guide. The repository's own root and the folders above a note are tried anyway.",
      ko: "사이트의 뿌리에서 시작하는 링크(/guide)를 찾아볼 폴더. 저장소의 뿌리와 메모 위의 폴더는 언제나 찾아봅니다."),
    ConfigurationKey(
      "links.particles", .boolean, .boolean(true),
      "mv and rename: the Korean particle after a wiki link follows the new name.",
      ko: "mv와 rename: 위키 링크 뒤의 조사를 새 이름에 맞춥니다."),
    ConfigurationKey(
      "links.external-interval", .integer, .integer(1_000),
      "check --external: milliseconds between two requests to one host.",
      ko: "check --external: 한 호스트에 다시 물을 때까지의 밀리초."),
    ConfigurationKey(
      "links.external-timeout", .integer, .integer(20),
      "check --external: seconds that an answer may take.", ko: "check --external: 답을 기다리는 초."),
    ConfigurationKey(
      "links.external-fresh-days", .integer, .integer(7),
      "check --external: days for which a page counts as there; a dead one for a day, an untold one for an hour.",
      ko: "check --external: 있던 페이지를 다시 묻지 않는 날수. 없던 것은 하루, 알 수 없던 것은 한 시간."),
    ConfigurationKey(
      "links.external-ignore", .list, .list([]),
      "check --external: beginnings of addresses that are never asked for.",
      ko: "check --external: 절대 묻지 않을 주소의 첫머리."),
    ConfigurationKey(
      "links.external-private", .guarded, .boolean(false),
      "check --external: also asks for places of this machine and network.",
      ko: "check --external: 이 기계와 망 안의 곳에도 묻습니다."),
    ConfigurationKey(
      "ignore", .list, .list([]), "Patterns of files to pass over, as in .gitignore.",
      ko: "건너뛸 파일의 패턴. .gitignore처럼 씁니다."),
    ConfigurationKey(
      "folders.memo", .text, .text("Memo"), "Where new notes go.", ko: "새 메모를 두는 폴더."),
    ConfigurationKey(
      "folders.diary", .text, .text("Diary"), "Where diary entries go.", ko: "일기를 두는 폴더."),
    ConfigurationKey(
      "diary.path", .dayPattern(.day), .text(""),
      "Name pattern of daily notes: Daily/{{year}}/{{day}}.md. Empty: {{year}}/{{day}}.md in folders.diary.",
      ko: "일기 파일의 이름 패턴: Daily/{{year}}/{{day}}.md. 비우면 folders.diary 안의 {{year}}/{{day}}.md."),
    ConfigurationKey(
      "diary.week-path", .dayPattern(.week), .text(""),
      "Name pattern of the notes of weeks: Weeks/{{weekYear}}-W{{week}}.md. Empty: next to the daily notes.",
      ko: "주간 메모의 이름 패턴: Weeks/{{weekYear}}-W{{week}}.md. 비우면 일기와 같은 곳에 둡니다."),
    ConfigurationKey(
      "diary.month-path", .dayPattern(.month), .text(""),
      "Name pattern of the notes of months: Months/{{year}}-{{month}}.md. Empty: next to the daily notes.",
      ko: "월간 메모의 이름 패턴: Months/{{year}}-{{month}}.md. 비우면 일기와 같은 곳에 둡니다."),
    ConfigurationKey(
      "diary.template", .text, .text(""),
      "The template of daily notes: a path from the root. Empty: .sheaf/templates/diary.md.",
      ko: "일기의 템플릿: 저장소 루트에서 시작하는 경로. 비우면 .sheaf/templates/diary.md."),
    ConfigurationKey(
      "folders.templates", .text, .text(""),
      "A folder whose notes are templates: no tasks, no checks, not published.",
      ko: "템플릿이 있는 폴더. 그 안의 메모는 할 일도 검사도 없고 게시되지 않습니다."),
    ConfigurationKey(
      "folders.drafts", .text, .text(""), "A folder whose notes are drafts: not published.",
      ko: "초안이 있는 폴더. 그 안의 메모는 게시되지 않습니다."),
    ConfigurationKey(
      "folders.attachments", .text, .text("assets"), "Where attached files go.",
      ko: "붙인 파일을 두는 폴더."),
    ConfigurationKey(
      "templates", .table, .table([:]), "Template of new notes by folder: Memo/Work: meeting.",
      ko: "폴더마다 쓸 새 메모의 틀. 보기: Memo/일: 회의."),
    ConfigurationKey(
      "remind.shared", .boolean, .boolean(false),
      "Delivered reminders are kept in .sheaf/reminded, so that each is delivered on one machine only.",
      ko: "보낸 알림을 .sheaf/reminded에 기록해 한 컴퓨터에서만 알립니다."),
    ConfigurationKey(
      "git.commit", .boolean, .boolean(false),
      "Every command that writes makes a git commit of its files.",
      ko: "파일을 바꾸는 명령마다 그 파일만 git에 커밋합니다."),
    ConfigurationKey(
      "git.dates", .boolean, .boolean(true),
      "Notes without created and updated have the dates of their commits.",
      ko: "created와 updated가 없는 메모는 커밋의 날짜를 따릅니다."),
    ConfigurationKey(
      "undo.entries", .integer, .integer(200), "How many commands undo remembers.",
      ko: "undo가 기억하는 명령의 수."),
    ConfigurationKey(
      "undo.megabytes", .integer, .integer(100), "How large its journal may grow.",
      ko: "그 기록이 차지해도 되는 크기(메가바이트)."),
    ConfigurationKey(
      "folders.tasks", .text, .text("Diary/Tasks"), "Where new tasks go.", ko: "할 일을 두는 폴더."),
    ConfigurationKey(
      "folders.letters", .text, .text("Memo/Letters"), "Where letters go.", ko: "편지를 두는 폴더."),
    ConfigurationKey(
      "tasks.notation", .choice(["emoji", "brackets"]), .text("emoji"),
      "How fields of a check box are written where its note shows no other way.",
      ko: "체크 상자의 필드를 적는 법. 그 메모에서 쓰는 방식이 있으면 그것을 따릅니다."),
    ConfigurationKey(
      "tasks.body-limit", .integer, .integer(0),
      "The most characters of a task's text; 0: no limit.",
      ko: "할 일의 본문에 쓸 수 있는 글자 수. 0이면 제한이 없습니다."),
    ConfigurationKey(
      "tasks.require-body", .boolean, .boolean(false),
      "Whether a task must have a text below its title.", ko: "할 일의 제목 아래에 본문이 있어야 하는지."),
    ConfigurationKey(
      "calendar.week-start", .choice(["", "monday", "sunday"]), .text(""),
      "The first day of a week in calendars. Empty: Sunday in Korean, else Monday.",
      ko: "달력에서 한 주의 첫날. 비우면 한국어에서는 일요일, 아니면 월요일."),
    ConfigurationKey(
      "board.columns", .list, .list(["todo", "doing", "done"]),
      "The columns of the board, statuses of your own among them.",
      ko: "보드의 열. 스스로 정한 상태도 쓸 수 있습니다."),
    ConfigurationKey(
      "board.limits", .table, .table(["done": "10"]),
      "The most tasks of a column of the board, by its status.",
      ko: "보드의 열마다 보일 할 일의 수. 상태 이름으로 정합니다."),
    ConfigurationKey(
      "board.sort", .choice(["", "due"]), .text(""),
      "How the columns of the board are sorted. due: every column by due day. Empty: what is open by due day, what is closed with the last closed first.",
      ko: "보드의 열을 늘어놓는 순서. due면 모든 열을 마감일 순으로, 비우면 열린 것은 마감일 순으로, 닫힌 것은 나중에 닫은 것부터."),
    ConfigurationKey(
      "remind.command", .program, .program(""),
      "What delivers reminders: a line of the shell that reads the tasks as JSON. Empty: notify-send.",
      ko: "알림을 보내는 셸 명령. 할 일을 JSON으로 읽습니다. 비우면 notify-send."),
    ConfigurationKey(
      "remind.quiet", .text, .text(""), "Hours without reminders, such as 22:00-07:00.",
      ko: "알림을 보내지 않는 시간. 보기: 22:00-07:00."),
    ConfigurationKey(
      "remind.day-time", .text, .text("09:00"),
      "When a day without a time begins to count for reminders.",
      ko: "시각 없는 날의 알림을 세는 시각."),
    ConfigurationKey(
      "fmt.bullet", .choice(["-", "*", "+"]), .text("-"), "The sign of list items.",
      ko: "목록 항목의 기호."),
    ConfigurationKey(
      "fmt.emphasis", .choice(["*", "_", "keep"]), .text("*"),
      "The mark of emphasis; keep: as the text has it.", ko: "강조 기호. keep이면 글에 있는 대로."),
    ConfigurationKey(
      "fmt.list-indent", .choice(["text", "4"]), .text("text"),
      "What stands below an item: under its text, or four columns in.",
      ko: "항목 아래 글의 들여쓰기: 글자 아래, 또는 네 칸."),
    ConfigurationKey(
      "fmt.numbering", .choice(["ascending", "same", "keep"]), .text("ascending"),
      "The numbers of ordered lists.", ko: "번호 목록의 번호."),
    ConfigurationKey(
      "fmt.table", .choice(["aligned", "compact", "keep"]), .text("aligned"),
      "How tables are written.", ko: "표를 쓰는 모양."),
    ConfigurationKey(
      "fmt.wrap", .integer, .integer(0), "Break paragraphs at so many columns; 0: never.",
      ko: "문단을 나눌 너비. 0이면 나누지 않습니다."),
    ConfigurationKey(
      "check", .table, .table([:]), "Checks by name: off, info, warning or error.",
      ko: "검사 이름마다 off, info, warning, error."),
    ConfigurationKey(
      "inbox", .text, .text("Memo/Inbox.md"), "The note that “sheaf jot” adds lines to.",
      ko: "“sheaf jot”이 줄을 추가하는 메모."),
    ConfigurationKey(
      "alias", .table, .table([:]), "Short names of commands with their first arguments: w is “list tag:work”.",
      ko: "명령과 첫 인수를 줄여 쓰는 별칭. 예: w는 “list tag:일”."),
    ConfigurationKey(
      "views", .table, .table([:]), "Saved queries; @name stands for one in any query.",
      ko: "저장한 검색식. 검색식 안에서 @이름으로 씁니다."),
    ConfigurationKey(
      "digest.picture-size", .integer, .integer(512),
      "Kilobytes up to which a digest holds a picture.", ko: "간추림에 넣는 그림의 크기(킬로바이트)."),
    ConfigurationKey(
      "site.title", .text, .text(""), "The site's name. Empty: the folder's.",
      ko: "사이트의 이름. 비우면 폴더의 이름."),
    ConfigurationKey(
      "site.url", .text, .text(""), "The site's address, for feeds and the site map.",
      ko: "사이트의 주소. 피드와 사이트맵에 씁니다."),
    ConfigurationKey(
      "site.author", .text, .text(""), "Who writes, for feeds.", ko: "글쓴이. 피드에 씁니다."),
    ConfigurationKey(
      "site.default", .choice(["public", "private"]), .text("public"),
      "Whether notes without publish: are published.", ko: "publish:가 없는 메모를 펴낼지."),
    ConfigurationKey(
      "site.unsafe", .guarded, .boolean(false),
      "Publishes raw HTML as it is written; scripts in notes may run.",
      ko: "메모의 HTML을 그대로 펴냅니다. 그 안의 스크립트가 돌 수 있습니다."),
  ]

  package static func key(_ name: String) -> ConfigurationKey? {
    keys.first { $0.name == name }
  }
}
