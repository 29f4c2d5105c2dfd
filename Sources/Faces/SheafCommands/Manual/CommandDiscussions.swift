import NoteActions
import NoteModel
import Wording

/// The discussion of sheaf-import(1).
enum ImportManual {
  static var discussion: String {
    localized(
      """
      Nothing is overwritten: a note that was imported before is not changed, so importing the same data twice adds
      nothing. Values without a counterpart are kept below import: in the front matter. A record that cannot be read is
      reported with its file and line, and the rest is imported. An import is one transaction that “sheaf undo” reverts.
      The formats are in sheaf-import(7).

      With vdir, a folder of calendar entries, the tasks that were exported there get the changes of other programs,
      new entries become tasks, and a task is cancelled if its entry was removed. See sheaf-export(1).

      Examples:
        sheaf import --from rani ~/backup -n
        sheaf import --from enex ~/Notes.enex --in Evernote
        sheaf import --from json tasks.json --map title=subject -o report.json
        sheaf import --from vdir ~/.calendars/tasks
      """,
      ko: """
        있는 메모는 덮어쓰지 않습니다. 전에 가져온 것은 그대로 두므로 같은 것을 두 번 가져와도 늘어나지 않습니다. 대응하는
        필드가 없는 값은 머리말의 import: 아래에 보존합니다. 읽을 수 없는 레코드는 파일과 줄을 표시하고 나머지를 계속합니다.
        전체가 트랜잭션 하나이므로 “sheaf undo”로 되돌릴 수 있습니다. 형식은 sheaf-import(7)에 있습니다.

        vdir(캘린더 항목의 폴더)에서는 내보낸 할 일에 다른 프로그램이 바꾼 값을 반영하고, 새 항목은 할 일로 만들고, 지운
        항목의 할 일은 취소합니다. sheaf-export(1)를 참고하세요.

        예:
          sheaf import --from rani ~/backup -n
          sheaf import --from enex ~/Notes.enex --in Evernote
          sheaf import --from json tasks.json --map title=subject -o report.json
          sheaf import --from vdir ~/.calendars/tasks
        """)
  }
}

/// The discussion of sheaf-export(1).
enum ExportManual {
  static var discussion: String {
    localized(
      """
      Without a query all notes are written, in the order of their paths; sealed letters are left out. Exports to
      json, jsonl, ics, todotxt, taskwarrior, org and jrnl can be imported again. docx, odt, pdf, rst and latex are
      made by pandoc, if it is installed, which also makes the citations and a list of the works.

      In tables, here and with --csv and --tsv, a cell that a spreadsheet would calculate, because it begins with =, +, -
      or @ and is no number, gets an apostrophe in front; “sheaf import” takes it away again. A file that looks like a key
      or has one in it is left out and named, unless site.allow-secrets lists it.

      vdir is a folder of calendar entries, one file for each task, as khal, todoman and vdirsyncer keep them. Open
      tasks are added, those that are there are brought up to date, and an entry is removed when its task is gone.
      Fields are merged one by one: what the other program has changed stays, and “sheaf import --from vdir” takes it
      over. A field that both sides have changed is reported and not changed on either. The setting calendar.path
      keeps such a folder, or an .ics file, current after each command that writes.

      Examples:
        sheaf export --to json -o notes.json
        sheaf export --to ics is:open -o tasks.ics
        sheaf export --to ics --as events -o calendar.ics
        sheaf export --to vdir ~/.calendars/tasks tag:home
        sheaf export in:Diary/2026 --title 2026 -o 2026.epub
      """,
      ko: """
        검색식이 없으면 모든 메모를 경로 순서로 씁니다. 봉인한 편지는 제외합니다. json, jsonl, ics, todotxt, taskwarrior, org,
        jrnl로 내보낸 것은 다시 가져올 수 있습니다. docx, odt, pdf, rst, latex는 pandoc이 설치되어 있으면 만들고, 인용과 참고
        문헌 목록도 pandoc이 씁니다.

        표에서는(--csv와 --tsv도 같음) =, +, -, @로 시작하고 숫자가 아니어서 스프레드시트가 계산할 칸 앞에 작은따옴표를 붙입니다. “sheaf
        import”로 가져올 때는 다시 뺍니다. 키처럼 보이거나 키가 들어 있는 파일은 site.allow-secrets에 없으면 제외하고 이름을 알려 줍니다.

        vdir은 khal, todoman, vdirsyncer처럼 할 일마다 파일이 하나인 캘린더 폴더입니다. 열린 할 일을 더하고, 있는 항목은
        갱신하며, 할 일이 없어지면 항목도 지웁니다. 필드마다 따로 병합하므로 다른 프로그램에서 바꾼 값은 그대로 남고
        “sheaf import --from vdir”로 가져옵니다. 양쪽에서 바꾼 필드는 표시만 하고 양쪽 모두 그대로 둡니다. calendar.path를
        설정하면 저장하는 명령마다 그 폴더나 .ics 파일을 갱신합니다.

        예:
          sheaf export --to json -o notes.json
          sheaf export --to ics is:open -o tasks.ics
          sheaf export --to ics --as events -o calendar.ics
          sheaf export --to vdir ~/.calendars/tasks tag:집
          sheaf export in:Diary/2026 --title 2026 -o 2026.epub
        """)
  }
}

