import NoteIndex
import NoteModel
import NoteSyntax
import Wording

extension RepositoryCheck {
  static let duplicateIdentifier = RepositoryCheck(
    "duplicate-id", .error, "Two notes with the same id.", ko: "id가 같은 두 메모."
  ) { scene in
    let byIdentifier = Dictionary(grouping: scene.notes.values.filter { $0.identifier != nil }) {
      $0.identifier?.lowercased() ?? ""
    }
    return byIdentifier.filter { $0.value.count > 1 }.flatMap { identifier, notes in
      let paths = notes.map(\.path).sorted()
      return paths.dropFirst().map { path in
        Mistake(
          path: path, line: 1,
          message: Message(
            "\(paths[0]) has the id \(identifier) as well", ko: "\(paths[0])의 id도 \(identifier)입니다")
        )
      }
    }
  }

  static let decomposedName = RepositoryCheck(
    "decomposed-name", .info,
    "A file name in decomposed letters (NFD), which other systems write in another way.",
    ko: "풀어쓴(NFD) 파일 이름. 다른 시스템에서는 다르게 씁니다."
  ) { scene in
    scene.notes.keys.filter { !$0.string.utf8.elementsEqual(composedName($0.string).utf8) }.map {
      Mistake(
        path: $0,
        message: Message(
          "The name is decomposed; “sheaf mv” gives it the usual form",
          ko: "이름이 풀어쓴 꼴입니다. “sheaf mv”로 바꿀 수 있습니다"))
    }
  }

  static let similarTags = RepositoryCheck(
    "similar-tags", .info, "Tags that differ by a sign only, such as to-do and todo.",
    ko: "to-do와 todo처럼 기호만 다른 태그."
  ) { scene in
    var usual: [String: (name: String, count: Int)] = [:]
    var mistakes: [Mistake] = []
    for tag in try scene.workspace.index.tags(today: scene.today) {
      let key = foldedName(tag.name).filter { $0.isLetter || $0.isNumber || $0 == "/" }
      guard let other = usual[key] else {
        usual[key] = tag
        continue
      }
      guard let name = TagName(tag.name),
        let path = try scene.workspace.index.notes(taggedBelow: name).first
      else { continue }
      mistakes.append(
        Mistake(
          path: path,
          message: Message(
            "#\(tag.name) (\(tag.count)) looks like #\(other.name) (\(other.count))",
            ko: "#\(tag.name)(\(tag.count))이(가) #\(other.name)(\(other.count))와 비슷합니다")))
    }
    return mistakes
  }
}
