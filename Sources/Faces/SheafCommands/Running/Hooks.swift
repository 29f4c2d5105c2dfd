import ByteBasics
import ChildProcesses
import CivilCalendar
package import NoteActions
import NoteIndex
package import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import Wording

/// The programs of the user that see every change before it is written, and may refuse it or add to it.
///
/// All code that writes notes calls ``review(_:in:isRehearsal:)``. Without a hook in the settings nothing is reviewed. A hook
/// reads one JSON document per command, and prints another document or nothing:
///
/// ```
/// {"kind": "hook", "event": "change", "command": "sheaf done milk", …,
///  "items": [{"path": "Memo/milk.md", "before": {"text": …, "fields": {…}}, "after": {…}}]}
/// {"items": [{"path": "Memo/milk.md", "after": {"fields": {"updated": "2026-11-21"}}}]}
/// ```
package struct Hooks {
  let context: CommandContext

  package init(context: CommandContext) { self.context = context }

  enum Event: String {
    case add, change, publish

    var setting: String { "hooks.on-" + rawValue }
  }

  /// The variable that a program finds set, and the commands of Sheaf that it runs.
  private static let variable = "SHEAF_HOOK"

  /// Refuses to write if the command runs in a program that another command waits for.
  static func refuseWriting(in context: CommandContext) throws {
    guard let event = context.variable(variable) else { return }
    throw HookRefusal.nested(event)
  }

  /// Returns a transaction as the programs of the user let it pass.
  ///
  /// - Throws: ``HookRefusal``
  func review(_ transaction: Transaction, in workspace: Workspace, isRehearsal: Bool) throws -> Transaction {
    guard isSet(.add, in: workspace) || isSet(.change, in: workspace) else { return transaction }
    let all = NetChange.of(
      transaction.changes, filesBelow: { (try? workspace.index.files(below: $0)) ?? [] },
      reading: { from, _ in try? workspace.originals.read(from) })
    let changes = try visible(all, of: transaction, in: workspace)
    let added = changes.filter { $0.before == nil }
    let changed = changes.filter { $0.before != nil }
    var result = transaction
    for (event, changes) in [(Event.add, added), (.change, changed)] {
      for (path, bytes) in try replies(to: event, changes, transaction.words, in: workspace, isRehearsal: isRehearsal) {
        let sent = changes.first { $0.path == path }?.after
        if let sent { result.replaceInTheEnd(path, expecting: sent, with: bytes) }
      }
    }
    return result
  }

  /// Returns the text of a note that an editor has saved: as the user wrote it, or as a program has changed it.
  ///
  /// - Throws: ``HookRefusal``; the text is saved all the same.
  func review(_ path: NotePath, from before: [UInt8], to after: [UInt8], in workspace: Workspace) throws -> [UInt8] {
    guard isSet(.change, in: workspace) else { return after }
    var transaction = Transaction(words: ["edit", path.string])
    transaction.replace(path, expecting: before, with: after)
    let result = try review(transaction, in: workspace, isRehearsal: false)
    return result.results[path].flatMap(\.self) ?? after
  }

  /// Asks before a site is written.
  ///
  /// - Returns: The notes that are to be held back.
  /// - Throws: ``HookRefusal``
  package func heldBack(
    of notes: [SiteNote], to folder: String, in workspace: Workspace, isRehearsal: Bool
  ) throws -> Set<NotePath> {
    guard isSet(.publish, in: workspace) else { return [] }
    let items = notes.map { JSONValue.map(["path": .string($0.path.string), "title": .string($0.title)]) }
    let document = document(
      .publish, context.words, items, isRehearsal: isRehearsal, [JSONValue.Member("folder", .string(folder))])
    let answers = try answers(to: .publish, document, in: workspace)
    return Set(
      answers.filter { $0["publish"] == .boolean(false) }.compactMap { $0["path"]?.string }
        .compactMap { NotePath($0) })
  }

  private func isSet(_ event: Event, in workspace: Workspace) -> Bool {
    workspace.configuration.program(event.setting) != nil
  }

  /// Returns the changed notes that are not sealed, neither before nor after.
  private func visible(
    _ changes: [NetChange], of transaction: Transaction, in workspace: Workspace
  ) throws -> [NetChange] {
    var gate = workspace.gate
    gate.letters = try workspace.index.notes.sealedLetters()
    _ = gate.close(transaction.changes, in: workspace.layout)
    return changes.filter { change in
      let bytes = [change.before, change.after].compactMap(\.self)
      return change.path.isMarkdown && !change.path.isHidden
        && [change.path, change.formerPath].allSatisfy { path in
          path.map { path in
            gate.letters[path] == nil && bytes.allSatisfy { gate.day(of: $0, at: path, in: workspace.layout) == nil }
          } ?? true
        }
    }
  }

  // MARK: - One program

  /// Returns the notes that a program wants otherwise, with their bytes.
  private func replies(
    to event: Event, _ changes: [NetChange], _ words: [String], in workspace: Workspace, isRehearsal: Bool
  ) throws -> [(NotePath, [UInt8])] {
    guard !changes.isEmpty, isSet(event, in: workspace) else { return [] }
    let items = changes.map { change in
      JSONValue.map([
        "path": .string(change.path.string), "formerPath": .optional(change.formerPath?.string),
        "before": Self.json(of: change.before), "after": Self.json(of: change.after),
      ])
    }
    let document = document(event, words, items, isRehearsal: isRehearsal)
    return try answers(to: event, document, in: workspace).compactMap { answer in
      guard let path = answer["path"]?.string.flatMap({ NotePath($0) }) else {
        throw HookRefusal.answer(event, Message("an item has no path", ko: "path가 없는 항목이 있습니다"))
      }
      guard let change = changes.first(where: { $0.path == path }) else {
        throw HookRefusal.answer(event, Message("\(path) is not among the items", ko: "항목에 없는 메모: \(path)"))
      }
      guard let sent = change.after else { return nil }
      let wanted = try bytes(wanted: answer["after"] ?? .null, insteadOf: sent, event)
      return wanted == sent ? nil : (path, wanted)
    }
  }

  private func document(
    _ event: Event, _ words: [String], _ items: [JSONValue], isRehearsal: Bool, _ members: [JSONValue.Member] = []
  ) -> JSONValue {
    .object(
      [
        JSONValue.Member("schemaVersion", .integer(1)), JSONValue.Member("kind", .string("hook")),
        JSONValue.Member("event", .string(event.rawValue)),
        JSONValue.Member("command", .string(words.first ?? "")),
        JSONValue.Member("by", .optional(context.access?.name)),
        JSONValue.Member("dryRun", .boolean(isRehearsal)),
      ] + members + [JSONValue.Member("items", .array(items))])
  }

  private static func json(of bytes: [UInt8]?) -> JSONValue {
    guard let bytes else { return .null }
    let fields = Document(parsing: bytes).frontMatter?.entries ?? []
    return .map([
      "text": firstInvalidUTF8Offset(in: bytes[...]) == nil ? .string(String(decoding: bytes, as: UTF8.self)) : .null,
      "fields": .object(fields.map { JSONValue.Member($0.key, $0.value.json) }),
    ])
  }

  /// Returns the bytes of a note with the text and the fields that a program has answered.
  private func bytes(wanted answer: JSONValue, insteadOf sent: [UInt8], _ event: Event) throws -> [UInt8] {
    let shown = Self.json(of: sent)
    var bytes = sent
    if let text = answer["text"]?.string, answer["text"] != shown["text"] {
      guard shown["text"] != .null else {
        throw HookRefusal.answer(event, Message("the note is not UTF-8", ko: "UTF-8이 아닌 메모입니다"))
      }
      bytes = Array(text.utf8)
    }
    let changed = (answer["fields"]?.members ?? []).filter { $0.value != shown.at("fields", $0.key) }
      .filter { $0.value != .null || shown.at("fields", $0.key) != nil }
    guard !changed.isEmpty else { return bytes }
    let assignments = try changed.map {
      try FieldAssignment(key: $0.key, value: $0.value, now: context.clock(), zone: context.zone)
    }
    return try FieldRevision(assignments).result(on: bytes, earlier: [])
  }

  /// Returns the items of a program's answer.
  private func answers(to event: Event, _ document: JSONValue, in workspace: Workspace) throws -> [JSONValue] {
    guard let program = workspace.configuration.program(event.setting) else { return [] }
    let seconds = max(1, workspace.configuration.integer("hooks.seconds"))
    let outcome = try HookRun(
      program: program, root: workspace.repository.root,
      environment: context.environment.merging([Self.variable: event.rawValue]) { $1 }
    ).outcome(of: Array((document.text() + "\n").utf8), within: seconds)
    guard let status = outcome.status else { throw HookRefusal.tookTooLong(event, seconds) }
    guard status == 0 else { throw HookRefusal.refused(event, outcome.errors, status) }
    if !outcome.errors.isEmpty { context.note(Message(verbatim: outcome.errors)) }
    guard outcome.output.contains(where: { !ASCII.isWhiteSpace($0) }) else { return [] }
    guard let answer = try? JSONValueReader.value(of: outcome.output).plain,
      case .array(let items)? = answer["items"]
    else {
      throw HookRefusal.answer(
        event, Message("it is not JSON with “items”", ko: "“items”가 있는 JSON이 아닙니다"))
    }
    return items
  }
}

