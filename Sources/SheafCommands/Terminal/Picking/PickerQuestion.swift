import NoteModel
import Wording

/// What a picker asks, with the verb of the command that opened it: “Remove which note?”. Enter then surprises nobody.
struct PickerQuestion {
  enum Subject { case note, task }

  /// A command as its picker and its questions call it.
  private struct Verb {
    let english: String
    /// With the particle before it: `를 지울`, `에 추가할`.
    let korean: (note: String, task: String)
    /// On the key.
    let key: Message

    init(_ english: String, _ korean: String, key: String, isAddition: Bool = false) {
      self.english = english
      self.korean = isAddition ? ("에 \(korean)", "에 \(korean)") : ("를 \(korean)", "을 \(korean)")
      self.key = Message(english.lowercased(), ko: key)
    }
  }

  private static let verbs: [String: Verb] = [
    "rm": Verb("Remove", "지울", key: "지우기"), "mv": Verb("Move", "옮길", key: "옮기기"),
    "rename": Verb("Rename", "이름을 바꿀", key: "이름 바꾸기"), "edit": Verb("Edit", "편집할", key: "편집"),
    "show": Verb("Show", "볼", key: "보기"), "open": Verb("Open", "열", key: "열기"),
    "set": Verb("Change", "바꿀", key: "바꾸기"), "unset": Verb("Change", "바꿀", key: "바꾸기"),
    "tag": Verb("Tag", "고를", key: "태그"), "get": Verb("Read", "읽을", key: "읽기"),
    "append": Verb("Add to", "추가할", key: "추가", isAddition: true),
    "prepend": Verb("Add to", "추가할", key: "추가", isAddition: true),
    "attach": Verb("Attach to", "첨부할", key: "첨부", isAddition: true),
    "add": Verb("Add to", "추가할", key: "추가", isAddition: true),
    "done": Verb("Complete", "완료할", key: "완료"), "start": Verb("Start", "시작할", key: "시작"),
    "cancel": Verb("Cancel", "취소할", key: "취소"), "reopen": Verb("Reopen", "다시 열", key: "다시 열기"),
    "defer": Verb("Postpone", "미룰", key: "미루기"), "restore": Verb("Restore", "되살릴", key: "되살리기"),
    "fmt": Verb("Format", "정리할", key: "정리"), "render": Verb("Render", "변환할", key: "변환"),
    "share": Verb("Share", "공유할", key: "공유"), "log": Verb("Show", "볼", key: "보기"),
    "diff": Verb("Show", "볼", key: "보기"), "links": Verb("Show", "볼", key: "보기"),
  ]

  private let verb: Verb
  private let subject: Subject

  /// - Parameter command: The first word of the command line, aliases expanded.
  /// - Returns: nil for a command that does nothing with what is chosen, such as `list`.
  init?(command: String?, _ subject: Subject) {
    guard let verb = command.flatMap({ Self.verbs[$0] }) else { return nil }
    self.verb = verb
    self.subject = subject
  }

  /// “Remove which note?”
  func text(ofSeveral isPlural: Bool) -> Message {
    let noun = (subject == .note ? "note" : "task") + (isPlural ? "s" : "")
    let korean = subject == .note ? "메모" + verb.korean.note : "할 일" + verb.korean.task
    return Message("\(verb.english) which \(noun)?", ko: "어느 \(korean)까요?")
  }

  /// What Enter does: “remove”.
  var key: Message { verb.key }

  /// “Remove Memo/plan.md?”
  func confirmation(of path: NotePath) -> Message {
    Message("\(verb.english) \(path)?", ko: "\(path): 이 메모\(verb.korean.note)까요?")
  }
}

extension CommandContext {
  func pickerQuestion(_ subject: PickerQuestion.Subject) -> PickerQuestion? {
    PickerQuestion(command: words.first, subject)
  }
}
