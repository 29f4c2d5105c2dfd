import ByteBasics
import NoteSyntax
import Wording

extension NoteCheck {
  static let nulByte = NoteCheck(
    "nul-byte", .warning, "NUL bytes; the fix removes those at the end.",
    ko: "NUL 바이트. 끝에 있는 NUL 바이트는 지워서 고칩니다."
  ) { check, note in
    let bytes = note.document.source.bytes
    return note.document.diagnostics.filter { $0.check == check.name }.map {
      let end = bytes.count - bytes.reversed().prefix { $0 == 0 }.count
      let isTrailing = $0.range.map { $0.lowerBound >= end } ?? false
      let edit = TextEdit(range: ByteRange(end, bytes.count), replacement: "")
      let title = Message("Remove the NUL bytes at the end", ko: "끝의 NUL 바이트 제거")
      return check.diagnostic($0.range, $0.message, fix: isTrailing ? Diagnostic.Fix(title: title, edits: [edit]) : nil)
    }
  }

  static let mixedLineEnds = NoteCheck(
    "mixed-line-ends", .warning, "Mixed line endings; the fix makes them all alike.",
    ko: "서로 다른 줄 끝 문자. 하나로 통일해 고칩니다."
  ) { check, note in
    let (lineFeeds, pairs) = lineEnds(note.document.source.bytes)
    let arePairsRarer = pairs.count <= lineFeeds.count
    let rarer = arePairsRarer ? pairs : lineFeeds
    guard let first = rarer.first else { return [] }
    let usual = arePairsRarer ? "\n" : "\r\n"
    let name = arePairsRarer ? "CR LF" : "LF"
    return [
      check.diagnostic(
        first,
        Message(
          "\(rarer.count) of the lines end with \(name), the others do not",
          ko: "\(rarer.count)줄만 줄 끝이 \(name)입니다"),
        fix: Diagnostic.Fix(
          title: Message("Make all line endings alike", ko: "줄 끝 통일"),
          edits: rarer.map { TextEdit(range: $0, replacement: usual) }))
    ]
  }
}

/// Returns the ends of all lines, by their kind.
private func lineEnds(_ bytes: [UInt8]) -> (lineFeeds: [ByteRange], pairs: [ByteRange]) {
  var lineFeeds: [ByteRange] = []
  var pairs: [ByteRange] = []
  for (index, byte) in bytes.enumerated() where byte == 0x0A {
    if index > 0, bytes[index - 1] == 0x0D {
      pairs.append(ByteRange(index - 1, index + 1))
    } else {
      lineFeeds.append(ByteRange(index, index + 1))
    }
  }
  return (lineFeeds, pairs)
}

/// Diagnostics that the readers of front matter and bytes report while reading.
extension NoteCheck {
  static let duplicateKey = NoteCheck(
    reading: "duplicate-key", .error, "The same key twice in the front matter.", ko: "머리말에 두 번 나오는 키")

  static let invalidUTF8 = NoteCheck(reading: "invalid-utf8", .error, "Bytes that are not UTF-8.", ko: "UTF-8이 아닌 바이트")

  static let conflictMarks = NoteCheck(
    reading: "conflict-mark", .error, "Conflict markers left by a merge.", ko: "병합에서 남은 충돌 표시")

  static let openComment = NoteCheck(
    reading: "open-comment", .warning, "A comment (%% or HTML) without an end.", ko: "닫지 않은 주석(%% 또는 HTML)")

  static let tooComplex = NoteCheck(
    reading: "too-complex", .warning,
    "A note that is treated as plain text because it is nested too deeply or has too many cells.",
    ko: "너무 깊거나 넓어서 일반 텍스트로 처리하는 메모")

  static let frontMatterSyntax = NoteCheck(
    "front-matter-syntax", .error,
    "Front matter that YAML cannot read; the fix adds quotes where they help.",
    ko: "YAML로 읽을 수 없는 머리말. 따옴표로 해결되면 따옴표를 추가합니다."
  ) { check, note in
    note.document.diagnostics.filter { $0.check == check.name }.map {
      check.diagnostic($0.range, $0.message, fix: quotes(for: note.document))
    }
  }

  /// Quotes round the values that YAML stumbles over, if the whole block can be read then.
  private static func quotes(for document: Document) -> Diagnostic.Fix? {
    let edits = FrontMatterQuotes.edits(in: document)
    guard !edits.isEmpty, let fixed = try? document.source.applying(edits),
      Document(parsing: fixed.bytes).diagnostics.allSatisfy({ $0.check != "front-matter-syntax" })
    else { return nil }
    return Diagnostic.Fix(title: Message("Quote the value", ko: "값을 따옴표로 묶기"), edits: edits)
  }

  static let secret = NoteCheck(
    "secret", .warning,
    "A private key, an access token or a password. publish leaves such a note out; site.allow-secrets allows it.",
    ko: "개인 키, 액세스 토큰, 비밀번호. publish에서 제외하는 메모이며 site.allow-secrets에서 허용할 수 있습니다."
  ) { check, note, rules in
    guard !rules.allowedSecrets.contains(note.path.string) else { return [] }
    return SecretFinder.places(in: note.document.source.bytes).map { range, kind in
      check.diagnostic(
        range, Message("This looks like \(kind.name.english)", ko: "비밀로 보이는 값이 있습니다: \(kind.name.korean)"))
    }
  }
}

/// Breaches of ``NoteRules``, found in notes that other programs wrote.
extension NoteCheck {
  static let emptyTitle = NoteCheck(
    rule: "empty-title", .warning, "An empty title.", ko: "비어 있는 제목"
  ) { $0 == .emptyTitle }

  static let emptyNote = NoteCheck(
    rule: "empty-note", .info, "A file without any text.", ko: "내용이 없는 파일"
  ) { $0 == .emptyNote }

  static let invalidIdentifier = NoteCheck(
    rule: "invalid-id", .warning, "An id that neither links nor commands can use.", ko: "링크나 명령에서 사용할 수 없는 id"
  ) {
    if case .invalidIdentifier = $0 { true } else { false }
  }

  static let invalidColor = NoteCheck(
    rule: "invalid-color", .warning, "A colour that is neither a name nor #rrggbb.", ko: "이름도 #rrggbb도 아닌 색상"
  ) {
    if case .invalidColor = $0 { true } else { false }
  }

  static let schema = NoteCheck(
    rule: "schema", .warning,
    "A field that a schema of the configuration requires and the note lacks, or a value that the schema does not allow.",
    ko: "설정의 스키마에서 요구하지만 메모에 없는 필드와 스키마에서 허용하지 않는 값"
  ) {
    switch $0 {
    case .missingField, .unfitField: true
    default: false
    }
  }

  static let unknownStatus = NoteCheck(
    rule: "unknown-status", .warning,
    "A status of a task that is neither todo, doing, done or cancelled nor in board.columns.",
    ko: "todo, doing, done, cancelled도 아니고 board.columns에도 없는 할 일의 상태"
  ) {
    if case .unknownStatus = $0 { true } else { false }
  }

  static let taskBody = NoteCheck(
    rule: "task-body", .warning,
    "A task without a body if tasks.require-body is on, or with a body longer than tasks.body-limit.",
    ko: "tasks.require-body 설정과 달리 본문이 없거나 tasks.body-limit 설정보다 긴 할 일"
  ) { $0 == .emptyBody || $0.isLongBody }
}
