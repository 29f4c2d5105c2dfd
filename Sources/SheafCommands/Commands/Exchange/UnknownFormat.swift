import NoteModel
import Wording

/// `import` or `export` was asked for a format that there is not.
struct UnknownFormat: ExplainedError {
  let name: String
  /// In the order of the manual.
  let known: [String]

  var category: ErrorCategory { .usage }
  var explanation: Message {
    Message("There is no format “\(name)”", ko: "없는 형식입니다: “\(name)”")
  }
  var hint: Message? {
    nearestName(to: name, among: known).map {
      Message("Did you mean “\($0)”?", ko: "혹시 “\($0)”인가요?")
    }
      ?? Message(verbatim: known.joined(separator: " "))
  }
}