/// One run of a program of the user's with a document as its input.
private struct HookRun {
  struct Outcome {
    /// The exit status; nil if the hook took too long.
    let status: Int32?
    let output: [UInt8]
    let errors: String
  }

  let program: UserProgram
  let root: String
  let environment: [String: String]

  private static let outputLimit = 256 << 20
  private static let errorsLimit = 65_536

  func outcome(of input: [UInt8], within seconds: Int) throws -> Outcome {
    var (output, errors): ([UInt8], [UInt8]) = ([], [])
    do throws(ChildProcess.StartError) {
      let process = try PipedProcess(
        path: "/bin/sh", arguments: ["-c", "cd -- \"$0\" || exit 126\n" + program.line, root],
        environment: environment, endsWithItsChildren: true)
      let status = process.finish(
        within: seconds, input: input,
        output: { piece in
          output += piece
          return output.count <= Self.outputLimit
        },
        errors: { if errors.count < Self.errorsLimit { errors += $0 } })
      let lines = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline)
      return Outcome(status: status, output: output, errors: lines.joined(separator: "\n"))
    } catch {
      throw programNotStarted(command: program.line)
    }
  }
}

/// A program of the user's has not let a change pass. Nothing was written.
enum HookRefusal: ExplainedError {
  case refused(Hooks.Event, String, Int32)
  case tookTooLong(Hooks.Event, Int)
  /// The answer of a hook asks for an impossible change.
  case answer(Hooks.Event, Message)
  /// The program itself runs a command that writes.
  case nested(String)

