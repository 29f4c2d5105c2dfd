import ArgumentParser
import NoteActions
import NoteModel
import NoteRepository
import Wording

/// Changes the notes of a query, each as far as its proof allows, and reports the result.
struct ProvedChangesRun {
  /// The part of notes that is changed.
  enum Subject {
    case fields, links
  }

  let subject: Subject
  let query: QueryArguments
  let writing: WritingOptions

  func run(
    in context: CommandContext, _ shape: (Workspace, [NotePath], inout Transaction) throws -> ProvedChanges
  ) throws {
    let shaped = try context.write(writing.care) { workspace, transaction in
      try shape(workspace, query.paths(in: context, workspace), &transaction)
    }
    for (path, line, reason) in shaped.left {
      context.warn(
        Message("\(path):\(line): not changed: \(reason.english)", ko: "\(path):\(line): 바꾸지 않음: \(reason.korean)"))
    }
    context.writePlaces(shaped.notes.map(\.path.string), dryRun: writing.dryRun)
    if !shaped.notes.isEmpty { context.note(summary(of: shaped)) }
    // Some links have no other form, so they are no failure. A requested field that was not moved is a failure.
    if subject == .fields, !shaped.left.isEmpty { throw ExitStatus.badData }
    guard shaped.notes.isEmpty, shaped.left.isEmpty else { return }
    context.note(nothing)
    if subject == .fields { throw ExitStatus.negative }
  }

  private func summary(of shaped: ProvedChanges) -> Message {
    let (english, korean) =
      switch subject {
      case .fields: ("field", "필드")
      case .links: ("link", "링크")
      }
    let place = "\(counted(shaped.count, english)) in \(counted(shaped.notes.count, "note"))"
    let koreanPlace = "메모 \(shaped.notes.count)개의 \(korean) \(shaped.count)개"
    return writing.dryRun
      ? Message("\(place) would be changed", ko: "\(koreanPlace)를 바꿀 예정입니다")
      : Message("\(place) changed", ko: "\(koreanPlace)를 바꿨습니다")
  }

  private var nothing: Message {
    switch subject {
    case .fields: Message("No note has this field to move", ko: "그 필드가 있는 메모가 없습니다")
    case .links: Message("No link to change", ko: "바꿀 링크가 없습니다")
    }
  }
}
