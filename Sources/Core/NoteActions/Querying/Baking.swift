import ByteBasics
package import CivilCalendar
import NoteIndex
package import NoteModel
package import NoteRepository
package import NoteSyntax
package import Wording

/// The treatment of answers that are written into notes.
package enum BakingWay: Sendable {
  /// Existing answers are rewritten.
  case renew
  /// Every query gets one.
  case write
  case remove
}

/// The results of writing answers into notes.
package struct BakedNotes: Sendable {
  /// A query or an answer, by its line.
  package struct Place: Sendable {
    package let path: NotePath
    package let line: Int
  }

  /// The places at which an answer is written or removed.
  package fileprivate(set) var written: [Place] = []
  /// Answers that were changed by hand and are left alone.
  package fileprivate(set) var edited: [Place] = []
  /// Queries that cannot be run, or whose answer has no place.
  package fileprivate(set) var failed: [(place: Place, reason: Message)] = []
  /// The number of queries that were checked.
  package fileprivate(set) var count = 0

  package var notes: [NotePath] { Set(written.map(\.path)).sorted() }
}

extension Workspace {
  /// Returns the source of the answers that are written into notes: in the language of the site, so that everybody who
  /// shares the notes writes the same.
  package func bakingAnswers(now: CivilMoment, _ language: Language) -> QueryAnswers {
    let own = configuration.nonEmptyText("site.language").map { Language(localeName: $0) }
    var answers = QueryAnswers(self, now: now, own ?? language)
    answers.isStable = true
    return answers
  }

  /// Writes answers to the queries of notes below them, between markers; nothing else of a note changes.
  ///
  /// Sealed letters are not changed. The answers in a note that others may read contain no private note.
  ///
  /// - Parameters:
  ///   - paths: The notes. Nil for all that have answers.
  ///   - overwrites: True to replace answers that were changed by hand too.
  /// - Throws: If a note would break a rule, or cannot be read.
  package func bake(
    _ paths: [NotePath]?, _ way: BakingWay, _ answers: QueryAnswers, overwrites: Bool = false,
    into transaction: inout Transaction
  ) throws -> BakedNotes {
    var baked = BakedNotes()
    let heldBack = way == .remove ? [:] : try heldBackFromOthers(at: answers.now)
    for path in try paths ?? index.notes.withAnswers() where path.isMarkdown {
      let bytes = try originals.read(path)
      guard gate.day(of: bytes, at: path, in: layout) == nil else { continue }
      let note = BakedNote(document: Document(parsing: bytes), path: path)
      var answers = answers
      if heldBack[path] == nil { answers.allows = { heldBack[$0] == nil } }
      let edits = way == .remove ? note.removal(overwrites, &baked) : note.edits(way, answers, overwrites, &baked)
      guard !edits.isEmpty else { continue }
      let after = try note.document.source.applying(edits).bytes
      try add(ChangedNote(path: path, before: bytes, after: after), to: &transaction)
    }
    return baked
  }

  /// Returns the text of a note with results from the notes of this workspace: a program reads no stored row about a note
  /// that is hidden from it. Results that cannot be computed are left out.
  package func withOwnAnswers(_ document: Document, at path: NotePath, _ answers: QueryAnswers) throws -> [UInt8] {
    let (note, scene) = (BakedNote(document: document, path: path), AnswerScene())
    let queries = document.bakedAnswers.isEmpty ? [] : NoteQuery.all(in: document)
    let edits = document.bakedAnswers.compactMap { old -> TextEdit? in
      let fresh = queries.first { $0.baked == old }.flatMap { try? answers.bakedAnswer(to: $0, in: path, scene) }
      if let fresh, old.says(fresh, in: document.source.bytes) { return nil }
      return TextEdit(range: old.range, replacement: note.lines(fresh.map(BakedAnswer.lines) ?? ""))
    }
    return try document.source.applying(edits).bytes
  }
}

struct BakedNote {
  let document: Document
  let path: NotePath

  private var bytes: [UInt8] { document.source.bytes }

  private func place(_ offset: Int) -> BakedNotes.Place {
    BakedNotes.Place(path: path, line: document.source.position(at: offset).line)
  }

