import ArgumentParser
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import Wording

struct EditCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("edit", PackageResources.edit_txt, ko: PackageResources.edit_ko_txt)
  }

  @OptionGroup var options: EditOptions

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    if options.form { return try FieldForm(context, workspace).fill(options) }
    if options.rows {
      let words = options.notes + (options.selection.condition.map { ["(\($0))"] } ?? [])
      let parsed = try context.parsedQuery(words, in: workspace)
      let paths = try workspace.index.notes(context.request(parsed, in: workspace)).map(\.path)
      let care = options.selection.writing.care
      return try RowEditing(context: context, workspace: workspace, care: care).run(paths)
    }
    let places =
      try options.interactive
      ? NotePicker(context, workspace).choose(among: options.notes).map { NotePosition($0) }
      : NamedPlaces(.places, context, workspace).places(options.notes, where: options.selection.condition)
    try ExpectationError.check(places.count, options.selection.writing.expect)
    guard !options.selection.writing.dryRun else {
      for place in places {
        context.console.writeLine(place.text)
      }
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
    for place in places { try session.edit(place.path, line: place.line) }
  }
}

struct EditOptions: ParsableArguments {
  @Argument(
    help: help(
      .place,
      "Notes, NOTE:LINE, NOTE#HEADING; with --interactive or --rows a query.",
      ko: "메모, 메모:줄, 메모#소제목. --interactive나 --rows를 지정하면 검색식"))
  var notes: [String] = []

  @Flag(help: help("Choose from the notes that match a query.", ko: "검색식에 맞는 메모에서 고릅니다."))
  var interactive = false

  @Flag(
    help: help(
      "Edit titles, fields and tags of all notes of a query as lines.",
      ko: "검색식에 맞는 메모의 제목, 필드, 태그를 줄로 편집합니다."))
  var rows = false

  @Flag(
    help: help(
      "Ask for the fields that schemas declare for a note.", ko: "스키마가 메모에 정한 필드를 질문합니다."))
  var form = false

  @OptionGroup var selection: ChangeOptions<OpenedNotes>

  init() {}

  func validate() throws {
    if form, rows || interactive || selection.condition != nil || notes.count != 1 {
      throw ValidationError(
        localized("--form needs exactly one note", ko: "--form에는 메모 하나를 지정해야 합니다"))
    }
    if rows, interactive {
      throw ValidationError(
        localized("--interactive and --rows cannot be used together", ko: "--interactive와 --rows는 함께 지정할 수 없습니다"))
    }
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
    case "code", "code-insiders", "codium", "vscodium", "cursor", "windsurf":
      ["--goto", "\(path):\(line)"]
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
    return windowed.contains(program)
      && !words.contains { ["--wait", "-w", "--block", "-b"].contains($0) }
  }
}
