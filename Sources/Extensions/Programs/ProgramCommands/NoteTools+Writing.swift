import ArgumentParser
import ByteBasics
import NoteActions
import NoteModel
import NoteRepository
import NoteSyntax
import SheafCommands
import ToolServing
import Wording

/// The tools that change notes: each is one change of the journal, with the client's name.
extension NoteTools {
  private static let hash = ToolParameter(
    "hash", .text, required: true,
    "The hash that read gave with the text. If the note has changed since, nothing is done.")

  private static let answers = ToolParameter(
    "answers", .table, "Answers to the questions of the note's template, by the names of the questions.")

  /// Returns the answers as they are typed on a command line.
  private static func answers(in arguments: ToolArguments) -> [String] {
    (arguments["answers"]?.members ?? []).map { "\($0.key)=\($0.value.string ?? $0.value.text())" }
  }

  var writing: [Tool] {
    [createTool, appendTool, editTool, setTool, renameTool, addTaskTool, setTaskTool, undoTool]
  }

  private var createTool: Tool {
    Tool(
      "create", title: title("Create a note", ko: "메모 만들기"),
      description: "Creates a note. A note is never overwritten: a name that is taken gets a number.",
      effect: .adds,
      [
        ToolParameter("title", .text, required: true, "Its title."),
        ToolParameter("text", .prose, "Markdown below the title, without front matter."),
        ToolParameter(
          "folder", .text, "The folder, from the root: \(folderNames). The first if it is left out."),
        ToolParameter("tags", .texts, "Tags, without #."),
        ToolParameter("fields", .table, "Fields of the front matter."), Self.answers,
      ]
    ) { arguments, client in
      let text = arguments.text("text") ?? ""
      let run = ToolRun(owner, access(client), ["new", arguments.required("title")], input: text)
      var command = try NewCommand.parse([])
      command.options.made.title = arguments.required("title")
      command.options.text = text.isEmpty ? [] : ["-"]
      // The default folder of the settings may lie outside of those that may be changed.
      command.options.made.folder = arguments.text("folder") ?? folders.first.flatMap { $0.isEmpty ? nil : $0 }
      command.options.made.answers.answer = Self.answers(in: arguments)
      let fields = try assignments(arguments["fields"]).map { try $0.checked() }
      return try run.change { try command.run(in: $0, with: fields, tags: arguments.texts("tags")) }
    }
  }

  private var folderNames: String {
    folders.contains("") ? "any" : folders.map { "\($0) or below" }.joined(separator: ", ")
  }

  private var appendTool: Tool {
    Tool(
      "append", title: title("Add to a note", ko: "메모에 추가"),
      description: "Adds Markdown at the end of a note, or of one of its sections.", effect: .adds,
      [
        Self.note, ToolParameter("text", .prose, required: true, "The Markdown to add."),
        ToolParameter("heading", .text, "The heading of the section, without #."),
        ToolParameter("hash", .text, Self.hash.description),
      ]
    ) { arguments, client in
      let (run, path) = try subject(arguments, client, ["append"], input: arguments.required("text"))
      let heading = arguments.text("heading").map { "#" + $0 } ?? ""
      var command = try AppendCommand.parse(["note", "-"])
      command.note = path + heading
      return try run.change { try command.run(in: $0) }
    }
  }

  private var editTool: Tool {
    Tool(
      "edit", title: title("Edit a note", ko: "메모 편집"),
      description: "Replaces texts that occur exactly once in the note, as “read” returned it. Other bytes are kept.",
      effect: .changes,
      [
        Self.note, Self.hash,
        ToolParameter(
          "edits",
          .objects([
            ToolParameter("old", .prose, required: true, "The text to replace."),
            ToolParameter("new", .prose, required: true, "The new text."),
          ]), required: true, "The replacements, one after the other."),
      ]
    ) { arguments, client in
      let (run, path) = try subject(arguments, client, ["edit"])
      return try run.change { context in
        try context.write(reportsShifts: true) { workspace, transaction in
          let note = try context.note(path, in: workspace)
          let before = try workspace.originals.read(note)
          let after = try Self.edited(before, by: arguments["edits"]?.items ?? [])
          try Self.checkFrontMatter(of: note, before, after)
          transaction.replace(note, expecting: before, with: after)
        }
      }
    }
  }

