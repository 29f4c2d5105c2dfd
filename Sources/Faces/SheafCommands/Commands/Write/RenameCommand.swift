import ArgumentParser
import ByteBasics
import NoteActions
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

package struct RenameCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("rename", PackageResources.rename_txt, ko: PackageResources.rename_ko_txt)
  }

  @Argument(
    help: help(.place, "A note, NOTE#HEADING, NOTE#^BLOCK, +TAG or FIELD:.", ko: "메모, 메모#소제목, 메모#^블록, +태그, 필드:"))
  var note: String

  @Argument(help: help(.name, "The new name. Without one a terminal asks.", ko: "새 이름. 없으면 터미널에서 질문"))
  var title: [String] = []

  @Flag(
    help: help("Keep the old title as an alias.", ko: "원래 제목을 별칭으로 남깁니다."))
  var alias = false

  @OptionGroup var writing: WritingOptions

  init() {}

  package func run(in context: CommandContext) throws {
    if title.isEmpty {
      var whole = self
      whole.title = [try newName(in: context)]
      return try whole.run(in: context)
    }
    if let old = tag(note), title.count == 1 {
      return try rename(old, to: try TypedTag.tag(String(title[0].drop { "+＋#".contains($0) })), in: context)
    }
    if note.count > 1, [":", "："].contains(note.last), title[0].last == note.last {
      return try renameField(in: context)
    }
    guard title.contains(where: { $0.contains { !$0.isWhitespace } }) else {
      throw UsageError(Message("A note needs a title", ko: "메모의 제목이 필요합니다"))
    }
    let title = try context.typedText(title)
    guard !title.contains(where: \.isNewline) else {
      throw UsageError(Message("A title is one line", ko: "제목은 한 줄이어야 합니다"))
    }
    guard !NotePath(trusted: title).isMarkdown else {
      throw UsageError(
        Message("“\(title)” is a path, not a title", ko: "제목이 아니라 경로입니다: “\(title)”"),
        hint: Message(verbatim: "sheaf mv \(typedWord(note)) \(typedWord(title))"))
    }
    let (path, linkFixes) = try context.write(writing.care) { workspace, transaction in
      let plan: RenamePlan
      if let (path, anchor) = try place(context, workspace) {
        guard !alias else { throw Self.aliasOfAnchor }
        plan = try RenamePlan(anchor, of: path, to: title, in: workspace)
      } else {
        plan = try RenamePlan(
          retitling: try context.note(note, in: workspace, parts: .asked), title, keepsAlias: alias, in: workspace)
      }
      return (plan.subject, try transaction.carryOut(plan))
    }
    if let path { context.writePlaces([path.string], dryRun: writing.dryRun) }
    context.report(linkFixes, dryRun: writing.dryRun)
  }

  /// Asks for the new name on a terminal.
  private func newName(in context: CommandContext) throws -> String {
    let isField = note.count > 1 && [":", "："].contains(note.last)
    var name = note
    if !isField, tag(note) == nil, !note.contains("#") {
      let workspace = try context.openWorkspace()
      name = try workspace.note(at: context.note(note, in: workspace)).title
    }
    let prompt = QuestionPrompt(context: context)
    let question = Message("New name of “\(name)”", ko: "“\(name)”의 새 이름")
    guard let answer = context.mayAsk ? prompt.answer(question) : nil else {
      let word = typedWord(note)
      throw UsageError(
        Message("No new name given", ko: "새 이름을 지정해야 합니다"),
        hint: isField
          ? Message("sheaf rename \(word) author:", ko: "sheaf rename \(word) 저자:")
          : Message("sheaf rename \(word) 'New name'", ko: "sheaf rename \(word) '새 이름'"))
    }
    return isField && !answer.hasSuffix(":") ? answer + ":" : answer
  }

  private func tag(_ word: String) -> TagName? {
    word.hasPrefix("+") || word.hasPrefix("＋") ? TagName(word.dropFirst()) : nil
  }

  private func rename(_ old: TagName, to new: TagName, in context: CommandContext) throws {
    let renaming = try context.write(writing.care) { workspace, transaction in
      let renaming = try workspace.renamingTag(old, to: new)
      for note in renaming.notes {
        try workspace.add(ChangedNote(path: note.path, before: note.before, after: note.after), to: &transaction)
      }
      return renaming
    }
    try context.report(renaming, of: old, to: new, isDryRun: writing.dryRun)
  }

  /// Renames a field, for example `autor: author: in:Books`.
  private func renameField(in context: CommandContext) throws {
    let (old, new) = (String(note.dropLast()), String(title[0].dropLast()))
    guard !new.isEmpty, !new.contains(where: { $0.isNewline || ":[]()#`*".contains($0) }), new == trimmedSpaces(new)
    else { throw UsageError(Message("Invalid field name “\(new)”", ko: "필드 이름으로 쓸 수 없습니다: “\(new)”")) }
    var query = QueryArguments()
    (query.query, query.explain) = (Array(title.dropFirst()), false)
    try ProvedChangesRun(subject: .fields, query: query, writing: writing).run(in: context) {
      workspace, paths, transaction in try workspace.renameField(old, to: new, in: paths, &transaction)
    }
  }

  /// Returns the note and the anchor of `NOTE#HEADING`. Nil for a note alone, whose name may contain a `#`.
  private func place(_ context: CommandContext, _ workspace: Workspace) throws -> (NotePath, anchor: String)? {
    guard let hash = note.firstIndex(of: "#"), hash != note.startIndex, (try? context.note(note, in: workspace)) == nil
    else { return nil }
    let anchor = note[note.index(after: hash)...]
    return (try context.note(String(note[..<hash]), in: workspace, parts: .asked), String(anchor))
  }

  private static let aliasOfAnchor = UsageError(
    Message(
      "--alias works only with a note's title",
      ko: "--alias는 메모의 제목을 바꿀 때만 사용할 수 있습니다"))
}

