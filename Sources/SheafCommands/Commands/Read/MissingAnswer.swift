import NoteIndex
import NoteModel
import Wording

/// Why a query has no answer: a folder that does not exist, or a word that no note contains but a similar one does.
struct MissingAnswer {
  private let index: IndexDatabase
  private let request: NoteRequest

  /// - Parameter request: Of which no note was found.
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

  /// The same request with the last word read as half typed, where no note contains it as it is; nil for any other.
  func halfTyped() throws -> NoteRequest? {
    let query = try request.query.replacingLastWords { term in
      guard let word = HalfTypedWord(term.words), try !isFound(term) else { return nil }
      let words = try word.completions(in: index.vocabulary)
      return words.isEmpty
        ? nil : .or(words.map { .text(TextTerm(words: $0, scope: term.scope)) })
    }
    guard let query else { return nil }
    var request = request
    request.query = query
    return request
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

extension CommandContext {
  /// The notes of a request. Where there are none, the last word may be half typed; else what was probably meant is
  /// reported.
  ///
  /// - Parameters:
  ///   - request: Becomes the one that was answered.
  ///   - index: Where the notes are looked up.
  /// - Returns: The notes in order.
  /// - Throws: Where the index cannot be read.
  func notes(_ request: inout NoteRequest, in index: IndexDatabase) throws -> [NoteSummary] {
    let notes = try index.notes(request)
    guard notes.isEmpty else { return notes }
    let missing = MissingAnswer(to: request, in: index)
    if let completed = try missing.halfTyped() {
      let found = try index.notes(completed)
      if !found.isEmpty {
        request = completed
        note(
          Message(
            "No note contains the last word; these contain words that begin with it",
            ko: "마지막 단어가 있는 메모가 없어, 그렇게 시작하는 단어를 찾았습니다"))
        return found
      }
    }
    try missing.explain(in: self)
    return []
  }
}
