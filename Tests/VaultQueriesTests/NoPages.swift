import CivilCalendar
import NoteModel

@testable import VaultQueries

/// A repository without notes, on 24 November 2026.
final class NoPages: QueryPages {
  let current: Int? = nil
  let now = CivilMoment(day: Day(iso: "2026-11-24") ?? Day(daysSinceEpoch: 0), time: .nine)

  func field(_ name: String, of page: Int) -> QueryValue? { nil }
  func fieldNames(of page: Int) -> [String] { [] }
  func file(_ name: String, of page: Int) throws -> QueryValue? { nil }
  func item(at line: Int, of page: Int) -> QueryRow? { nil }
  func page(of link: QueryLink) -> Int? { nil }
  func name(of page: Int) -> String { "" }
  func path(of page: Int) -> String { "" }
}

/// Two expressions, and whether they are worth the same.
struct WorthTheSame {
  let run: ExpressionRun
  let language: ExpressionLanguage

  init(_ language: ExpressionLanguage) {
    self.language = language
    run = ExpressionRun(language, NoPages())
  }

  func value(_ text: some StringProtocol) throws -> QueryValue {
    try run.value(of: ExpressionParser.parse(String(text), language), ExpressionNames())
  }
}
