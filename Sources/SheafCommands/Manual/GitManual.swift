import Wording

/// sheaf-git(7): notes in git on two machines, up to the first conflict that is resolved.
enum GitManual {
  static let walkthrough = Walkthrough(
    name: "sheaf-git",
    summary: Message("notes in git on two machines", ko: "컴퓨터 두 대에서 git으로 메모 쓰기"),
    introduction: introduction, steps: steps,
    seeAlso: [
      ("sheaf-git", 1), ("sheaf-log", 1), ("sheaf-resolve", 1), ("sheaf-restore", 1),
      ("sheaf-sync", 1), ("gitattributes", 5), ("githooks", 5), ("sheaf-config", 5),
      ("sheaf-tutorial", 7),
    ])

  private static let introduction = Message(
    """
    Sheaf needs no git. Where the notes are in git, it merges them field by field, exchanges them between machines, and
    shows their history in words.
    Every command of this page can be typed as it is, from top to bottom, in an empty folder. Two folders, laptop and
    desktop, stand for two machines; notes.git stands for the server between them.
    """,
    ko: """
      Sheaf는 git 없이도 쓸 수 있습니다. 메모가 git에 있으면 필드별로 병합하고, 컴퓨터끼리 주고받고, 바뀐 내용을 말로 보여 줍니다.
      이 페이지의 명령은 빈 폴더에서 위에서부터 그대로 입력할 수 있습니다. laptop과 desktop 폴더가 컴퓨터 두 대를,
      notes.git이 그 사이의 서버를 대신합니다.
      """)

