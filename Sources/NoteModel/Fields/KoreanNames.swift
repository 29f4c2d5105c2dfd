/// What fields and their values are called in Korean where people type them: in a query and in `add`.
///
/// Front matter is not read by these names: there a word of the user's own stays a field of the user's own.
package enum KoreanNames {
  private static let fields: [String: [String]] = [
    "due": ["마감", "마감일", "기한"], "scheduled": ["예정", "예정일"], "start": ["시작", "시작일"],
    "closed": ["완료일"], "priority": ["우선순위"], "repeat": ["반복", "되풀이"], "remind": ["알림"],
    "project": ["프로젝트"], "parent": ["상위"], "depends": ["선행"], "color": ["색", "색상"],
    "label": ["이름표"], "status": ["상태"], "created": ["작성일"], "updated": ["수정일"],
    "aliases": ["별칭"],
  ]

  private static let fieldKeys = Dictionary(
    uniqueKeysWithValues: fields.flatMap { key, names in names.map { ($0, key) } })

  /// The key of the field that is called so.
  package static func field(_ name: String) -> String? { fieldKeys[foldedName(name)] }

  package static let fieldNames = fieldKeys.keys.sorted()

  package static func priority(_ text: String) -> TaskPriority? {
    switch foldedName(text) {
    case "낮음": .low
    case "보통": .normal
    case "높음": .high
    case "긴급": .urgent
    default: nil
    }
  }

  package static func status(_ text: String) -> TaskStatus? {
    switch foldedName(text) {
    case "할일", "할 일": .todo
    case "진행", "진행중", "진행 중": .doing
    case "완료", "마침": .done
    case "취소": .cancelled
    default: nil
    }
  }
}
