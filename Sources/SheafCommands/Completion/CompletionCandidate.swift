/// Something that the word at the cursor may become.
struct CompletionCandidate: Hashable {
  /// The whole word, without quotation marks.
  let text: String
  /// What it is, for shells that show it.
  var summary = ""

  init(_ text: String, _ summary: String = "") {
    self.text = text
    self.summary = summary
  }
}

/// What is offered for one word.
struct CompletionAnswer {
  /// What the shell itself completes beside the candidates.
  enum Files: String {
    case none = ""
    case files, folders
  }

  var candidates: [CompletionCandidate] = []
  var files = Files.none

  static let nothing = CompletionAnswer()
}
