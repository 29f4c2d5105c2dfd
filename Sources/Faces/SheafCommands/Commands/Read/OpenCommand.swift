import ArgumentParser
import ByteBasics
import CivilCalendar
package import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import TerminalScreen
import Wording

struct OpenCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("open", PackageResources.open_txt, ko: PackageResources.open_ko_txt)
  }

  @Argument(help: help(.note, "A note.", ko: "메모"))
  var note: String

  @Argument(help: help(.link, "Number of a link, or words in it.", ko: "링크의 번호나 링크에 있는 단어"))
  var link: String?

  @Flag(help: help("Choose from the links on the whole screen.", ko: "전체 화면에서 링크를 고릅니다."))
  var interactive = false

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let path = try context.note(note, in: workspace)
    _ = try context.shownNote(at: path, in: workspace)
    let choice = LinkChoice(try workspace.index.links(from: path), of: path, context)
    let chosen = try choice.choose(link, onScreen: interactive, in: workspace)
    if let target = chosen.target, target.isMarkdown {
      TerminalMemory(context, workspace).rememberTouched(target)
      return try context.draw([context.shownNote(at: target, in: workspace)], in: workspace)
    }
    try context.open(chosen, in: workspace)
  }
}

/// Chooses one of the links of a note.
struct LinkChoice {
  /// A link and its number among all links of its note, as `sheaf links NOTE` shows it.
  typealias Candidate = (number: Int, link: LinkRow)

  /// All links of the note, in order.
  private let links: [Candidate]
  private let path: NotePath
  private let context: CommandContext

  init(_ links: [LinkRow], of path: NotePath, _ context: CommandContext) {
    self.links = links.enumerated().map { ($0 + 1, $1) }
    self.path = path
    self.context = context
  }

  private static func canBeOpened(_ link: LinkRow) -> Bool {
    link.state == .resolved || link.state == .external && !link.destination.isEmpty
  }

  /// Chooses the link to open.
  ///
  /// - Parameters:
  ///   - word: The number of a link, or a part of it; nil asks if there are several.
  ///   - isOnScreen: True to choose on the whole screen.
  ///   - workspace: The workspace of the note.
  /// - Returns: The link that is meant.
  /// - Throws: ``Problem`` if no link is meant, if several may be and nobody can be asked, or if the number is that of a
  ///   link that leads to nothing.
  func choose(_ word: String?, onScreen isOnScreen: Bool, in workspace: Workspace) throws -> LinkRow {
    if let number = word.flatMap({ Int($0) }), let named = links.first(where: { $0.number == number }) {
      guard Self.canBeOpened(named.link) else {
        throw Problem(
          .notFound,
          Message(
            "Link \(number) of \(path) cannot be opened: “\(named.link.destination)”",
            ko: "\(path)의 \(number)번 링크는 열 수 없습니다: “\(named.link.destination)”"),
          hint: Message("“sheaf links NOTE” shows the target of each link.", ko: "“sheaf links 메모”로 링크의 대상을 확인하세요."))
      }
      return named.link
    }
    let folded = word.map { foldedName($0) }
    let found = links.filter { candidate in
      let texts = [candidate.link.destination, candidate.link.text ?? ""]
      return Self.canBeOpened(candidate.link)
        && (folded.map { part in texts.contains { foldedName($0).contains(part) } } ?? true)
    }
    if isOnScreen { return try pick(found, named: word, in: workspace) }
    return found.count == 1 ? found[0].link : try ask(found, named: word)
  }

  /// Lets the user choose one of the links on the whole screen.
  private func pick(_ found: [Candidate], named word: String?, in workspace: Workspace) throws -> LinkRow {
    guard !found.isEmpty, context.mayAsk, let screen = context.world.screen() else {
      throw notOne(found, word)
    }
    let items = found.map { number, link in
      PickerItem(
        kind: .line, place: NotePosition(path, line: link.line), title: link.text ?? link.destination,
        detail: "\(number)  \(link.destination)")
    }
    defer { screen.close() }
    let picker = Picker(context: context, workspace: workspace, screen: screen, question: context.pickerQuestion(.note))
    let item = picker.choose(.only(items), allowsSeveral: false)?.items.first
    guard let index = item.flatMap({ items.firstIndex(of: $0) }) else { throw ExitStatus.negative }
    return found[index].link
  }