/// The discussion of sheaf-fmt(1): the style and its limits.
enum FmtManual {
  static let discussion = Message(
    """
    Every file is verified before it is written: cmark-gfm renders the same HTML as before, no word of the
    source is lost, and formatting the result again changes nothing. A block for which this cannot be verified is not
    changed.

    Syntax of other programs is not changed, with the lines that belong to it: admonitions, tabs, definition lists,
    attribute lists, containers, tags of templates and what is between them, elements of HTML and JSX, outlines of Logseq,
    tables of Pandoc; sheaf-markdown(7) lists all. In a note with syntax of Python-Markdown, kramdown or Pandoc, and in
    all notes where the profile or the setting fmt.reader names one of these, lists, quotes, tables, code, thematic breaks, *emphasis*
    and missing empty lines also stay as written, because these programs read them differently: only headings, spaces
    and surplus empty lines change. Templates (folders.templates) and files that match fmt.ignore are formatted only if
    they are named; notes that a plug-in writes (excalidraw-plugin, kanban-plugin) are never formatted.

    The style: headings with #; - for lists, * for a list directly after another; numbers ascending, or
    all the same where the first two are; blocks of an item under its text; ``` around code; *emphasis*
    and **strong**; --- for a thematic break; one empty line between blocks, none in tight lists; tables with
    aligned columns by their width on a terminal, compact beyond 160 columns; no trailing spaces except the
    two of a hard break. Lines are not broken unless --wrap is given. The settings fmt.* change the style.

    Never changed: front matter, [[wiki links]], ![[embeds]], callouts, #tags, ^block-ids, $maths$, ==marks==,
    %%comments%%, {{templates}}, task fields, raw HTML, MDX, link definitions, footnotes, bare addresses, the
    space between scripts.

    Not changed, as --explain reports: lists or quotes that contain a link definition or a footnote; quotes whose
    lazy lines would become headings; runs of delimiters that would pair differently; lists of empty items that would
    become a line of hyphens. These were 6 of 261,000 blocks of real notes, and fewer than one in two hundred of
    the CommonMark and GFM examples. Whole notes are not changed if they have more than 32 MB, 300,000 lines, a
    million blocks or a million delimiters, if nested brackets or quotes would make Markdown parsers slow, or if the first line
    would be read as front matter.

    Examples:
      sheaf fmt                 all notes
      sheaf fmt --check         exit 1 if a file is not formatted
      sheaf fmt -n Memo         what would change below Memo
      sheaf fmt - < draft.md    from standard input to standard output
    """,
    ko: """
      파일을 저장하기 전에 검증합니다: cmark-gfm에서 만드는 HTML이 전과 같고, 원문의 단어가 하나도 없어지지 않으며,
      다시 정리해도 바뀌지 않습니다. 검증할 수 없는 블록은 그대로 둡니다.

      다른 프로그램의 문법은 딸린 줄과 함께 그대로 둡니다: 알림 상자, 탭, 정의 목록, 속성 목록, 컨테이너, 템플릿 태그와 그
      사이, HTML과 JSX 요소, Logseq 개요, Pandoc 표(전체 목록은 sheaf-markdown(7)). Python-Markdown, kramdown, Pandoc의
      문법이 있는 메모와, 프로필이나 fmt.reader 설정이 그중 하나일 때의 모든 메모에서는 목록, 인용, 표, 코드, 가로줄, *기울임*, 빈 줄이
      없는 곳도 그대로 둡니다. 이 프로그램들은 다르게 읽기 때문입니다. 소제목, 공백, 남는 빈 줄만 바뀝니다.
      템플릿(folders.templates)과 fmt.ignore에 해당하는 파일은 직접 지정할 때만 정리하고, 플러그인이 쓰는
      메모(excalidraw-plugin, kanban-plugin)는 정리하지 않습니다.

      형식: 소제목은 #, 목록은 -, 다른 목록 바로 뒤의 목록은 *, 번호는 오름차순(처음 둘이 같으면 모두 같게), 항목에
      딸린 블록은 텍스트 위치에, 코드는 ```, *기울임*과 **굵게**, 가로줄은 ---, 블록 사이에는 빈 줄 하나(촘촘한
      목록에는 없음), 표는 터미널 너비에 맞춰 정렬(160칸이 넘으면 좁게), 줄 끝에는 강제 줄바꿈의 두 칸 말고는 공백
      없이. --wrap을 지정하지 않으면 줄을 나누지 않습니다. fmt.* 설정에서 바꿀 수 있습니다.

      바꾸지 않는 것: 머리말, [[위키 링크]], ![[임베드]], 콜아웃, #태그, ^블록-id, $수식$, ==표시==, %%주석%%,
      {{템플릿}}, 할 일의 필드, HTML, MDX, 링크 정의, 각주, 그대로 입력한 주소, 문자 사이의 공백.

      그대로 두는 것(--explain에 표시): 링크 정의나 각주가 있는 목록과 인용, 이어진 줄이 소제목이 될 인용, 짝이 달라질
      강조 기호, 줄표만 남을 빈 목록. 실제 메모의 블록 261,000개 중 6개, CommonMark와 GFM 예제에서는 200개에 하나가 안
      됩니다. 32 MB, 30만 줄, 블록 100만 개, 기호 100만 개를 넘는 메모, 마크다운 파서를 느리게 하는 괄호나 인용이
      중첩된 메모, 첫 줄이 머리말로 읽힐 메모는 통째로 그대로 둡니다.

      예:
        sheaf fmt                 모든 메모
        sheaf fmt --check         정리되지 않은 파일이 있으면 종료 코드 1
        sheaf fmt -n Memo         Memo 아래에서 바뀔 것
        sheaf fmt - < draft.md    표준 입력에서 표준 출력으로
      """)
}

