import Wording

/// sheaf-tutorial(7): a week with Sheaf.
enum TutorialManual {
  static let walkthrough = Walkthrough(
    name: "sheaf-tutorial", summary: Message("a week with Sheaf", ko: "Sheaf와 함께하는 일주일"),
    introduction: introduction, steps: steps,
    seeAlso: [
      ("sheaf", 1), ("sheaf-note", 5), ("sheaf-dates", 7), ("sheaf-git", 7), ("sheaf-query", 7),
    ])

  private static let introduction = Message(
    """
    Every command of this page can be typed as it is, from top to bottom, in a new and empty folder.
    “sheaf help COMMAND” explains a command; the week begins on the day on which you read it.
    """,
    ko: """
      이 페이지의 명령은 비어 있는 새 폴더에서 위에서부터 그대로 입력할 수 있습니다.
      명령의 자세한 설명은 “sheaf help 명령”에 있습니다.
      """)

  private static let steps = [
    Walkthrough.Step(
      title: Message("The first minute", ko: "처음 1분"),
      text: Message(
        """
        A repository is a folder of Markdown files.
        init also adopts a folder of notes that you already have and changes none of them.
        A new note is a file that any editor can open; -t adds a tag.
        """,
        ko: """
          저장소는 마크다운 파일이 있는 폴더입니다.
          init은 이미 메모가 있는 폴더에서도 사용할 수 있으며 있는 파일은 바꾸지 않습니다.
          새 메모는 어느 편집기로나 열 수 있는 파일입니다.
          -t는 태그를 추가합니다.
          """),
      commands: [
        both("sheaf init"),
        Message("sheaf new Shopping list -t home", ko: "sheaf new 장보기 -t 집"),
        Message("sheaf new Project Aurora -t work", ko: "sheaf new 오로라 프로젝트 -t 일"),
        both("sheaf list"),
      ]),
    Walkthrough.Step(
      title: Message("Monday: notes", ko: "월요일: 메모"),
      text: Message(
        """
        With --title, the words are the text of the note.
        A note is identified by its title or its path; @ is the note used last.
        set changes one field of the front matter and nothing else.
        search looks at names and text, list at fields and tags.
        """,
        ko: """
          --title을 지정하면 입력한 단어가 메모의 본문이 됩니다.
          메모는 제목이나 경로로 지정하고, @는 마지막으로 사용한 메모입니다.
          set은 머리말의 필드 하나만 바꿉니다.
          search는 이름과 본문에서, list는 필드와 태그에서 메모를 찾습니다.
          """),
      commands: [
        Message(
          "sheaf new --title 'Weekly meeting' -t work 'We start [[Project Aurora]] in March.'",
          ko: "sheaf new --title '주간 회의' -t 일 '[[오로라 프로젝트]]를 3월에 시작한다.'"),
        both("sheaf show @"),
        Message("sheaf set @ project=Aurora", ko: "sheaf set @ project=오로라"),
        both("sheaf get @ project tags"),
        Message("sheaf search aurora", ko: "sheaf search 오로라"),
        Message("sheaf list tag:work --sort title", ko: "sheaf list tag:일 --sort title"),
      ]),
    Walkthrough.Step(
      title: Message("Tuesday: the diary", ko: "화요일: 일기"),
      text: Message(
        """
        A line is added to today's entry with the time, or to the entry of the day before the colon.
        The calendar marks the days that have entries.
        """,
        ko: """
          입력한 텍스트는 시각과 함께 오늘 일기에 추가하고, 날짜와 콜론이 있으면 그날 일기에 추가합니다.
          달력에는 일기가 있는 날이 표시됩니다.
          """),
      commands: [
        Message("sheaf diary first snow of the year", ko: "sheaf diary 첫눈이 왔다"),
        Message(
          "sheaf diary yesterday at 9pm: met Jieun at the station",
          ko: "sheaf diary 어제 밤 9시: 역에서 지은을 만났다"),
        Message("sheaf show today", ko: "sheaf show 오늘"),
        both("sheaf cal"),
        both("sheaf stats"),
      ]),
    Walkthrough.Step(
      title: Message("Wednesday: tasks", ko: "수요일: 할 일"),
      text: Message(
        """
        A task is a separate note, or with --to a check box in another note.
        Days may be words; sheaf-dates(7) lists them.
        The numbers are the rows of the last listing on this terminal.
        A task that repeats gets its next occurrence when it is done, and whatever a command changed can be undone.
        """,
        ko: """
          할 일은 메모 하나이거나, --to를 지정하면 다른 메모의 체크박스입니다.
          날짜는 말로 입력할 수 있습니다.
          자세한 내용은 sheaf-dates(7)에 있습니다.
          번호는 이 터미널에 마지막으로 표시한 목록의 번호입니다.
          반복하는 할 일은 완료하면 다음 것을 만들고, 명령으로 바꾼 것은 모두 되돌릴 수 있습니다.
          """),
      commands: [
        Message(
          "sheaf add Draft the report due:fri +work priority:high project:Aurora",
          ko: "sheaf add 보고서 초안 마감:금요일 +일 우선순위:높음 프로젝트:오로라"),
        Message(
          "sheaf add Pay the rent due:eom 'repeat:every month on the 31st'",
          ko: "sheaf add 월세 내기 마감:월말 '반복:매월 31일'"),
        Message(
          "sheaf add Buy milk due:tomorrow --to 'Shopping list'",
          ko: "sheaf add 우유 사기 마감:내일 --to 장보기"),
        both("sheaf tasks"),
        both("sheaf start 2"),
        both("sheaf tasks"),
        both("sheaf done 1"),
        both("sheaf undo"),
        both("sheaf redo"),
        Message(
          "sheaf defer 'Draft the report' next monday", ko: "sheaf defer '보고서 초안' 다음 주 월요일"),
        both("sheaf agenda"),
      ]),
    Walkthrough.Step(
      title: Message("Thursday: links", ko: "목요일: 링크"),
      text: Message(
        """
        [[Project Aurora]] in a note is a link to the note with that name.
        Renaming or moving a note updates every link to it.
        Broken links are listed; the exit status 1 means that there are none.
        """,
        ko: """
          메모의 [[오로라 프로젝트]]는 그 이름의 메모로 가는 링크입니다.
          메모의 이름을 바꾸거나 메모를 옮기면 링크를 모두 고칩니다.
          끊긴 링크의 목록을 볼 수 있습니다.
          종료 코드 1은 하나도 없다는 뜻입니다.
          """),
      commands: [
        Message("sheaf links 'Weekly meeting'", ko: "sheaf links '주간 회의'"),
        Message("sheaf links --to 'Project Aurora'", ko: "sheaf links --to '오로라 프로젝트'"),
        Message(
          "sheaf rename 'Project Aurora' Project Borealis",
          ko: "sheaf rename '오로라 프로젝트' 북극광 계획"),
        Message("sheaf show 'Weekly meeting'", ko: "sheaf show '주간 회의'"),
        both("sheaf links --broken"),
      ]),
    Walkthrough.Step(
      title: Message("Friday: the board and a letter", ko: "금요일: 보드와 편지"),
      text: Message(
        """
        The board shows tasks by status, or by any field.
        A letter stays sealed until its day: no command shows its text before.
        letter new opens the editor.
        """,
        ko: """
          보드는 할 일을 상태별로, 또는 다른 필드별로 보여 줍니다.
          편지는 정한 날까지 봉인되어 어떤 명령에도 내용이 나오지 않습니다.
          letter new는 편집기를 엽니다.
          """),
      commands: [
        both("sheaf board"),
        both("sheaf board --by project"),
        Message(
          "sheaf letter new --until 2027-01-01 To myself",
          ko: "sheaf letter new --until 2027-01-01 나에게"),
        both("sheaf letters"),
      ]),
    Walkthrough.Step(
      title: Message("Saturday: for others", ko: "토요일: 다른 사람에게"),
      text: Message(
        """
        check finds broken links, unreadable fields and the like; fmt -n shows what it would format.
        A digest sums up the week, as text or as one HTML file to mail.
        publish writes a web site that needs no server; “sheaf serve --open” previews it.
        """,
        ko: """
          check는 끊긴 링크나 읽을 수 없는 필드 같은 문제를 찾고, fmt -n은 정리할 내용만 보여 줍니다.
          digest는 한 주를 텍스트나, 메일로 보낼 HTML 파일 하나로 요약합니다.
          publish는 서버가 필요 없는 웹사이트를 만듭니다.
          “sheaf serve --open”으로 미리 볼 수 있습니다.
          """),
      commands: [
        both("sheaf check"),
        both("sheaf fmt -n"),
        both("sheaf digest --week"),
        both("sheaf digest --week --html -o week.html"),
        both("sheaf publish -o site"),
      ]),
    Walkthrough.Step(
      title: Message("Sunday: keep it", ko: "일요일: 보관"),
      text: Message(
        """
        The notes are plain files, so git keeps their history and any program can back them up.
        What Sheaf keeps elsewhere, such as the index, can be rebuilt at any time.
        """,
        ko: """
          메모는 일반 파일이라서 git으로 기록을 남길 수 있고 어느 프로그램으로나 백업할 수 있습니다.
          색인처럼 다른 곳에 저장하는 것은 언제든지 다시 만들 수 있습니다.
          """),
      commands: [
        both("git init --quiet"),
        both("git add Memo Diary .sheaf"),
        both("git status --short"),
        both("sheaf status"),
      ]),
  ]

