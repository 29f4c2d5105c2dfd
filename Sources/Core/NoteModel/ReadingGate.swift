import ByteBasics
package import CivilCalendar
import NoteSyntax

/// Hides letters from readers until their day.
///
/// Before its day, a sealed letter reads as a note with only the day and the id that Sheaf gave it:
///
/// ```
/// file                          read until 2030
/// ---                           ---
/// id: k3x9wq2m                  id: k3x9wq2m
/// unseal: 2030-01-01            unseal: 2030-01-01
/// title: To myself              ---
/// ---
/// Did you see the quokkas?
/// ```
///
/// Code that shows, finds or counts notes, including the index, reads them through ``readable(_:at:in:)``, so later
/// code need not handle letters. Code that moves, links or changes a letter reads the whole file.
package struct ReadingGate: Sendable, Hashable {
  /// Letters of later days are sealed.
  package let today: Day
  /// Letters that are sealed now. Their versions before they became letters are sealed too.
  package var letters: [NotePath: Day]
  /// True for programs that may send notes elsewhere: a private note is sealed for ever.
  package let isForPrograms: Bool

  /// The day on which private notes open to programs: the last of the year 9999.
  package static let never = Day.latest

  package init(today: Day, letters: [NotePath: Day] = [:], isForPrograms: Bool = false) {
    self.today = today
    self.letters = letters
    self.isForPrograms = isForPrograms
  }

  /// Returns the day on which a letter opens, or nil if it is no letter, or a letter that is open.
  package func day(of bytes: [UInt8], at path: NotePath, in layout: VaultLayout) -> Day? {
    guard path.isMarkdown else { return nil }
    // A setting of a received repository may declare a folder of letters to be a folder of templates. In the front matter
    // of a real template for letters, the day is a directive.
    let head = Self.head(of: bytes)
    let isPattern = layout.isTemplate(path) && head.map { $0.source.bytes.containsDirective } ?? false
    return letters[path] ?? (isPattern ? nil : head?.unseal?.later(than: today))
      ?? (isForPrograms && isPrivate(bytes, path, layout) ? Self.never : nil)
  }

  private func isPrivate(_ bytes: [UInt8], _ path: NotePath, _ layout: VaultLayout) -> Bool {
    let rules = PublicationRules.forPrograms(at: CivilMoment(day: today, time: .midnight))
    let note = Note(Document(parsing: bytes), at: path, in: layout)
    let candidate = PublicationCandidate(note, in: .fixed(0))
    guard layout.isTemplate(path) else { return rules.reason(candidate) != nil }
    // Directives in the front matter of a template replace days and values, and do not make the template doubtful.
    let isDoubtful = note.publication.isDoubtful && !Array(bytes.prefix(1_024)).containsDirective
    return isDoubtful || note.publication.isAsked == false || candidate.hasPrivateTag || candidate.isInPrivateFolder
      || candidate.secret != nil
  }

  /// Returns the bytes of a file that may be read today.
  package func readable(_ bytes: [UInt8], at path: NotePath, in layout: VaultLayout) -> [UInt8] {
    guard let day = day(of: bytes, at: path, in: layout) else { return bytes }
    let head = Self.head(of: bytes)
    let identifier = FieldTable(head?.frontMatter)["id"]?.text.flatMap {
      NoteIdentifier.isMade($0) ? "id: \($0)\n" : nil
    }
    // `check` says what is wrong with the marks of front matter that is read as text.
    if FrontMatterFence.found(in: bytes) == nil, DoubtfulFrontMatter.range(in: bytes, after: nil) != nil {
      return Array("\n---\nunseal: \(day)\n---\n".utf8)
    }
    // `check` finds a value that is no day; `letters` and programs have a day of their own.
    let own = head?.unseal == day ? head?.unreadSeal : nil
    return Array("---\n\(identifier ?? "")unseal: \(own ?? day.description)\n---\n".utf8)
  }

  /// Seals every version of a note if one version is a letter of a later day: the versions before it belong to the
  /// letter.
  ///
  /// - Returns: True if the note is sealed.
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

  /// Parses the header of a file that may be a letter. Returns nil, without parsing, for a file that cannot be one.
  private static func head(of bytes: [UInt8]) -> Document? {
    guard let end = sealableEnd(of: bytes) else { return nil }
    return Document(parsing: Array(bytes[..<end]))
  }

  /// Returns the end of the header of a file if `unseal` occurs in it or in text that looks like front matter.
  fileprivate static func sealableEnd(of bytes: [UInt8]) -> Int? {
    let fence = FrontMatterFence.found(in: bytes)
    let doubtful = DoubtfulFrontMatter.range(in: bytes, after: fence)
    guard let end = doubtful?.upperBound ?? fence?.range.upperBound, mentionsSeal(bytes[..<end]) else { return nil }
    return end
  }

  /// Returns true if `unseal` may occur in the bytes. After a backslash the word may be spelled in another way.
  private static func mentionsSeal(_ bytes: ArraySlice<UInt8>) -> Bool {
    for start in bytes.indices {
      if bytes[start] == ASCII.backslash { return true }
      guard bytes[start] | 0x20 == UInt8(ascii: "u") else { continue }
      if bytes[start...].prefix(6).lazy.map({ $0 | 0x20 }).elementsEqual("unseal".utf8) { return true }
    }
    return false
  }
}

