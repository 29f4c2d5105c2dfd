import ByteBasics
import NoteIndex
import NoteModel
import NoteSyntax
import Wording

extension RepositoryCheck {
  static let unknownWork = RepositoryCheck(
    "unknown-citation", .warning,
    "A bracketed citation with a key that is in no bibliography of the repository. Checked if the repository has a bibliography.",
    ko: "저장소의 참고 문헌 파일에 없는 키를 인용한 곳. 참고 문헌 파일이 있을 때 검사합니다."
  ) { scene in
    let index = scene.workspace.index
    guard try index.bibliography.hasWorks() else { return [] }
    let keys = Set(try index.bibliography.works().map(\.entry.key))
    return try index.bibliography.citations().filter { $0.isGrouped && !keys.contains($0.key) }.map { row in
      Mistake(path: row.note, range: row.range, line: row.line, message: CitationSentence.unknown(row.key, keys))
    }
  }

  static let duplicateWork = RepositoryCheck(
    "duplicate-work", .warning, "A key that several works in the bibliographies share.",
    ko: "참고 문헌 파일에서 여러 문헌이 함께 쓰는 키"
  ) { scene in
    let works = try scene.workspace.index.bibliography.works()
    return Dictionary(grouping: works, by: \.entry.key).values.filter { $0.count > 1 }.flatMap { same in
      same.dropFirst().map { work in
        Mistake(
          path: work.file, range: work.entry.range,
          message: Message(
            "“\(work.entry.key)” is the key of another work in \(same[0].file)",
            ko: "\(same[0].file) 파일의 다른 문헌도 쓰는 키입니다: “\(work.entry.key)”"))
      }
    }.sorted { ($0.path, $0.range?.lowerBound ?? 0) < ($1.path, $1.range?.lowerBound ?? 0) }
  }

  static let missingBibliography = RepositoryCheck(
    "missing-bibliography", .warning,
    "A field bibliography that is not the path of a bibliography file in the repository.",
    ko: "저장소의 참고 문헌 파일을 가리키지 않는 bibliography 필드"
  ) { scene in
    let index = scene.workspace.index
    let named = try index.fields.values(of: "bibliography", at: Set(scene.notes.keys))
    let files = named.isEmpty ? [] : Set(try index.bibliography.works().map(\.file))
    return named.sorted { $0.key < $1.key }.flatMap { note, texts in
      texts.filter { text in !NotePath.bibliographies(named: text, from: note).contains { files.contains($0) } }
        .map { text in
          Mistake(
            path: note,
            message: Message(
              "bibliography: “\(text)” is not a bibliography file of the repository",
              ko: "bibliography: 저장소에 인용할 문헌이 있는 파일이 없습니다: “\(text)”"))
        }
    }
  }
}

/// Messages about citations of unknown works.
enum CitationSentence {
  static func unknown(_ key: String, _ keys: Set<String>) -> Message {
    // Near names are looked for among few: each is compared with all.
    let nearest = keys.count <= 2_000 ? nearestName(to: key, among: keys.sorted()) : nil
    return Message("No bibliography has “\(key)”", ko: "참고 문헌 파일에 없는 키입니다: “\(key)”").orMeant(nearest)
  }
}

extension Workspace {
  /// Returns the citations of a note, with its present text, that are in no bibliography.
  func citationFindings(in note: Note, _ choice: CheckRound.Choice) throws -> [Diagnostic] {
    let check = RepositoryCheck.unknownWork
    let grouped = note.document.citations.filter { $0.group != nil }
    guard choice.runs(check.name), !grouped.isEmpty, try index.bibliography.hasWorks() else { return [] }
    return try grouped.filter { try index.bibliography.works(key: $0.key).isEmpty }.map { citation in
      Diagnostic(
        check: check.name, severity: check.severity, range: citation.range,
        message: CitationSentence.unknown(citation.key, []))
    }
  }
}