  var category: ErrorCategory {
    switch self {
    case .refused, .nested: .conflict
    case .tookTooLong, .answer: .failure
    }
  }

  var explanation: Message {
    switch self {
    case .refused(let event, let reason, let status):
      reason.isEmpty
        ? Message(
          "\(event.setting) exited with status \(status); nothing was written",
          ko: "\(event.setting) 훅이 거부해 저장하지 않았습니다(종료 코드 \(status))")
        : Message(
          "\(event.setting) refused: \(reason)", ko: "\(event.setting) 훅이 거부했습니다: \(reason)")
    case .tookTooLong(let event, let seconds):
      Message(
        "\(event.setting) took longer than \(counted(seconds, "second")); nothing was written",
        ko: "\(event.setting) 훅이 \(seconds)초 안에 끝나지 않아 저장하지 않았습니다")
    case .answer(let event, let reason):
      Message(
        "\(event.setting) returned an unusable result: \(reason.english); nothing was written",
        ko: "\(event.setting) 훅의 응답을 사용할 수 없어 저장하지 않았습니다: \(reason.korean)")
    case .nested(let event):
      Message(
        "A program of hooks.on-\(event) cannot write notes itself, since a command waits for it",
        ko: "hooks.on-\(event) 훅의 프로그램은 직접 메모를 바꿀 수 없습니다. 명령이 끝나기를 기다리고 있습니다")
    }
  }

  var hint: Message? {
    switch self {
    case .refused: nil
    case .tookTooLong: Message("The setting hooks.seconds gives it more time.", ko: "hooks.seconds 설정으로 시간을 늘릴 수 있습니다.")
    case .answer, .nested: Message("See sheaf-hooks(5) for the possible results.", ko: "응답의 형식은 sheaf-hooks(5)에 있습니다.")
    }
  }
}
