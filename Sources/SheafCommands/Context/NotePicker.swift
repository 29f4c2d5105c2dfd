import ArgumentParser
import NoteIndex
import NoteModel
import NoteRepository
import NoteWorkspace
import Wording

/// Lets a person choose among notes: with fzf and a preview where it is installed, else by number.
struct NotePicker {
  private let context: CommandContext
  private let workspace: Workspace

  init(_ context: CommandContext, _ workspace: Workspace) {
    self.context = context
    self.workspace = workspace
  }

  /// The notes that a person chooses among those of a query.
  func choose(among words: [String]) throws -> [NotePath] {
    var query = try QueryArguments.parse([])
    query.query = words
    let parsed = try query.parsed(in: context, workspace)
    let notes = try workspace.index.notes(try query.request(parsed, in: context, workspace))
    return try choose(from: notes).map(\.path)
  }

  /// - Returns: What was chosen, in the order of `notes`; never empty.
  /// - Throws: ``UsageError`` where nobody can be asked, `ExitStatus.interrupted` where nothing was chosen.
  func choose(from notes: [NoteSummary]) throws -> [NoteSummary] {
    guard !notes.isEmpty else { throw ExitStatus.negative }
    guard context.mayAsk else {
      throw UsageError(
        Message("Nobody can be asked here", ko: "여기서는 물어볼 수 없습니다"),
        hint: Message("Leave -i out, or run it on a terminal.", ko: "-i를 빼거나 터미널에서 실행하세요."))
    }
    let chosen = try fuzzyFinder.map { try choose(from: notes, with: $0) } ?? chooseByNumber(notes)
    guard !chosen.isEmpty else { throw ExitStatus.interrupted }
    return chosen
  }

  /// The path of fzf, nil where it is not installed.
  private var fuzzyFinder: String? {
    ExternalCommand.find("fzf", in: context.variable("PATH") ?? "")
  }

  /// fzf reads numbered lines from one file and writes what was chosen into another.
  private func choose(from notes: [NoteSummary], with program: String) throws -> [NoteSummary] {
    let lines = notes.enumerated().map { "\($0 + 1)\t\($1.title)\t\($1.path)\n" }.joined()
    let folder = workspace.repository.stateFolder
    writeStateFile(folder, "choices", Array(lines.utf8))
    writeStateFile(folder, "chosen", [])
    let preview = "sheaf -C \"$SHEAF_ROOT\" show --color=always -- {3}"
    let command = """
      choose() { SHEAF_ROOT="$1" "$2" --multi --delimiter='\t' --with-nth=2,3 \
      --preview='\(preview)' <"$3" >"$4"; }; choose
      """
    let arguments = [
      workspace.repository.root, program, folder + "/choices", folder + "/chosen",
    ]
    _ = try context.runInteractively(command, arguments)
    let answer = (try? readFile(folder + "/chosen")) ?? []
    return String(decoding: answer, as: UTF8.self).split(separator: "\n").compactMap { line in
      let number = line.split(separator: "\t").first.flatMap { Int($0) }
      return number.flatMap { notes.indices.contains($0 - 1) ? notes[$0 - 1] : nil }
    }
  }

  private func chooseByNumber(_ notes: [NoteSummary]) -> [NoteSummary] {
    for (position, note) in notes.enumerated() {
      context.console.writeError("\(position + 1)  \(note.title)  \(note.path)\n")
    }
    context.console.writeError(
      context.text(Message("Which ones? Numbers: ", ko: "어느 것인가요? 번호: ")))
    let answer = context.input.readLine() ?? ""
    return answer.split { $0 == " " || $0 == "," }.compactMap { word in
      Int(word).flatMap { notes.indices.contains($0 - 1) ? notes[$0 - 1] : nil }
    }
  }
}
