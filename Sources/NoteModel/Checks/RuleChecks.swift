import NoteSyntax

/// What ``NoteRules`` say, found in notes that other programs wrote.
extension NoteCheck {
  static let emptyTitle = NoteCheck(
    rule: "empty-title", .warning, "An empty title.", ko: "비어 있는 제목"
  ) { $0 == .emptyTitle }

  static let invalidIdentifier = NoteCheck(
    rule: "invalid-id", .warning, "An id that neither links nor commands can use.",
    ko: "링크나 명령에서 사용할 수 없는 id"
  ) {
    if case .invalidIdentifier = $0 { true } else { false }
  }

  static let invalidColor = NoteCheck(
    rule: "invalid-color", .warning, "A color that is neither a name nor #rrggbb.",
    ko: "이름도 #rrggbb도 아닌 색상"
  ) {
    if case .invalidColor = $0 { true } else { false }
  }

  static let taskBody = NoteCheck(
    rule: "task-body", .warning,
    "A task without a body where tasks.require-body asks for one, or with a body longer than tasks.body-limit.",
    ko: "tasks.require-body 설정과 달리 본문이 없거나 tasks.body-limit 설정보다 긴 할 일"
  ) { $0 == .emptyBody || $0.isLongBody }
}
