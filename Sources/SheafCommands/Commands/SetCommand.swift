import ArgumentParser
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import NoteWorkspace
import TerminalText
import Wording

/// `sheaf set`
struct SetCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "set",
      abstract: localized(
        "Change fields of notes, and no other byte.", ko: "메모의 필드를 바꿉니다. 다른 바이트는 그대로입니다."),
      discussion: localized(
        """
        Notes come first, then changes: key=value, key+=value, key-=value for a list, key- to remove.
        A note whose front matter cannot be changed safely is left alone and named; the others go on.

        Examples:
          sheaf set @ status=doing due=friday
          sheaf set --where 'tag:work status:todo' tags+=q4 --expect 12 --dry-run
        """,
        ko: """
          메모를 먼저, 바꿀 것을 뒤에 씁니다: key=value, 목록에는 key+=value와 key-=value, 없앨 때는 key-.
          안전하게 바꿀 수 없는 메모는 그대로 두고 이름을 알립니다. 나머지는 바꿉니다.

          보기:
            sheaf set @ status=doing due=금요일
            sheaf set --where 'tag:일 status:todo' tags+=4분기 --expect 12 --dry-run
          """))
  }

  @Argument(help: help("Notes, then changes.", ko: "메모, 그다음 바꿀 것."))
  var words: [String]

  @Option(
    name: .customLong("where"), help: help("Also the notes of this query.", ko: "이 검색식에 맞는 메모도."))
  var condition: String?

  @Option(help: help("Refuse unless so many notes would change.", ko: "바뀔 메모가 이만큼이 아니면 거절합니다."))
  var expect: Int?

  @Flag(
    name: [.customShort("n"), .long],
    help: help("Write nothing; print the difference.", ko: "쓰지 않고 달라질 것을 찍습니다."))
  var dryRun = false

  init() {}

  private struct Change {
    let path: NotePath
    let before: [UInt8]
    let after: [UInt8]
  }

  func run(in context: CommandContext) throws {
    let changes = words.filter { Self.isChange($0) }
    let assignments = try changes.map { try FieldAssignment($0, now: context.clock()) }
    guard !assignments.isEmpty else {
      throw UsageError(
        Message("No change is named", ko: "바꿀 것이 없습니다"),
        hint: FieldAssignmentError.unreadable("").hint)
    }
    let workspace = try context.openWorkspace()
    let paths = try notes(context, workspace)
    var refused = 0
    let planned = paths.compactMap { path -> Change? in
      do throws(FrontMatterRefusal) {
        return try plan(path, assignments, try context.bytes(of: path, in: workspace))
      } catch {
        refused += 1
        context.warn(
          Message(
            "\(path):\(error.line): left alone: \(error.message.english)",
            ko: "\(path):\(error.line): 그대로 둠: \(error.message.korean)"))
        return nil
      }
    }
    try checkExpectation(planned.count)
    try carryOut(planned, context, workspace)
    if refused > 0 { throw ExitStatus.badData }
  }

  private static func isChange(_ word: String) -> Bool {
    guard let equals = word.firstIndex(of: "=") else {
      return word.hasSuffix("-") && word.count > 1 && !word.contains("/") && !word.contains(" ")
    }
    return !word[..<equals].contains("/") && !word[..<equals].contains(" ")
  }

  private func notes(_ context: CommandContext, _ workspace: Workspace) throws -> [NotePath] {
    var paths = try words.filter { !Self.isChange($0) }.map { try context.note($0, in: workspace) }
    if let condition {
      var query = try QueryArguments.parse([])
      query.query = [condition]
      let parsed = try query.parsed(in: context, workspace)
      paths += try workspace.index.notes(try query.request(parsed, in: context)).map(\.path)
    }
    guard !paths.isEmpty || condition != nil else {
      throw UsageError(Message("No note is named", ko: "메모가 없습니다"))
    }
    var seen: Set<NotePath> = []
    return paths.filter { seen.insert($0).inserted }
  }

  /// All changes of one note, one after the other; nil where nothing changes.
  private func plan(
    _ path: NotePath, _ assignments: [FieldAssignment], _ before: [UInt8]
  ) throws(FrontMatterRefusal) -> Change? {
    var bytes = before
    for assignment in assignments {
      let document = Document(parsing: bytes)
      let edits = try FrontMatterEditor(document).edits(assignment.key, assignment.change)
      bytes = (try? document.source.applying(edits).bytes) ?? bytes
    }
    return bytes == before ? nil : Change(path: path, before: before, after: bytes)
  }

  private func checkExpectation(_ count: Int) throws {
    guard let expect, expect != count else { return }
    throw ExpectationError(expected: expect, actual: count)
  }

  private func carryOut(
    _ changes: [Change], _ context: CommandContext, _ workspace: Workspace
  ) throws {
    for change in changes {
      if dryRun {
        let diff = UnifiedDiff(path: change.path.string, before: change.before, after: change.after)
        context.console.write(context.theme.encode(diff.styledLines))
      } else {
        try workspace.files.replace(change.path, expecting: change.before, with: change.after)
        TerminalMemory(context, workspace).rememberTouched(change.path)
        context.console.writeLine(change.path.string)
      }
    }
  }
}

extension CommandContext {
  /// The bytes of a note; where they cannot be read nothing is changed in it.
  fileprivate func bytes(of path: NotePath, in workspace: Workspace) throws(FrontMatterRefusal)
    -> [UInt8]
  {
    do {
      return try workspace.files.read(path)
    } catch {
      throw FrontMatterRefusal(reason: .unreadable(error.explanation), line: 1)
    }
  }
}

/// Another number of notes would change than was expected. Nothing was written.
struct ExpectationError: ExplainedError {
  let expected: Int
  let actual: Int

  var category: ErrorCategory { .conflict }
  var explanation: Message {
    Message(
      "\(counted(actual, "note")) would change, not \(expected); nothing was written",
      ko: "바뀔 메모가 \(expected)개가 아니라 \(actual)개라서 아무것도 쓰지 않았습니다")
  }
}
