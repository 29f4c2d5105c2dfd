import Wording

/// What sheaf-fmt(1) says about the style and its limits.
enum FmtManual {
  static let discussion = Message(
    """
    Every file is verified before it is written: cmark-gfm renders the same HTML as before, no word of the
    source is lost, and formatting the result again changes nothing. A block for which this cannot be verified is left
    unchanged.

    Syntax of other programs stays as written, with the lines that belong to it: admonitions, tabs, definition lists,
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

    Left unchanged, as --explain reports: lists or quotes that contain a link definition or a footnote; quotes whose
    lazy lines would become headings; runs of delimiters that would pair differently; lists of empty items that would
    become a line of hyphens. These were 6 of 261,000 blocks of real notes, and fewer than one in two hundred of
    the CommonMark and GFM examples. Whole notes are left unchanged if they have more than 32 MB, 300,000 lines, a
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
      없는 곳도 그대로 둡니다. 이 프로그램들은 다르게 읽기 때문입니다. 제목, 공백, 남는 빈 줄만 바뀝니다.
      템플릿(folders.templates)과 fmt.ignore에 해당하는 파일은 직접 지정할 때만 정리하고, 플러그인이 쓰는
      메모(excalidraw-plugin, kanban-plugin)는 정리하지 않습니다.

      형식: 제목은 #, 목록은 -, 다른 목록 바로 뒤의 목록은 *, 번호는 오름차순(처음 둘이 같으면 모두 같게), 항목에 딸린 블록은
      텍스트 위치에, 코드는 ```, *기울임*과 **굵게**, 가로줄은 ---, 블록 사이에는 빈 줄 하나(촘촘한 목록에는 없음),
      표는 터미널 너비에 맞춰 정렬(160칸이 넘으면 좁게), 줄 끝에는 강제 줄바꿈의 두 칸 말고는 공백 없이.
      --wrap을 지정하지 않으면 줄을 나누지 않습니다. fmt.* 설정에서 바꿀 수 있습니다.

      바꾸지 않는 것: 머리말, [[위키 링크]], ![[임베드]], 콜아웃, #태그, ^블록-id, $수식$, ==표시==, %%주석%%,
      {{템플릿}}, 할 일의 필드, HTML, MDX, 링크 정의, 각주, 그대로 입력한 주소, 문자 사이의 공백.

      그대로 두는 것(--explain에 표시): 링크 정의나 각주가 있는 목록과 인용, 이어진 줄이 제목이 될 인용, 짝이 달라질 강조
      기호, 줄표만 남을 빈 목록. 실제 메모의 블록 261,000개 가운데 6개, CommonMark와 GFM 예제에서는 200개에 하나가
      안 됩니다. 32 MB, 30만 줄, 블록 100만 개, 기호 100만 개를 넘는 메모, 마크다운 파서를 느리게 하는 괄호나 인용이
      중첩된 메모, 첫 줄이 머리말로 읽힐 메모는 통째로 그대로 둡니다.

      예:
        sheaf fmt                 모든 메모
        sheaf fmt --check         정리되지 않은 파일이 있으면 종료 코드 1
        sheaf fmt -n Memo         Memo 아래에서 바뀔 것
        sheaf fmt - < draft.md    표준 입력에서 표준 출력으로
      """)
}
