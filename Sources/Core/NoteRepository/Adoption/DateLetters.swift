import NoteModel

/// The letters with which a program writes the parts of a day, each with Moment's.
struct DateLetters: Sendable {
  /// The longer ones first.
  let letters: [(String, String)]

  /// `yyyy_MM_dd`, `MMM do, yyyy`, as Logseq has them.
  static let java = DateLetters(letters: [
    ("yyyy", "YYYY"), ("yy", "YY"), ("EEEE", "dddd"), ("EEE", "ddd"), ("EE", "ddd"), ("E", "ddd"),
    ("dd", "DD"), ("do", "Do"), ("d", "D"),
  ])

  /// `yyyy-mm-dd` of the library dateformat, as Foam has them.
  static let dateformat = DateLetters(letters: [
    ("isoDate", "YYYY-MM-DD"), ("yyyy", "YYYY"), ("yy", "YY"), ("mmmm", "MMMM"), ("mmm", "MMM"),
    ("mm", "MM"), ("m", "M"), ("dddd", "dddd"), ("ddd", "ddd"), ("dd", "DD"), ("d", "D"),
    ("WW", "WW"), ("W", "W"),
  ])

  /// Converts a date format to a name pattern. Returns nil if it has a part that does not belong to a day.
  func pattern(_ format: String) -> String? {
    var rest = format[...]
    var moment = ""
    while let first = rest.first {
      let known = letters.first { rest.hasPrefix($0.0) }
      moment += known?.1 ?? String(first)
      rest = rest.dropFirst(known?.0.count ?? 1)
    }
    let pattern = try? MomentFormat.pattern(moment, isKorean: false).get()
    return pattern.flatMap { (try? DayPattern($0)) == nil ? nil : $0 }
  }
}
