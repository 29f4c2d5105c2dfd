import Wording

/// The parts of the manual that no declaration contains.
enum ManualTexts {
  static let overviewEnd = """
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
    .Xr sheaf-query 7 ,
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

  static let pages: [(name: String, title: String, section: Int, text: String)] = [
    ("sheaf-query.7", "sheaf-query", 7, QueryManual.text),
    ("sheaf-markdown.7", "sheaf-markdown", 7, MarkdownManual.text),
    ("sheaf-dates.7", "sheaf-dates", 7, DatesManual.text),
    ("sheaf-import.7", "sheaf-import", 7, ExchangeManual.text),
    ("sheaf-tutorial.7", "sheaf-tutorial", 7, TutorialManual.page(in: .english)),
  ]
}
