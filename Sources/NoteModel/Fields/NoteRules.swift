import ByteBasics
import NoteSyntax

/// What a note must be like, whoever writes it: `new`, `add` and `set` refuse what breaks a rule, `edit` reports it and
/// `check` finds it.
package struct NoteRules: Sendable {
  /// The text below the title must not be empty; of tasks only.
  private let requiresBody: Bool
  /// The most characters of that text; of tasks only.
  private let bodyLimit: Int?

  /// Statuses that the board has a column for, in small letters.
  private let columns: Set<String>
  /// Paths of notes whose text may have what looks like a secret.
  let allowedSecrets: Set<String>

  /// - Parameter bodyLimit: 0 for none.
  package init(
    requiresBody: Bool, bodyLimit: Int, columns: [String] = [], allowedSecrets: [String] = []
  ) {
    self.requiresBody = requiresBody
    self.columns = Set(columns.map { $0.lowercased() })
    self.allowedSecrets = Set(allowedSecrets)
    self.bodyLimit = bodyLimit > 0 ? bodyLimit : nil
  }

  /// The rules of a repository that sets none of its own.
  package static let usual = NoteRules(requiresBody: false, bodyLimit: 0)

  /// The rules that a note breaks, each with the field it concerns.
  func breaches(in note: Note) -> [(breach: NoteBreach, entry: FrontMatter.Entry?)] {
    var found: [(NoteBreach, FrontMatter.Entry?)] = []
    for entry in note.document.frontMatter?.entries ?? [] {
      let text = entry.value.text ?? ""
      switch FieldCatalogue.field(for: entry.key)?.key {
      case "title" where text.allSatisfy(\.isWhitespace): found.append((.emptyTitle, entry))
      case "id" where !NoteIdentifier.isValid(text): found.append((.invalidIdentifier(text), entry))
      case "color" where !NoteColor.isValid(text): found.append((.invalidColor(text), entry))
      case "status": found += unknownStatus(of: note).map { [(.unknownStatus($0), entry)] } ?? []
      default: continue
      }
    }
    if note.document.source.bytes.allSatisfy(ASCII.isWhiteSpace) { found.append((.emptyNote, nil)) }
    return found + bodyBreaches(in: note).map { ($0, nil) }
  }

  /// The rules that a change of a note breaks; what it was before is not blamed on the change.
  ///
  /// - Parameter before: nil for a new note.
  package func breaches(changing before: Note?, to after: Note) -> [NoteBreach] {
    let old = Set(before.map { breaches(in: $0).map(\.breach) } ?? [])
    var found = breaches(in: after).map(\.breach).filter { breach in
      !old.contains(breach) && !(breach.isLongBody && old.contains(where: \.isLongBody))
    }
    if let identifier = before?.identifier, identifier != after.identifier {
      found.insert(.changedIdentifier(from: identifier, to: after.identifier), at: 0)
    }
    return found
  }

  /// The status of a task that has no column in the configuration; nil where it has one.
  private func unknownStatus(of note: Note) -> String? {
    guard let task = note.tasks.first(where: { $0.source == .note }),
      case .custom(let word) = task.status, !columns.contains(word.lowercased())
    else { return nil }
    return word
  }

  private func bodyBreaches(in note: Note) -> [NoteBreach] {
    guard requiresBody || bodyLimit != nil, note.tasks.contains(where: { $0.source == .note })
    else { return [] }
    let text = Self.text(of: note)
    if requiresBody, text.isEmpty { return [.emptyBody] }
    if let bodyLimit, text.count > bodyLimit {
      return [.longBody(count: text.count, limit: bodyLimit)]
    }
    return []
  }

  /// The body without a heading that leads it, and without the white space around it.
  private static func text(of note: Note) -> Substring {
    let document = note.document
    var start = document.body.lowerBound
    if let first = document.blocks.first, first.kind == .heading { start = first.range.upperBound }
    let body = document.source.text(in: ByteRange(start, max(start, document.body.upperBound)))
    let head = body.drop(while: \.isWhitespace)
    return head.lastIndex { !$0.isWhitespace }.map { head[...$0] } ?? ""
  }
}

/// What `color` may be: a name of letters, or `#` and hexadecimal digits as in a style sheet.
enum NoteColor {
  static func isValid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: "#") else {
      return !text.isEmpty && text.allSatisfy { $0.isLetter || $0 == "-" }
    }
    return [4, 5, 7, 9].contains(bytes.count) && text.dropFirst().allSatisfy(\.isHexDigit)
  }
}
