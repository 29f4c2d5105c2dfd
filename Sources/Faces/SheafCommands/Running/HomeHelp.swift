import ArgumentParser
import TerminalText
import Wording

/// The first page of the help: the everyday commands and the kinds of words, so short that a prompt fits below it on a
/// screen of 24 lines; and the same with all commands.
enum HomeHelp {
  static func text(all: Bool) -> String {
    let head = localized(english, ko: korean)
    guard all else { return head }
    let lines = head.split(separator: "\n", omittingEmptySubsequences: false).dropLast(2).map(String.init)
    return (lines + [""] + groups + ["", GlobalOptions.helpText, "", CommandAliases.helpText, ""]).joined(
      separator: "\n")
  }

  /// Every command that the first page leaves out, those for programs last.
  private static var groups: [String] {
    CommandGroup.all.map { group -> [String] in
      let commands = group.subcommands.filter {
        $0.configuration.shouldDisplay && !CommandGroup.everyday.contains($0.commandName)
      }
      guard !commands.isEmpty else { return [] }
      let rows = commands.map { command in
        let name = "  " + command.commandName
        return name + String(repeating: " ", count: max(1, 15 - CellWidth.of(name))) + command.configuration.abstract
      }
      return [group.name] + rows
    }.filter { !$0.isEmpty }.joined(separator: [""]).map(\.self)
  }

  private static let english = """
    Notes, tasks and a diary as Markdown files in a folder.
    USAGE: sheaf COMMAND ...           “sheaf” alone: what is due, and what is next

    TASKS  add TEXT CHANGES   add a task:    sheaf add call mum due:fri +home
           tasks DAYS QUERY   list tasks, next due first
           done NOTES         complete tasks
           defer NOTES DAY    move tasks to another day, tomorrow if none is given
           agenda DAYS        show the coming days
    NOTES  new TEXT CHANGES   make a note:   sheaf new Garden plan +home
           edit NOTES         open in the editor
           show NOTES         show notes, or the diary:  sheaf show last week
           set NOTES CHANGES  change fields and tags:    sheaf set 1-3 due:fri -home
           diary TEXT         add a line to today's entry; without TEXT open it
    FIND   today              what is due, and what was changed last
           list DAYS QUERY    list notes:    sheaf list last week tag:work
           search WORDS       find words, the best match first
    KEEP   undo N             take back the last command, or the last N
           sync               commit, fetch and send with git

    NOTES: rows (3, 1-3), names or parts of names, paths, @ (the last), queries
    (tag:work), - (standard input). CHANGES: field:value +tag -tag. DAYS: 2026-11
    Topics: sheaf help dates, queries, notes, changes, markdown, merging, tutorial
    All commands: sheaf help --all     One: sheaf help add, or in short sheaf add -h

    """

  private static let korean = """
    마크다운 파일로 메모와 할 일, 일기를 관리합니다.
    사용법: sheaf 명령 ...           “sheaf”만 입력하면 오늘 할 일과 다음 할 일 표시

    할 일  add 텍스트 변경    할 일 추가: sheaf add 엄마께 전화 마감:금요일 +집
           tasks 기간 검색식  할 일 목록(마감이 가까운 순서)
           done 메모          할 일 완료
           defer 메모 날짜    할 일 미루기(날짜를 빼면 내일로)
           agenda 기간        앞으로의 일정
    메모   new 텍스트 변경    새 메모: sheaf new 텃밭 계획 +집
           edit 메모          편집기로 열기
           show 메모          메모나 일기 표시: sheaf show 지난주
           set 메모 변경      필드와 태그 바꾸기: sheaf set 1-3 마감:금요일 -집
           diary 텍스트       오늘 일기에 한 줄 추가(텍스트가 없으면 편집기로 열기)
    찾기   today              오늘 할 일과 최근에 바꾼 메모
           list 기간 검색식   메모 목록: sheaf list 지난주 tag:일
           search 단어        본문 검색(관련도순)
    보관   undo 개수          마지막 명령(또는 여러 개) 되돌리기
           sync               git으로 커밋하고 주고받기

    메모: 번호(3, 1-3), 이름이나 그 일부, 경로, @(마지막 메모), 검색식(tag:일),
    -(표준 입력). 변경: 필드:값 +태그 -태그. 기간: 내일, 지난주, 2026-11
    주제: sheaf help dates, queries, notes, changes, markdown, merging, tutorial
    모든 명령: sheaf help --all       명령 하나: sheaf help add, 요약은 sheaf add -h

    """
}
