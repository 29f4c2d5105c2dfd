package import ArgumentParser
package import Wording

/// The language in which help is made; declarations of commands are read again for each run.
package enum HelpLanguage {
  @TaskLocal package static var current = Language.english
}

/// A sentence of help in the language of this run.
package func help(_ english: String, ko korean: String) -> ArgumentHelp {
  ArgumentHelp(stringLiteral: localized(english, ko: korean))
}

/// A text of help in the language of this run.
package func localized(_ english: String, ko korean: String) -> String {
  Message(english, ko: korean).text(in: HelpLanguage.current)
}
