import NoteModel
import NoteRepository
import Wording

/// The parts of the manual that no declaration contains.
enum ManualTexts {
  /// What follows the options in sheaf(1).
  static func overviewEnd(in language: Language) -> String {
    language == .korean ? koreanOverviewEnd : englishOverviewEnd
  }

  private static let englishOverviewEnd = """
    .Sh ENVIRONMENT
    .Bl -tag -width Ds
    .It Ev SHEAF_DIR
    Where to look for the repository.
    .It Ev SHEAF_EDITOR , VISUAL , EDITOR
    The editor, the first that is set.
    .It Ev SHEAF_PAGER , PAGER
    The pager.
    .It Ev NO_COLOR , CLICOLOR_FORCE
    No colour; colour also in a pipe.
    .It Ev SHEAF_NOW , SOURCE_DATE_EPOCH
    The current time.
    .It Ev LC_ALL , LC_MESSAGES , LANG
    The language: Korean if it begins with
    .Ql ko ,
    else English.
    .El
    .Sh FILES
    .Bl -tag -width Ds
    .It Pa .sheaf/config.yaml
    Settings of the repository.
    .It Pa .sheaf/templates/
    Templates for new notes.
    .It Pa $XDG_CACHE_HOME/sheaf/
    The index, which can be deleted at any time.
    .It Pa $XDG_STATE_HOME/sheaf/
    The note used last, the rows of the last listing, the journal of
    .Xr sheaf-undo 1 ,
    and in
    .Pa kept/
    what could not be written because another program had changed the file.
    .El
    .Sh EXIT STATUS
    .Bl -tag -width Ds
    .It 0
    Success.
    .It 1
    A negative answer: no matches, or a check found problems.
    .It 2
    Something failed.
    .It 3
    A conflict: refused because a file had changed, or to keep something safe.
    .It 64
    A usage error on the command line.
    .It 65
    Invalid data in the input.
    .It 66
    No such note, file or repository.
    .It 73 , 74
    A file cannot be created, read or written.
    .It 75
    Another process holds the lock: try again.
    .El
    .Sh SEE ALSO
    .Xr sheaf-config 5 ,
    .Xr sheaf-note 5 ,
    .Xr sheaf-dates 7 ,
    .Xr sheaf-git 7 ,
    .Xr sheaf-query 7 ,
    .Xr sheaf-site 7 ,
    .Xr sheaf-tutorial 7

    """

  private static let koreanOverviewEnd = """
    .Sh 환경 변수
    .Bl -tag -width Ds
    .It Ev SHEAF_DIR
    저장소를 찾을 폴더
    .It Ev SHEAF_EDITOR , VISUAL , EDITOR
    편집기. 앞에 있는 변수를 먼저 사용합니다.
    .It Ev SHEAF_PAGER , PAGER
    페이저
    .It Ev NO_COLOR , CLICOLOR_FORCE
    색을 사용하지 않음, 파이프에서도 색을 사용
    .It Ev SHEAF_NOW , SOURCE_DATE_EPOCH
    현재 시각
    .It Ev LC_ALL , LC_MESSAGES , LANG
    언어.
    .Ql ko
    로 시작하면 한국어, 아니면 영어
    .El
    .Sh 파일
    .Bl -tag -width Ds
    .It Pa .sheaf/config.yaml
    저장소의 설정
    .It Pa .sheaf/templates/
    새 메모의 템플릿
    .It Pa $XDG_CACHE_HOME/sheaf/
    색인. 언제든지 지울 수 있습니다.
    .It Pa $XDG_STATE_HOME/sheaf/
    마지막에 사용한 메모, 마지막 목록의 목록 번호,
    .Xr sheaf-undo 1
    의 기록.
    .Pa kept/
    에는 다른 프로그램이 파일을 바꿔서 저장할 수 없었던 내용이 있습니다.
    .El
    .Sh 종료 코드
    .Bl -tag -width Ds
    .It 0
    성공
    .It 1
    부정적인 결과: 맞는 것이 없거나 검사에서 문제를 찾음
    .It 2
    실패
    .It 3
    충돌: 파일이 바뀌었거나 안전을 위해 거절함
    .It 64
    명령줄 사용법 오류
    .It 65
    잘못된 입력 데이터
    .It 66
    메모, 파일, 저장소가 없음
    .It 73 , 74
    파일을 만들거나 읽거나 저장할 수 없음
    .It 75
    다른 프로세스가 잠금을 사용 중. 다시 시도하세요.
    .El
    .Sh 관련 항목
    .Xr sheaf-config 5 ,
    .Xr sheaf-note 5 ,
    .Xr sheaf-dates 7 ,
    .Xr sheaf-git 7 ,
    .Xr sheaf-query 7 ,
    .Xr sheaf-site 7 ,
    .Xr sheaf-tutorial 7

    """

