import CivilCalendar
import MarkdownFormatting
import NoteActions
import NoteModel
import Wording

/// sheaf-markdown(7): what is recognised in the text of a note, and how each output shows it.
enum MarkdownManual {
  /// What somebody writes, and what becomes of it.
  struct Row {
    /// As it is written.
    let written: String
    let meaning: String
    /// What the index keeps.
    let index: String
    let terminal: String
    let site: String
    /// The search of the site, feeds, digests as text.
    let text: String
  }

  static let text =
    start + rows.map(item).joined() + ".El\n" + tags + foreign + limits

  private static func item(_ row: Row) -> String {
    let faces = [
      ("Index", row.index), ("Terminal", row.terminal), ("Site", row.site),
      ("Plain text", row.text),
    ]
    return ".It Ql " + Mdoc.escaped(row.written).replacing("\"", with: "\\(dq") + "\n"
      + Mdoc.paragraph(row.meaning)
      + faces.map { ".br\n\($0.0): " + Mdoc.paragraph($0.1 + ".") }.joined()
  }

  private static let start = """
    .Sh NAME
    .Nm sheaf-markdown
    .Nd the text of a note
    .Sh DESCRIPTION
    A note is written in GitHub Flavored Markdown with footnotes.
    Sheaf also recognises the following, much of it from Obsidian, with one scanner for all commands.
    It skips code, raw HTML and escaped characters.
    Every edit and
    .Xr sheaf-fmt 1
    keep all of it as written.
    Plain text is that of the site's search, of feeds and of digests as text.
    .Ss What is recognised, and how it is shown
    .Bl -tag -width Ds

    """

  static let rows = [
    Row(
      written: "%%comment%%",
      meaning:
        "A comment, within a paragraph or over several lines. It spans empty lines only if it begins a line and is closed.",
      index: "nothing: no text, link, tag, heading or check box", terminal: "nothing",
      site: "nothing", text: "nothing"),
    Row(
      written: "$a+b$",
      meaning:
        "Mathematics: no space inside the dollar signs, no digit after the last. $$ begins and ends a display.",
      index: "its words are searched; it contains no links or tags",
      terminal: "as written, coloured",
      site: "as written, in an element with the class math, or math display", text: "as written"),
    Row(
      written: "==marked==", meaning: "Marked text.", index: "its words", terminal: "highlighted",
      site: "a mark element", text: "its words"),
    Row(
      written: "[[note#heading|words]]",
      meaning:
        "A link to a note, or to a heading or a ^block in it. Where only the right side is a note, it is [[words|note]], as Dendron writes it; where no note has the name and the note defines it as a label, the definition counts.",
      index: "a link",
      terminal: "the words, red if the link is broken",
      site: "a link, or words with the class broken",
      text: "the words"),
    Row(
      written: "![[note#heading]]",
      meaning:
        "An embed. Files: pictures with a size (|300 or |300x200), audio, video, PDF and others.",
      index: "a link", terminal: "its name",
      site:
        "a picture, a player, a link to a PDF or another file; a note or a part of it if the embed is a separate paragraph",
      text: "the words of the note in the site's search, else its name"),
    Row(
      written: "#tag/below", meaning: "A tag; see Tags.", index: "a tag", terminal: "coloured",
      site: "a link to the page of the tag", text: "as written"),
    Row(
      written: "text ^name", meaning: "The name of a block, at the end of a line.",
      index: "a link target", terminal: "nothing", site: "a link target",
      text: "nothing"),
    Row(
      written: "^[words]", meaning: "An inline footnote.",
      index: "its words, links and tags", terminal: "a number, and the words at the end",
      site: "a number, and the words at the end", text: "the words at the end"),
    Row(
      written: "# Heading {#id .class}",
      meaning:
        "Attributes of a heading, also as {: #id .class}, and {: .class} on a separate line.",
      index: "the id is a link target; no text, no tags", terminal: "nothing",
      site: "the id is a link target", text: "nothing"),
    Row(
      written: "key:: value",
      meaning:
        "A field as a whole line, or [key:: value] or (key:: value) within one. The field of a check box belongs to its task; keys of sheaf-note(5) are read only in front matter.",
      index: "a field for queries, such as rating:>3",
      terminal: "key: value; in parentheses only the value",
      site: "key: value; in parentheses only the value", text: "as on the site"),
    Row(
      written: "> [!kind]- Title",
      meaning:
        "A callout of any kind; - folds it, + makes it foldable. Text after a | in the brackets is ignored.",
      index: "its words", terminal: "the kind and the title in bold, the text below it",
      site: "a box with the class callout, or a details element", text: "its words"),
    Row(
      written: "- [ ] task",
      meaning:
        "A check box: a space to do, x done, / in progress, - cancelled, any other character.",
      index: "a task",
      terminal: "a box: empty, ticked, half full, crossed out, or the character in brackets",
      site: "a check box, its state in data-task", text: "the words"),
    Row(
      written: "https://example.com",
      meaning: "Addresses, e-mail addresses and telephone numbers in running text.",
      index: "a link", terminal: "a link; telephone numbers as written",
      site: "a link; telephone numbers as written", text: "as written"),
  ]

