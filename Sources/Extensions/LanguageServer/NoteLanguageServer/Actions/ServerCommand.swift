import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import RemoteCalls
import Wording

/// The commands that clients can run.
enum ServerCommand: String, CaseIterable {
  case done = "sheaf.done"
  case `defer` = "sheaf.defer"
  case new = "sheaf.new"
  case diary = "sheaf.diary"
  case undo = "sheaf.undo"
  /// Makes the note that was just linked; `{uri, title}`.
  case create = "sheaf.create"
  /// Gives a block of a note a name; `{uri, name, text}`.
  case nameBlock = "sheaf.nameBlock"
  /// The places that link to a note, or to the subject of a lens; `{uri, subject}`.
  case backlinks = "sheaf.backlinks"
  /// Makes the edit of an action that looks at other notes; `{uri, action, title, range, version}`.
  case apply = "sheaf.apply"
}

extension Request {
  /// Runs `workspace/executeCommand`.
  ///
  /// Arguments are objects (`{"uri": …, "line": 3}`, lines from 0), or words as on the command line.
  func executeCommand() throws -> JSONValue {
    guard let name = parameters["command"]?.string, let command = ServerCommand(rawValue: name) else {
      throw CallError.invalidParameters("command")
    }
    let arguments = parameters["arguments"]?.items ?? []
    let object = arguments.first { $0 != .null && !$0.members.isEmpty } ?? .null
    let words = arguments.compactMap(\.string)
    switch command {
    case .done: return try change(object, words, "done") { .status(.done, today: snapshot.today) }
    case .defer:
      let text = object["day"]?.string ?? words.last ?? ""
      let reading = DateExpression.parse(
        text, relativeTo: snapshot.now, zone: snapshot.surroundings.zone, for: .deadline)
      guard let date = reading?.date else { throw FieldAssignmentError.notADate(key: "defer", text: text) }
      return try change(object, words, "defer", [date.description]) { .postpone(date) }
    case .new:
      guard
        let title = object["title"]?.string ?? (words.isEmpty ? nil : words.joined(separator: " "))
      else { throw CallError.invalidParameters("title") }
      let folder = object["folder"]?.string.map { ["--in", $0] } ?? []
      let output = try run(["new", "--print-path"] + folder + ["--", title])
      open(output)
      return .string(output)
    case .create: return try create(object)
    case .diary:
      let output = try run(["diary", "--print-path"] + words)
      open(output)
      return .string(output)
    case .undo: return .string(try run(["undo"]))
    case .nameBlock: return try nameBlock(object)
    case .backlinks: return try backlinks(object)
    case .apply: return try apply(object)
    }
  }

  private func apply(_ action: JSONValue) throws -> JSONValue {
    guard !snapshot.folder.isBeingRead else {
      throw CallError.refused(
        text(Message("The notes are still being read; try again", ko: "메모를 아직 읽고 있습니다. 잠시 뒤 다시 시도하세요")))
    }
    guard let edit = try edit(ofAction: action) else { throw CallError.invalidParameters("action") }
    try apply(edit, Message(verbatim: action["title"]?.string ?? ""))
    return .null
  }

  /// Creates the note that a completed link names, but only if the link is in the text: a client that has not made the
  /// edit must not create a note either.
  private func create(_ object: JSONValue) throws -> JSONValue {
    let document = try requireDocument()
    guard let title = object["title"]?.string else { throw CallError.invalidParameters("title") }
    let isLinked = document.note.document.links.contains { link in
      link.kind.isWiki && LinkTarget(link).map { foldedName($0.name) == foldedName(title) } ?? false
    }
    guard isLinked else {
      throw CallError.refused(
        text(
          Message(
            "No link to “\(title)” is in the text, so no note was created",
            ko: "본문에 “\(title)” 링크가 없어 메모를 만들지 않았습니다")))
    }
    return .string(try run(["new", "--print-path", "--", title]))
  }

  /// Runs a command line in the folder; it writes through the journal, so `sheaf undo` reverts it.
  private func run(_ words: [String]) throws -> String {
    let root = snapshot.folder.repository.root
    guard snapshot.folder.isRepository else {
      throw CallError.refused(
        text(
          Message(
            "Sheaf only reads “\(root)”; run “sheaf init” there to allow changes",
            ko: "“\(root)” 폴더는 읽기만 합니다. Sheaf로 쓰려면 그 폴더에서 “sheaf init”을 실행하세요")))
    }
    let outcome = snapshot.surroundings.run(words, root)
    guard outcome.isDone else { throw CallError.refused(outcome.errors) }
    return outcome.output.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
  }

  private func open(_ path: String) {
    guard snapshot.client.canShowDocuments, path.hasPrefix("/") else { return }
    call(
      "window/showDocument",
      .map(["uri": .string(DocumentAddress(file: path).text), "takeFocus": .boolean(true)]))
  }

  private func apply(_ edit: WorkspaceEdit, _ label: Message) throws {
    guard snapshot.client.canApplyEdits else {
      throw CallError.refused(text(Message("This editor cannot apply edits", ko: "이 편집기에서는 변경을 적용할 수 없습니다")))
    }
    guard !edit.isEmpty else { return }
    call("workspace/applyEdit", .map(["label": .string(text(label)), "edit": edit.json]))
  }

  /// Changes a task: in the editor if its document is open, otherwise in its file.
  private func change(
    _ object: JSONValue, _ words: [String], _ name: String, _ rest: [String] = [], _ change: () -> TaskChange
  ) throws -> JSONValue {
    if let document, object["uri"] != nil {
      let line = object["line"]?.integer.map { $0 &+ 1 }
      if snapshot.documents[document.path] != nil {
        let workspace = snapshot.workspace(isSlow: true)
        let edit = try TaskActions.edit(change(), at: line, document, snapshot, workspace)
        try apply(edit, Message(name, ko: name))
        return .null
      }
      let reference = NotePosition(document.path, line: line).text
      return .string(try run([name, reference] + rest))
    }
    return .string(try run([name] + words))
  }

  /// Gives a name to the block of a note that a link was made to.
  private func nameBlock(_ object: JSONValue) throws -> JSONValue {
    let document = try requireDocument()
    let parsed = document.note.document
    guard let name = object["name"]?.string, let begins = object["text"]?.string,
      let candidate = BlockNaming(document: parsed).candidates.first(where: { $0.name == name })
        ?? BlockNaming(document: parsed).candidates.first(where: { $0.text == begins })
    else { throw CallError.invalidParameters("name") }
    var edit = WorkspaceEdit(snapshot)
    edit.change(document.path, document.bytes, [TextEdit(range: candidate.edit.range, replacement: " ^" + name)])
    try apply(edit, Message("Name a block", ko: "블록에 이름 붙이기"))
    return .null
  }

  private func backlinks(_ object: JSONValue) throws -> JSONValue {
    let document = try requireDocument()
    let locations = try locations(of: object["subject"] ?? .null, in: document)
    if locations.count == 1, snapshot.client.canShowDocuments {
      call(
        "window/showDocument",
        .map([
          "uri": locations[0]["uri"], "takeFocus": .boolean(true),
          "selection": locations[0]["range"],
        ]))
      return .array(locations)
    }
    let places = locations.compactMap { location -> String? in
      guard let file = location["uri"]?.string.flatMap({ DocumentAddress($0).path }),
        let path = snapshot.folder.path(of: file), let line = location.at("range", "start", "line")?.integer
      else { return nil }
      return "\(path):\(line + 1)"
    }
    show(Message(verbatim: places.joined(separator: "\n")))
    return .array(locations)
  }
}
