import NoteModel
import Wording

/// One link out of those of a note.
struct LinkChoice {
  private let links: [LinkRow]
  private let path: NotePath
  private let context: CommandContext

  init(_ links: [LinkRow], of path: NotePath, _ context: CommandContext) {
    self.links = links
    self.path = path
    self.context = context
  }

  /// - Parameter word: The number of a link, or a part of it; nil asks where there are several.
  /// - Returns: The link that is meant.
  /// - Throws: ``LinkLookupError`` where none is, or several are and nobody can be asked.
  func choose(_ word: String?) throws -> LinkRow {
    guard let word else { return links.count == 1 ? links[0] : try ask(links) }
    if let number = Int(word), links.indices.contains(number - 1) { return links[number - 1] }
    let folded = foldedName(word)
    let found = links.filter { link in
      [link.destination, link.text ?? ""].contains { foldedName($0).contains(folded) }
    }
    if found.count == 1 { return found[0] }
    return try ask(found)
  }

  private func ask(_ links: [LinkRow]) throws -> LinkRow {
    guard !links.isEmpty else {
      throw LinkLookupError(path: path, links: [])
    }
    guard context.mayAsk else { throw LinkLookupError(path: path, links: links) }
    for (position, link) in links.enumerated() {
      context.console.writeError("\(position + 1)  \(link.text ?? "")  \(link.destination)\n")
    }
    context.console.writeError(context.text(Message("Which one? ", ko: "어느 것을 선택할까요? ")))
    guard let number = context.input.readLine().flatMap({ Int($0) }),
      links.indices.contains(number - 1)
    else { throw ExitStatus.interrupted }
    return links[number - 1]
  }
}

/// No link, or several, are meant.
struct LinkLookupError: ExplainedError {
  let path: NotePath
  let links: [LinkRow]

  var category: ErrorCategory { links.isEmpty ? .notFound : .usage }

  var explanation: Message {
    guard !links.isEmpty else {
      return Message("\(path) has no such link", ko: "\(path) 메모에 그런 링크가 없습니다")
    }
    let list = links.enumerated().map { "\n  \($0 + 1)  \($1.destination)" }.joined()
    return Message(
      "\(links.count) links match:\(list)", ko: "해당하는 링크가 \(links.count)개입니다:\(list)")
  }

  var hint: Message? {
    links.isEmpty ? nil : Message("Choose one by words in it.", ko: "링크에 있는 단어로 하나를 지정하세요.")
  }
}
