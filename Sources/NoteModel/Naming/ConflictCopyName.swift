/// Tells by its name that a file is the copy that a program for synchronizing made of another.
///
/// Only the forms that programs write count, and only next to the original: a note called `Conflict.md` is a note.
package enum ConflictCopyName {
  /// The name of the file that a copy was made of; nil for a name that is of no such form.
  ///
  ///     a.sync-conflict-20261121-101500-ABCDEFG.md      Syncthing
  ///     a (conflicted copy 2026-11-21).md               Dropbox, Nextcloud, and many others
  ///     a (SFConflict ada@example.com 2026-11-21-10-15-00).md
  ///     a_conflict-20261121-101500.md                   ownCloud
  ///     a (case clash from Ada).md                      Nextcloud
  ///     [conflict] a.md                                 Google Drive
  package static func original(of name: String) -> String? {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    let (stem, ending) = (name[..<dot], name[dot...])
    guard let original = withoutMark(stem), !original.isEmpty else { return nil }
    return String(original) + ending
  }

  private static func withoutMark(_ stem: Substring) -> Substring? {
    if stem.hasPrefix("[conflict] ") { return stem.dropFirst(11) }
    return withoutSyncMark(stem) ?? withoutBrackets(stem) ?? withoutSuffix(stem)
  }

  /// `a.sync-conflict-20261121-101500-ABCDEFG`
  private static func withoutSyncMark(_ stem: Substring) -> Substring? {
    guard let range = stem.ranges(of: ".sync-conflict-").last else { return nil }
    let parts = stem[range.upperBound...].split(separator: "-", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts[0].count == 8, parts[1].count == 6,
      parts[..<2].allSatisfy({ $0.allSatisfy(\.isNumber) }),
      parts.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber } })
    else { return nil }
    return stem[..<range.lowerBound]
  }

  /// Of the languages that Dropbox speaks, and of Nextcloud where names differ in case alone.
  private static let marks = [
    "conflict", "conflit", "conflito", "konflikt", "충돌", "競合", "冲突", "衝突", "case clash",
  ]

  /// `a (Ada's conflicted copy 2026-11-21)`, also with a number after it: `a (…) (1)`.
  private static func withoutBrackets(_ stem: Substring) -> Substring? {
    for (open, close) in [("(", ")"), ("[", "]")] as [(Character, Character)]
    where stem.last == close {
      guard let start = stem.lastIndex(of: open), start != stem.startIndex else { continue }
      let inside = stem[stem.index(after: start)...].dropLast()
      var before = stem[..<start]
      while before.last == " " || before.last == "_" { before.removeLast() }
      if inside.allSatisfy(\.isNumber), !inside.isEmpty, before.last == close {
        return withoutBrackets(before)
      }
      let word = inside.lowercased()
      if marks.contains(where: word.contains) { return before }
    }
    return nil
  }

  /// `a_conflict-20261121-101500`, `a.conflict`, `a-conflict2`
  private static func withoutSuffix(_ stem: Substring) -> Substring? {
    var rest = stem
    while let last = rest.last, last.isNumber || last == "-" || last == "_" { rest.removeLast() }
    for mark in ["conflicted", "conflict", "Conflict"] where rest.hasSuffix(mark) {
      let before = rest.dropLast(mark.count)
      guard let separator = before.last, "._-".contains(separator), !before.hasSuffix("sync-")
      else { return nil }
      return before.dropLast()
    }
    return nil
  }
}
