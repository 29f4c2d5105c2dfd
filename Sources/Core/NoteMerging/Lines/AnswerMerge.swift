import ByteBasics
import NoteSyntax

/// Results of queries that both sides have rewritten: the merge keeps one result, so that results never conflict.
///
/// The choice does not matter: a result contains the notes of one side, and is rewritten from the merged notes. A result
/// that somebody has changed by hand wins over a result that only a program wrote.
struct AnswerMerge {
  private(set) var base: [UInt8]?
  private(set) var ours: [UInt8]
  private(set) var theirs: [UInt8]

  init(base: [UInt8]?, ours: [UInt8], theirs: [UInt8]) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    let yours = Side(theirs)
    guard !yours.answers.isEmpty else { return }
    let (mine, old) = (Side(ours), base.map(Side.init))
    // A query may have changed as well.
    let counts = Set([mine.answers.count, yours.answers.count, old?.answers.count ?? mine.answers.count])
    let byQuery = counts.count > 1
    let (owned, known) = (mine.answers(byQuery: byQuery), old?.answers(byQuery: byQuery) ?? [:])
    var edits: (base: [TextEdit], ours: [TextEdit], theirs: [TextEdit]) = ([], [], [])
    for (key, their) in yours.answers(byQuery: byQuery) {
      guard let own = owned[key], mine.text(own) != yours.text(their) else { continue }
      let former = known[key]
      let before = former.flatMap { old?.text($0) }
      if before == mine.text(own) || before == yours.text(their) { continue }
      let takesTheirs = own.isIntact(in: ours) && !their.isIntact(in: theirs)
      guard takesTheirs || their.isIntact(in: theirs) else { continue }
      let text = takesTheirs ? yours.text(their) : mine.text(own)
      if takesTheirs {
        edits.ours.append(TextEdit(range: own.range, replacement: text))
      } else {
        edits.theirs.append(TextEdit(range: their.range, replacement: text))
      }
      if let former { edits.base.append(TextEdit(range: former.range, replacement: text)) }
    }
    self.base = base.map { Self.applying(edits.base, to: $0) }
    self.ours = Self.applying(edits.ours, to: ours)
    self.theirs = Self.applying(edits.theirs, to: theirs)
  }

  private static func applying(_ edits: [TextEdit], to bytes: [UInt8]) -> [UInt8] {
    guard !edits.isEmpty else { return bytes }
    let ordered = edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
    return (try? SourceBuffer(bytes).applying(ordered).bytes) ?? bytes
  }

  /// The answers of one version.
  private struct Side {
    /// The lines of a query, and its number among the queries with equal lines.
    struct Key: Hashable {
      let query: ArraySlice<UInt8>
      let number: Int
    }

    let bytes: [UInt8]
    private(set) var answers: [(query: ArraySlice<UInt8>, answer: BakedAnswer)] = []

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      guard BakedAnswer.mayBe(in: bytes) else { return }
      let document = Document(parsing: bytes)
      let code = document.blocks.filter { $0.kind == .codeBlock }.map(\.range)
      answers = document.bakedAnswers.map { answer in
        let block = code.last { $0.upperBound <= answer.range.lowerBound }
        return (block.map { bytes[$0.indices] } ?? [], answer)
      }
    }

    func answers(byQuery: Bool) -> [Key: BakedAnswer] {
      var numbers: [ArraySlice<UInt8>: Int] = [:]
      var keyed: [Key: BakedAnswer] = [:]
      for (query, answer) in answers {
        let query = byQuery ? query : []
        numbers[query, default: 0] += 1
        keyed[Key(query: query, number: numbers[query] ?? 1)] = answer
      }
      return keyed
    }

    func text(_ answer: BakedAnswer) -> [UInt8] { Array(bytes[answer.range.indices]) }
  }
}
