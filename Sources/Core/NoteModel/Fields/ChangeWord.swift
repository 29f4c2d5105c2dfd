package import CivilCalendar
import NoteSyntax
import Wording

/// A word that changes a field: `due:fri`, `due=fri`, `tags+=x`, `+home`, `-home`, `due:`.
package struct ChangeWord: Sendable, Hashable {
  package enum Deed: Sendable, Hashable { case set, add, takeAway }

  package let key: String
  package let deed: Deed
  /// The value as typed.
  package var value: String
  /// True for `+home` and `-home`, which name no field.
  package let isSigned: Bool
  /// `:` or `=`, between the key and the value.
  package let mark: Character

  /// - Returns: nil for a word of another form.
  package init?(_ word: String) {
    if let first = word.first.map(Self.narrow), first == "+" || first == "-",
      word.dropFirst().contains(where: \.isLetter),
      !word.dropFirst().contains(where: { ":= ".contains(Self.narrow($0)) }), !word.hasPrefix("--")
    {
      (key, deed, value, isSigned, mark) = (
        "tags", first == "+" ? .add : .takeAway, String(word.dropFirst()), true, "="
      )
      return
    }
    guard let place = word.firstIndex(where: { ":=".contains(Self.narrow($0)) }), place != word.startIndex else {
      return nil
    }
    let head = word[..<place]
    let sign = head.count > 1 ? head.last.map(Self.narrow) : nil
    deed = sign == "+" ? .add : sign == "-" ? .takeAway : .set
    key = String(deed == .set ? head : head.dropLast())
    value = String(word[word.index(after: place)...])
    isSigned = false
    mark = Self.narrow(word[place])
  }

  /// Returns the ASCII form of a full-width sign.
  private static func narrow(_ character: Character) -> Character {
    switch character {
    case "：": ":"
    case "＝": "="
    case "＋": "+"
    case "－": "-"
    default: character
    }
  }

  /// True if the key is one that people give to fields: it begins with a letter.
  package var hasKey: Bool { key.first?.isLetter == true && FieldAssignment.isKey(key) }
  /// True for a field that Sheaf knows, in any spelling.
  package var isKnown: Bool { FieldCatalogue.field(typed: key) != nil || PublicationStatement.isAboutPublication(key) }

  /// True for a value in quotation marks, which is taken literally: `label:"a, b"`, `project:"none"`.
  var isQuoted: Bool { value.count > 1 && value.first == "\"" && value.last == "\"" }
  /// The value without quotation marks.
  var literal: String { isQuoted ? String(value.dropFirst().dropLast()) : value }
  var isRemoval: Bool { value.isEmpty || !isQuoted && ["none", "없음"].contains(value.lowercased()) }

  /// Takes over the words behind it that belong to the value: `due:next friday 3pm`, `repeat:every 2 weeks on mon,fri`.
  package mutating func extend(by rest: inout ArraySlice<String>, now: CivilMoment) {
    guard !value.isEmpty, !value.contains(" "), let type = FieldCatalogue.type(typed: key),
      [.date, .day, .repetition, .reminder].contains(type)
    else { return }
    let following = rest.prefix(8).prefix { word in ChangeWord(word).map { !$0.isSigned && !$0.isKnown } ?? true }
    for count in stride(from: following.count, through: 1, by: -1) {
      let text = ([value] + following.prefix(count)).joined(separator: " ")
      let isRead =
        switch type {
        case .repetition: (try? RecurrenceRule.parse(text)) != nil
        case .reminder: ReminderText.parts(of: text).allSatisfy { ReminderText.written($0, now: now, zone: nil) != nil }
        default: DateExpression.parse(joined: text, relativeTo: now, for: .deadline)?.date != nil
        }
      guard isRead else { continue }
      rest.removeFirst(count)
      value = text
      return
    }
  }
}