extension Document {
  /// The day until which the note is a letter. Nil for a note that is none.
  ///
  /// Where `unseal` is no date for certain, or occurs where no field of the note is read, it is the last day that may
  /// be meant: see ``FrontMatterValue/latestDate``.
  package var unseal: Day? {
    guard let end = ReadingGate.sealableEnd(of: source.bytes) else { return nil }
    let values = FieldTable(frontMatter).allValues(of: "unseal")
    let mentions = DoubtfulFrontMatter.mentions(in: source.bytes[..<end])
    if mentions.count(where: { $0 == "unseal" }) > values.count { return .latest }
    // `unsealed: 2999-01-01`
    let misspelt = (frontMatter?.entries ?? []).filter { PublicationStatement.meant(by: $0) == "unseal" }.map(\.value)
    return (values + misspelt).map { Self.opening($0.latestDate) }.max()
  }

  /// Returns the day on which a letter opens; a letter with a time of day opens on the next day, never too early.
  private static func opening(_ date: CivilDate) -> Day {
    guard case .moment(let moment) = date else { return date.day }
    let written = moment.time == .midnight ? moment.day : moment.day.adding(days: 1)
    // West of Greenwich the moment comes later than the written day in the east, fourteen hours at most.
    guard let offset = moment.utcOffsetSeconds, offset < 0 else { return min(.latest, written) }
    return min(.latest, max(written, Day(daysSinceEpoch: (moment.secondsSinceEpoch() + 50_399) / 86_400 + 1)))
  }

  /// The value of `unseal` if it is not certainly a day, so that `check` reports it; `?` for an empty value or more
  /// than a few words.
  fileprivate var unreadSeal: String? {
    let value = FieldTable(frontMatter)["unseal"]
    guard let unseal, value?.date.map(Self.opening) != unseal else { return nil }
    let text = value?.date == nil ? value?.text ?? "?" : "?"
    let isShort = 1...24 ~= text.utf8.count && text.allSatisfy { $0.isLetter || $0.isNumber || " -+./".contains($0) }
    return YAMLScalar.doubleQuoted(isShort ? text : "?")
  }
}

extension [UInt8] {
  /// True if the bytes contain `{{`, the beginning of a template directive.
  fileprivate var containsDirective: Bool {
    ByteSearch(Array("{{".utf8))?.place(in: self, from: 0) != nil
  }
}

extension Day {
  fileprivate func later(than other: Day) -> Day? { self > other ? self : nil }
}