/// The discussion of sheaf-check(1), with the list of checks.
enum CheckManual {
  static func discussion(in language: Language) -> String {
    let names =
      NoteChecks.all.map { ($0.name, $0.summary) }
      + RepositoryChecks.all.map { ($0.name, $0.summary) } + WebLinkCheck.all
    let list = names.map { "  \($0): \($1.text(in: language))" }.joined(separator: "\n")
    return Message(
      """
      Examples:
        sheaf check
        sheaf check Memo
        sheaf check --fix

      Exits with 1 if a problem was found. The setting check: turns a check off or sets its severity:

        check:
          unlinked-attachment: off
          broken-link: error

      With --external, curl requests every linked page once: HEAD before GET, each host no faster than
      links.external-interval, sending nothing about you but the name of the program. Only 404, 410, a host without
      an address and an HTML page without the linked anchor count as dead; pages in an unclear state are listed but do
      not count. Answers are cached. Sealed letters, addresses of this computer and network, and addresses with a
      user name are never requested.

      The checks:
      \(list)
      """,
      ko: """
        예:
          sheaf check
          sheaf check Memo
          sheaf check --fix

        문제를 찾으면 종료 코드는 1입니다. check: 설정에서 검사를 끄거나 심각도를 정할 수 있습니다:

          check:
            unlinked-attachment: off
            broken-link: error

        --external을 지정하면 링크한 페이지마다 curl로 한 번씩 요청합니다. HEAD를 먼저, 그다음 GET을 보내고, 한 호스트에는
        links.external-interval보다 자주 요청하지 않으며, 프로그램 이름 말고는 아무것도 보내지 않습니다. 404, 410, 없는
        호스트, 링크한 위치가 없는 HTML 페이지만 끊긴 링크로 처리합니다. 알 수 없는 페이지는 목록에만 표시하고 문제로 세지
        않습니다. 응답은 캐시에 저장합니다. 봉인한 편지, 이 컴퓨터와 사설 네트워크의 주소, 사용자 이름이 들어 있는 주소는
        요청하지 않습니다.

        검사:
        \(list)
        """
    ).text(in: language)
  }
}
