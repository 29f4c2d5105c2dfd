/// One sentence for the user, in every language of ``Language``.
///
/// It is made next to the decision that causes it. Both texts are required, so a missing
/// translation does not compile. The command line chooses the language when it prints.
package struct Message: Sendable, Hashable {
  package let english: String
  package let korean: String

  package init(_ english: String, ko korean: String) {
    self.english = english
    self.korean = korean
  }

  /// Text that is the same in both languages: a path, a number, somebody else's words.
  package init(verbatim text: String) {
    self.init(text, ko: text)
  }

  package func text(in language: Language) -> String {
    switch language {
    case .english: english
    case .korean: korean
    }
  }
}
