import NoteSyntax

/// What the readers of front matter and bytes find while they read.
extension NoteCheck {
  static let duplicateKey = NoteCheck(
    reading: "duplicate-key", .error, "The same key twice in the front matter.",
    ko: "머리말에 두 번 나오는 키")

  static let invalidUTF8 = NoteCheck(
    reading: "invalid-utf8", .error, "Bytes that are not UTF-8.", ko: "UTF-8이 아닌 바이트")

  static let conflictMarks = NoteCheck(
    reading: "conflict-mark", .error, "Conflict markers left by a merge.", ko: "병합에서 남은 충돌 표시")

  static let openComment = NoteCheck(
    reading: "open-comment", .warning, "A comment %%… without an end.", ko: "닫지 않은 주석 %%…")

  static let tooComplex = NoteCheck(
    reading: "too-complex", .warning,
    "A note that is treated as plain text because it is nested too deeply or has too many cells.",
    ko: "너무 깊거나 넓어서 일반 텍스트로 처리하는 메모")
}
