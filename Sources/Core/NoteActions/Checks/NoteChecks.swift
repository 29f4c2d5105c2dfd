import ByteBasics
import MarkdownFormatting
package import NoteModel
import NoteSyntax
import Wording

/// Every check of a single note, in the order of the manual. A new one adds a line here.
package enum NoteChecks {
  package static let all: [NoteCheck] = NoteCheck.ofModel + [.unclosedEmphasis]
}

extension NoteCheck {
  static let unclosedEmphasis = NoteCheck(
    "unclosed-emphasis", .warning,
    "Bold or italic that is not closed before a letter, as in **목차(a)**를; the fix moves the delimiter, or joins two as in ***a***를.",
    ko: "**마크다운(Markdown)**을처럼 글자 앞에서 닫히지 않는 강조. 강조 기호를 옮기거나 ***a***를처럼 합쳐 고칩니다."
  ) { check, note, rules in
    // kramdown and Python-Markdown see emphasis there.
    if rules.closesEmphasisAnywhere { return [] }
    return UnclosedEmphasis.find(in: note.document).map { emphasis in
      let text = note.document.source.text(in: emphasis.range)
      return check.diagnostic(
        emphasis.range,
        Message(
          "\(text) is not emphasised: a letter follows the closing delimiter",
          ko: "닫는 기호 뒤에 글자가 있어 강조되지 않습니다: \(text)"),
        fix: emphasis.replacement.map { replacement in
          let fixed = String(decoding: replacement, as: UTF8.self)
          return Diagnostic.Fix(
            title: Message("Change to \(fixed)", ko: "바꾸기: \(fixed)"),
            edits: [TextEdit(range: emphasis.range, replacement: replacement)])
        })
    }
  }
}
