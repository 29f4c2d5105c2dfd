import Foundation

/// The corpus of texts that try to run something in a reader's browser.
package enum MarkupAttacks {
  /// Markdown, each an attack of its own.
  package static func all() throws -> [String] {
    try readFixture("Markup/attacks.jsonl").split(separator: 0x0A).map {
      try JSONDecoder().decode(String.self, from: Data($0))
    }
  }
}