  private static let steps = [
    Walkthrough.Step(
      title: Message("The first machine", ko: "첫 번째 컴퓨터"),
      text: Message(
        """
        A repository of notes becomes a repository of git like any other folder.
        """,
        ko: """
          메모 저장소도 다른 폴더처럼 git 저장소로 만들 수 있습니다.
          """),
      commands: [
        both("git init --quiet --bare --initial-branch=main notes.git"),
        both("mkdir laptop"),
        both("cd laptop"),
        both("sheaf init"),
        Message(
          "sheaf add Tax return due:2026-11-30 +home", ko: "sheaf add 세금 신고 마감:2026-11-30 +집"),
        both("git init --quiet --initial-branch=main"),
        both("git add --all"),
        Message(
          "git commit --quiet --message 'First notes'", ko: "git commit --quiet --message '첫 메모'"),
        both("git remote add origin ../notes.git"),
        both("git push --quiet --set-upstream origin main"),
      ]),
    Walkthrough.Step(
      title: Message("Drivers", ko: "드라이버"),
      text: Message(
        """
        git setup registers a merge driver in the configuration of this clone. Git then merges notes by fields, check
        boxes and paragraphs.
        With --shared, .gitattributes asks for the driver in every clone; with --diff, “git diff” names the heading above
        each change; with --hooks, notes are checked before each commit.
        """,
        ko: """
          git setup은 이 클론의 설정에 병합 드라이버를 등록합니다. 그러면 git이 필드, 체크박스, 문단별로 메모를 병합합니다.
          --shared를 지정하면 .gitattributes가 모든 클론에 드라이버를 요청하고, --diff를 지정하면 “git diff”가 바뀐 곳의
          제목을 보여 주며, --hooks를 지정하면 커밋하기 전에 메모를 검사합니다.
          """),
      commands: [both("sheaf git setup")]),
    Walkthrough.Step(
      title: Message("The second machine", ko: "두 번째 컴퓨터"),
      text: Message(
        """
        A clone has none of the settings of another, so it needs its own setup. “sheaf status” reports where one lacks
        what .gitattributes asks for.
        """,
        ko: """
          클론은 다른 클론의 설정을 가져오지 않으므로 따로 설정해야 합니다. .gitattributes에서 요청하는 드라이버가 없으면
          “sheaf status”에 표시됩니다.
          """),
      commands: [
        both("cd .."), both("git clone --quiet notes.git desktop"), both("cd desktop"),
        both("sheaf git setup"),
      ]),
    Walkthrough.Step(
      title: Message("Two changes of one task", ko: "한 할 일을 두 곳에서 바꾸기"),
      text: Message(
        """
        sync commits the notes, merges what the other machine has sent, and sends the result. Both machines change the
        same task here, one before it knows of the other's change.
        Different fields, tags, check boxes and paragraphs do not conflict.
        """,
        ko: """
          sync는 메모를 커밋하고, 다른 컴퓨터가 보낸 것을 병합하고, 결과를 보냅니다. 여기서는 두 컴퓨터가 서로의 변경을
          받기 전에 같은 할 일을 바꿉니다.
          서로 다른 필드, 태그, 체크박스, 문단을 바꾸면 충돌하지 않습니다.
          """),
      commands: [
        Message("sheaf set 'Tax return' priority=high", ko: "sheaf set '세금 신고' priority=high"),
        both("sheaf sync"),
        both("cd ../laptop"),
        Message(
          "sheaf set 'Tax return' due=2026-12-04 tags+=money",
          ko: "sheaf set '세금 신고' due=2026-12-04 tags+=돈"),
        both("sheaf sync"),
        Message(
          "sheaf get 'Tax return' priority due tags", ko: "sheaf get '세금 신고' priority due tags"),
        Message("sheaf log 'Tax return'", ko: "sheaf log '세금 신고'"),
      ]),
    Walkthrough.Step(
      title: Message("The first conflict", ko: "첫 충돌"),
      text: Message(
        """
        Two values for one field are a conflict. sync lists the notes and fields with both values, leaves everything as
        it was, and exits with 3.
        resolve decides: --mine takes the value of this machine, --theirs that of the other. When every conflict is
        decided, the notes are merged, and the next sync sends them.
        """,
        ko: """
          한 필드에 서로 다른 값이 있으면 충돌입니다. sync는 메모와 필드의 두 값을 알려 주고 모두 그대로 둔 채 3으로
          끝납니다.
          resolve로 정합니다. --mine은 이 컴퓨터의 값, --theirs는 다른 컴퓨터의 값을 남깁니다. 모든 충돌을 정하면 메모를
          병합하고, 다음 sync가 보냅니다.
          """),
      commands: [
        both("cd ../desktop"),
        Message("sheaf set 'Tax return' due=2026-12-05", ko: "sheaf set '세금 신고' due=2026-12-05"),
        both("sheaf sync"),
        Message("sheaf resolve 'Tax return' --mine", ko: "sheaf resolve '세금 신고' --mine"),
        both("sheaf sync"),
        both("cd ../laptop"),
        both("sheaf sync"),
        Message("sheaf get 'Tax return' due", ko: "sheaf get '세금 신고' due"),
      ]),
    Walkthrough.Step(
      title: Message("What other programs leave", ko: "다른 프로그램이 남긴 것"),
      text: Message(
        """
        Web services, telephones and programs that synchronize folders run no drivers. They leave markers, or a copy
        next to the note.
        resolve merges both by the same rules, and leaves alone what it could not merge without losing a line.
        It also unites the two next occurrences of a task that both machines finished, each on another day.
        """,
        ko: """
          웹 서비스, 휴대폰, 폴더 동기화 프로그램은 드라이버를 실행하지 않아 충돌 표시나 메모의 복사본을 남깁니다.
          resolve는 이런 것을 같은 규칙으로 병합하고, 줄을 잃지 않고는 병합할 수 없는 것은 그대로 둡니다.
          반복하는 할 일을 두 컴퓨터에서 서로 다른 날에 완료해 다음 할 일이 둘이 되었을 때도 하나로 합칩니다.
          """),
      commands: [
        Message(
          "cp 'Diary/Tasks/Tax return.md' 'Diary/Tasks/Tax return (conflicted copy 2026-11-22).md'",
          ko: "cp 'Diary/Tasks/세금 신고.md' 'Diary/Tasks/세금 신고 (conflicted copy 2026-11-22).md'"),
        Message("sheaf start 'Tax return'", ko: "sheaf start '세금 신고'"),
        both("sheaf resolve --dry-run"),
        both("sheaf resolve"),
        both("sheaf sync"),
      ]),
    Walkthrough.Step(
      title: Message("History", ko: "기록"),
      text: Message(
        """
        log and diff show fields by their values and text by words. A note, a list or the board can be shown as it was
        at a commit or on a day, and brought back.
        """,
        ko: """
          log와 diff는 필드를 값으로, 본문을 단어로 비교해 보여 줍니다. 메모, 목록, 보드를 어떤 커밋이나 날짜의 상태로
          볼 수 있고 되살릴 수도 있습니다.
          """),
      commands: [
        both("sheaf log"),
        Message("sheaf diff 'Tax return' HEAD~1", ko: "sheaf diff '세금 신고' HEAD~1"),
        Message("sheaf show 'Tax return' --at HEAD~1", ko: "sheaf show '세금 신고' --at HEAD~1"),
        Message(
          "sheaf restore 'Tax return' --from HEAD~1 --dry-run",
          ko: "sheaf restore '세금 신고' --from HEAD~1 --dry-run"),
      ]),
    Walkthrough.Step(
      title: Message("By itself", ko: "자동으로"),
      text: Message(
        """
        A timer can run sync; “sheaf sync --uninstall” removes it. It never asks for a password: what is missing is
        reported, and the commits stay here until the next time.
        With “git.commit: true”, each command that writes makes a commit of its own.
        """,
        ko: """
          sync를 타이머로 실행할 수 있고, “sheaf sync --uninstall”로 제거할 수 있습니다. 비밀번호를 묻지 않으며, 로그인할 수
          없으면 표시하고 커밋은 다음번까지 이 컴퓨터에 둡니다.
          “git.commit: true”로 설정하면 저장하는 명령마다 커밋을 만듭니다.
          """),
      commands: [both("sheaf sync --install 30m")]),
  ]

  private static func both(_ command: String) -> Message { Walkthrough.both(command) }
}
