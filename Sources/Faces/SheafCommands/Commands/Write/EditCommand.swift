import ArgumentParser
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import Wording

struct EditCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("edit", PackageResources.edit_txt, ko: PackageResources.edit_ko_txt)
  }

  @OptionGroup var options: EditOptions

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let places =
      try options.interactive
      ? NotePicker(context: context, workspace: workspace).choose(among: options.notes).map { NotePosition($0) }
      : NamedPlaces(.places, context, workspace).places(options.notes, where: options.selection.condition)
    try checkCount(places.count, isExpected: options.selection.writing.expect)
    guard !options.selection.writing.dryRun else {
      for place in places { context.console.writeLine(place.text) }
      return
    }
    if places.isEmpty { throw ExitStatus.negative }
    let isNamed = !options.notes.isEmpty || options.selection.condition != nil
    if places.count > max(options.notes.count, 1), !options.interactive, isNamed,
      options.selection.writing.expect == nil
    {
      try context.confirm(context.question(about: places, .notes, in: workspace))
    }
    let session = EditSession(context: context, workspace: workspace)
    var changes: [FileChange] = []
    for place in places {
      let before = try workspace.originals.read(place.path)
      guard try session.edit(place.path, line: place.line), workspace.files.exists(place.path) else { continue }
      let after = try workspace.originals.read(place.path)
      if after != before { changes.append(.replace(place.path, expecting: before, with: after)) }
    }
    let care = options.selection.writing.care
    if care.json || !changes.isEmpty { try context.changes.tell(changes, care, in: workspace) }
  }
}

struct EditOptions: ParsableArguments {
  @Argument(
    help: help(
      .place,
      "Notes, NOTE:LINE, NOTE#HEADING; with --interactive a query.",
      ko: "메모, 메모:줄, 메모#소제목. --interactive를 지정하면 검색식"))
  var notes: [String] = []

  @Flag(help: help("Choose from the notes that match a query.", ko: "검색식에 맞는 메모에서 고릅니다."))
  var interactive = false

  @OptionGroup var selection: ChangeOptions<OpenedNotes>

  func validate() throws {
    let care = selection.writing.care
    guard !care.json || !care.dryRun else { throw OptionsApart.error("--dry-run", "--json") }
  }
}

/// The words that make an editor open a file at a line.
///
/// ```
/// vim, nano, emacs, kak …   +14 /notes/a.md
/// hx, zed, subl             /notes/a.md:14
/// code                      --goto /notes/a.md:14
/// ```
package struct EditorArguments {
  private let program: String
  private let words: [Substring]

  /// - Parameter command: The command line of the editor, such as `code --wait`.
  init(_ command: String) {
    words = command.split(separator: " ")
    program = words.first?.split(separator: "/").last.map(String.init) ?? ""
  }

  /// Returns the arguments for the editor. `line` counts from 1; unknown editors get no line.
  func arguments(for path: String, line: Int?) -> [String] {
    guard let line else { return [path] }
    return switch program {
    case "vi", "vim", "nvim", "view", "gvim", "nvi", "elvis", "emacs", "emacsclient", "nano",
      "pico",
      "kak", "micro", "joe", "mg", "ne", "jed", "jove", "gedit", "pluma", "xed":
      ["+\(line)", path]
    case "hx", "helix", "zed", "zeditor", "subl", "sublime_text", "lapce": ["\(path):\(line)"]
    case "code", "code-insiders", "codium", "vscodium", "cursor", "windsurf": ["--goto", "\(path):\(line)"]
    case "kate", "kwrite", "mate", "geany": ["--line", String(line), path]
    default: [path]
    }
  }

  /// True for a windowed editor without its option to wait until the file is closed.
  var returnsAtOnce: Bool {
    let windowed: Set = [
      "code", "code-insiders", "codium", "vscodium", "cursor", "windsurf", "subl", "zed", "zeditor",
      "mate", "atom", "pulsar", "kate",
    ]
    return windowed.contains(program) && !words.contains { ["--wait", "-w", "--block", "-b"].contains($0) }
  }
}
