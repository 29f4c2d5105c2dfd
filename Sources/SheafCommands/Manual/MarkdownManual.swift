import MarkdownFormatting

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
