import NoteRepository
import Wording

/// sheaf-adopt(7): what the folders of other programs are recognised by, and what is read as they read it.
enum AdoptManual {
  static var text: String { start + rows + end }

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