  static let noteStart = """
    .Sh NAME
    .Nm sheaf-note
    .Nd the front matter and the body of a note
    .Sh DESCRIPTION
    A note is a Markdown file.
    It may begin with front matter: YAML between lines of three hyphens.
    TOML between lines of three plus signs is read but never changed.
    A file without front matter is a note too.
    Its title is the
    .Ql title
    field, else a level-1 heading that is the first block of the body, else the file's name.
    Unknown fields are kept, indexed and searchable.
    .Ss Fields

    """

  static let noteEnd = """
    .Ss Body
    GitHub Flavored Markdown with footnotes, and also:
    .Bl -tag -width Ds
    .It Ql [[note]] , [[note|text]] , [[note#heading]] , [[note#^block]]
    Links to notes by, in this order, path, file name,
    .Ql title ,
    alias, leading heading and id; case, width and Unicode normal forms do not count.
    A lower rank never makes a higher one ambiguous.
    Among notes of the same rank, one in the same folder wins, then one at the root, then the nearest: the fewest steps
    from folder to folder.
    If several are equally near, the link is reported as ambiguous.
    A name that is spelled exactly as in the link wins over one that differs in case.
    Where no note has the name,
    .Ql [[text|note]]
    is also read the other way round, as Dendron writes it, and
    .Ql [[label]]
    as a reference to
    .Ql [label]: destination .
    .It Ql [text](/path) , [text](path/) , [text](path.html)
    Paths are tried from the note's folder, from the root, from
    .Ql links.roots
    and from the folders above the note; as
    .Pa path.md ,
    .Pa path/index.md
    and
    .Pa path/README.md .
    .It Ql ![[note]]
    An embedded note or picture.
    .It Ql #tag , #tag/below
    Tags.
    .It Ql ^name
    At the end of a line: a name for the block.
    .It Ql - [ ] text
    A check box, which is a task.
    Fields may occur anywhere in its line, as emoji or as
    .Ql [due:: 2026-11-30] ;
    the character between the brackets is a space for to do,
    .Ql /
    for doing,
    .Ql x
    for done,
    .Ql -
    for cancelled.
    .El
    .Ss Addresses in the text
    .Ql http:// ,
    .Ql https:// ,
    .Ql ftp://
    and
    .Ql www.\\&
    begin a link by the rules of GitHub Flavored Markdown: up to a space or
    .Ql < ,
    without trailing punctuation and without an unmatched closing bracket;
    .Ql www.\\&
    only after a space or one of
    .Ql *_~( ;
    no underscore in the last two labels of the host.
    Where those rules are silent or do not fit the text:
    a host ends at the first letter that is not Latin, unless a whole label is not Latin, as in
    .Ql \\[uD55C]\\[uAD6D].kr ;
    a path may contain any letters, and ends at the brackets and punctuation of Korean, Chinese and Japanese
    and before a Korean particle that ends the word;
    a square bracket around an address does not belong to it.
    E-mail addresses are links, and so are telephone numbers of the countries in the setting
    .Ql links.region .
    Addresses in code, in raw HTML and in the text of another link are not links.
    .Sh SEE ALSO
    .Xr sheaf 1 ,
    .Xr sheaf-query 7

    """

