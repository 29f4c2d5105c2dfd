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
    .Nd the query syntax for notes and tasks
    .Sh DESCRIPTION
    One syntax for every command that lists, searches or draws notes, for
    .Ql --where ,
    and for saved queries.
    Terms next to each other must all be true.
    .Ql OR
    between them means one or the other and binds less tightly;
    .Ql AND
    is optional;
    .Ql NOT
    or a minus before a term negates it;
    parentheses group terms.
    On the command line, every word that begins with one hyphen and is not an option is a negated term;
    .Ql --
    ends the options.
    A query may have up to 400 terms and 20 levels of parentheses.
    .Ss Words
    .Bl -tag -width Ds
    .It Ql word
    A whole Latin word, regardless of case, width and accents.
    Korean, Chinese and Japanese are found anywhere in a word, from one character up, if the characters
    follow each other.
    It may be in the title, an alias, the file name, a folder, a tag, a heading or the text.
    .It Ql word*
    A word that begins like this.
    .It Ql \\(dqtwo words\\(dq
    Exactly these words, one after the other.
    Quote them for the shell as well.
    .It Ql \\[u314E]\\[u3147]\\[u3139]
    Initial consonants: Korean words whose syllables begin with them.
    .It Ql title:\\& , body:\\& , headings:\\&
    A word in that part only; aliases and the file name count as titles.
    .It Ql *
    Every note.
    .El
    .Ss Folders and kinds
    Several values separated by commas mean any of them; values with spaces or commas need quotes.
    .Bl -tag -width Ds
    \(keyTable)
    .El
    .Ss Fields
    .Bl -tag -width Ds
    .It Ql key:value
    Any front matter field, in any spelling of its key that Sheaf reads.
    Case is ignored; each item of a list is a value.
    .It Ql key:none , key:any
    Notes without the field, with the field.
    .It Ql key:val*
    Values that begin like this.
    .It Ql key:1..5 , key:1.. , key:..5
    Numbers, durations and dates from one to the other, both included.
    .It Ql key:(one OR two)
    A key before parentheses applies to each word in them.
    .It Ql key:<value , key:<=value , key:>value , key:>=value
    Numbers, durations such as
    .Ql 2h
    or
    .Ql 1d12h ,
    priorities, and the dates of
    .Xr sheaf-dates 7 .
    A date with a time is compared to the second; a day without one lasts until its end.
    .It Ql created:\\& , updated:\\&
    If the note has no such field, the time of its file.
    .It Ql id:k3x9
    Ids that begin like this.
    .El
    .Pp
    Keys and values have Korean names as well, as in
    .Ql 우선순위:높음
    and
    .Ql 상태:진행 ;
    they are the same as in
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
    and other commands for tasks match a query against each task: a note with a status, or a check box.
    A check box has its own text, status, dates, priority, project, repetition, reminders, id
    and dependencies.
    Its tags are its own and those of its note's front matter.
    Words and
    .Ql title:\\&
    are matched against its text, and everything else against its note.
    .Pp
    A task is overdue if it is open and its due day has ended in local time, or its due time has passed.
    It is blocked if it is open and a task that it depends on is open: a note, found by name as for a
    link, or a check box with that id.
    It is ready if it is open, not blocked, and the day or the time of
    .Ql start
    has passed or is today.
    An unreadable date counts as none, and a time without a zone is local.
    .Ss Order and saved queries
    .Bl -tag -width Ds
    .It Ql sort:due,-updated
    The order, by any field; a minus reverses it, and notes without a value come last.
    Default for queries with words: the best match first, that is the note that has them as its
    name, then notes in which they follow each other, then words in titles, names, tags and
    headings before words in bodies; for other queries: the note that was changed last.
    .It Ql @name
    A query saved by
    .Ql sheaf query save
    or written under
    .Ic views
    in the configuration; it may use others.
    .El
    .Ss Sealed letters
    The contents of a letter are never found before its day.
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