  private var setTool: Tool {
    Tool(
      "set", title: title("Set fields", ko: "필드 설정"),
      description: "Sets fields of a note's front matter; null removes a field. All other bytes are kept.",
      effect: .changes,
      [
        Self.note, Self.hash,
        ToolParameter(
          "fields", .table, required: true,
          "Values by name, such as status, due (2026-11-30), tags (a list), priority."),
      ]
    ) { arguments, client in
      let (run, path) = try subject(arguments, client, ["set"])
      return try run.change { try FieldWriter($0).run(assignments(arguments["fields"]), on: [path]) }
    }
  }

  private var renameTool: Tool {
    Tool(
      "rename", title: title("Rename a note", ko: "메모 이름 바꾸기"),
      description: "Gives a note another title and file name, and updates every link to the note.",
      effect: .changes,
      [Self.note, Self.hash, ToolParameter("title", .text, required: true, "The new title.")]
    ) { arguments, client in
      let (run, path) = try subject(arguments, client, ["rename"])
      let command = try RenameCommand.parse(["--", path, arguments.required("title")])
      return try run.change { try command.run(in: $0) }
    }
  }

  private var addTaskTool: Tool {
    Tool(
      "add_task", title: title("Add a task", ko: "할 일 추가"),
      description: "Creates a task as a new note, or as a check box in a note.", effect: .adds,
      [
        ToolParameter("title", .text, required: true, "The text of the task."),
        ToolParameter("due", .text, "A day, or a time such as 2026-11-30T15:00, or words such as friday."),
        ToolParameter("tags", .texts, "Tags, without #."),
        ToolParameter("priority", .choice(["low", "normal", "high", "urgent"]), "The priority of the task."),
        ToolParameter("repeat", .text, "The repetition: every week, every 2 months, after 3 days."),
        ToolParameter("note", .text, "The note that gets a check box. Without this argument, the task is a new note."),
        ToolParameter("folder", .text, "The folder of the new note."), Self.answers,
      ]
    ) { arguments, client in
      let run = ToolRun(owner, access(client), ["add", arguments.required("title")])
      var command = try AddCommand.parse([])
      let fields = ["due", "priority", "repeat"].compactMap { key in
        arguments.text(key).map { "\(key):\($0)" }
      }
      command.options.text = arguments.texts("tags").map { "+" + $0 } + fields
      if let name = arguments.text("note") {
        let (path, workspace) = try run.note(name)
        command.options.into = workspace.repository.absolutePath(of: path)
      } else {
        command.options.made.folder = arguments.text("folder")
      }
      command.options.made.answers.answer = Self.answers(in: arguments)
      let title = arguments.required("title")
      return try run.change { try command.run(title: title, in: $0) }
    }
  }

  private var setTaskTool: Tool {
    Tool(
      "set_task", title: title("Change a task", ko: "할 일 상태 바꾸기"),
      description: """
        Gives a task another status. Completing a repeating task creates its next occurrence. The hash is that of the note \
        that holds the task.
        """,
      effect: .changes,
      [
        ToolParameter("task", .text, required: true, "The “reference” of the task: NOTE or NOTE:LINE."),
        Self.hash,
        ToolParameter(
          "status", .choice(["todo", "doing", "done", "cancelled"]), required: true, "The new status."),
      ]
    ) { arguments, client in
      let reference = TaskReference(arguments.required("task"))
      let (run, path) = try subject(arguments, client, ["task", arguments.required("status")], note: reference.note)
      let task = path + (reference.line.map { ":\($0)" } ?? "")
      let verbs = ["todo": "reopen", "doing": "start", "done": "done", "cancelled": "cancel"]
      let verb = verbs[arguments.required("status")] ?? "done"
      guard let command = try SheafCommand.parsed(WordScanner.read([verb, "--", task])) as? any ContextCommand else {
        throw ArgumentMistake(text: "“status” is none")
      }
      return try run.change { try command.run(in: $0) }
    }
  }

