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
  private static func keyTable(in language: Language) -> String {
    let rows = Dictionary(grouping: QueryKey.allCases) { $0.summary.english }
    let keys = QueryKey.allCases.filter { key in
      ![.title, .body, .headings, .sort].contains(key) && rows[key.summary.english]?.first == key
    }
    return keys.map { key in
      let names = (rows[key.summary.english] ?? []).flatMap { [$0.rawValue] + $0.koreanNames }
      let values =
        switch key {
        case .kind: "\n" + table(NoteKind.self, in: language)
        case .is: "\n" + table(NoteState.self, in: language)
        case .has: "\n" + table(NotePart.self, in: language)
        default: ""
        }
      return item(names) + key.summary.text(in: language) + values
    }.joined(separator: "\n")
  }

  /// Every field that Sheaf knows, in both languages.
  private static func fieldTable(in language: Language) -> String {
    FieldCatalogue.fields.map { field in
      item([field.key] + field.koreanNames) + field.summary.text(in: language)
    }.joined(separator: "\n")
  }

  private static func item(_ names: [String]) -> String {
    ".It Ql " + names.map { Mdoc.escaped($0) + ":\\&" }.joined(separator: " , ") + "\n"
  }

  /// The words of one kind, what they mean, and their Korean names.
  private static func table<Words: QueryVocabulary>(
    _ words: Words.Type, in language: Language
  ) -> String {
    let items = words.allCases.map { word in
      let korean = word.koreanNames.map { ", " + $0 }.joined()
      return ".It Ql \(word.rawValue)" + (korean.isEmpty ? "" : Mdoc.escaped(korean)) + "\n"
        + word.summary.text(in: language)
    }
    return ([".Bl -tag -width Ds -compact"] + items + [".El"]).joined(separator: "\n")
  }

  /// - Returns: The page in mdoc, without its head.
  static func page(in language: Language) -> String {
    language == .korean ? korean : english
  }

  private static let english = """
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
    Signs alone, such as a dash between words, are ignored.
    .It Ql word*
    A word that begins like this.
    .It Ql \\(dqtwo words\\(dq
    Exactly these words, one after the other.
    Quote them for the shell as well.
    .It Ql \\[u314E]\\[u3147]\\[u3139]
    Initial consonants: Korean words whose syllables begin with them.
    .It Ql \\[uD68C]\\[uC73C]
    A half-typed Korean word:
    if no note contains the last word of a query as it is,
    .Ic list
    and
    .Ic search
    take it for the beginning of a word, key by key.
    \\[uD68C]\\[uC73C] finds \\[uD68C]\\[uC758]\\[uB85D],
    and \\[uB3C4]\\[uC6C0] finds \\[uB3C4]\\[uC6B0]\\[uBBF8].
    .It Ql title:\\& , body:\\& , headings:\\&
    A word in that part only; aliases and the file name count as titles.
    .It Ql *
    Every note.
    .El
    .Ss Folders and kinds
    Several values separated by commas mean any of them; values with spaces or commas need quotes.
    .Bl -tag -width Ds
    \(keyTable(in: .english))
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
    \(fieldTable(in: .english))
    .El
    .Ss Tasks
    .Xr sheaf-tasks 1
    and other commands for tasks match a query against each task: a note that is one (sheaf-note(5)), or a check box.
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
    .Pp
    .Ql sort:urgency ,
    for tasks, puts the highest sum of these points first:
    .Bl -tag -width Ds -compact
    .It 12 to 2.4
    the due day: 12 from a week overdue on, less by the day until two weeks ahead, 2.4 from then on
    .It 9 , 6 , \\-2
    the priorities urgent, high and low
    .It 4
    a task that was started
    .It 3
    a scheduled day that has come
    .It \\-5
    a task that waits for another one
    .It \\-3
    a start day that is still to come
    .El
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

  private static let korean = """
    .Sh 이름
    .Nm sheaf-query
    .Nd 메모와 할 일의 검색식
    .Sh 설명
    메모의 목록을 보여 주거나 검색하는 모든 명령,
    .Ql --where ,
    저장한 검색식에서 같은 문법을 사용합니다.
    나란히 쓴 조건은 모두 만족해야 합니다.
    .Ql OR
    는 둘 가운데 하나를 뜻하고 더 느슨하게 묶습니다.
    .Ql AND
    는 생략할 수 있습니다.
    .Ql NOT
    이나 조건 앞의 빼기는 그 조건을 제외합니다.
    괄호로 조건을 묶습니다.
    명령줄에서는 빼기 하나로 시작하고 옵션이 아닌 단어가 제외하는 조건입니다.
    .Ql --
    뒤에는 옵션이 없습니다.
    검색식 하나에 조건 400개, 괄호 20단계까지 쓸 수 있습니다.
    .Ss 단어
    .Bl -tag -width Ds
    .It Ql 단어
    한국어, 중국어, 일본어는 글자가 이어져 있으면 한 글자부터 단어의 어느 곳에서나 찾습니다.
    로마자 단어는 전체가 같아야 하며 대소문자, 전각과 반각, 악센트는 구분하지 않습니다.
    제목, 별칭, 파일 이름, 폴더, 태그, 소제목, 본문에서 찾습니다.
    .It Ql 단어*
    이렇게 시작하는 단어
    .It Ql \\(dq두 단어\\(dq
    이 단어들이 이 순서로 이어진 곳.
    셸에서도 따옴표로 묶어야 합니다.
    .It Ql ㅎㅇㄹ
    초성. 글자가 이 초성으로 시작하는 한국어 단어
    .It Ql 회으
    입력하고 있는 한국어 단어.
    검색식의 마지막 단어가 그대로 있는 메모가 없으면
    .Ic list
    와
    .Ic search
    는 글쇠 순서로 그렇게 시작하는 단어를 찾습니다.
    회으로 회의록을, 도움으로 도우미를 찾습니다.
    .It Ql title:\\& , body:\\& , headings:\\&
    그 부분에 있는 단어.
    별칭과 파일 이름은 제목에 포함합니다.
    .It Ql *
    모든 메모
    .El
    .Ss 폴더와 종류
    쉼표로 나눈 값은 그 가운데 하나를 뜻합니다.
    띄어쓰기나 쉼표가 있는 값은 따옴표로 묶으세요.
    .Bl -tag -width Ds
    \(keyTable(in: .korean))
    .El
    .Ss 필드
    .Bl -tag -width Ds
    .It Ql 필드:값
    머리말의 모든 필드. Sheaf에서 읽는 다른 이름으로도 지정할 수 있습니다.
    대소문자는 구분하지 않으며, 목록의 각 항목이 값입니다.
    .It Ql 필드:none , 필드:any
    필드가 없는 메모, 있는 메모
    .It Ql 필드:값*
    이렇게 시작하는 값
    .It Ql 필드:1..5 , 필드:1.. , 필드:..5
    앞의 값부터 뒤의 값까지의 숫자, 시간, 날짜. 양쪽 모두 포함합니다.
    .It Ql 필드:(하나 OR 둘)
    괄호 앞의 필드는 괄호 안의 모든 단어에 적용됩니다.
    .It Ql 필드:<값 , 필드:<=값 , 필드:>값 , 필드:>=값
    숫자,
    .Ql 2h
    나
    .Ql 1d12h
    같은 시간, 우선순위,
    .Xr sheaf-dates 7
    의 날짜.
    시각이 있는 날짜는 초까지 비교하고, 시각이 없는 날은 그날의 끝까지입니다.
    .It Ql created:\\& , updated:\\&
    메모에 필드가 없으면 파일의 시각을 사용합니다.
    .It Ql id:k3x9
    이렇게 시작하는 id
    .El
    .Pp
    필드와 값은
    .Ql 우선순위:높음
    이나
    .Ql 상태:진행
    처럼 한국어 이름으로도 지정할 수 있으며,
    .Xr sheaf-add 1
    의 이름과 같습니다.
    메모에 그 이름의 필드가 있으면 그 필드에서도 찾습니다.
    .Ql categories:\\& ,
    .Ql keywords:\\& ,
    .Ql labels:\\&
    는 태그와, 그 필드에
    .Ql [[X]]
    같은 링크로 저장한 값을 찾습니다.
    .Pp
    Sheaf에서 사용하는 필드:
    .Bl -tag -width Ds -compact
    \(fieldTable(in: .korean))
    .El
    .Ss 할 일
    .Xr sheaf-tasks 1
    와 할 일을 다루는 다른 명령은 할 일마다 검색식을 적용합니다.
    할 일은 상태가 있는 메모나 체크박스입니다.
    체크박스의 텍스트, 상태, 날짜, 우선순위, 프로젝트, 반복, 알림, id, 선행 할 일은 체크박스의 것입니다.
    태그는 체크박스의 태그와 메모의 머리말에 있는 태그입니다.
    단어와
    .Ql title:\\&
    은 체크박스의 텍스트에서, 나머지는 메모에서 찾습니다.
    .Pp
    완료하거나 취소하지 않았고 마감일이 현지 시간으로 끝났거나 마감 시각이 지난 할 일은 기한이 지난 것입니다.
    먼저 완료할 할 일이 남아 있으면 막힌 것입니다.
    먼저 완료할 할 일은 링크처럼 이름으로 찾은 메모나 그 id의 체크박스입니다.
    막히지 않았고
    .Ql start
    의 날이나 시각이 되었으면 시작할 수 있는 것입니다.
    읽을 수 없는 날짜는 없는 것으로 보며, 시간대가 없는 시각은 현지 시각입니다.
    .Pp
    할 일을
    .Ql sort:urgency
    로 정렬하면 다음 점수의 합이 큰 것부터 보여 줍니다.
    .Bl -tag -width Ds -compact
    .It 12 ~ 2.4
    마감일. 기한이 일주일 지났으면 12, 그 뒤로 하루마다 줄어 마감 2주 전부터 2.4
    .It 9 , 6 , \\-2
    우선순위 긴급, 높음, 낮음
    .It 4
    시작한 할 일
    .It 3
    하기로 한 날이 된 할 일
    .It \\-5
    다른 할 일을 기다리는 할 일
    .It \\-3
    시작일이 되지 않은 할 일
    .El
    .Ss 순서와 저장한 검색식
    .Bl -tag -width Ds
    .It Ql sort:due,-updated
    모든 필드로 정렬할 수 있습니다.
    빼기는 순서를 뒤집고, 값이 없는 메모는 맨 뒤에 옵니다.
    기본 순서는 단어가 있는 검색식에서는 가장 잘 맞는 메모부터입니다.
    단어가 이름인 메모, 단어가 이어진 메모, 제목과 이름과 태그와 소제목의 단어, 본문의 단어 순서입니다.
    다른 검색식에서는 최근에 수정한 메모부터입니다.
    .It Ql @이름
    .Ql sheaf query save
    로 저장했거나 설정의
    .Ic views
    에 적은 검색식.
    저장한 다른 검색식을 사용할 수 있습니다.
    .El
    .Ss 봉인한 편지
    편지의 내용은 여는 날까지 검색되지 않습니다.
    .Ql is:sealed
    만 목록을 보여 줍니다.
    .Sh 예
    .Bd -literal -offset indent
    \(shownExamples)
    .Ed
    .Sh 관련 항목
    .Xr sheaf-list 1 ,
    .Xr sheaf-query 1 ,
    .Xr sheaf-search 1 ,
    .Xr sheaf-dates 7

    """
}
