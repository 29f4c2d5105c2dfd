import NoteIndex
import NoteModel
import Wording

/// Why a query has no answer: a folder that does not exist, or a word that no note contains but a similar one does.
struct MissingAnswer {
  private let index: IndexDatabase
  private let request: NoteRequest

  /// `request`: Of which no note was found.
  init(to request: NoteRequest, in index: IndexDatabase) {
    self.index = index
    self.request = request
  }

  /// Reports on standard error what was probably meant; says nothing where nothing similar is found.
  func explain(in context: CommandContext) throws {
    for folder in request.query.terms.compactMap(\.folder) { try explain(folder: folder, context) }
    for term in request.query.terms.compactMap(\.text) where try !isFound(term) {
      guard let word = try similar(to: term) else { continue }
      context.warn(
        Message(
          "no note contains “\(term.words)”; did you mean “\(word)”?",
          ko: "“\(term.words)” 검색 결과가 없습니다. 혹시 “\(word)”인가요?"))
    }
  }

  private func explain(folder: String, _ context: CommandContext) throws {
    let folders = try index.folders()
    guard !folders.contains(folder) else { return }
    guard let nearest = nearestName(to: folder, among: folders) else {
      return context.warn(
        Message("there is no folder \(folder)", ko: "\(folder) 폴더를 찾을 수 없습니다"))
    }
    context.warn(
      Message(
        "there is no folder \(folder); did you mean in:\(nearest)?",
        ko: "\(folder) 폴더를 찾을 수 없습니다. 혹시 in:\(nearest)인가요?"))
  }

  private func isFound(_ term: TextTerm) throws -> Bool {
    var request = request
    request.query = .text(term)
    request.limit = 1
    return try !index.notes(request).isEmpty
  }

  /// The nearest words that are tried: most of them are in some note.
  private static let attempts = 10

  private func similar(to term: TextTerm) throws -> String? {
    let words = try MisspeltWord(term.words)?.suggestions(in: index.vocabulary) ?? []
    return try words.prefix(Self.attempts).first { word in
      try isFound(TextTerm(words: word, isPrefix: term.isPrefix, scope: term.scope))
    }
  }
}
