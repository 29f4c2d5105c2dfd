import ByteBasics
import NoteHistory
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

extension RepositoryCheck {
  static let unencrypted = RepositoryCheck(
    "unencrypted", .error, "A file that .gitattributes marks for git-crypt but that git stores in clear text.",
    ko: ".gitattributes에서 git-crypt로 암호화하도록 했지만 git에 평문으로 들어 있는 파일"
  ) { scene in
    guard let git = scene.git, let staged = try? GitObjects(git).staged() else { return [] }
    return try GitFilters(git).inClear(staged).map { path in
      Mistake(
        path: NotePath(trusted: path),
        message: Message(
          "git stores this file in clear text, but it must be encrypted: git add --renormalize \(shellWord(path))",
          ko: "암호화해야 하는 파일이 git에 평문으로 들어 있습니다: git add --renormalize \(shellWord(path))"))
    }
  }

  static let conflictCopy = RepositoryCheck(
    "conflict-copy", .error, "A conflict copy of a note that a synchronisation program left.",
    ko: "동기화 프로그램이 남긴 메모의 충돌 사본"
  ) { scene in
    scene.conflictCopies.map { copy in
      Mistake(
        path: copy.path,
        message: Message(
          "This is a copy of \(copy.original); “sheaf resolve” merges the two",
          ko: "\(copy.original) 메모의 충돌 사본입니다. “sheaf resolve”로 병합할 수 있습니다"))
    }
  }

  static let duplicateIdentifier = RepositoryCheck(
    "duplicate-id", .error, "Two notes with the same id; an id should identify one note.",
    ko: "메모를 구별하려고 만든 id가 같은 메모"
  ) { scene in
    let notes = scene.notes.values.filter { $0.identifier.map(NoteIdentifier.tellsApart) ?? false }
    let byIdentifier = Dictionary(grouping: notes) { $0.identifier?.lowercased() ?? "" }
    // Copies and duplicate occurrences have checks of their own.
    let copies = Set(scene.conflictCopies.map(\.path))
    let occurrences = Set(try scene.workspace.doubledOccurrences().map(\.other))
    return byIdentifier.filter { $0.value.count > 1 }.flatMap { identifier, notes in
      let paths = notes.map(\.path).filter { !copies.contains($0) }.sorted()
      return paths.dropFirst().map { path in
        Mistake(
          path: path, line: 1,
          message: occurrences.contains(path)
            ? Message(
              "\(paths[0]) is the same occurrence of the task; “sheaf resolve” merges the two",
              ko: "반복하는 할 일의 같은 차례입니다: \(paths[0]). “sheaf resolve”로 병합할 수 있습니다")
            : Message(
              "\(paths[0]) has the same id: \(identifier)",
              ko: "id가 같은 메모가 있습니다: \(paths[0]) (\(identifier))")
        )
      }
    }
  }

  static let changedIdentifier = RepositoryCheck(
    "changed-id", .warning,
    "An id that was changed or removed since it was first indexed, so links to it are broken.",
    ko: "색인에 기록된 뒤 바뀌거나 없어져 링크가 끊긴 id"
  ) { scene in
    try scene.workspace.index.notes.changedIdentifiers().map { change in
      let now = change.current.map { Message("is \($0) now", ko: "지금은 \($0)입니다") }
      return Mistake(
        path: change.path, line: 1,
        message: Message(
          "The id was \(change.former) and \(now?.english ?? "is gone now"); restore it, or accept the change with "
            + "“sheaf index --rebuild”",
          ko: "전의 id는 \(change.former)입니다. \(now?.korean ?? "지금은 없습니다"). 되돌리거나 “sheaf index --rebuild”로 받아들이세요"))
    }
  }

  static let decomposedName = RepositoryCheck(
    "decomposed-name", .info,
    "A file name in decomposed Unicode (NFD), which other systems spell differently.",
    ko: "자모가 분리된(NFD) 파일 이름. 다른 시스템에서는 다른 이름이 됩니다."
  ) { scene in
    scene.notes.keys.filter { !$0.string.utf8.elementsEqual(composedName($0.string).utf8) }.map {
      Mistake(
        path: $0,
        message: Message(
          "The name is decomposed (NFD); “sheaf mv” can give it the usual form (NFC)",
          ko: "자모가 분리된(NFD) 이름입니다. “sheaf mv”로 바꿀 수 있습니다"))
    }
  }

  static let similarTags = RepositoryCheck(
    "similar-tags", .info,
    "Tags that differ only by punctuation (to-do, todo), a plural, or a likely typing mistake.",
    ko: "구두점만 다르거나(to-do, todo) 복수형이거나 오타로 보이는 태그"
  ) { scene in
    let tags = try scene.workspace.index.tags().map { SimilarTags.Tag(name: $0.name, count: $0.count) }
    return try SimilarTags.pairs(among: tags).compactMap { pair in
      guard let name = TagName(pair.rare.name), let path = try scene.workspace.index.tags.notes(below: name).first
      else { return nil }
      return Mistake(
        path: path,
        message: Message(
          "#\(pair.rare.name) (\(pair.rare.count)) looks like #\(pair.usual.name) (\(pair.usual.count)); “sheaf rename +\(pair.rare.name) +\(pair.usual.name)” can merge them",
          ko:
            "비슷한 태그가 있습니다: #\(pair.rare.name)(\(pair.rare.count)), #\(pair.usual.name)(\(pair.usual.count)). 합치는 명령: sheaf rename +\(pair.rare.name) +\(pair.usual.name)"
        ))
    }
  }
}
