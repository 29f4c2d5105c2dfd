import NoteActions
import NoteModel
import NoteRepository
import Wording

extension CompletionFinder {
  /// Completes the directives and placeholders of a template.
  func directives(_ part: TypedPart, isClosed: Bool) -> CompletionList {
    let folded = part.text.lowercased()
    let end = isClosed ? "" : "}}"
    var items: [CompletionItem] = []
    func add(_ word: String, _ argument: String, _ detail: Message) {
      guard folded.isEmpty || word.hasPrefix(folded) else { return }
      let takesArgument = !argument.isEmpty
      let shown = argument.replacing("${1:", with: "").replacing("${2:", with: "").replacing("}", with: "")
      items.append(
        CompletionItem(
          label: word, kind: .keyword,
          text: word + (takesArgument ? " " + (hasSnippets ? argument : shown) : "")
            + (hasSnippets && takesArgument ? end.replacing("}", with: "\\}") : end),
          isSnippet: hasSnippets && takesArgument, detail: snapshot.text(detail)))
    }
    add("ask", "\"${1:Title}\"", Message("Asks for a text.", ko: "텍스트를 질문합니다."))
    add("choose", "\"${1:State}\" ${2:a|b}", Message("Asks for one of several values.", ko: "선택지 중 하나를 고르게 합니다."))
    add(
      "counter", "\"${1:number}\"",
      Message("One more than the highest number of a field.", ko: "필드의 가장 큰 번호에 1을 더합니다."))
    add("include", "\"${1:part}\"", Message("Another template.", ko: "다른 템플릿을 넣습니다."))
    add("clipboard", "", Message("The clipboard.", ko: "클립보드의 내용"))
    add("title", "", Message("The title of the note.", ko: "메모의 제목"))
    return CompletionList(items: items, part: part)
  }
}
