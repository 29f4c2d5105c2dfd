/// Every document that commands print as JSON: sheaf-json(5), its JSON Schema and its tests are made of these.
package enum JSONCatalogue {
  /// Objects that several documents contain, by name.
  package static let objects: [String: [JSONMember]] = [
    "note": note, "task": task, "agendaItem": agendaItem, "named": [path, title],
  ]

  package static let kinds: [JSONKind] =
    (listings + days + repository + publications + exports + others)
    .map { grouped.contains($0.name) ? $0.having(group) : $0 }

  /// The listings that `--group-by` groups.
  private static let grouped: Set = [
    "list", "search", "tasks", "tags", "links", "citations", "attachments", "queries", "letters", "schema",
    "agendaItems",
  ]
  private static let group = JSONMember(
    "group", .optional(.text), "With --group-by, the group; null for the rest.", ko: "--group-by의 묶음. 나머지는 null",
    isOccasional: true)

  // MARK: Members that many have

  private static let path = JSONMember(
    "path", .text, "The file, from the root of the repository.", ko: "저장소 루트에서 본 파일 경로")
  private static let title = JSONMember("title", .text, "The title.", ko: "제목")
  private static let line = JSONMember("line", .integer, "The line, from 1.", ko: "줄(1부터)")
  private static let optionalLine = JSONMember(
    "line", .optional(.integer), "The line of a check box, from 1; null for a note.", ko: "체크박스의 줄(1부터). 메모이면 null")
  private static let range = JSONMember("range", .range, "Its range, in bytes.", ko: "위치(바이트)")
  private static let optionalRange = JSONMember(
    "range", .optional(.range), "Its range, in bytes; null if not known exactly.",
    ko: "위치(바이트). 정확히 알 수 없으면 null")
  private static let day = JSONMember("day", .date, "The day.", ko: "날짜")
  private static let tags = JSONMember("tags", .list(.text), "The tags, without #.", ko: "태그(# 없이)")
  private static let severities = ["error", "warning", "info", "hint"]

  private static let fragment = JSONMember("fragment", .optional(.text), "The part after #.", ko: "# 뒤의 텍스트")
  private static let linkKind = JSONMember(
    "kind", .text, "The kind of link: wiki, inline, reference …", ko: "링크의 종류: wiki, inline, reference 등")
  private static let linkText = JSONMember("text", .optional(.text), "The words of the link.", ko: "링크의 텍스트")
  private static let linkDestination = JSONMember("destination", .text, "As written.", ko: "저장된 그대로의 대상")
  private static let taskStatus = JSONMember(
    "status", .text, "todo, doing, done, cancelled or one of your own.",
    ko: "todo, doing, done, cancelled 또는 직접 정한 상태")
  private static let priority = JSONMember(
    "priority", .word(["low", "normal", "high", "urgent"]), "The priority.", ko: "우선순위")
  private static let message = JSONMember("message", .text, "The problem, in English.", ko: "문제의 내용(영어)")

  private static func due(_ name: String = "due") -> JSONMember {
    JSONMember(name, .optional(.date), "When it is due.", ko: "마감")
  }

  private static let noteKinds = ["memo", "diary", "task", "letter", "template"]
  private static let noteKind = JSONMember("kind", .word(noteKinds), "The kind of the note.", ko: "메모의 종류")

  private static let note: [JSONMember] = [
    path, JSONMember("id", .optional(.text), "The field id.", ko: "id 필드"), title,
    noteKind,
    JSONMember("status", .optional(.text), "The field status as written.", ko: "status 필드에 저장된 값"), due(),
    JSONMember("priority", .optional(.text), "The field priority as written.", ko: "priority 필드에 저장된 값"),
    JSONMember(
      "created", .optional(.date), "When it was created, by its front matter or its name.", ko: "만든 날짜(머리말이나 이름에서)"),
    JSONMember("updated", .optional(.date), "When it was changed, by its front matter.", ko: "고친 날짜(머리말에서)"),
    JSONMember(
      "modified", .optional(.date), "When it was changed, by the history or the file.", ko: "고친 시각(기록이나 파일에서)"),
    tags, JSONMember("pinned", .boolean, "Whether it is pinned.", ko: "고정했는지"),
    JSONMember("draft", .boolean, "Whether it is a draft.", ko: "초안인지"),
  ]

  private static let task: [JSONMember] = [
    JSONMember("reference", .text, "The reference of the task: PATH or PATH:LINE.", ko: "할 일을 지정하는 값: 경로 또는 경로:줄"),
    path, optionalLine,
    JSONMember("note", .text, "The title of the note.", ko: "메모의 제목"),
    JSONMember("id", .optional(.text), "Its id.", ko: "id"), title,
    taskStatus,
    JSONMember("closed", .boolean, "Whether it is done or cancelled.", ko: "완료했거나 취소했는지"), due(),
    JSONMember(
      "overdueDays", .optional(.integer), "For how many days it has been overdue; null if it is not.",
      ko: "기한이 지난 날수. 지나지 않았으면 null"),
    JSONMember("scheduled", .optional(.date), "The scheduled day.", ko: "예정일"),
    JSONMember("start", .optional(.date), "When it can be started.", ko: "시작일"),
    JSONMember("closedOn", .optional(.date), "When it was done or cancelled.", ko: "완료하거나 취소한 날짜"),
    priority,
    JSONMember("urgency", .number, "The sum of points that --sort urgency sorts by.", ko: "--sort urgency로 정렬하는 점수"),
    tags, JSONMember("project", .optional(.text), "The project.", ko: "프로젝트"),
    JSONMember("color", .optional(.text), "The colour as written.", ko: "색상(저장된 값)"),
    JSONMember("label", .optional(.text), "The label.", ko: "이름표"),
    JSONMember("ticket", .optional(.text), "Its reference elsewhere.", ko: "다른 곳의 번호나 이름"),
    JSONMember("repeat", .optional(.text), "The rule of recurrence as written.", ko: "반복 규칙(저장된 값)"),
    JSONMember("remind", .list(.text), "The reminders as written.", ko: "알림(저장된 값)"),
    JSONMember("parent", .optional(.text), "The parent task.", ko: "상위 할 일"),
    JSONMember("blockedBy", .list(.text), "References of open tasks that must be done first.", ko: "먼저 완료해야 하는 열린 할 일"),
  ]

  private static let agendaItem: [JSONMember] = [
    JSONMember(
      "kind", .text, "overdue, due, scheduled, repeat, reminder, entry or letter.",
      ko: "overdue, due, scheduled, repeat, reminder, entry, letter"),
    JSONMember("time", .optional(.text), "The time of day, such as 09:00.", ko: "시각(예: 09:00)"),
    JSONMember("task", .reference("task"), "Of a task.", ko: "할 일", isOccasional: true),
    JSONMember(
      "path", .text, "Of a diary entry, a letter or a reminded note.", ko: "일기나 편지, 알림이 있는 메모의 경로", isOccasional: true),
    JSONMember(
      "title", .text, "Of a diary entry, a letter or a reminded note.", ko: "일기나 편지, 알림이 있는 메모의 제목", isOccasional: true),
  ]

  // MARK: Documents

  private static let listings: [JSONKind] = [
    JSONKind(
      "list", ["list", "links --orphans", "links --related"], "Notes.", ko: "메모", item: note),
    JSONKind(
      "search", ["search", "links --unlinked"], "Notes with the lines that match.", ko: "메모와 맞는 줄",
      item: note + [
        JSONMember(
          "lines",
          .list(
            .object([
              line, JSONMember("text", .text, "The line.", ko: "줄의 내용"), range,
              JSONMember("matches", .list(.range), "The range of the match, in bytes.", ko: "맞는 부분(바이트)"),
            ])), "The lines.", ko: "줄")
      ]),
    JSONKind("tasks", ["tasks"], "Tasks.", ko: "할 일", item: task),
    JSONKind(
      "board", ["board"], "Columns of tasks.", ko: "할 일의 열",
      item: [
        JSONMember("column", .text, "The key of the column.", ko: "열의 키"),
        JSONMember("count", .integer, "How many tasks it has.", ko: "할 일 개수"),
        JSONMember("tasks", .list(.reference("task")), "The tasks that are shown.", ko: "표시하는 할 일"),
      ]),
    JSONKind(
      "tags", ["tags"], "Tags.", ko: "태그",
      item: [
        JSONMember("name", .text, "The tag.", ko: "태그"),
        JSONMember("count", .integer, "How many notes have it.", ko: "태그가 있는 메모 개수"),
      ]),
    JSONKind(
      "links", ["links", "links --broken"], "Links.", ko: "링크",
      item: [
        JSONMember("source", .text, "The note that has the link.", ko: "링크가 있는 메모"),
        JSONMember("target", .optional(.text), "The file that it links to.", ko: "링크한 파일"),
        fragment, linkKind, linkText, line, optionalRange, linkDestination,
        JSONMember(
          "state", .text, "resolved, broken, ambiguous, external …", ko: "resolved, broken, ambiguous, external 등"),
        JSONMember("rank", .optional(.text), "By which kind of name it was found.", ko: "대상을 찾은 이름의 종류"),
        JSONMember("reversed", .boolean, "Whether it is written as [[text|note]].", ko: "[[텍스트|메모]] 형식인지"),
        JSONMember(
          "depth", .integer, "With --depth, the number of links to it.", ko: "--depth에서 거치는 링크 수", isOccasional: true),
        JSONMember(
          "brokenBy", .text, "With --since, the commit that broke it.", ko: "--since에서 링크를 끊은 커밋", isOccasional: true),
      ]),
    JSONKind(
      "citations", ["links --cited"], "Citations in notes.", ko: "문헌을 인용한 곳",
      item: [
        JSONMember("source", .text, "The note.", ko: "메모"), line, range,
        JSONMember("key", .text, "The key of the work.", ko: "문헌의 키"),
        JSONMember("title", .optional(.text), "Its title; null for an unknown key.", ko: "제목. 없는 키면 null"),
        JSONMember("authors", .list(.text), "Family names.", ko: "지은이의 성"),
        JSONMember("year", .optional(.text), "The year.", ko: "연도"),
        JSONMember("file", .optional(.text), "The file that has the work.", ko: "문헌이 있는 파일"),
      ]),
    JSONKind(
      "attachments", ["attach list"], "Attachments.", ko: "첨부 파일",
      item: [
        path, JSONMember("name", .text, "The name of the file.", ko: "파일 이름"),
        JSONMember("folder", .optional(.text), "Its folder.", ko: "폴더"),
        JSONMember("size", .integer, "In bytes.", ko: "크기(바이트)"),
        JSONMember("links", .integer, "How many links lead to it.", ko: "이 파일로 가는 링크 수"),
      ]),
    JSONKind(
      "queries", ["query list"], "Saved queries.", ko: "저장한 검색식",
      item: [
        JSONMember("name", .text, "The name.", ko: "이름"), JSONMember("query", .text, "The query.", ko: "검색식"),
      ]),
  ]

  private static let days: [JSONKind] = [
    JSONKind(
      "agenda", ["agenda"], "Days with their entries and tasks.", ko: "날짜와 그날의 일",
      item: [
        day, JSONMember("items", .list(.reference("agendaItem")), "The entries and tasks of the day.", ko: "그날의 일"),
      ]),
    JSONKind(
      "agendaItems", ["agenda --group-by"], "The entries and tasks of days, in groups.", ko: "묶어서 표시하는 날마다의 일",
      item: [day] + agendaItem + task.filter { !["path", "title"].contains($0.name) }.map(\.occasional)),
    JSONKind(
      "today", ["today"], "The days of an agenda, then tasks without a day and notes changed last.",
      ko: "오늘의 일, 날짜 없는 할 일, 최근 메모",
      item: [
        JSONMember("day", .date, "A day.", ko: "날짜", isOccasional: true),
        JSONMember(
          "items", .list(.reference("agendaItem")), "The entries and tasks of the day.", ko: "그날의 일", isOccasional: true
        ),
        JSONMember(
          "next", .list(.reference("task")), "The next due task, and those without a day.", ko: "다음 할 일과 날짜 없는 할 일",
          isOccasional: true),
        JSONMember(
          "recent", .list(.reference("named")), "The notes changed last.", ko: "최근에 바뀐 메모", isOccasional: true),
      ]),
    JSONKind(
      "calendar", ["cal"], "Days with the numbers of their entries and tasks.", ko: "날짜와 그날의 개수",
      item: [
        day, JSONMember("entries", .integer, "Diary entries and letters.", ko: "일기와 편지"),
        JSONMember("tasks", .integer, "Tasks.", ko: "할 일"),
        JSONMember("overdue", .boolean, "Whether a task is overdue.", ko: "기한이 지난 할 일이 있는지"),
        JSONMember("references", .list(.text), "The references of its entries and tasks.", ko: "각각을 지정하는 값"),
      ]),
    JSONKind(
      "reminders", ["remind"], "Reminders.", ko: "알림",
      item: [
        JSONMember("at", .date, "When.", ko: "시각"),
        JSONMember("due", .boolean, "Whether it is to be delivered now.", ko: "지금 보낼 알림인지"),
        JSONMember("task", .optional(.reference("task")), "The task; null for a note.", ko: "할 일. 메모이면 null"),
        JSONMember(
          "note", .optional(.reference("named")), "The note that is not a task; null for a task.",
          ko: "할 일이 아닌 메모. 할 일이면 null"),
      ]),
    JSONKind(
      "letters", ["letters"], "Letters.", ko: "편지",
      item: [
        JSONMember("opens", .date, "The day on which it opens.", ko: "열리는 날짜"),
        JSONMember("open", .boolean, "Whether it is open.", ko: "열렸는지"),
        JSONMember("path", .optional(.text), "null until it opens.", ko: "열리기 전에는 null"),
        JSONMember("title", .optional(.text), "null until it opens.", ko: "열리기 전에는 null"),
      ]),
    JSONKind(
      "stats", ["stats"], "A year of the diary.", ko: "일기의 한 해",
      item: [
        JSONMember("year", .integer, "The year.", ko: "연도"),
        JSONMember("daysWritten", .integer, "Days with an entry.", ko: "일기를 쓴 날"),
        JSONMember("words", .integer, "Their words.", ko: "단어 수"),
        JSONMember("currentStreak", .integer, "The current streak, in days.", ko: "오늘까지 연속한 날"),
        JSONMember("longestStreak", .integer, "The longest streak, in days.", ko: "가장 길게 연속한 날"),
        JSONMember(
          "doneByWeek",
          .list(
            .object([
              JSONMember("week", .date, "The Monday of the week.", ko: "그 주의 월요일"),
              JSONMember("done", .integer, "Tasks that were done.", ko: "완료한 할 일"),
            ])), "Tasks that were done, by week.", ko: "주마다 완료한 할 일"),
        JSONMember(
          "days", .list(.object([day, JSONMember("words", .integer, "The words.", ko: "단어 수")])),
          "The words of each day.", ko: "날마다의 단어 수"),
      ]),
  ]

  private static let problem: [JSONMember] = [
    JSONMember("check", .text, "The name of the check.", ko: "검사의 이름"),
    JSONMember("severity", .word(severities), "The severity.", ko: "심각도"), message,
    JSONMember("line", .optional(.integer), "The line, from 1.", ko: "줄(1부터)"),
    JSONMember("column", .optional(.integer), "The column, from 1.", ko: "칸(1부터)"), optionalRange,
  ]

  private static let repository: [JSONKind] = [
    JSONKind(
      "status", ["status"], "The repository in numbers.", ko: "저장소의 개수",
      item: [
        JSONMember("root", .text, "The folder of the repository.", ko: "저장소 폴더"),
        JSONMember("notes", .integer, "Notes.", ko: "메모"),
        JSONMember("diaryEntries", .integer, "Diary entries among them.", ko: "그중 일기"),
        JSONMember("attachments", .integer, "Attachments.", ko: "첨부 파일"),
        JSONMember("tags", .integer, "Tags.", ko: "태그"), JSONMember("links", .integer, "Links.", ko: "링크"),
        JSONMember("brokenLinks", .integer, "Broken links.", ko: "끊긴 링크"),
        JSONMember("openTasks", .integer, "Open tasks.", ko: "열린 할 일"),
        JSONMember("overdueTasks", .integer, "Overdue tasks.", ko: "기한이 지난 할 일"),
        JSONMember("dueToday", .integer, "Tasks due today.", ko: "오늘 마감인 할 일"),
        JSONMember("notesWithProblems", .integer, "Notes with problems.", ko: "문제가 있는 메모"),
        JSONMember("reminders", .integer, "Open tasks and other notes with a reminder.", ko: "알림이 있는 열린 할 일과 메모"),
        JSONMember(
          "remindersWithoutDay", .integer, "Those whose reminder has no day to count from.", ko: "기준 날짜가 없는 알림"),
        JSONMember("conflicts", .list(.text), "Files with conflicts.", ko: "충돌이 있는 파일"),
      ]),
    JSONKind(
      "check", ["check"], "Problems.", ko: "문제",
      item: [path] + problem + [
        JSONMember("fix", .optional(.table), "The fix.", ko: "고치는 방법")
      ]),
    JSONKind(
      "log", ["log"], "Commits with the notes that they changed.", ko: "커밋과 바뀐 메모",
      item: [
        JSONMember("commit", .text, "The name of the commit.", ko: "커밋의 이름"),
        JSONMember("time", .date, "When.", ko: "시각"), JSONMember("author", .text, "By whom.", ko: "작성자"),
        JSONMember("subject", .text, "The first line of its message.", ko: "메시지의 첫 줄"),
        JSONMember(
          "notes",
          .list(
            .object([path, title, JSONMember("changes", .list(.text), "The changes, in English.", ko: "바뀐 내용(영어)")])),
          "The notes.", ko: "메모"),
      ]),
    JSONKind(
      "diff", ["diff"], "Notes that differ.", ko: "달라진 메모",
      item: [path, title, JSONMember("changes", .list(.text), "The difference, in English.", ko: "달라진 내용(영어)")]),
    JSONKind(
      "history", ["undo --list"], "Commands that can be undone.", ko: "되돌릴 수 있는 명령",
      item: [
        JSONMember("command", .text, "As it was typed.", ko: "입력한 그대로의 명령"),
        JSONMember("time", .date, "When.", ko: "시각"),
        JSONMember("undone", .boolean, "Whether it is undone.", ko: "되돌렸는지"),
        JSONMember(
          "by", .optional(.text), "The program that asked for it; null: you.",
          ko: "요청한 프로그램. null이면 사용자"),
        JSONMember("paths", .list(.text), "The files that it changed.", ko: "바뀐 파일"),
      ]),
    JSONKind(
      "schema", ["schema"], "Fields that schemas declare.", ko: "스키마가 정한 필드",
      item: [
        JSONMember("key", .text, "The key.", ko: "키"),
        JSONMember("type", .text, "The type of its value.", ko: "값의 종류"),
        JSONMember("required", .boolean, "Whether a note must have it.", ko: "필수인지"),
        JSONMember("values", .list(.text), "The allowed values; empty for all.", ko: "허용하는 값. 비어 있으면 모두"),
        JSONMember("default", .optional(.text), "The value for a new note.", ko: "새 메모의 기본값"),
        JSONMember("folder", .optional(.text), "The folder of the notes that it links to.", ko: "링크할 메모의 폴더"),
        JSONMember("schema", .text, "The schema that declares it.", ko: "필드를 정한 스키마"),
      ]),
    JSONKind(
      "config", ["config"], "Settings.", ko: "설정",
      item: [
        JSONMember("key", .text, "The name of the setting.", ko: "설정의 이름"),
        JSONMember("value", .any, "Its value.", ko: "값"),
        JSONMember("origin", .text, "The file that sets it.", ko: "값을 정한 곳"),
      ]),
    JSONKind(
      "get", ["get"], "The front matter of notes, each field by its name.", ko: "메모의 머리말. 필드마다 그 이름",
      item: [path], isOpen: true),
  ]

  /// A canvas has nothing else that a note has.
  private static let graphNode: [JSONMember] = note.map { member in
    switch member.name {
    case "path", "title": member
    case "kind": JSONMember("kind", .word(noteKinds + ["canvas"]), "Its kind.", ko: "종류")
    default: member.occasional
    }
  }

  private static let digestChange: [JSONMember] = [
    JSONMember(
      "kind",
      .word(["moved", "renamed", "ticked", "reopened", "added", "changed", "row", "code", "field", "removed"]),
      "What happened.", ko: "변경의 종류"),
    JSONMember("text", .text, "The words that are there now.", ko: "지금 텍스트"),
    JSONMember("old", .optional(.text), "The words that were there before.", ko: "이전 텍스트"),
    JSONMember("heading", .optional(.text), "The heading above.", ko: "위에 있는 제목"),
    JSONMember("field", .optional(.text), "The field that changed.", ko: "바뀐 필드"),
    JSONMember("count", .optional(.integer), "Links that follow, or lines of code.", ko: "따라 고친 링크나 코드의 줄 수"),
  ]

  private static let digestTouch: [JSONMember] = [
    JSONMember("authors", .list(.text), "Who changed it.", ko: "바꾼 사람"),
    JSONMember("days", .list(.date), "When it was changed.", ko: "바꾼 날짜"),
  ]

  private static let digestTask: [JSONMember] =
    [
      path, optionalLine, title, JSONMember("status", .text, "The status.", ko: "상태"), due(),
      JSONMember("closed", .optional(.date), "When it was closed.", ko: "닫은 날짜"),
      JSONMember("isBegun", .boolean, "Whether it was begun in these days.", ko: "이 기간에 시작했는지", isOccasional: true),
      JSONMember("formerDue", .date, "The day on which it was due before.", ko: "전의 마감일", isOccasional: true),
      JSONMember(
        "changes", .list(.object(digestChange)), "What changed in its text.", ko: "바뀐 텍스트", isOccasional: true),
    ] + digestTouch.map(\.occasional)

  private static let digestNote: [JSONMember] = [
    path, title, JSONMember("url", .optional(.text), "The address of its page.", ko: "페이지 주소"), tags,
    JSONMember("excerpt", .text, "The beginning of its text.", ko: "본문의 시작"),
  ]

  private static let digestPage: [JSONMember] =
    [day] + digestNote + [
      JSONMember("mood", .optional(.text), "The field mood.", ko: "mood 필드"),
      JSONMember("weather", .optional(.text), "The field weather.", ko: "weather 필드"),
    ]

  private static let publications: [JSONKind] = [
    JSONKind(
      "digest", ["digest"], "A digest.", ko: "요약", item: nil,
      members: [
        title,
        JSONMember(
          "period", .optional(.text), "The name of its days: 2026-W47, 2026-11, 2026.",
          ko: "기간의 이름: 2026-W47, 2026-11, 2026"),
        JSONMember("from", .optional(.date), "The first day.", ko: "첫날"),
        JSONMember("to", .optional(.date), "The last day.", ko: "마지막 날"),
        JSONMember("query", .optional(.text), "The query.", ko: "검색식"),
        JSONMember("summary", .text, "The news in English.", ko: "소식(영어)"),
        JSONMember("authors", .list(.text), "Who wrote, if several did.", ko: "여러 명일 때의 작성자"),
        JSONMember("introduction", .optional(.text), "The note that introduces it.", ko: "머리글 메모"),
        JSONMember("done", .list(.object(digestTask)), "Tasks that were done.", ko: "완료한 할 일", isOccasional: true),
        JSONMember(
          "motion", .list(.object(digestTask)), "Tasks that were begun or changed.", ko: "시작하거나 바꾼 할 일",
          isOccasional: true),
        JSONMember(
          "late", .list(.object(digestTask)), "Tasks that were late on the last day.", ko: "마지막 날에 기한이 지난 할 일",
          isOccasional: true),
        JSONMember(
          "new", .list(.object(digestNote + digestTouch)), "New notes.", ko: "새 메모", isOccasional: true),
        JSONMember(
          "changed",
          .list(
            .object(
              digestNote + digestTouch
                + [JSONMember("changes", .list(.object(digestChange)), "The changes.", ko: "바뀐 내용", isOccasional: true)]
            )),
          "Changed notes.", ko: "바뀐 메모", isOccasional: true),
        JSONMember(
          "together",
          .list(
            .object(
              [
                JSONMember("folder", .text, "Their folder.", ko: "폴더"),
                JSONMember("count", .integer, "How many.", ko: "개수"),
                JSONMember("text", .text, "A sentence in English.", ko: "문장(영어)"),
              ] + digestTouch)), "Notes that came or moved together.", ko: "한꺼번에 추가되거나 옮긴 메모", isOccasional: true),
        JSONMember("diary", .list(.object(digestPage)), "Diary entries.", ko: "일기", isOccasional: true),
        JSONMember("ahead", .list(.object(digestTask)), "Tasks due next.", ko: "곧 마감인 할 일", isOccasional: true),
        JSONMember(
          "years", .list(.object(digestPage)), "The same days in earlier years.", ko: "이전 해의 같은 날", isOccasional: true),
        JSONMember("own", .table, "Sections of one's own, as text by name.", ko: "직접 정한 부분. 이름별 텍스트"),
        JSONMember("hasHistory", .boolean, "Whether git knows what changed.", ko: "git 이력이 있는지"),
        JSONMember("leftOut", .table, "How many were left out, by reason.", ko: "이유마다 제외한 개수"),
      ]),
    JSONKind(
      "publish", ["publish"], "The public notes and the others.", ko: "공개한 것과 제외한 것",
      item: [
        path,
        JSONMember("kind", .optional(.text), "The kind of the note; null for other files.", ko: "메모의 종류. 다른 파일은 null"),
        JSONMember("public", .boolean, "Whether it is public.", ko: "공개했는지"),
        JSONMember("heldBack", .optional(.text), "Why it is not public.", ko: "제외한 이유"),
      ],
      members: [
        JSONMember("folder", .text, "The folder of the site.", ko: "사이트 폴더"),
        JSONMember("added", .list(.text), "New files.", ko: "새 파일"),
        JSONMember("changed", .list(.text), "Changed files.", ko: "바뀐 파일"),
        JSONMember("removed", .list(.text), "Deleted files.", ko: "지운 파일"),
        JSONMember("kept", .list(.text), "Files that were changed since and stay.", ko: "그 뒤에 바뀌어 남겨 둔 파일"),
        JSONMember("unchanged", .integer, "Files that are as they were.", ko: "바뀌지 않은 파일 수"),
      ]),
    JSONKind(
      "graph", ["graph"], "Notes and the links between them.", ko: "메모와 그 사이의 링크", item: nil,
      members: [
        JSONMember("nodes", .list(.object(graphNode)), "The notes and canvases.", ko: "메모와 캔버스"),
        JSONMember(
          "edges",
          .list(
            .object([
              JSONMember("source", .text, "From this note.", ko: "링크가 있는 메모"),
              JSONMember("target", .text, "To this one.", ko: "링크한 메모"),
            ])), "The links.", ko: "링크"),
      ]),
  ]

  private static let field: [JSONMember] = [
    JSONMember("key", .text, "The key.", ko: "키"), JSONMember("value", .any, "The value.", ko: "값"),
    JSONMember("keyRange", .range, "The range of the key.", ko: "키의 위치"),
    JSONMember("valueRange", .optional(.range), "The range of the value.", ko: "값의 위치"),
  ]

  private static let depth = JSONMember("depth", .integer, "How deep it is nested, from 0.", ko: "중첩 깊이(0부터)")
  private static let named: [JSONMember] = [JSONMember("name", .text, "The name.", ko: "이름"), range]

  private static let block: [JSONMember] = [
    JSONMember("kind", .text, "paragraph, list, table …", ko: "paragraph, list, table 등"), depth, range,
  ]

  private static let heading: [JSONMember] = [
    JSONMember("level", .integer, "From 1 to 6.", ko: "1부터 6까지"),
    JSONMember("text", .text, "Its words.", ko: "텍스트"), range,
  ]

  private static let writtenLink: [JSONMember] = [
    linkKind, line, linkDestination, fragment, linkText, optionalRange,
    JSONMember("destinationRange", .optional(.range), "The range of its destination.", ko: "대상의 위치"),
  ]

  private static let checkbox: [JSONMember] = [
    line, JSONMember("state", .text, "The character between the brackets.", ko: "괄호 안의 문자"),
    JSONMember("stateRange", .range, "The range of the state.", ko: "상태의 위치"),
    JSONMember("textRange", .range, "The range of its text.", ko: "텍스트의 위치"), depth,
    JSONMember("parentLine", .optional(.integer), "The line of the box that contains it.", ko: "상위 체크박스의 줄"),
  ]

  private static let exportedTask: [JSONMember] = [
    optionalLine, title, taskStatus, due(), priority,
  ]

  private static let exports: [JSONKind] = [
    JSONKind(
      "export", ["export --to json"], "Notes with everything that they have.", ko: "메모의 모든 내용",
      item: [
        path, JSONMember("id", .optional(.text), "The field id.", ko: "id 필드"), title, noteKind,
        JSONMember("created", .optional(.date), "When it was created.", ko: "만든 날짜"),
        JSONMember("updated", .optional(.date), "When it was changed.", ko: "고친 날짜"), tags,
        JSONMember("status", .optional(.text), "The field status as written.", ko: "status 필드에 저장된 값"), due(),
        JSONMember("fields", .table, "The front matter.", ko: "머리말"),
        JSONMember("body", .text, "The text below the front matter.", ko: "머리말 아래의 본문"),
        JSONMember("tasks", .list(.object(exportedTask)), "Its tasks.", ko: "할 일"),
        JSONMember(
          "files",
          .list(.object([path, JSONMember("base64", .text, "Its bytes as Base64.", ko: "내용(Base64)")])),
          "The files that it has.", ko: "메모의 파일"),
      ]),
    JSONKind(
      "import", ["import --report"], "The result of an import.", ko: "가져오기의 결과", item: nil,
      members: [
        JSONMember("format", .text, "The format of --from.", ko: "--from의 형식"),
        JSONMember("created", .list(.object(importedNote)), "The new notes.", ko: "새 메모"),
        JSONMember("updated", .list(.object(importedNote)), "The notes that were changed.", ko: "고친 메모"),
        JSONMember("unchanged", .integer, "Records whose note is as it was.", ko: "바뀌지 않은 레코드 수"),
        JSONMember("attachments", .integer, "Attachments that were written.", ko: "저장한 첨부 파일 수"),
        JSONMember(
          "problems",
          .list(
            .object([
              JSONMember(
                "severity", .word(["skipped", "changed"]), "Whether the record was left out, or changed.",
                ko: "제외했는지, 바꿔서 가져왔는지"),
              JSONMember("file", .text, "The file that was read.", ko: "읽은 파일"),
              JSONMember("line", .optional(.integer), "The line, from 1.", ko: "줄(1부터)"), message,
            ])), "Parts that were left out or changed.", ko: "제외하거나 바꾼 것"),
      ]),
  ]

  private static let importedNote: [JSONMember] = [
    path, JSONMember("source", .text, "Its source: FILE or FILE:LINE.", ko: "원래 위치: 파일 또는 파일:줄"),
  ]

  private static let others: [JSONKind] = [
    JSONKind(
      "document", ["show", "parse", "render --to json"], "The structure of a file.", ko: "파일의 구조", item: nil,
      members: [
        JSONMember("size", .integer, "In bytes.", ko: "크기(바이트)"),
        JSONMember(
          "frontMatter",
          .optional(
            .object([
              JSONMember("format", .word(["yaml", "toml"]), "Its format.", ko: "형식"), range,
              JSONMember("fields", .list(.object(field)), "The fields, in order.", ko: "필드(순서대로)"),
            ])), "The front matter.", ko: "머리말"),
        JSONMember("body", .range, "The range of the body.", ko: "본문의 위치"),
        JSONMember("blocks", .list(.object(block)), "The blocks, in order.", ko: "블록(순서대로)"),
        JSONMember("headings", .list(.object(heading)), "The headings.", ko: "소제목"),
        JSONMember("links", .list(.object(writtenLink)), "The links.", ko: "링크"),
        JSONMember("checkboxes", .list(.object(checkbox)), "The check boxes.", ko: "체크박스"),
        JSONMember("tags", .list(.object(named)), "The tags of the body.", ko: "본문의 태그"),
        JSONMember("blockIdentifiers", .list(.object(named)), "The block ids.", ko: "블록 id"),
        JSONMember("diagnostics", .list(.object(problem)), "Problems of the file.", ko: "파일의 문제"),
      ]),
    JSONKind(
      "version", ["--version"], "The program.", ko: "프로그램",
      item: [
        JSONMember("version", .text, "Its version.", ko: "버전"),
        JSONMember("commit", .optional(.text), "The commit that it was built from.", ko: "빌드한 커밋"),
        JSONMember("libraries", .table, "The versions of its libraries.", ko: "라이브러리 버전"),
      ]),
    JSONKind(
      "error", ["--json"], "An error, on standard error.", ko: "오류(표준 오류)",
      item: [
        JSONMember("message", .text, "The error, in English.", ko: "오류의 내용(영어)"),
        JSONMember("hint", .optional(.text), "A hint.", ko: "힌트"),
        JSONMember("exitStatus", .integer, "The exit status.", ko: "종료 코드"),
      ]),
  ]
}
