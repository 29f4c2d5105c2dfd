import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import TerminalScreen
import TerminalText
import Wording

/// Lets the user choose among notes: on the whole screen, with fzf if the setting `picker` says so, else by number.
struct NotePicker {
  let context: CommandContext
  let workspace: Workspace

  /// Returns the notes that the user chooses among those of a query.
  func choose(among words: [String]) throws -> [NotePath] {
    let parsed = try context.parsedQuery(words, in: workspace)
    let notes = try workspace.index.notes(context.request(parsed, in: workspace))
    return try choose(from: notes).map(\.path)
  }

  /// Asks the user to choose notes.
  ///
  /// - Returns: The chosen notes, in the order of `notes`; never empty.
  /// - Throws: ``UsageError`` if nobody can be asked, `ExitStatus.negative` if nothing was chosen.
  func choose(from notes: [NoteSummary]) throws -> [NoteSummary] {
    guard !notes.isEmpty else { throw ExitStatus.negative }
    guard context.mayAsk else {
      throw UsageError(
        Message("Cannot ask here: this is not a terminal", ko: "터미널이 아니라서 질문할 수 없습니다"),
        hint: Message("Omit --interactive, or run the command on a terminal.", ko: "--interactive를 빼거나 터미널에서 실행하세요."))
    }
    let chosen =
      try fuzzyFinder.map { try choose(from: notes, with: $0) }
      ?? chooseOnScreen(notes, allowsSeveral: true) ?? chooseByNumber(notes)
    guard !chosen.isEmpty else { throw ExitStatus.negative }
    return chosen
  }

  /// Asks the user to choose a note. Throws `ExitStatus.negative` if the user chooses no note.
  func chooseOne(from notes: [NoteSummary]) throws -> NoteSummary {
    let chosen =
      try fuzzyFinder.map { try choose(from: notes, with: $0) }
      ?? chooseOnScreen(notes, allowsSeveral: false) ?? chooseByNumber(notes)
    guard let note = chosen.first, chosen.count == 1 else { throw ExitStatus.negative }
    return note
  }

  /// Asks the user to choose notes on the whole screen. Nil if the terminal cannot be taken.
  private func chooseOnScreen(_ notes: [NoteSummary], allowsSeveral: Bool) -> [NoteSummary]? {
    guard let screen = context.world.screen() else { return nil }
    defer { screen.close() }
    let picker = Picker(context: context, workspace: workspace, screen: screen, question: context.pickerQuestion(.note))
    let choice = picker.choose(.only(notes.map(PickerItem.init)), allowsSeveral: allowsSeveral)
    let paths = Set((choice?.items ?? []).map(\.place.path))
    return notes.filter { paths.contains($0.path) }
  }

  /// The path of fzf, or of a program like it, if it is installed and asked for.
  var fuzzyFinder: String? {
    guard let program = workspace.configuration.program("picker") else { return nil }
    return ExternalCommand.find(program.line, in: context.variable("PATH") ?? "")
  }

  /// Runs fzf, which reads numbered lines from one file and writes the choice into another.
  private func choose(from notes: [NoteSummary], with program: String) throws -> [NoteSummary] {
    let rows = rows(notes)
    let lines = notes.indices.map { "\($0 + 1)\t\(rows[$0])\t\(Self.oneLine(notes[$0].path))\n" }.joined()
    let folder = workspace.repository.stateFolder
    writeStateFile(folder, "choices", Array(lines.utf8))
    writeStateFile(folder, "chosen", [])
    let script = UserProgram(
      builtIn: """
        choose() { SHEAF_PROGRAM="$1" SHEAF_ROOT="$2" "$3" --multi --delimiter='\t' --with-nth=2 \
        --header="$6" --preview='"$SHEAF_PROGRAM" -C "$SHEAF_ROOT" show --color=always -- {3}' <"$4" >"$5"; }; choose
        """)
    let arguments = [
      ThisProgram.path, workspace.repository.root, program, folder + "/choices",
      folder + "/chosen", question ?? "",
    ]
    _ = try context.runInteractively(script, arguments)
    let answer = (try? readFile(folder + "/chosen")) ?? []
    return String(decoding: answer, as: UTF8.self).split(separator: "\n").compactMap { line in
      let number = line.split(separator: "\t").first.flatMap { Int($0) }
      return number.flatMap { notes.indices.contains($0 - 1) ? notes[$0 - 1] : nil }
    }
  }

  /// “Edit which notes?”
  private var question: String? {
    context.pickerQuestion(.note).map { context.text($0.text(ofSeveral: true)) }
  }

  /// Returns rows with the titles and the paths, aligned in two columns.
  private func rows(_ notes: [NoteSummary]) -> [String] {
    let cells = notes.map { [StyledText($0.title), StyledText($0.path.string)] }
    let layout = ColumnLayout([.share(percent: 50), .share(percent: 50)])
    return layout.lines(cells, columns: context.page.columns - 8).map { TerminalEscaping.line($0.plainText) }
  }

  /// Returns a path for the preview, or “-” for a path with a tab or a line break.
  private static func oneLine(_ path: NotePath) -> String {
    path.string.unicodeScalars.contains { $0.value < 0x20 } ? "-" : path.string
  }

  private func chooseByNumber(_ notes: [NoteSummary]) throws -> [NoteSummary] {
    for (position, row) in rows(notes).enumerated() {
      let number = StyledText(String(position + 1)).padded(to: String(notes.count).count, alignRight: true)
      context.console.writeError("\(number.plainText)  \(row)\n")
    }
    context.console.writeError(
      (question ?? context.text(Message("Which ones?", ko: "어느 것을 선택할까요?")))
        + context.text(Message(" Numbers: ", ko: " 번호: ")))
    let answer = context.input.readLine() ?? ""
    return try answer.split { $0 == " " || $0 == "," }.map { word in
      guard let number = Int(word), notes.indices.contains(number - 1) else {
        throw UsageError(
          Message("“\(word)” is not the number of a row", ko: "목록 번호가 아닙니다: “\(word)”"),
          hint: Message(
            "Use 1 to \(notes.count), separated by spaces.",
            ko: "1부터 \(notes.count)까지, 띄어 써서 입력하세요."))
      }
      return notes[number - 1]
    }
  }
}