extension CommandContext {
  /// Reports the notes whose tags were renamed.
  ///
  /// - Throws: ``ExitStatus/negative`` if there are none, ``ExitStatus/badData`` if one could not be changed.
  func report(_ renaming: TagRenaming, of old: TagName, to new: TagName, isDryRun: Bool) throws {
    writePlaces(renaming.notes.map(\.path.string), dryRun: isDryRun)
    for note in renaming.refused { warn(refusedChange(note.path, note.refusal).explanation) }
    guard renaming.count > 0 else {
      if !renaming.refused.isEmpty { throw ExitStatus.badData }
      note(Message("No note has the tag #\(old)", ko: "#\(old) 태그가 있는 메모가 없습니다"))
      throw ExitStatus.negative
    }
    let places = "\(counted(renaming.count, "place")) in \(counted(renaming.notes.count, "note"))"
    let korean = "메모 \(renaming.notes.count)개, \(renaming.count)곳"
    note(
      isDryRun
        ? Message(
          "#\(old) would be renamed to #\(new) in \(places)", ko: "태그 이름을 바꿀 예정입니다: #\(old) → #\(new)(\(korean))")
        : Message("Renamed #\(old) to #\(new) in \(places)", ko: "태그 이름을 바꿨습니다: #\(old) → #\(new)(\(korean))"))
    if !renaming.refused.isEmpty { throw ExitStatus.badData }
  }
}

/// Tags as they are typed.
enum TypedTag {
  /// Returns a tag that reads back as it is from the text of a note.
  static func tag(_ text: String) throws -> TagName {
    guard let tag = TagName(text), tag.isWritable else {
      throw UsageError(
        Message("Invalid tag “\(text)”", ko: "태그로 쓸 수 없습니다: “\(text)”"),
        hint: Message(
          "Use letters, digits, _ and -, with / between levels; digits alone are not allowed.",
          ko: "글자, 숫자, _, -을 사용하고 단계는 /로 구분하세요. 숫자만은 사용할 수 없습니다."))
    }
    return tag
  }
}

extension CommandContext {
  /// Reports how many links were rewritten, and lists those that could not be.
  func report(_ linkFixes: LinkFixes, dryRun: Bool) {
    for link in linkFixes.lost {
      warn(
        Message(
          "\(link.path):\(link.line): the link to “\(link.destination)” cannot be rewritten exactly; fix it by hand",
          ko: "\(link.path):\(link.line): 자동으로 고칠 수 없는 링크입니다. 직접 고치세요: “\(link.destination)”"))
    }
    for text in linkFixes.revealed {
      warn(
        Message(
          "Text of \(text.from), which is not published, is now in \(text.to), which may be published",
          ko: "공개하지 않는 메모의 텍스트를 공개할 수 있는 메모로 옮깁니다: \(text.from) → \(text.to)"))
    }
    for shift in linkFixes.shifts { warn(shift.explanation(isDone: !dryRun)) }
    for canvas in linkFixes.unread { warn(canvas.explanation) }
    guard linkFixes.linkCount > 0 else { return }
    let place = "\(counted(linkFixes.linkCount, "link")) in \(counted(linkFixes.noteCount, "note"))"
    let korean = "메모 \(linkFixes.noteCount)개의 링크 \(linkFixes.linkCount)개"
    note(
      dryRun
        ? Message("\(place) would be updated", ko: "\(korean)를 고칠 예정입니다")
        : Message("\(place) updated", ko: "\(korean)를 고쳤습니다"))
  }
}
