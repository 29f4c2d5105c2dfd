import NoteModel
import Wording

/// sheaf-query(7).
enum QueryManual {
  /// Command lines that the manual shows; a test runs each.
  static let examples = [
    "sheaf list tag:work -tag:done 'due:<+7d' sort:due",
    "sheaf list 'kind:task (priority:>=high OR is:overdue)'",
    "sheaf list 'estimate:>2h' project:garden",
    "sheaf list rating:1..5 'title:(garden OR \"two words\")'",
    "sheaf tasks 우선순위:높음 조건:지남",
    "sheaf search '\"exact phrase\" in:Diary' created:2026-11",
    "sheaf list links-to:Index -has:backlink --explain",
  ]

  private static var shownExamples: String {
    examples.map(Mdoc.escaped).joined(separator: "\n")
  }

  /// Every key of the language but those of words, each with its names in both languages and the words it takes.
  private static var keyTable: String {
    let rows = Dictionary(grouping: QueryKey.allCases) { $0.summary.english }
    let keys = QueryKey.allCases.filter { key in
      ![.title, .body, .headings, .sort].contains(key) && rows[key.summary.english]?.first == key
    }
    return keys.map { key in
      let names = (rows[key.summary.english] ?? []).flatMap { [$0.rawValue] + $0.koreanNames }
      let values =
        switch key {
        case .kind: "\n" + table(NoteKind.self)
        case .is: "\n" + table(NoteState.self)
        case .has: "\n" + table(NotePart.self)
        default: ""
        }
      return item(names) + key.summary.english + values
    }.joined(separator: "\n")
  }

  /// Every field that Sheaf knows, in both languages.
  private static var fieldTable: String {
    FieldCatalogue.fields.map { field in
      item([field.key] + field.koreanNames) + field.summary.english
    }.joined(separator: "\n")
  }

  private static func item(_ names: [String]) -> String {
    ".It Ql " + names.map { Mdoc.escaped($0) + ":\\&" }.joined(separator: " , ") + "\n"
  }

  /// The words of one kind, what they mean, and their Korean names.
  private static func table<Words: QueryVocabulary>(_ words: Words.Type) -> String {
    let items = words.allCases.map { word in
      let korean = word.koreanNames.map { ", " + $0 }.joined()
      return ".It Ql \(word.rawValue)" + (korean.isEmpty ? "" : Mdoc.escaped(korean)) + "\n"
        + word.summary.english
    }
    return ([".Bl -tag -width Ds -compact"] + items + [".El"]).joined(separator: "\n")
  }

  static let text = """
    .Sh NAME
    .Nm sheaf-query
    .Nd the language in which notes are asked for
    .Sh DESCRIPTION
    One language for every command that lists, searches or draws notes, for
    .Ql --where ,
    and for saved queries.
    Terms that stand side by side must all hold.
    .Ql OR
    between them asks for one or the other and binds weaker;
    .Ql AND
    may be written as well;
    .Ql NOT
    or a minus before a term asks for notes of which it does not hold;
    parentheses hold terms together.
    On the command line everything that begins with one hyphen and is no option is such a term;
    .Ql --
    ends the options.
    A query may have 400 terms, 20 parentheses deep.
    .Ss Words
    .Bl -tag -width Ds
    .It Ql word
    A whole Latin word, case, width and accents folded.
    Korean, Chinese and Japanese are found at any place of a word, from one letter up, where the
    letters stand together.
    It may be in the title, an alias, the file name, a folder, a tag, a heading or the text.
    .It Ql word*
    A word that begins so.
    .It Ql \\(dqtwo words\\(dq
    Just these words in a row.
    Quote them for the shell as well.
    .It Ql \\[u314E]\\[u3147]\\[u3139]
    Initial consonants: Korean words that begin with them.
    .It Ql title:\\& , body:\\& , headings:\\&
    A word in that part only; an alias and the file name count as titles.
    .It Ql *
    Every note.
    .El
    .Ss Places and kinds
    Several values with commas between stand for any of them; quotes hold spaces and commas together.
    .Bl -tag -width Ds
    \(keyTable)
    .El
    .Ss Fields
    .Bl -tag -width Ds
    .It Ql key:value
    Any field of front matter, in any spelling of its key that Sheaf reads.
    Case does not count; each item of a list is a value.
    .It Ql key:none , key:any
    Notes without the field, with the field.
    .It Ql key:val*
    Values that begin so.
    .It Ql key:1..5 , key:1.. , key:..5
    Numbers, lengths of time and dates from one to the other, both included.
    .It Ql key:(one OR two)
    A key before parentheses is the key of each word in them.
    .It Ql key:<value , key:<=value , key:>value , key:>=value
    Numbers, lengths of time such as
    .Ql 2h
    or
    .Ql 1d12h ,
    priorities, and the dates of
    .Xr sheaf-dates 7 .
    A date with a time is compared to the second; a day without one counts to its end.
    .It Ql created:\\& , updated:\\&
    Where the note does not say, the time of its file.
    .It Ql id:k3x9
    Ids that begin so.
    .El
    .Pp
    Keys and values have Korean names as well, as in
    .Ql 우선순위:높음
    and
    .Ql 상태:진행 ;
    the same are read by
    .Xr sheaf-add 1 .
    Where notes have a key of that name, it is meant as well.
    .Ql categories:\\& ,
    .Ql keywords:\\&
    and
    .Ql labels:\\&
    ask for tags, and for what the field has as a link,
    .Ql [[X]] .
    .Pp
    The fields that Sheaf knows:
    .Bl -tag -width Ds -compact
    \(fieldTable)
    .El
    .Ss Tasks
    .Xr sheaf-tasks 1
    and other commands for tasks ask a query of each task: of a note with a status, or of a check box.
    A check box answers for its own text, status, dates, priority, project, repetition, reminders, id
    and what it depends on.
    It has its own tags and those of its note's front matter.
    Words and
    .Ql title:\\&
    are looked for in its text; everything else is asked of its note.
    .Pp
    A task is overdue when it is open and its day has ended here, or its time has passed.
    It is blocked while it is open and a task that it depends on is open: a note, found by its name as a
    link finds it, or a check box with that id.
    It is ready when it is open and not blocked and the day or the time of
    .Ql start
    has come.
    A date that cannot be read counts as none, and a time without a zone is a time here.
    .Ss Order and saved queries
    .Bl -tag -width Ds
    .It Ql sort:due,-updated
    The order, by any field; a minus turns it round, and what has no value comes last.
    Without it the best match is first where words are asked for: the note that has them as its
    name, then those in which they follow each other, then words in titles, names, tags and
    headings before words in bodies; else the note that was changed last.
    .It Ql @name
    A query saved by
    .Ql sheaf query save
    or written under
    .Ic views
    in the configuration; it may hold others.
    .El
    .Ss Sealed letters
    What is written in a letter is never found before its day.
    Only
    .Ql is:sealed
    lists them.
    .Sh EXAMPLES
    .Bd -literal -offset indent
    \(shownExamples)
    .Ed
    .Sh SEE ALSO
    .Xr sheaf-list 1 ,
    .Xr sheaf-query 1 ,
    .Xr sheaf-search 1 ,
    .Xr sheaf-dates 7

    """
}
