import Wording

/// What sheaf-export(1) says.
enum ExportManual {
  static var discussion: String {
    localized(
      """
      Without a query all notes are written, in the order of their paths; sealed letters are left out. What json,
      jsonl, ics, todotxt, taskwarrior, org and jrnl say can be imported again. docx, odt, pdf, rst and latex are
      made by pandoc, where it is installed.

      Examples:
        sheaf export --to json -o notes.json
        sheaf export --to ics is:open -o tasks.ics
        sheaf export --to ics --as events -o calendar.ics
        sheaf export --to epub in:Diary/2026 --title 2026 -o 2026.epub
      """,
      ko: """
        검색식이 없으면 모든 메모를 경로 순서로 씁니다. 봉인한 편지는 제외합니다. json, jsonl, ics, todotxt, taskwarrior, org,
        jrnl로 내보낸 것은 다시 가져올 수 있습니다. docx, odt, pdf, rst, latex는 pandoc이 설치되어 있으면 만듭니다.

        예:
          sheaf export --to json -o notes.json
          sheaf export --to ics is:open -o tasks.ics
          sheaf export --to ics --as events -o calendar.ics
          sheaf export --to epub in:Diary/2026 --title 2026 -o 2026.epub
        """)
  }
}
