import NoteSyntax

/// What the readers of front matter and bytes find while they read.
extension NoteCheck {
  static let duplicateKey = NoteCheck(
    reading: "duplicate-key", .error, "A key stands twice in the front matter.",
    ko: "머리말에 같은 키가 두 번 있습니다.")

  static let invalidUTF8 = NoteCheck(
    reading: "invalid-utf8", .error, "Bytes that are not UTF-8.", ko: "UTF-8이 아닌 바이트.")

  static let conflictMarks = NoteCheck(
    reading: "conflict-mark", .error, "Marks that a merge left behind.", ko: "병합이 남긴 충돌 표시.")

  static let tooComplex = NoteCheck(
    reading: "too-complex", .warning,
    "A note that is treated as plain text because it is too deep or too wide.",
    ko: "너무 깊거나 넓어서 일반 글로 다루는 메모.")
}