  private func ask(_ found: [Candidate], named word: String?) throws -> LinkRow {
    guard !found.isEmpty, context.mayAsk else { throw notOne(found, word) }
    for (number, link) in found {
      context.console.writeError("\(number)  \(link.text ?? "")  \(link.destination)\n")
    }
    context.console.writeError(context.text(Message("Which one? ", ko: "어느 것을 선택할까요? ")))
    guard let number = context.input.readLine().flatMap({ Int($0) }),
      let chosen = found.first(where: { $0.number == number })
    else { throw ExitStatus.interrupted }
    return chosen.link
  }

  /// Returns the error for a word that matches no link, or several links.
  ///
  /// - Parameter word: The words of the link that was asked for; nil for any link of the note.
  private func notOne(_ found: [Candidate], _ word: String?) -> Problem {
    guard found.isEmpty else {
      let list = found.map { "\n  \($0.number)  \($0.link.destination)" }.joined()
      return Problem(
        .usage, Message("\(found.count) links match:\(list)", ko: "해당하는 링크가 \(found.count)개입니다:\(list)"),
        hint: Message("Choose one by its number or by words in it.", ko: "번호나 링크에 있는 단어로 하나를 지정하세요."))
    }
    guard let word else {
      return Problem(.notFound, Message("\(path) has no link to open", ko: "열 수 있는 링크가 없는 메모입니다: \(path)"))
    }
    return Problem(
      .notFound, Message("No link of \(path) contains “\(word)”", ko: "\(path)에 “\(word)” 링크가 없습니다"),
      hint: Message("“sheaf links \(path)” lists the links.", ko: "“sheaf links \(path)”로 링크를 볼 수 있습니다."))
  }
}

extension CommandContext {
  /// Gives a link to the program of the setting `opener`: a browser, a mail program or a telephone. Addresses of other schemes and files that the desktop
  /// would run are refused.
  func open(_ link: LinkRow, in workspace: Workspace) throws {
    let address = try address(of: link, in: workspace)
    guard link.target != nil || AddressPolicy.opens(address.utf8) else {
      throw UsageError(
        address.lowercased().hasPrefix("mailto:")
          ? Message(
            "Not opened: the address would attach a file to a mail: “\(address)”",
            ko: "메일에 파일을 첨부하는 주소라서 열지 않았습니다: “\(address)”")
          : Message(
            "Not opened: the kind of this address is unknown: “\(address)”",
            ko: "열 수 없는 종류의 주소입니다: “\(address)”"))
    }
    note(Message("Opening \(address)", ko: "여는 중: \(address)"))
    try handToOpener(address, of: workspace)
  }

  private func address(of link: LinkRow, in workspace: Workspace) throws -> String {
    if let target = link.target {
      // The file that is opened, not the name of a link to it.
      let path = try workspace.files.located(target, isWhole: true)
      let ending = path.fileName.split(separator: ".").last?.lowercased() ?? ""
      let isExecutable =
        FileKind(path.fileName) == .other && !workspace.files.isFolder(path)
        && (workspace.files.traits(path)?.permissions ?? 0) & 0o111 != 0
      guard !isExecutable, !FileKind.programs.contains(ending) else {
        throw UsageError(Message("Not opened: \(path) is a program", ko: "프로그램이라서 열지 않았습니다: \(path)"))
      }
      return workspace.repository.absolutePath(of: path)
    }
    return Link.Kind(rawValue: link.kind)?.address(written: link.destination) ?? link.destination
  }

  /// Hands an address or a file to the program that opens links, and waits for its end. Throws ``OpenerError``.
  package func handToOpener(_ address: String, of workspace: Workspace) throws {
    let opener = workspace.configuration.program("opener") ?? UserProgram(builtIn: "xdg-open")
    let status = try runInteractively(opener, [address])
    if status != 0 { throw openerError(opener: opener.line, status: status) }
  }
}

/// Returns the error for a failed program that opens links.
func openerError(opener: String, status: Int32) -> Problem {
  Problem(
    .failure,
    Message(
      "“\(opener)” exited with status \(status)", ko: "“\(opener)” 명령이 실패했습니다(종료 코드 \(status))"),
    hint: Message("Change the program with the setting “opener”.", ko: "“opener” 설정에서 다른 프로그램을 지정할 수 있습니다."))
}
