import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

/// `sheaf open`
struct OpenCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "open",
      abstract: localized(
        "Open a link from a note.", ko: "메모의 링크를 알맞은 프로그램으로 엽니다."),
      discussion: localized(
        """
        Web pages, mail addresses, phone numbers and attachments are opened with the setting “opener”; a link to
        a note shows that note.

        Examples:
          sheaf open Index              its only link, or a choice
          sheaf open Index 2            the second
          sheaf open Index example.com  the one that contains these words
        """,
        ko: """
          웹 페이지, 메일 주소, 전화번호, 첨부 파일은 “opener” 설정의 프로그램으로 열고, 메모로 가는 링크는 그 메모를 보여
          줍니다.

          예:
            sheaf open 목차              하나뿐이면 그 링크, 여럿이면 고르기
            sheaf open 목차 2            두 번째 링크
            sheaf open 목차 example.com  이 텍스트가 있는 링크
          """))
  }

  @Argument(help: help(.note, "A note.", ko: "메모"))
  var note: String

  @Argument(help: help(.link, "Number of a link, or words in it.", ko: "링크의 번호나 링크에 있는 단어"))
  var link: String?

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let path = try context.note(note, in: workspace)
    _ = try context.shownNote(at: path, in: workspace)
    let links = try workspace.index.links(from: path)
      .filter { $0.state == .resolved || $0.state == .external && !$0.destination.isEmpty }
    let chosen = try LinkChoice(links, of: path, context).choose(link)
    if let target = chosen.target, target.isMarkdown {
      TerminalMemory(context, workspace).rememberTouched(target)
      return try context.draw([context.shownNote(at: target, in: workspace)], in: workspace)
    }
    try LinkOpener(context, workspace).open(chosen)
  }
}

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

  /// - Parameter word: The number of a link, or a part of it; nil asks if there are several.
  /// - Returns: The link that is meant.
  /// - Throws: ``LinkLookupError`` if no link is meant, or several may be and nobody can be asked.
  func choose(_ word: String?) throws -> LinkRow {
    guard let word else { return links.count == 1 ? links[0] : try ask(links) }
    if let number = Int(word), links.indices.contains(number - 1) { return links[number - 1] }
    let folded = foldedName(word)
    let found = links.filter { link in
      [link.destination, link.text ?? ""].contains { foldedName($0).contains(folded) }
    }
    if found.count == 1 { return found[0] }
    return try ask(found, named: word)
  }

  private func ask(_ links: [LinkRow], named word: String? = nil) throws -> LinkRow {
    guard !links.isEmpty, context.mayAsk else {
      throw LinkLookupError(path: path, links: links, word: word)
    }
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
  /// The words of the link that was asked for; nil for any link of the note.
  let word: String?

  var category: ErrorCategory { links.isEmpty ? .notFound : .usage }

  var explanation: Message {
    guard !links.isEmpty else {
      guard let word else {
        return Message("\(path) has no link to open", ko: "열 수 있는 링크가 없는 메모입니다: \(path)")
      }
      return Message("No link of \(path) contains “\(word)”", ko: "\(path)에 “\(word)” 링크가 없습니다")
    }
    let list = links.enumerated().map { "\n  \($0 + 1)  \($1.destination)" }.joined()
    return Message(
      "\(links.count) links match:\(list)", ko: "해당하는 링크가 \(links.count)개입니다:\(list)")
  }

  var hint: Message? {
    links.isEmpty ? nil : Message("Choose one by words in it.", ko: "링크에 있는 단어로 하나를 지정하세요.")
  }
}

/// Gives a link to the program of the setting `opener`.
struct LinkOpener {
  private let context: CommandContext
  private let workspace: Workspace

  init(_ context: CommandContext, _ workspace: Workspace) {
    self.context = context
    self.workspace = workspace
  }

  /// Only what a browser, a mail program or a telephone is for is handed over, never a command of another scheme.
  func open(_ link: LinkRow) throws {
    let address = address(of: link)
    let schemes = ["http://", "https://", "mailto:", "tel:", "ftp://", "/"]
    guard schemes.contains(where: { address.lowercased().hasPrefix($0) }) else {
      throw UsageError(
        Message(
          "Not opened: the kind of this address is unknown: “\(address)”",
          ko: "열 수 없는 종류의 주소입니다: “\(address)”"))
    }
    context.note(Message("Opening \(address)", ko: "여는 중: \(address)"))
    let opener = workspace.configuration.program("opener") ?? UserProgram(builtIn: "xdg-open")
    let status = try context.runInteractively(opener, [address])
    if status != 0 { throw OpenerError(opener: opener.line, status: status) }
  }

  private func address(of link: LinkRow) -> String {
    if let target = link.target { return workspace.repository.root + "/" + target.string }
    return Link.Kind(rawValue: link.kind)?.address(written: link.destination) ?? link.destination
  }
}

/// The program that opens links failed.
struct OpenerError: ExplainedError {
  let opener: String
  let status: Int32

  var category: ErrorCategory { .failure }
  var explanation: Message {
    Message(
      "“\(opener)” exited with status \(status)", ko: "“\(opener)” 명령이 실패했습니다(종료 코드 \(status))")
  }
  var hint: Message? {
    Message("Change the program with the setting “opener”.", ko: "“opener” 설정에서 다른 프로그램을 지정할 수 있습니다.")
  }
}
