import ArgumentParser
import ByteBasics
import HostSystem
import NoteModel
import NoteRepository
import ToolServing
import Wording

/// `sheaf mcp`
struct McpCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "mcp",
      abstract: localized(
        "Serve the notes to programs that use tools (Model Context Protocol).",
        ko: "도구를 사용하는 프로그램에 메모를 제공합니다(Model Context Protocol)."),
      discussion: localized(
        """
        A client starts it and communicates with it through standard input and output: it searches, reads and lists
        notes, links, tags and tasks. Private notes (private: true, publish: false, the tag or a folder private),
        notes that may contain a secret, and sealed letters are neither shown nor changed.

        With --write the client also creates and changes notes, in these folders only. A change has to name what was
        read, so that nothing newer is lost. “sheaf undo --list” shows who made each change, and “sheaf undo --by
        NAME” reverts the changes of a client.

        Examples:
          sheaf mcp --setup claude-code
          sheaf -C ~/notes mcp
          sheaf -C ~/notes mcp --write Memo/Drafts --write Diary
        """,
        ko: """
          클라이언트가 실행해서 표준 입력과 표준 출력으로 대화합니다. 메모, 링크, 태그, 할 일을 검색하고 읽습니다. 비공개
          메모(private: true, publish: false, private 태그나 폴더), 비밀값으로 보이는 텍스트가 있는 메모, 봉인한 편지는 읽거나
          바꿀 수 없습니다.

          --write를 지정하면 그 폴더에서만 메모를 만들고 바꿀 수 있습니다. 읽은 내용을 함께 보내야 바꿀 수 있으므로 더 새로운
          내용을 잃지 않습니다. 누가 바꾸었는지는 sheaf undo --list에서 볼 수 있고, 클라이언트가 바꾼 것은 sheaf undo --by
          이름으로 되돌립니다.

          예:
            sheaf mcp --setup claude-code
            sheaf -C ~/메모 mcp
            sheaf -C ~/메모 mcp --write Memo/초안 --write Diary
          """))
  }

  @Option(
    help: help(
      .folder, "Let notes in this folder be changed; may be repeated, . for all.",
      ko: "이 폴더의 메모를 바꿀 수 있게 합니다. 여러 번 지정할 수 있고 .은 전체"))
  var write: [String] = []

  @Option(
    help: help(
      .client, "Print what a client needs in its settings: \(ClientSetup.names).",
      ko: "클라이언트의 설정에 넣을 내용을 출력합니다: \(ClientSetup.names)"))
  var setup: ClientSetup?

  init() {}

  func run(in context: CommandContext) throws {
    if let setup {
      let root = (try? context.repository())?.root ?? "/path/to/notes"
      return context.console.write(setup.text(root: root, folders: write))
    }
    let repository = try context.repository()
    let folders = try write.map { try Self.folder($0, in: repository) }
    // A client that is gone closes the pipe; that ends the server, not a signal.
    signal(SIGPIPE, SIG_IGN)
    ToolServer(
      ServedContent(of: context, changing: folders), input: STDIN_FILENO, output: STDOUT_FILENO
    ).run()
  }

  /// A folder from the root, "" for the root.
  private static func folder(_ name: String, in repository: Repository) throws -> String {
    if ["", ".", "./", repository.root].contains(name) { return "" }
    guard let path = repository.path(of: name, relativeTo: repository.root), !path.isHidden else {
      throw UsageError(
        Message(
          "\(name) is not a folder of the repository", ko: "저장소의 폴더가 아닙니다: \(name)"),
        hint: Message(
          "Give a path from the root, such as Memo/Drafts.", ko: "Memo/초안처럼 루트부터 지정하세요."))
    }
    return path.string
  }
}

/// A client for which `sheaf mcp --setup` prints the lines to paste.
enum ClientSetup: String, CaseIterable, ExpressibleByArgument {
  case claudeDesktop = "claude-desktop"
  case claudeCode = "claude-code"
  case vscode, cursor, zed
  case gemini, codex, windsurf

  static let names = allCases.map(\.rawValue).joined(separator: ", ")

  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { ASCII.isAlphanumeric($0) || "-_./".utf8.contains($0) }
    return isPlain && !word.isEmpty ? word : shellWord(word)
  }

  /// The lines to paste, below a comment that names the file they belong in.
  ///
  /// - Parameters:
  ///   - root: Of the repository.
  ///   - folders: Those whose notes may be changed.
  func text(root: String, folders: [String]) -> String {
    let words = ["-C", root, "mcp"] + folders.flatMap { ["--write", $0] }
    let list = "[" + words.map { JSONValue.string($0).text() }.joined(separator: ", ") + "]"
    let server = "{ \"command\": \"sheaf\", \"args\": \(list) }"
    switch self {
    case .claudeDesktop:
      return """
        // claude_desktop_config.json: Settings > Developer > Edit Config
        { "mcpServers": { "sheaf": \(server) } }

        """
    case .claudeCode:
      return """
        # in a terminal; --scope user for every folder
        claude mcp add sheaf -- sheaf \(words.map(Self.quoted).joined(separator: " "))

        """
    case .vscode:
      return """
        // .vscode/mcp.json of a folder, or “MCP: Open User Configuration”
        { "servers": { "sheaf": { "type": "stdio", "command": "sheaf", "args": \(list) } } }

        """
    case .cursor:
      return """
        // ~/.cursor/mcp.json, or .cursor/mcp.json of a folder
        { "mcpServers": { "sheaf": \(server) } }

        """
    case .zed:
      return """
        // settings.json
        { "context_servers": { "sheaf": \(server) } }

        """
    case .gemini:
      return """
        // ~/.gemini/settings.json
        { "mcpServers": { "sheaf": \(server) } }

        """
    case .codex:
      return """
        # ~/.codex/config.toml
        [mcp_servers.sheaf]
        command = "sheaf"
        args = \(list)

        """
    case .windsurf:
      return """
        // ~/.codeium/windsurf/mcp_config.json
        { "mcpServers": { "sheaf": \(server) } }

        """
    }
  }
}
