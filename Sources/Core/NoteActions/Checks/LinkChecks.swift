import NoteIndex
import NoteModel
import NoteSyntax
import Wording

extension RepositoryCheck {
  static let brokenLink = RepositoryCheck(
    "broken-link", .warning, "A link or picture whose file does not exist.", ko: "대상 파일이 없는 링크나 그림"
  ) { scene in
    scene.brokenLinks.filter { $0.state == .broken }.map {
      Mistake($0, LinkSentence.broken($0))
    }
  }

  static let ambiguousLink = RepositoryCheck(
    "ambiguous-link", .warning, "A link whose name fits several notes.", ko: "여러 메모에 해당하는 링크"
  ) { scene in
    scene.brokenLinks.filter { $0.state == .ambiguous }.map {
      Mistake($0, LinkSentence.ambiguous($0))
    }
  }

  static let brokenHeading = RepositoryCheck(
    "broken-heading", .warning, "A link to a heading that does not exist in its note.",
    ko: "대상 메모에 없는 소제목으로 가는 링크"
  ) { scene in
    try scene.brokenFragments { !$0.hasPrefix("^") }.map { link, fragment in
      Mistake(link, LinkSentence.lacking(fragment))
    }
  }

  static let brokenBlock = RepositoryCheck(
    "broken-block", .warning, "A link to a ^block that does not exist in its note.",
    ko: "대상 메모에 없는 ^블록으로 가는 링크"
  ) { scene in
    try scene.brokenFragments { $0.hasPrefix("^") }.map { link, fragment in
      Mistake(link, LinkSentence.lacking(fragment))
    }
  }

  static let unreadableFormula = RepositoryCheck(
    "unreadable-formula", .warning,
    "A formula that pandoc cannot read; pages show it as TeX. Checked if pandoc is installed and no other program makes a site of the notes.",
    ko: "pandoc에서 읽을 수 없어 페이지에 TeX 그대로 표시되는 수식. pandoc이 설치되어 있고 사이트 생성기의 폴더가 아닐 때 검사합니다."
  ) { scene in
    guard let reading = scene.reading, !scene.workspace.layout.rules.makesSite else { return [] }
    let notes = scene.notes.values.filter { !$0.formulas.isEmpty }
    let unreadable = reading.unreadable(notes.reduce(into: []) { $0.formUnion($1.formulas.map(\.formula)) })
    return notes.flatMap { note in
      note.formulas.filter { unreadable.contains($0.formula) }.map { formula, range in
        let text = formula.tex.prefix(60).map { $0.isNewline ? " " : String($0) }.joined()
        return Mistake(
          path: note.path, range: range, message: Message("Cannot read the formula \(text)", ko: "읽을 수 없는 수식: \(text)"))
      }
    }
  }

  static let unlinkedAttachment = RepositoryCheck(
    "unlinked-attachment", .info,
    "A picture, recording, video or document that no note links to. Not checked if another program makes a site of the notes.",
    ko: "어느 메모에서도 링크하지 않은 그림·녹음·동영상·문서. 사이트 생성기의 폴더에서는 검사하지 않습니다."
  ) { scene in
    let layout = scene.workspace.layout
    if layout.rules.makesSite { return [] }
    // The programs and pages of a site are not there for its notes.
    let inLetters = try scene.workspace.filesInLetters()
    let unused = try scene.workspace.index.files.unusedAttachments().filter { !inLetters.contains($0) }
    return try unused.filter {
      try FileKind($0.fileName) != .other && !scene.isShownByBlock($0)
    }.map {
      Mistake(path: $0, message: Message("No note links to this file", ko: "어느 메모에서도 링크하지 않았습니다"))
    }
  }

  static let unreadCanvas = RepositoryCheck(
    "unread-canvas", .warning, "A canvas that cannot be read, so its links are unknown.",
    ko: "읽을 수 없어 링크를 확인할 수 없는 캔버스"
  ) { scene in
    try scene.workspace.unreadCanvases().map {
      Mistake(path: $0.path, line: $0.line, message: $0.reason)
    }
  }
}

/// Messages about broken links.
enum LinkSentence {
  static func broken(_ link: LinkRow) -> Message {
    Message("“\(link.destination)” does not exist", ko: "대상을 찾을 수 없습니다: “\(link.destination)”")
  }

  static func ambiguous(_ link: LinkRow) -> Message {
    Message("Several notes are named “\(link.destination)”", ko: "“\(link.destination)” 메모가 여러 개입니다")
  }

  /// Creates the message for a note without the heading or block of a link.
  static func lacking(_ fragment: String) -> Message {
    fragment.hasPrefix("^")
      ? Message("There is no block \(fragment)", ko: "\(fragment) 블록을 찾을 수 없습니다")
      : Message("There is no heading “\(fragment)”", ko: "“\(fragment)” 소제목을 찾을 수 없습니다")
  }
}

extension RepositoryCheck.Mistake {
  fileprivate init(_ link: LinkRow, _ message: Message) {
    self.init(path: link.source, range: link.range, line: link.line, message: message)
  }
}

extension RepositoryCheck.Scene {
  /// Returns true for the picture of a highlight whose block is on some page.
  fileprivate func isShownByBlock(_ file: NotePath) throws -> Bool {
    guard workspace.layout.rules.readsOutlines, let block = OutlineHighlight.block(of: file) else {
      return false
    }
    return try !workspace.index.names.candidates(key: block).isEmpty
  }

  /// Returns the links to a heading or block that its note does not have.
  fileprivate func brokenFragments(where isWanted: (String) -> Bool) throws -> [(LinkRow, String)] {
    try workspace.linksToMissingParts(among: partLinks) { notes[$0]?.anchors }.compactMap { link in
      link.fragment.flatMap { isWanted($0) ? (link, $0) : nil }
    }
  }
}