  private static func both(_ command: String) -> Message { Walkthrough.both(command) }
}

/// A manual page that one reads with a terminal: parts with commands to type, from top to bottom. Tests run them all.
struct Walkthrough {
  /// A part: what it is about, and the commands to type.
  struct Step {
    let title: Message
    let text: Message
    /// Each line has the same meaning in both languages; names of notes differ.
    let commands: [Message]
  }

  /// `sheaf-tutorial`; the page is in section 7.
  let name: String
  /// What is after the name in its first line.
  let summary: Message
  let introduction: Message
  let steps: [Step]
  /// Other pages, and their sections.
  let seeAlso: [(name: String, section: Int)]

  /// - Returns: The page in mdoc, without its head.
  func page(in language: Language) -> String {
    let heads = ManualHeadings(language)
    var page = ".Sh \(heads.name)\n.Nm \(name)\n.Nd \(summary.text(in: language))\n"
    page += ".Sh \(heads.description)\n"
    page += Mdoc.paragraph(introduction.text(in: language))
    for step in steps {
      page += ".Ss \(Mdoc.escaped(step.title.text(in: language)))\n"
      page += Mdoc.paragraph(step.text.text(in: language))
      page += ".Bd -literal -offset indent\n"
      page += commands(of: step, in: language).map { Mdoc.escaped($0) + "\n" }.joined()
      page += ".Ed\n"
    }
    return page + ".Sh \(heads.seeAlso)\n"
      + seeAlso.map { ".Xr \($0.name) \($0.section)" }.joined(separator: " ,\n") + "\n"
  }

  /// Every command, in the order in which they are typed.
  func commands(in language: Language) -> [String] {
    steps.flatMap { commands(of: $0, in: language) }
  }

  private func commands(of step: Step, in language: Language) -> [String] {
    step.commands.map { $0.text(in: language) }
  }

  /// A command without names of notes.
  static func both(_ command: String) -> Message { Message(verbatim: command) }
}