  func edits(_ way: BakingWay, _ answers: QueryAnswers, _ overwrites: Bool, _ baked: inout BakedNotes) -> [TextEdit] {
    let scene = AnswerScene()
    return NoteQuery.all(in: document).compactMap { query in
      guard query.baked != nil || way == .write else { return nil }
      baked.count += 1
      let place = place(query.range.lowerBound)
      do throws(QueryMistakes) {
        let answer = try answers.bakedAnswer(to: query, in: path, scene)
        guard let old = query.baked else {
          baked.written.append(place)
          let end = ByteRange(query.range.upperBound, query.range.upperBound)
          return TextEdit(range: end, replacement: lines("\n\n" + BakedAnswer.lines(answer)))
        }
        if old.says(answer, in: bytes), old.isIntact(in: bytes) { return nil }
        guard overwrites || old.isIntact(in: bytes) else {
          baked.edited.append(place)
          return nil
        }
        baked.written.append(place)
        return TextEdit(range: old.range, replacement: lines(BakedAnswer.lines(answer)))
      } catch {
        baked.failed += error.messages.map { (place, $0) }
        return nil
      }
    }
  }

  /// Removes the results, also those of queries that were deleted.
  func removal(_ overwrites: Bool, _ baked: inout BakedNotes) -> [TextEdit] {
    document.bakedAnswers.compactMap { answer in
      baked.count += 1
      guard overwrites || answer.isIntact(in: bytes) else {
        baked.edited.append(place(answer.range.lowerBound))
        return nil
      }
      baked.written.append(place(answer.range.lowerBound))
      // With the empty line that was written before it.
      let start = bytes[..<answer.range.lowerBound].lastIndex { !ASCII.isWhiteSpace($0) }.map { $0 + 1 } ?? 0
      return TextEdit(range: ByteRange(start, answer.range.upperBound), replacement: "")
    }
  }

  /// Converts a text to the line endings of the note.
  fileprivate func lines(_ text: String) -> String {
    let end = bytes.firstIndex(of: ASCII.lineFeed)
    let isWindows = end.map { $0 > 0 && bytes[$0 - 1] == ASCII.carriageReturn } ?? false
    return isWindows ? text.replacing("\n", with: "\r\n") : text
  }
}

extension QueryAnswers {
  /// Returns the answer in the form in which it is written into a note.
  fileprivate func bakedAnswer(
    to query: NoteQuery, in path: NotePath, _ scene: AnswerScene
  ) throws(QueryMistakes) -> String {
    guard query.canBeBaked else {
      throw QueryMistakes(messages: [
        Message(
          "the results of a query in a line, a quotation or a list are not written into the note",
          ko: "줄, 인용문, 목록 안에 있는 검색 결과는 메모에 쓰지 않습니다")
      ])
    }
    do {
      return try written(blocks(for: query, in: path, scene))
    } catch let error as QueryMistakes {
      throw error
    } catch {
      throw QueryMistakes(messages: [Self.unreadable])
    }
  }
}

extension RepositoryCheck {
  static let staleAnswer = RepositoryCheck(
    "stale-answer", .warning, "Results of a query in a note that are out of date.",
    ko: "메모에 써 둔 뒤 오래된 검색 결과"
  ) { scene in
    guard let answers = scene.answers else { return [] }
    return try scene.workspace.index.notes.withAnswers().flatMap { path -> [Mistake] in
      guard let note = try? scene.workspace.note(at: path) else { return [] }
      var baked = BakedNotes()
      _ = BakedNote(document: note.document, path: path).edits(.renew, answers, false, &baked)
      return baked.written.map { place in
        Mistake(
          path: path, line: place.line,
          message: Message(
            "The results below this query are out of date; “sheaf bake” updates them",
            ko: "이 검색식의 결과가 오래되었습니다. “sheaf bake”로 갱신할 수 있습니다"))
      }
        + baked.edited.map { place in
          Mistake(
            path: path, line: place.line,
            message: Message(
              "The results below this query were changed by hand; “sheaf bake --force” replaces them",
              ko: "이 검색식의 결과를 직접 고쳤습니다. “sheaf bake --force”로 바꿀 수 있습니다"))
        }
    }
  }
}
