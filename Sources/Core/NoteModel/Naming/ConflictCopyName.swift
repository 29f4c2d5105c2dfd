import ByteBasics

/// Detects by its name a file that a sync program created as a copy of another file.
///
/// Only names that such programs create count, and only if the original exists: a note called `Conflict.md` is a note.
package enum ConflictCopyName {
  /// Returns the name of the file that a copy was made of. Nil for a name that is of no such form.
  ///
  ///     a.sync-conflict-20261121-101500-ABCDEFG.md      Syncthing
  ///     a (conflicted copy 2026-11-21).md               Dropbox, Nextcloud, and many others
  ///     a (SFConflict ada@example.com 2026-11-21-10-15-00).md
  ///     a_conflict-20261121-101500.md                   ownCloud
  ///     a (case clash from Ada).md                      Nextcloud
  ///     [conflict] a.md                                 Google Drive
  ///     a_DESKTOP-X_Nov-21-101500-2026_Conflict.md      Synology Drive
  ///     a.md.Conflict
  package static func original(of name: String) -> String? {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    let (stem, ending) = (name[..<dot], name[dot...])
    if ending.lowercased() == ".conflict" { return stem.isEmpty ? nil : String(stem) }
    guard let original = withoutMark(stem), !original.isEmpty else { return nil }
    return String(original) + ending
  }

  private static func withoutMark(_ stem: Substring) -> Substring? {
    if stem.hasPrefix("[conflict] ") { return stem.dropFirst(11) }
    return withoutSyncMark(stem) ?? withoutMoment(stem) ?? withoutBrackets(stem) ?? withoutSuffix(stem)
  }

  /// Returns a name without a mark such as `a_DESKTOP-X_Nov-21-101500-2026_Conflict`; the name of the machine has no
  /// underscore.
  private static func withoutMoment(_ stem: Substring) -> Substring? {
    let parts = stem.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count >= 4, let mark = parts.last, mark.hasSuffix("Conflict") else { return nil }
    let moment = parts[parts.count - 2].split(separator: "-", omittingEmptySubsequences: false)
    guard moment.count == 4, moment[0].count == 3, moment[0].allSatisfy(\.isLetter),
      moment[1...].allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) })
    else { return nil }
    return stem[..<parts[parts.count - 3].startIndex].dropLast()
  }

  /// Returns a name without a mark such as `a.sync-conflict-20261121-101500-ABCDEFG`.
  private static func withoutSyncMark(_ stem: Substring) -> Substring? {
    guard let range = stem.ranges(of: ".sync-conflict-").last else { return nil }
    let parts = stem[range.upperBound...].split(separator: "-", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts[0].count == 8, parts[1].count == 6,
      parts[..<2].allSatisfy({ $0.allSatisfy(\.isNumber) }),
      parts.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber } })
    else { return nil }
    return stem[..<range.lowerBound]
  }

  /// The words of Dropbox in its languages, and of Nextcloud for names that differ in case only.
  private static let marks = [
    "conflict", "conflit", "konflik", "конфликт", "motstridig", "modstrid", "충돌", "競合", "冲突",
    "衝突", "case clash",
  ]

  /// Words of conflict copies; every such name contains one of them, as spelled here.
  package static let hints = [
    "onfli", "конфликт", "otstridig", "odstrid", "충돌", "競合", "冲突", "衝突", "ase clash",
  ]

  /// Returns a name without brackets such as `a (Ada's conflicted copy 2026-11-21)`, also before a number: `a (…) (1)`.
  private static func withoutBrackets(_ stem: Substring) -> Substring? {
    for (open, close) in [("(", ")"), ("[", "]")] as [(Character, Character)] where stem.last == close {
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

  /// Returns a name without a suffix such as `a_conflict-20261121-101500`, `a.conflict` or `a-conflict2`.
  private static func withoutSuffix(_ stem: Substring) -> Substring? {
    var rest = stem
    while let last = rest.last, last.isNumber || last == "-" || last == "_" { rest.removeLast() }
    for mark in ["conflicted", "conflict", "Conflict"] where rest.hasSuffix(mark) {
      let before = rest.dropLast(mark.count)
      guard let separator = before.last, "._-".contains(separator), !before.hasSuffix("sync-") else { return nil }
      return before.dropLast()
    }
    return nil
  }

  /// Returns the names of the files that a file may be a copy of, which only its content can tell.
  ///
  ///     a 2.md                 iCloud
  ///     a (1).md               Google Drive, browsers
  ///     a-DESKTOP-X.md         OneDrive, after the name of the machine
  ///     a.dup.md
  package static func possibleOriginals(of name: Substring) -> [String] {
    // By bytes: each name of a repository is looked at, and few are names of copies.
    let bytes = Array(name.utf8)
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return [] }
    let (stem, ending) = (bytes[..<dot], bytes[dot...])
    var found = [withoutNumber(stem), withoutDuplicateMark(stem)]
    for dash in stem.indices where stem[dash] == UInt8(ascii: "-") && isMachine(stem[(dash + 1)...]) {
      found.append(stem[..<dash])
    }
    return found.compactMap(\.self).filter { !$0.isEmpty }.map { String(decoding: $0 + ending, as: UTF8.self) }
  }

  /// Returns a name without a number such as `a 2`, `a (1)` or `a(1)`.
  private static func withoutNumber(_ stem: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let isBracketed = stem.last == UInt8(ascii: ")")
    let numbered = isBracketed ? stem.dropLast() : stem
    var rest = withoutDigits(numbered)
    // A year or a day is no count of copies.
    guard (1...2).contains(numbered.count - rest.count) else { return nil }
    guard rest.popLast() == UInt8(ascii: isBracketed ? "(" : " ") else { return nil }
    return isBracketed && rest.last == UInt8(ascii: " ") ? rest.dropLast() : rest
  }

  private static func withoutDigits(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let end = text.lastIndex { !ASCII.isDigit($0) }.map { $0 + 1 }
    return text[..<(end ?? text.startIndex)]
  }

  /// Returns a name without a mark such as `a.dup` or `a.dup1`.
  private static func withoutDuplicateMark(_ stem: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let rest = withoutDigits(stem)
    return rest.suffix(4).elementsEqual(".dup".utf8) ? rest.dropLast(4) : nil
  }

  private static let machines = ["macbook", "imac", "mac-mini", "laptop", "desktop", "iphone", "ipad"]

  /// Returns true for the name of a machine, as in `a-DESKTOP-X`, `a-DESKTOP-X-2` or `a-Adas-MacBook-Pro`.
  ///
  /// Windows names machines in capitals with a hyphen or digits; names like `DRAFT` are words of the user's.
  private static func isMachine(_ name: ArraySlice<UInt8>) -> Bool {
    guard name.count >= 3, name.first.map({ (0x41...0x5A).contains($0) }) == true,
      name.allSatisfy({ ASCII.isAlphanumeric($0) || $0 == ASCII.hyphen })
    else { return false }
    let text = String(decoding: name, as: UTF8.self)
    let lowercased = text.lowercased()
    if machines.contains(where: lowercased.contains) { return true }
    return !text.contains(where: \.isLowercase) && name.contains { $0 == ASCII.hyphen || ASCII.isDigit($0) }
  }

  /// Returns true if a name is another and something after a space or a punctuation mark: `plan` and `plan (from Ada)`.
  package static func extends(_ name: String, _ original: String) -> Bool {
    guard let dot = name.lastIndex(of: "."), let end = original.lastIndex(of: "."),
      name[dot...] == original[end...], name != original
    else { return false }
    let stem = name[..<dot]
    guard stem.hasPrefix(original[..<end]) else { return false }
    let rest = stem.dropFirst(original[..<end].count)
    return rest.first.map { !$0.isLetter && !$0.isNumber } ?? false
  }
}
