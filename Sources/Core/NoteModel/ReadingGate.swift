import ByteBasics
package import CivilCalendar
import NoteSyntax

/// The one gate between letters to a later day and whoever reads them.
///
/// Before its day a sealed letter reads as a note that holds the day, and the id that Sheaf gave it, and nothing else:
///
/// ```
///  file                          what is read until 2030
///  ---                           ---
///  id: k3x9wq2m                  id: k3x9wq2m
///  unseal: 2030-01-01            unseal: 2030-01-01
///  title: To myself              ---
///  ---
///  Did you see the quokkas?
/// ```
///
/// Everything that shows, finds or counts notes reads them through ``readable(_:at:in:)``, the index among them, so
/// nothing after it has to know of letters. Code that moves, links or changes a letter has to see the whole file.
package struct ReadingGate: Sendable, Hashable {
  /// Letters of later days are sealed.
  package let today: Day
  /// Letters that are sealed now: what they were before they became letters is sealed with them.
  package var letters: [NotePath: Day]
  /// For programs that may send what they read elsewhere: a private note is sealed for ever.
  package let isForPrograms: Bool

  /// The day on which private notes open to programs: the last of the year 9999.
  package static let never = Day.latest

  package init(today: Day, letters: [NotePath: Day] = [:], isForPrograms: Bool = false) {
    self.today = today
    self.letters = letters
    self.isForPrograms = isForPrograms
  }

  /// The day on which a letter opens; nil if it is no letter, or a letter that is open.
  package func day(of bytes: [UInt8], at path: NotePath, in layout: VaultLayout) -> Day? {
    guard path.isMarkdown else { return nil }
    // A setting that came with a repository may call a private folder one of templates.
    if layout.isTemplate(path) { return isForPrograms && PathScope(path.string).isPrivate ? Self.never : nil }
    return letters[path] ?? Self.fields(of: bytes)?["unseal"]?.date?.day.later(than: today)
      ?? (isForPrograms && isPrivate(bytes, path, layout) ? Self.never : nil)
  }

  private func isPrivate(_ bytes: [UInt8], _ path: NotePath, _ layout: VaultLayout) -> Bool {
    var rules = PublicationRules(now: CivilMoment(day: today, time: .midnight))
    rules.isForPrograms = true
    let note = Note(Document(parsing: bytes), at: path, in: layout)
    return rules.reason(PublicationCandidate(note, in: .fixed(0))) != nil
  }

  /// The bytes of a file as they may be read today.
  package func readable(
    _ bytes: [UInt8], at path: NotePath, in layout: VaultLayout
  ) -> [UInt8] {
    guard let day = day(of: bytes, at: path, in: layout) else { return bytes }
    let identifier = Self.fields(of: bytes)?["id"]?.text.flatMap {
      NoteIdentifier.isMade($0) ? "id: \($0)\n" : nil
    }
    return Array("---\n\(identifier ?? "")unseal: \(day)\n---\n".utf8)
  }

  /// Seals every version of a note if one of them is a letter of a later day: what it was before it became one is
  /// part of it.
  ///
  /// - Returns: True if it is sealed.
  @discardableResult
  package mutating func close(
    _ versions: [(path: NotePath, bytes: [UInt8]?)], in layout: VaultLayout
  ) -> Bool {
    let days = versions.compactMap { path, bytes in
      letters[path] ?? bytes.flatMap { day(of: $0, at: path, in: layout) }
    }
    guard let day = days.max() else { return false }
    for version in versions { letters[version.path] = day }
    return true
  }

  /// The front matter of a file that may be a letter; nil for one that cannot be, which is found out without parsing
  /// it.
  private static func fields(of bytes: [UInt8]) -> FieldTable? {
    guard let fence = FrontMatterFence.found(in: bytes),
      mentionsSeal(bytes[fence.content.indices])
    else { return nil }
    return FieldTable(Document(parsing: Array(bytes[..<fence.range.upperBound])).frontMatter)
  }

  private static func mentionsSeal(_ bytes: ArraySlice<UInt8>) -> Bool {
    let word = Array("unseal".utf8)
    return bytes.indices.contains { start in
      bytes[start] | 0x20 == word[0] && start + word.count <= bytes.endIndex
        && word.indices.allSatisfy { bytes[start + $0] | 0x20 == word[$0] }
    }
  }
}

extension Day {
  fileprivate func later(than other: Day) -> Day? { self > other ? self : nil }
}
