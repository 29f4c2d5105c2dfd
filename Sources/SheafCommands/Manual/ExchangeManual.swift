import NoteInterchange
import Wording

/// sheaf-import(7): every format, and what becomes of what is in it.
enum ExchangeManual {
  static var text: String {
    start + imports + middle + exports + end
  }

  private static var imports: String {
    ImportFormat.all.map { format in
      let fate = format.fate
      let lines = [
        ".It Ic \(format.name)", sentence(format.summary.english),
        ".br", "Kept: " + sentence(fate.kept.english),
        ".br", "Changed: " + sentence(fate.changed.english),
        ".br", "Lost: " + sentence(fate.lost.english),
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
