import CivilCalendar
import Testing
import Wording

@testable import NoteModel

@Suite struct QueryVocabularyTests {
  private let now = CivilMoment(day: Day(daysSinceEpoch: 20_778), time: .midnight)

  private func read(_ text: String) throws -> Query {
    try QueryParser.parse(text, now: now).query
  }

  @Test(arguments: [
    ("우선순위:높음", "priority:high"), ("마감:<내일", "due:<tomorrow"), ("마감일:none", "due:none"),
    ("기한:오늘", "due:today"), ("예정일:오늘", "scheduled:today"), ("조건:지남", "is:overdue"),
    ("포함:백링크", "has:backlink"), ("종류:일기", "kind:diary"), ("태그:work", "tag:work"),
    ("제목:회의", "title:회의"), ("title:(a b)", "title:a title:b"), ("tag:(a OR b)", "tag:a OR tag:b"),
    ("title:(a OR \"b c\")", "title:a OR title:\"b c\""), ("-tag:(a b)", "NOT (tag:a tag:b)"),
    ("title:(a tag:b c)", "title:a tag:b title:c"),
  ])
  func `both ways of asking are the same query`(one: String, other: String) throws {
    #expect(try read(one) == (try read(other)))
  }

  @Test func `numbers have ranges with or without ends`() throws {
    func numbers(_ text: String) throws -> [FieldTerm.Value] {
      guard case .field(let term) = try read(text) else { return [] }
      return term.values
    }
    #expect(try numbers("rating:1..5") == [.numbers(NumberRange(first: 1, last: 5))])
    #expect(try numbers("rating:1..") == [.numbers(NumberRange(first: 1, last: nil))])
    #expect(try numbers("rating:..5") == [.numbers(NumberRange(first: nil, last: 5))])
    #expect(try numbers("estimate:30m..2h") == [.numbers(NumberRange(first: 1800, last: 7200))])
    #expect(try numbers("x:a..b") == [.literal(FieldTerm.Literal("a..b"))])
  }

  @Test func `every word and every field has a text`() {
    func check<Words: QueryVocabulary>(_ words: Words.Type) {
      for word in words.allCases { #expect(word.summary.english != word.rawValue) }
    }
    check(QueryKey.self)
    check(NoteState.self)
    check(NotePart.self)
    check(NoteKind.self)
    for field in FieldCatalogue.fields { #expect(field.summary.english != field.key) }
  }

  @Test func `no name stands for two words of one kind`() {
    #expect(Set(QueryKey.names).count == QueryKey.names.count)
    #expect(Set(NoteState.names).count == NoteState.names.count)
    #expect(Set(NotePart.names).count == NotePart.names.count)
    #expect(Set(NoteKind.names).count == NoteKind.names.count)
  }

  @Test func `an empty group is an error`() {
    #expect(throws: QueryError.self) { try read("title:()") }
  }
}
