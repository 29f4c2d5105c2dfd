import Wording

/// What sheaf-export(1) says.
enum ExportManual {
  static var discussion: String {
    localized(
      """
      Without a query all notes are written, in the order of their paths; sealed letters are left out. What json,
      jsonl, ics, todotxt, taskwarrior, org and jrnl say can be imported again. docx, odt, pdf, rst and latex are
      made by pandoc, where it is installed.

      vdir is a folder of calendar entries, one file for each task, as khal, todoman and vdirsyncer keep them. Open
      tasks are added, those that are there are brought up to date, and an entry goes when its task is gone. Fields
      are merged one by one: what the other program has changed stays, and “sheaf import --from vdir” takes it over.
      A field that both sides have changed is reported and left as it is on both. The setting calendar.path keeps
      such a folder, or an .ics file, current after each command that writes.

      Examples:
        sheaf export --to json -o notes.json
        sheaf export --to ics is:open -o tasks.ics
        sheaf export --to ics --as events -o calendar.ics
        sheaf export --to vdir ~/.calendars/tasks tag:home
        sheaf export --to epub in:Diary/2026 --title 2026 -o 2026.epub
      """,
      ko: """
        검색식이 없으면 모든 메모를 경로 순서로 씁니다. 봉인한 편지는 제외합니다. json, jsonl, ics, todotxt, taskwarrior, org,
        jrnl로 내보낸 것은 다시 가져올 수 있습니다. docx, odt, pdf, rst, latex는 pandoc이 설치되어 있으면 만듭니다.

        vdir은 khal, todoman, vdirsyncer처럼 할 일마다 파일이 하나인 캘린더 폴더입니다. 열린 할 일을 더하고, 있는 항목은
        갱신하며, 할 일이 없어지면 항목도 지웁니다. 필드마다 따로 병합하므로 다른 프로그램에서 바꾼 값은 그대로 남고
        “sheaf import --from vdir”로 가져옵니다. 양쪽에서 바꾼 필드는 표시만 하고 양쪽 모두 그대로 둡니다. calendar.path를
        설정하면 저장하는 명령마다 그 폴더나 .ics 파일을 갱신합니다.

        예:
          sheaf export --to json -o notes.json
          sheaf export --to ics is:open -o tasks.ics
          sheaf export --to ics --as events -o calendar.ics
          sheaf export --to vdir ~/.calendars/tasks tag:집
          sheaf export --to epub in:Diary/2026 --title 2026 -o 2026.epub
        """)
  }
}
