package import Wording

/// What the value of an option or an argument is called in help and usage: `N`, `QUERY`, `개수`, `검색식`.
///
/// The parser calls a value after the property that keeps it, which says little: `--limit <limit>`.
package enum Placeholders {
  /// - Parameters:
  ///   - valueName: The parser's name, such as `limit`.
  ///   - command: The command, since `--to` means a note, a column or an address.
  ///   - language: The language of the help.
  /// - Returns: The name in capitals where no other is known.
  package static func text(_ valueName: String, of command: String, in language: Language) -> String {
    known(valueName, of: command)?.text(in: language) ?? valueName.uppercased()
  }

  /// `--limit <limit>` as `--limit N`; what is not a name of ours stays, since a user may have typed it.
  ///
  /// - Parameters:
  ///   - text: A usage line, the names of an option or a message of the parser.
  ///   - command: As for ``text(_:of:in:)``; empty where it is not known.
  ///   - language: The language of the help.
  /// - Returns: The text with other placeholders.
  package static func filled(_ text: String, of command: String, in language: Language) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
      let name = String(rest[rest.index(after: open)..<close])
      result += rest[..<open]
      result += known(name, of: command)?.text(in: language) ?? "<\(name)>"
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  private static func known(_ valueName: String, of command: String) -> Message? {
    special["\(command) \(valueName)"] ?? general[valueName]
  }

  private static let count = Message("N", ko: "개수")
  private static let note = Message("NOTE", ko: "메모")
  private static let query = Message("QUERY", ko: "검색식")
  private static let field = Message("FIELD", ko: "필드")
  private static let day = Message("DAY", ko: "날짜")
  private static let tag = Message("TAG", ko: "태그")
  private static let file = Message("FILE", ko: "파일")
  private static let address = Message("ADDRESS", ko: "주소")
  private static let text = Message("TEXT", ko: "텍스트")

  private static let special: [String: Message] = [
    "add text": Message("TITLE", ko: "제목"),
    "attach words": Message("NOTE FILE", ko: "메모 파일"),
    "clip source": address,
    "board to": Message("COLUMN", ko: "열"),
    "completions key": Message("LETTER", ko: "글자"),
    "config key": Message("SETTING", ko: "설정"),
    "defer words": Message("TASK DAY", ko: "할 일 날짜"),
    "diary words": Message("DAY | TEXT", ko: "날짜 | 텍스트"),
    "digest archive": Message("DIR", ko: "폴더"),
    "digest each": Message("PERIOD", ko: "주기"),
    "digest from": address,
    "digest to": address,
    "digest words": Message("DAYS | QUERY | NAME", ko: "기간 | 검색식 | 이름"),
    "export to": Message("FORMAT", ko: "형식"),
    "extract section": Message("NOTE#HEADING", ko: "메모#제목"),
    "extract to": Message("TITLE", ko: "제목"),
    "inline embedded": note,
    "refile part": Message("PLACE", ko: "위치"),
    "refile target": Message("TARGET", ko: "옮길-곳"),
    "split at": Message("LEVEL", ko: "단계"),
    "fmt wrap": Message("N", ko: "너비"),
    "import from": Message("FORMAT", ko: "형식"),
    "letter words": Message("new TITLE", ko: "new 제목"),
    "mv words": Message("FROM TO", ko: "옮길 것 옮길 곳"),
    "new text": Message("TITLE", ko: "제목"),
    "rename title": Message("NAME", ko: "이름"),
    "render to": Message("FORMAT", ko: "형식"),
    "set words": Message("NOTE CHANGE", ko: "메모 변경"),
    "share to": address,
    "sync message": Message("MESSAGE", ko: "메시지"),
    "tag words": Message("NOTE TAG", ko: "메모 태그"),
    "unset words": Message("NOTE FIELD", ko: "메모 필드"),
  ]

  private static let general: [String: Message] = [
    "address": address,
    "as": Message("KIND", ko: "종류"),
    "at": Message("COMMIT | DAY", ko: "커밋 | 날짜"),
    "base": file,
    "body": Message("TEXT", ko: "본문"),
    "by": field,
    "context": Message("N", ko: "줄 수"),
    "count": count,
    "depth": Message("N", ko: "단계"),
    "every": Message("TIME", ko: "간격"),
    "expect": count,
    "file": file,
    "first": Message("NOTE | COMMIT", ko: "메모 | 커밋"),
    "folder": Message("DIR", ko: "폴더"),
    "format": Message("FORMAT", ko: "형식"),
    "from": note,
    "group-by": field,
    "host": Message("HOST", ko: "호스트"),
    "in": Message("DIR", ko: "폴더"),
    "into": Message("DIR", ko: "폴더"),
    "key": field,
    "keys": field,
    "from-url": address,
    "limit": count,
    "lines": count,
    "link": Message("LINK", ko: "링크"),
    "map": Message("FIELD=NAME", ko: "필드=이름"),
    "marker-length": count,
    "month": Message("MONTH", ko: "달"),
    "move": Message("CARD", ko: "카드"),
    "name": Message("NAME", ko: "이름"),
    "names": Message("PATH", ko: "경로"),
    "note": note,
    "notes": note,
    "options": Message("OPTIONS", ko: "옵션"),
    "ours": file,
    "output": file,
    "path": Message("PATH", ko: "경로"),
    "paths": Message("PATH", ko: "경로"),
    "port": Message("PORT", ko: "포트"),
    "query": query,
    "regex": Message("PATTERN", ko: "정규식"),
    "related": note,
    "report": file,
    "second": Message("COMMIT | DAY", ko: "커밋 | 날짜"),
    "set": Message("KEY=VALUE", ko: "필드=값"),
    "setup": Message("EDITOR", ko: "편집기"),
    "shell": Message("SHELL", ko: "셸"),
    "since": day,
    "snooze": Message("TIME", ko: "시각"),
    "sort": field, "columns": field, "sum": field,
    "span": Message("DAYS", ko: "기간"),
    "stdin-path": Message("PATH", ko: "경로"),
    "subcommand": Message("COMMAND", ko: "명령"),
    "tag": tag,
    "tasks": Message("TASK", ko: "할 일"),
    "targets": note,
    "template": Message("TEMPLATE", ko: "템플릿"),
    "text": text,
    "theirs": file,
    "title": Message("TITLE", ko: "제목"),
    "to": note,
    "to-branch": Message("BRANCH", ko: "브랜치"),
    "unlinked": note,
    "until": day,
    "where": query,
    "words": Message("WORDS", ko: "단어"),
    "wrap": count,
    "year": Message("YEAR", ko: "연도"),
  ]
}
