import NoteInterchange
import Wording

/// sheaf-import(7): every format, and what becomes of what is in it.
enum ExchangeManual {
  static var text: String {
    start + imports + middle + exports + end
  }

  private static var imports: String {
    ImportFormat.all.map { format in
      let fidelity = format.fidelity
      let lines = [
        ".It Ic \(format.name)", sentence(format.summary.english),
        ".br", "Kept: " + sentence(fidelity.kept.english),
        ".br", "Changed: " + sentence(fidelity.changed.english),
        ".br", "Lost: " + sentence(fidelity.lost.english),
      ]
      return lines.joined(separator: "\n") + "\n"
    }.joined()
  }

  private static var exports: String {
    ExportFormat.all.map { ".It Ic \($0.name)\n" + sentence($0.summary.english) + "\n" }.joined()
  }

  /// Ends in a full stop, as a line of mdoc.
  private static func sentence(_ text: String) -> String {
    Mdoc.escaped(text) + (text.hasSuffix(".") ? "" : ".")
  }

  private static let start = """
    .Sh NAME
    .Nm sheaf-import
    .Nd formats that Sheaf reads and writes
    .Sh DESCRIPTION
    .Xr sheaf-import 1
    makes notes of another program's data.
    Every note that it makes says in its front matter where it came from:
    .Bd -literal -offset indent
    import:
      source: enex:20261120T010000Z/Plan
      hash: "7d1c0a2b"
      author: Kim
    .Ed
    .Pp
    .Ic source
    names the record, so importing it twice makes one note.
    .Ic hash
    tells whether the note was changed here since; if it was,
    .Fl -update
    leaves it alone.
    What has no counterpart follows below its own name.
    .Pp
    Notes go to the folders of the configuration
    .Pq folders.memo , folders.tasks , the diary ,
    or all below that of
    .Fl -into .
    A name that is taken gets a number.
    Attachments go to folders.attachments, or to assets below that of
    .Fl -into .
    Links between imported notes lead to the notes that they have become.
    .Pp
    Zip and tar files are unpacked by
    .Ql unzip ,
    .Ql bsdtar
    or
    .Ql tar
    into a private folder, at most 4 GB; links in them are passed over.
    One import writes at most 512 MB.
    .Sh IMPORT FORMATS
    .Bl -tag -width Ds

    """

  private static let middle = """
    .El
    .Sh EXPORT FORMATS
    .Xr sheaf-export 1
    writes these, and with
    .Ql pandoc
    installed also docx, odt, pdf, rst and latex.
    .Bl -tag -width Ds

    """

  private static let end = """
    .El
    .Sh OBSIDIAN
    A vault of Obsidian needs no import:
    .Ql sheaf init
    in its folder makes it a repository without changing a note.
    .Sh SEE ALSO
    .Xr sheaf 1 ,
    .Xr sheaf-export 1 ,
    .Xr sheaf-import 1 ,
    .Xr sheaf-note 5

    """
}

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