  static let pages: [(name: String, title: String, section: Int, text: String)] =
    [
      ("sheaf-query.7", "sheaf-query", 7, QueryManual.page(in: .english)),
      ("sheaf-markdown.7", "sheaf-markdown", 7, MarkdownManual.text),
      ("sheaf-dates.7", "sheaf-dates", 7, DatesManual.page(in: .english)),
      ("sheaf-editors.7", "sheaf-editors", 7, EditorsManual.text),
      ("sheaf-import.7", "sheaf-import", 7, ExchangeManual.text),
      ("sheaf-adopt.7", "sheaf-adopt", 7, AdoptManual.text),
      ("sheaf-site.7", "sheaf-site", 7, SiteManual.page(in: .english)),
    ] + walkthroughs(in: .english)

  /// The pages that lead through something step by step.
  static func walkthroughs(
    in language: Language
  ) -> [(name: String, title: String, section: Int, text: String)] {
    [TutorialManual.walkthrough, GitManual.walkthrough].map {
      ("\($0.name).7", $0.name, 7, $0.page(in: language))
    }
  }
}

/// sheaf-adopt(7): what the folders of other programs are recognised by, and what is read as they read it.
enum AdoptManual {
  static var text: String { start + rows + tableStart + table + end }

  /// What the rules of a profile change, a row each.
  private static var table: String {
    Profile.all.map { profile in
      let rules = profile.rules
      let missing =
        !rules.hasWikiLinks ? "text" : rules.countsMissingPages ? "broken" : "unwritten"
      let cells = [
        rules.takesTitleFromHeading ? "heading" : "file", missing,
        rules.addressFields.sorted().joined(separator: ", "),
        rules.readers.sorted().joined(separator: ", "),
      ]
      return ".It Ic \(profile.name)"
        + cells.map { " Ta " + ($0.isEmpty ? "\\(en" : cell($0)) }.joined() + "\n"
    }.joined()
  }

  /// In one line: a column that breaks takes the next ones with it.
  private static func cell(_ text: String) -> String {
    Mdoc.escaped(text).replacing(" ", with: "\\ ")
  }

  private static let tableStart = """
    .El
    .Sh RULES
    Without a
    .Ic title
    field, a note is called by its heading or its file's name.
    .Ql [[name]]
    that no note is called is a broken link, a page that is not written yet, or text.
    The address fields of a note are names of its page.
    .Xr sheaf-fmt 1
    leaves as written what that reader reads otherwise than CommonMark.
    .Bl -column "\(Profile.all.map(\.name).max { $0.count < $1.count } ?? "")" "heading" "unwritten" "permalink, redirect_fromx"
    .It profile Ta title Ta missing Ta address\\ fields Ta fmt.reader

    """

  private static var rows: String {
    Profile.all.map { profile in
      let signs =
        profile.signs.isEmpty ? "" : "Recognised by: \(Mdoc.escaped(profile.signs)).\n.br\n"
      return ".It Ic \(profile.name) Pq \(Mdoc.escaped(profile.title))\n" + signs
        + "Read as there: \(Mdoc.escaped(profile.reading.english)).\n"
    }.joined()
  }

  private static let start = """
    .Sh NAME
    .Nm sheaf-adopt
    .Nd folders of other programs
    .Sh DESCRIPTION
    .Xr sheaf-init 1
    makes any folder of Markdown files a repository.
    It recognises the program whose folder it is, writes
    .Ic profile
    with the program's settings into
    .Pa .sheaf/config.yaml ,
    and changes no file of yours.
    A folder may be that of several programs, such as a vault with a site:
    .Bd -literal -offset indent
    profile: [obsidian, hugo]
    .Ed
    .Pp
    Without
    .Ic profile
    in the configuration, the folder is looked at each time;
    .Ql profile: plain
    turns that off.
    The settings of a program are looked for at the root, those of a generator of sites also in
    .Pa docs ,
    .Pa website
    and
    .Pa site .
    .Sh PROFILES
    .Bl -tag -width Ds

    """

  private static let end = """
    .El
    .Sh TITLES OF NOTES
    The title of a note is its
    .Ic title
    field, else the level-1 heading that opens the text and is its only one, else the file's name.
    Where the profile is
    .Ic obsidian ,
    .Ic quartz
    or
    .Ic logseq ,
    a heading is never a title.
    .Sh SEE ALSO
    .Xr sheaf 1 ,
    .Xr sheaf-init 1 ,
    .Xr sheaf-config 5 ,
    .Xr sheaf-import 7

    """
}
