import ArgumentParser
import CivilCalendar
import NoteActions
import NoteHistory
import NoteMerging
import NoteModel
import NoteRepository
import TerminalText
import Wording

struct MergeDriverCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("merge-driver", PackageResources.merge_driver_txt, ko: PackageResources.merge_driver_ko_txt)
  }

  @Argument(help: help(.file, "The common ancestor (%O).", ko: "공통 조상(%O)"))
  var base: String

  @Argument(help: help(.file, "The version that the result is written to (%A).", ko: "결과를 쓸 버전(%A)"))
  var ours: String

  @Argument(help: help(.file, "The other version (%B).", ko: "다른 버전(%B)"))
  var theirs: String

  @Argument(help: help(.count, "The length of the markers (%L).", ko: "충돌 표시의 길이(%L)"))
  var markerLength = 7

  @Argument(help: help(.path, "The path of the note, for messages (%P).", ko: "메시지에 쓸 메모의 경로(%P)"))
  var path: String?

  init() {}

  /// The command as “sheaf git setup” registered it: `merge-driver -- O A B 7 PATH`.
  ///
  /// Git starts it for each note of a merge. Reading the words with the declarations of the options takes a third of that
  /// time, and there are no options.
  ///
  /// - Returns: nil for any other command line.
  init?(registered words: [String]) {
    guard words.count == 7, words[0] == Self.commandName, words[1] == "--",
      let length = Int(words[5])
    else { return nil }
    (base, ours, theirs, markerLength, path) = (words[2], words[3], words[4], length, words[6])
  }

  func run(in context: CommandContext) throws {
    let merge = DriverMerge(
      base: context.absolutePath(base), ours: context.absolutePath(ours),
      theirs: context.absolutePath(theirs), markerLength: markerLength, path: path,
      git: context.git(in: context.workingDirectory))
    switch try merge.run() {
    case .clean, .mergedByGit(isClean: true): return
    case .mergedByGit(isClean: false): break
    case .conflicts(let conflicts):
      // Git passes them on to whichever terminal it has.
      let message = ConflictList(conflicts).explanation(of: path ?? ours)
      context.note(Message(verbatim: TerminalEscaping.line(context.text(message))))
    }
    throw ExitStatus.negative
  }
}

/// The conflicts of a note in one sentence.
struct ConflictList {
  private let fields: [String]
  private let lines: [Int]

  init(_ conflicts: [MergeOutcome.Conflict]) {
    fields = conflicts.compactMap { if case .field(let name) = $0 { name } else { nil } }
    lines = conflicts.compactMap { if case .lines(let line) = $0 { line } else { nil } }
  }

  /// Returns the conflicts of a note as a sentence, for example `세금.md: both sides changed due, and the text from line
  /// 12`.
  func explanation(of path: String) -> Message {
    let names = fields.joined(separator: ", ")
    let places = lines.map(String.init).joined(separator: ", ")
    switch (fields.isEmpty, lines.isEmpty) {
    case (false, true): return Message("\(path): both sides changed \(names)", ko: "\(path): 양쪽에서 다르게 바꾼 필드: \(names)")
    case (true, _):
      return Message(
        "\(path): both sides changed the text (line \(places))",
        ko: "\(path): 양쪽에서 다르게 바꾼 줄: \(places)")
    case (false, false):
      return Message(
        "\(path): both sides changed \(names) and the text (line \(places))",
        ko: "\(path): 양쪽에서 다르게 바꾼 필드: \(names), 줄: \(places)")
    }
  }
}

struct TextconvCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("textconv", PackageResources.textconv_txt, ko: PackageResources.textconv_ko_txt)
  }

  @Argument(help: help(.file, "The file.", ko: "파일"))
  var file: String

  func run(in context: CommandContext) throws {
    // git hands over a copy, wherever it is.
    let bytes = ReadingGate(today: context.clock().day).readable(
      try readNamedFile(context.absolutePath(file)), at: NotePath(trusted: "note.md"), in: .standard)
    context.console.write(ReadableNote(bytes, in: context.language == .korean ? .korean : .english).text)
  }
}