  private static let foreign =
    """
    .Ss What other programs read
    .Xr sheaf-fmt 1
    leaves the following lines as written, with the lines that belong to them and the empty lines around them:
    templates and drawings are read by another program before, or instead of, CommonMark.
    .Bl -bullet -compact

    """ + ForeignSyntax.all.map(foreignItem).joined() + """
      .It
      elements of HTML, JSX and Vue that begin a line and end on a later one
      .It
      everything between a tag of a template and the tag that closes it
      .It
      pages of Logseq: no empty lines between blocks, nested blocks indented by tabs
      .El

      """

  private static func foreignItem(_ syntax: ForeignSyntax) -> String {
    let line = syntax.example.split(separator: "\n").first ?? ""
    let trimmed = line.trimmingPrefix { $0 == " " }.reversed().drop { $0 == " " }.reversed()
    // Between quotation marks no word is a macro, and before \& no sign at the end is a delimiter.
    return ".It\n" + Mdoc.paragraph(syntax.name) + ".Pq Ql \""
      + Mdoc.escaped(String(trimmed)).replacing("\"", with: "\\(dq") + "\\&\"\n"
  }

  private static let tags = """
    .Ss Tags
    A tag begins a word, or follows a bracket, a comma, a semicolon, a bar,
    .Ql >
    or punctuation of another script.
    It consists of letters, digits,
    .Ql _ , -
    and
    .Ql / ,
    with at least one letter.
    The joiners of Persian and Sinhala and the dot of Catalan are part of it between two letters.
    .Ql #_2022
    and
    .Ql #123
    are not tags, and neither are colours: six or eight hexadecimal digits of which one is 0 to 9
    .Pq Ql #e9f1f6 ,
    three or four of which two are 0 to 9
    .Pq Ql #f00 ,
    or one letter repeated
    .Pq Ql #fff .
    .Ql #cafe , #decade
    and
    .Ql #b2b
    are tags.
    The text of a link contains no tags.

    """

  private static let limits = """
    .Ss What is shown as written
    An unclosed comment, a single pair of equals signs, and marked text that would overlap bold or
    other markup are shown as written.
    A field in brackets has at most 1024 bytes, its key 60.
    .Sh SEE ALSO
    .Xr sheaf-publish 1 ,
    .Xr sheaf-show 1 ,
    .Xr sheaf-note 5 ,
    .Xr sheaf-query 7

    """
}

/// What sheaf-config(5) says about the names of daily notes, with every placeholder and an example of it.
enum DayPatternManual {
  static func section(in language: Language) -> String {
    let day = Day(iso: "2026-01-04") ?? Day(daysSinceEpoch: 20_457)
    let rows = DayPlaceholder.allCases.map { placeholder in
      ".It Ql {{\(placeholder.rawValue)}} Ta \(Mdoc.escaped(placeholder.text(of: day)))\n"
    }
    return start.text(in: language) + rows.joined() + end.text(in: language)
  }

  private static let start = Message(
    """
    .Sh NAMES OF DAILY NOTES
    .Ic diary.path ,
    .Ic diary.week-path
    and
    .Ic diary.month-path
    are patterns: each part in double braces stands for a part of the day.
    A pattern must determine the day, the week or the month.
    In the name of a week's note, other parts than weeks are those of its Monday, or of its Sunday
    where the pattern counts weeks from Sunday.
    On Sunday, 4 January 2026 the parts are:
    .Bl -column "{{shortWeekday-ko}}" "January"

    """,
    ko: """
      .Sh 일기 파일의 이름
      .Ic diary.path ,
      .Ic diary.week-path ,
      .Ic diary.month-path
      에서 중괄호 두 개로 묶은 부분은 날짜의 일부를 뜻합니다.
      이름만으로 날이나 주, 달을 알 수 있어야 합니다.
      주의 이름에서 주가 아닌 부분은 그 주의 월요일을, 일요일부터 세는 주에서는 일요일을 기준으로 합니다.
      2026년 1월 4일 일요일의 값:
      .Bl -column "{{shortWeekday-ko}}" "January"

      """)

  private static let end = Message(
    """
    .El
    .Pp
    Weeks and the numbers of weekdays are those of ISO 8601, from Monday, except for the parts that end in
    .Ql -en
    and
    .Ql -ko ,
    which count as Obsidian does in English and Korean.
    These are for names that Obsidian writes as
    .Ql gggg-[W]ww ,
    the usual name of the plugin Periodic Notes.

    """,
    ko: """
      .El
      .Pp
      주와 요일 번호는 ISO 8601에 따라 월요일부터 셉니다.
      .Ql -en
      과
      .Ql -ko
      로 끝나는 부분은 영어와 한국어 Obsidian처럼 셉니다.
      Periodic Notes 플러그인의 기본 이름
      .Ql gggg-[W]ww
      에 사용합니다.

      """)
}

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

/// What sheaf-check(1) lists.
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
      not count. Answers are cached. Sealed letters, addresses of this machine and network, and addresses with a
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
