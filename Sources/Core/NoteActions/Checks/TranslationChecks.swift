import NoteIndex
import NoteModel
import NoteSyntax
import Wording

extension RepositoryCheck {
  static let oneSidedTranslation = RepositoryCheck(
    "one-sided-translation", .warning,
    "A note that is in the field translations of another note, but does not list that note in its own.",
    ko: "다른 메모의 translations 필드에 있지만 그 메모를 translations에 적지 않은 메모"
  ) { scene in
    Translations(try scene.workspace.index.translations.namedClaims()).oneSided.map { pair in
      Mistake(
        path: pair.silent.path, line: 1,
        message: Message(
          "\(pair.claiming.path) lists this note as its translation, but this note does not list it",
          ko: "\(pair.claiming.path) 메모의 translations에 있지만 이 메모의 translations에는 그 메모가 없습니다"))
    }
  }
}
