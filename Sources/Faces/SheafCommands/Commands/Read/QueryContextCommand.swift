import ArgumentParser
import NoteActions
import NoteModel
import NotePresentation
import NoteRepository
import Wording

/// `sheaf context`
struct QueryContextCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("context", PackageResources.query_context_txt, ko: PackageResources.query_context_ko_txt)
  }

  @Argument(help: help(.query, "A query; - ends the context.", ko: "검색식. -이면 적용을 끝냄"))
  var query: [String] = []

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let memory = TerminalMemory(context, workspace)
    guard !query.isEmpty else {
      guard let text = memory.context else {
        context.note(Message("No context is set", ko: "적용한 검색식이 없습니다"))
        throw ExitStatus.negative
      }
      return context.console.writeLine(text)
    }
    if query == ["-"] {
      let former = memory.context
      memory.rememberContext(nil)
      return context.note(
        former.map { Message("Context ended: \($0)", ko: "검색식 적용을 끝냈습니다: \($0)") }
          ?? Message("No context was set", ko: "적용한 검색식이 없습니다"))
    }
    _ = try context.parsedQuery(query, in: workspace)
    let text = query.map { $0.contains(" ") ? "(\($0))" : $0 }.joined(separator: " ")
    memory.rememberContext(text)
    context.note(TerminalMemory.contextNote(text))
  }
}