/// The words of a text with changes among them: the title, its fields and its tags.
///
///     보고서 초안 due:fri +work priority:high remind:1d "repeat:every month on the 31st"
package struct TitledWords: Sendable {
  package let title: String
  package let tags: [TagName]
  package let fields: [FieldAssignment]
  /// Words of the title that resemble an unknown field or a day, with the probable meaning; nil for an impossible time,
  /// and the word itself for a field without a value.
  package let doubtful: [(word: String, meant: String?)]

  /// - Parameters:
  ///   - words: As they were typed.
  ///   - known: The title, of which no word is a field or a tag. Nil: the words that are neither.
  ///   - rules: The rules for the fields of the note.
  ///   - now: The moment from which days are counted.
  ///   - zone: The zone of times.
  /// - Throws: If a field has a value that it cannot have.
  package init(
    reading words: [String], title known: String? = nil, rules: [FieldRule] = [], now: CivilMoment, zone: LocalZone?
  ) throws(FieldAssignmentError) {
    var title = known.map { $0.split(whereSeparator: \.isWhitespace).map(String.init) } ?? []
    var tags: [TagName] = []
    var fields: [FieldAssignment] = []
    var doubtful: [(word: String, meant: String?)] = []
    // One argument may hold the whole sentence; one that begins with a field is that field up to its end.
    var rest = words.flatMap { word -> [String] in
      guard word.contains(" "), Self.change(word, rules) == nil else { return [word] }
      return word.split(whereSeparator: \.isWhitespace).map(String.init)
    }[...]
    while let word = rest.popFirst() {
      if var change = Self.change(word, rules) {
        change.extend(by: &rest, now: now)
        let field = try FieldAssignment(change, now: now, zone: zone)
        guard !fields.contains(where: { FieldCatalogue.canonical($0.key) == FieldCatalogue.canonical(field.key) })
        else { throw .twice(field.key) }
        _ = try field.change(by: rules.first(named: field.key))
        fields.append(field)
      } else if let tag = Self.tag(word, now: now) {
        tags.append(tag)
      } else {
        title.append(word)
        doubtful += Self.doubt(word, now: now).map { [$0] } ?? []
      }
    }
    self.title = title.joined(separator: " ")
    self.tags = tags
    self.fields = fields.keepingMonthEnds()
    self.doubtful = doubtful
  }

  /// Returns true for a word that is no part of a title: a change of a field or a tag.
  package static func isChange(_ word: String, rules: [FieldRule], now: CivilMoment) -> Bool {
    change(word, rules) != nil || tag(word, now: now) != nil
  }

  /// Returns the word as a change of a field that Sheaf knows or a schema declares, with a value directly behind its
  /// key.
  static func change(_ word: String, _ rules: [FieldRule] = []) -> ChangeWord? {
    guard let change = ChangeWord(word), !change.isSigned, change.hasKey, !change.value.isEmpty,
      !change.value.hasPrefix("//"), change.value.first?.isWhitespace == false,
      !["title", "id"].contains(FieldCatalogue.canonical(change.key))
    else { return nil }
    return change.isKnown || FieldAssignment.tagKeys.contains(change.key.lowercased())
      || rules.first(named: change.key) != nil ? change : nil
  }

  private static func tag(_ word: String, now: CivilMoment) -> TagName? {
    guard let sign = word.first, "+＋#".contains(sign) else { return nil }
    let name = word.dropFirst()
    guard sign == "#" || DateExpression.parse("+" + name, relativeTo: now) == nil else { return nil }
    return name.contains { $0.isLetter } ? TagName(name) : nil
  }

  private static func doubt(_ word: String, now: CivilMoment) -> (word: String, meant: String?)? {
    if word.hasPrefix("+"), word.count > 1, DateExpression.parse(word, relativeTo: now) != nil {
      return (word, "due:" + word)
    }
    if let change = ChangeWord(word), change.deed == .set, change.hasKey, change.isKnown, change.value.isEmpty,
      !["title", "id"].contains(FieldCatalogue.canonical(change.key))
    {
      return (word, word)
    }
    if let meant = nearMiss(word, now: now) { return (word, meant + ":") }
    return isImpossibleTime(word) ? (word, nil) : nil
  }

  /// Returns true for an impossible time such as `25:00` or `9:75`.
  private static func isImpossibleTime(_ word: String) -> Bool {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]),
      (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2
    else { return false }
    return TimeOfDay(hour: hour, minute: minute) == nil
  }

  /// Returns the field that a word with other letters may mean.
  private static func nearMiss(_ word: String, now: CivilMoment) -> String? {
    guard let change = ChangeWord(word), change.mark == ":", change.deed == .set, !change.value.isEmpty,
      change.key.allSatisfy(\.isLetter)
    else { return nil }
    return PublicationStatement.misspelt(change.key)
      ?? nearestName(to: change.key.lowercased(), among: TaskDraft.keys + FieldCatalogue.koreanNames)
      ?? FieldCatalogue.dateField(like: change.key.lowercased(), value: change.value, now: now)
  }
}
