package import ArgumentParser
import NoteActions
import NotePresentation
import Wording

/// The kind of the value of an option or an argument. Each declaration names the kind of its value, which determines
/// the value's name in help, manual and errors, and the completions that a shell offers for it.
///
/// The kind travels through the parser as the name of the value (see ``help(_:_:ko:)``). The value is checked by its
/// type, or by the action that takes it, since that needs the clock, the index or the disk.
package enum ValueKind: String, CaseIterable {
  case address, answer, attachment, body, branch, change, client, closedTask, count, day
  case dayOrText, days, daysQuery, depth, digestWords, diskFolder, editor, exportFormat, field, fields
  case file, folder, format, host, importFormat, interval, kind, letter, letterWords, level
  case lineCount, link, listFormat, map, message, month, movedPaths, name, newText, note
  case noteChange, noteOrFile, noteOrRevision, notePath, oldText, part
  case path, pattern, period, place, port, query, queryOrNote, revision, savedQuery, section
  case setting, settingValue, shell, site, tag, tagWords, target, task, taskDay, taskQuery, taskWords
  case template, text, textParts, time, title, width, words

  /// The name of the value in help, such as `N` or `개수`.
  var name: Message { declaration.name }

  /// Completes the word at the cursor of a shell.
  ///
  /// - Parameters:
  ///   - typed: The beginning of the word.
  ///   - words: The arguments of the command before it, without options.
  /// - Returns: The likeliest first.
  func answer(_ typed: String, after words: [String], from sources: CompletionSources) -> CompletionAnswer {
    let found = declaration.offer(sources, TypedValue(text: typed, words: words))
    return CompletionAnswer(candidates: found.uniqued(), files: declaration.files)
  }

  private struct TypedValue {
    let text: String
    let words: [String]
    var isFirst: Bool { words.isEmpty }
  }

  /// The declaration of a kind: its name, its suggestions from the index and the declarations, and the completion by
  /// the shell itself.
  private struct Declaration {
    typealias Offer = (CompletionSources, TypedValue) -> [CompletionCandidate]
    let name: Message
    let files: CompletionAnswer.Files
    let offer: Offer

    init(
      _ english: String, ko korean: String, files: CompletionAnswer.Files = .none,
      offer: @escaping Offer = { _, _ in [] }
    ) {
      name = Message(english, ko: korean)
      self.files = files
      self.offer = offer
    }
  }

  private var declaration: Declaration {
    switch self {
    // Notes and places in them.
    case .note: Declaration("NOTE", ko: "메모") { $0.notes($1.text) }
    case .place: Declaration("NOTE", ko: "메모") { $0.places($1.text) }
    case .section: Declaration("NOTE#HEADING", ko: "메모#소제목") { $0.places($1.text) }
    case .part: Declaration("PLACE", ko: "위치") { $0.places($1.text) }
    case .target: Declaration("TARGET", ko: "옮길-곳") { $0.places($1.text) }
    case .noteOrFile: Declaration("NOTE", ko: "메모", files: .files) { $0.notes($1.text) }
    case .notePath: Declaration("PATH", ko: "경로", files: .files) { $0.notes($1.text) }
    case .movedPaths: Declaration("NOTES TARGET", ko: "메모 옮길-곳", files: .files) { $0.notes($1.text) }
    case .noteChange: Declaration("NOTES CHANGES", ko: "메모 변경") { $0.noteOrChange($1.text, $1.words) }
    case .tagWords: Declaration("DAYS QUERY | NOTES CHANGES", ko: "기간 검색식 | 메모 변경") { $0.noteOrTag($1.text, $1.words) }
    case .attachment: Declaration("NOTE FILE", ko: "메모 파일", files: .files) { $1.isFirst ? $0.notes($1.text) : [] }
    case .link: Declaration("LINK", ko: "링크") { $0.links($1.text, of: $1.words.first) }
    case .queryOrNote: Declaration("DAYS NOTES", ko: "기간 메모") { $0.notes($1.text) }
    case .folder: Declaration("DIR", ko: "폴더") { $0.folders($1.text) }
    case .template: Declaration("TEMPLATE", ko: "템플릿") { $0.templates($1.text) }

    // Queries, fields and tags.
    case .query: Declaration("QUERY", ko: "검색식") { $0.terms($1.text) }
    case .taskQuery: Declaration("DAYS QUERY", ko: "기간 검색식") { $0.taskSpans($1.text, $1.words) + $0.terms($1.text) }
    case .daysQuery:
      Declaration("DAYS QUERY", ko: "기간 검색식") { ($1.isFirst ? $0.days($1.text) : []) + $0.terms($1.text) }
    case .savedQuery: Declaration("NAME", ko: "이름") { $0.savedQueries($1.text) }
    case .digestWords: Declaration("DAYS | QUERY | NAME", ko: "기간 | 검색식 | 이름") { $0.days($1.text) + $0.terms($1.text) }
    case .field: Declaration("FIELD", ko: "필드") { $0.fields($1.text) }
    case .fields: Declaration("FIELD", ko: "필드") { $0.sortKeys($1.text) }
    case .change: Declaration("FIELD:VALUE", ko: "필드:값") { $0.changes($1.text) }
    case .tag: Declaration("TAG", ko: "태그") { $0.tags($1.text) }
    case .pattern: Declaration("PATTERN", ko: "정규식")

    // Tasks.
    case .task: Declaration("NOTES", ko: "메모") { $0.tasks($1.text, isClosed: false) }
    case .closedTask: Declaration("NOTES", ko: "메모") { $0.tasks($1.text, isClosed: true) }
    case .taskDay:
      Declaration("NOTES DAY", ko: "메모 날짜") {
        $1.isFirst ? $0.tasks($1.text, isClosed: false) : $0.days($1.text)
      }
    case .taskWords: Declaration("TEXT CHANGES", ko: "텍스트 변경") { $0.taskWords($1.text) }

    // Days and times.
    case .day: Declaration("DAY", ko: "날짜") { $0.days($1.text) }
    case .dayOrText: Declaration("DAY | TEXT", ko: "날짜 | 텍스트") { $1.isFirst ? $0.days($1.text) : [] }
    case .days: Declaration("DAYS", ko: "기간") { $0.days($1.text) }
    case .month: Declaration("MONTH", ko: "달") { $0.days($1.text) }
    case .time: Declaration("TIME", ko: "시각") { $0.days($1.text) }
    case .interval: Declaration("INTERVAL", ko: "간격")
    case .period: Declaration("PERIOD", ko: "주기")
    case .revision: Declaration("COMMIT | DAY", ko: "커밋 | 날짜") { $0.days($1.text) }
    case .noteOrRevision: Declaration("NOTE | COMMIT", ko: "메모 | 커밋") { $0.notes($1.text) }

    // Numbers.
    case .count: Declaration("N", ko: "개수")
    case .depth: Declaration("N", ko: "단계")
    case .level: Declaration("LEVEL", ko: "단계")
    case .lineCount: Declaration("N", ko: "줄 수")
    case .width: Declaration("N", ko: "너비")
    case .port: Declaration("PORT", ko: "포트")

    // Files outside the notes, and formats.
    case .file: Declaration("FILE", ko: "파일", files: .files)
    case .path: Declaration("PATH", ko: "경로", files: .files)
    case .diskFolder: Declaration("DIR", ko: "폴더", files: .folders)
    case .format: Declaration("FORMAT", ko: "형식")
    case .listFormat: Declaration("TEMPLATE", ko: "템플릿")
    case .exportFormat:
      Declaration("FORMAT", ko: "형식") { $0.matching(Program.current.values(of: .exportFormat), $1.text) }
    case .importFormat:
      Declaration("FORMAT", ko: "형식") { $0.matching(Program.current.values(of: .importFormat), $1.text) }
    case .kind: Declaration("KIND", ko: "종류")
    case .map: Declaration("FIELD=NAME", ko: "필드=이름")

    // Settings and programs.
    case .setting: Declaration("SETTING", ko: "설정") { $0.settings($1.text) }
    case .settingValue: Declaration("VALUE", ko: "값") { $0.values($1.text, ofSetting: $1.words.first) }
    case .site: Declaration("NAME", ko: "이름") { $0.sites($1.text) }
    case .editor: Declaration("EDITOR", ko: "편집기")
    case .client: Declaration("CLIENT", ko: "클라이언트")
    case .shell: Declaration("SHELL", ko: "셸")
    case .branch: Declaration("BRANCH", ko: "브랜치")
    case .host: Declaration("HOST", ko: "호스트")
    case .address: Declaration("ADDRESS", ko: "주소")

    // Words of the user's own.
    case .answer: Declaration("NAME=TEXT", ko: "이름=텍스트")
    case .body: Declaration("TEXT", ko: "본문")
    case .letter: Declaration("LETTER", ko: "글자")
    case .letterWords: Declaration("TEXT CHANGES", ko: "텍스트 변경")
    case .message: Declaration("MESSAGE", ko: "메시지")
    case .name: Declaration("NAME", ko: "이름")
    case .oldText: Declaration("OLD", ko: "옛-텍스트")
    case .newText: Declaration("NEW", ko: "새-텍스트")
    case .textParts: Declaration("PART,PART", ko: "부분,부분") { $0.matching(TextPart.allCases.map(\.rawValue), $1.text) }
    case .text: Declaration("TEXT", ko: "텍스트")
    case .title: Declaration("TITLE", ko: "제목")
    case .words: Declaration("WORDS", ko: "단어")
    }
  }

  /// Returns the names of values in a sentence of the parser: `--limit <count>` as `--limit N`. A name that is no kind
  /// of ours stays, since a user may have typed it.
  static func named(in text: String, in language: Language) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
      let name = String(rest[rest.index(after: open)..<close])
      let kind = ValueKind(rawValue: name)
      result += rest[..<open] + (kind?.name.text(in: language) ?? "<\(name)>")
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}

/// Returns a sentence of help in the language of this run, for an option or an argument with a value of this kind.
package func help(_ kind: ValueKind, _ english: String, ko korean: String) -> ArgumentHelp {
  ArgumentHelp(localized(english, ko: korean), valueName: kind.rawValue)
}
