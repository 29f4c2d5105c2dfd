import Wording

/// What sheaf-import(1) says.
enum ImportManual {
  static var discussion: String {
    localized(
      """
      Nothing is overwritten: a note that was imported before is left unchanged, so importing the same data twice adds
      nothing. Values without a counterpart are kept below import: in the front matter. A record that cannot be read is
      reported with its file and line, and the rest is imported. An import is one transaction that “sheaf undo” reverts.
      The formats are in sheaf-import(7).

      With vdir, a folder of calendar entries, the tasks that were exported there get what another program has changed,
      new entries become tasks, and a task is cancelled where its entry was removed. See sheaf-export(1).

      Examples:
        sheaf import --from rani ~/backup -n
        sheaf import --from enex ~/Notes.enex --into Evernote
        sheaf import --from json tasks.json --map title=subject --report report.json
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
          sheaf import --from enex ~/Notes.enex --into Evernote
          sheaf import --from json tasks.json --map title=subject --report report.json
          sheaf import --from vdir ~/.calendars/tasks
        """)
  }
}