  private var undoTool: Tool {
    Tool(
      "undo", title: title("Undo", ko: "되돌리기"),
      description: "Reverts the last change that this client has made; nothing that others did.", effect: .changes, []
    ) { _, client in
      let run = ToolRun(owner, access(client), ["undo", "--author", client])
      var command = try UndoCommand.parse([])
      command.replay.author = client
      return try run.change { try command.run(in: $0) }
    }
  }

  // MARK: - Parts

  /// Returns the absolute path of a tool's note, and a run that writes only if the note is unchanged since the client
  /// read it.
  private func subject(
    _ arguments: ToolArguments, _ client: String, _ words: [String], note: String? = nil, input: String = ""
  ) throws -> (run: ToolRun, path: String) {
    var access = access(client)
    let (path, workspace) = try ToolRun(owner, access).note(note ?? arguments.required("note"))
    if let hash = arguments.text("hash") { access.expected[path] = hash }
    return (ToolRun(owner, access, words + [path.string], input: input), workspace.repository.absolutePath(of: path))
  }

  private func assignments(_ fields: JSONValue?) throws -> [FieldAssignment] {
    try (fields?.members ?? []).map {
      try FieldAssignment(key: $0.key, value: $0.value, now: owner.clock(), zone: owner.zone)
    }
  }

  /// Edits the text of a note.
  ///
  /// - Throws: ``ArgumentMistake`` for a text that is not in the note, or is there more than once.
  static func edited(_ bytes: [UInt8], by edits: [JSONValue]) throws(ArgumentMistake) -> [UInt8] {
    var bytes = bytes
    for edit in edits {
      var (old, new) = (Array((edit["old"]?.string ?? "").utf8), Array((edit["new"]?.string ?? "").utf8))
      guard !old.isEmpty else { throw ArgumentMistake(text: "“old” is empty") }
      var places = occurrences(of: old, in: bytes)
      if places.isEmpty, !occurrences(of: [0x0D, 0x0A], in: bytes).isEmpty {
        (old, new) = (withCarriageReturns(old), withCarriageReturns(new))
        places = occurrences(of: old, in: bytes)
      }
      guard places.count == 1 else {
        throw ArgumentMistake(
          text: places.isEmpty
            ? "“old” is not in the note: \(shown(old))"
            : "“old” is in the note \(places.count) times; give more of the text around it: \(shown(old))")
      }
      bytes.replaceSubrange(places[0]..<(places[0] + old.count), with: new)
    }
    return bytes
  }

  private static func shown(_ bytes: [UInt8]) -> String {
    String(String(decoding: bytes, as: UTF8.self).prefix(80))
  }

  /// Converts line ends to the line ends of the note.
  private static func withCarriageReturns(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for byte in bytes {
      if byte == 0x0A, result.last != 0x0D { result.append(0x0D) }
      result.append(byte)
    }
    return result
  }

  private static func occurrences(of text: [UInt8], in bytes: [UInt8]) -> [Int] {
    var found: [Int] = []
    var start = 0
    while let range = bytes[start...].firstRange(of: text) {
      found.append(range.lowerBound)
      start = range.lowerBound + 1
    }
    return found
  }

  /// Refuses an edit after which the fields of a note cannot be read any more.
  private static func checkFrontMatter(of path: NotePath, _ before: [UInt8], _ after: [UInt8]) throws {
    func mistakes(_ bytes: [UInt8]) -> [Diagnostic] {
      Document(parsing: bytes).diagnostics.filter { $0.severity == .error }
    }
    guard let mistake = mistakes(after).first, mistakes(before).isEmpty else { return }
    throw Problem(
      .badData,
      Message(
        "The edit would break \(path): \(mistake.message.english)",
        ko: "편집하면 메모를 읽을 수 없게 됩니다: \(path)(\(mistake.message.korean))"))
  }
}

/// The reference of a task as listings give it: `Memo/a.md:12`.
private struct TaskReference {
  let note: String
  let line: Int?

  init(_ text: String) {
    let colon = text.lastIndex(of: ":")
    line = colon.flatMap { Int(text[text.index(after: $0)...]) }
    note = line == nil ? text : colon.map { String(text[..<$0]) } ?? text
  }
}
