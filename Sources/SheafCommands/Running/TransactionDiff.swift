import CivilCalendar
import NoteModel
import NotePresentation
import NoteRepository
import TerminalText
import Wording

/// What changes of files look like, for `--dry-run`. Of a letter that is sealed only the front matter is shown.
struct TransactionDiff {
  private let today: Day
  private let language: Language

  init(in context: CommandContext) {
    today = context.clock().day
    language = context.language
  }

  /// One change in the form of `git diff`.
  func lines(of change: FileChange) -> [StyledText] {
    switch change {
    case .create(let path, let bytes):
      diff(path, nil, bytes)
    case .place(let path, let content):
      [StyledText("new file \(path) (\(content.size) bytes)", .dim)]
    case .replace(let path, let before, let after):
      diff(path, before, after)
    case .remove(let path, let before, _):
      diff(path, before, nil)
    case .move(let path, let target):
      [StyledText("rename from \(path)", .dim), StyledText("rename to \(target)", .dim)]
    }
  }

  private func diff(_ path: NotePath, _ before: [UInt8]?, _ after: [UInt8]?) -> [StyledText] {
    lines(of: path.string, isNote: path.isMarkdown, before, after)
  }

  /// The difference between two texts of one file.
  func lines(
    of name: String, isNote: Bool, _ before: [UInt8]?, _ after: [UInt8]?
  ) -> [StyledText] {
    let texts = isNote ? [before, after].compactMap(\.self) : []
    guard let until = texts.compactMap({ SealedText($0, today: today)?.until }).max() else {
      return UnifiedDiff(path: name, before: before, after: after).styledLines
    }
    let shown = UnifiedDiff(
      path: name, before: before.map { SealedText.frontMatter(of: $0) },
      after: after.map { SealedText.frontMatter(of: $0) })
    let notice = Message(
      "(sealed until \(until); the text is not shown)", ko: "(\(until)까지 봉인한 편지라서 본문을 표시하지 않습니다)")
    return shown.styledLines + [StyledText(notice.text(in: language), .dim)]
  }
}
