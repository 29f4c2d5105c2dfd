import ArgumentParser
import ByteBasics
import HostSystem
import NoteModel
import NoteRepository
import SheafCommands
import ToolServing
import Wording

struct McpCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("mcp", PackageResources.mcp_txt, ko: PackageResources.mcp_ko_txt)
  }

  @Option(
    help: help(
      .folder, "Let notes in this folder be changed; may be repeated; “.” allows all folders.",
      ko: "이 폴더의 메모를 바꿀 수 있게 합니다. 여러 번 지정할 수 있습니다. 전체를 허용하려면 “.”을 지정하세요."))
  var write: [String] = []

  @Option(
    help: help(
      .client, "Print the settings for a client: \(ClientSetup.names).",
      ko: "클라이언트의 설정에 넣을 내용을 출력합니다: \(ClientSetup.names)"))
  var setup: ClientSetup?

  func run(in context: CommandContext) throws {
    if let setup {
      let root = (try? context.repository())?.root ?? "/path/to/notes"
      return context.console.write(setup.text(root: root, folders: write))
    }
    let repository = try context.repository()
    let folders = try write.map { try Self.folder($0, in: repository) }
    // A client that is gone closes the pipe; that ends the server, not a signal.
    signal(SIGPIPE, SIG_IGN)
    ToolServer(ServedContent(of: context, changing: folders), input: STDIN_FILENO, output: STDOUT_FILENO).run()
  }

  /// Returns a folder from the root, "" for the root.
  private static func folder(_ name: String, in repository: Repository) throws -> String {
    if ["", ".", "./", repository.root].contains(name) { return "" }
    guard let path = repository.path(of: name, relativeTo: repository.root), !path.isHidden else {
      throw UsageError(
        Message(
          "\(name) is not a folder of the repository", ko: "저장소의 폴더가 아닙니다: \(name)"),
        hint: Message("Give a path from the root, such as Memo/Drafts.", ko: "Memo/초안처럼 루트부터 지정하세요."))
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

  /// Returns the lines to paste, below a comment that names the file they belong in.
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
        claude mcp add sheaf -- sheaf \(words.map(typedWord).joined(separator: " "))

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
