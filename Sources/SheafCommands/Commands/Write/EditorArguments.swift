package
  /// How an editor is asked to open a file at a line.
  ///
  /// ```
  /// vim, nano, emacs, kak …   +14 /notes/a.md
  /// hx, zed, subl             /notes/a.md:14
  /// code                      --goto /notes/a.md:14
  /// ```
  struct EditorArguments
{
  private let program: String
  private let words: [Substring]

  /// - Parameter command: The command line of the editor, such as `code --wait`.
  init(_ command: String) {
    words = command.split(separator: " ")
    program = words.first?.split(separator: "/").last.map(String.init) ?? ""
  }

  /// The words after the editor's own; `line` counts from 1, and an editor that nobody knows gets none.
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
