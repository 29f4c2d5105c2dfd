import ByteBasics
package import CivilCalendar
package import NoteModel

/// The changes of one command to the files, as stored in the journal.
package struct JournalEntry: Sendable {
  /// The state of the entry; the extension of its file.
  package enum State: String, Sendable, CaseIterable {
    /// The command has begun, but has not finished.
    case pending
    case done
    /// The undo of the command has begun, but has not finished.
    case undoing
    case undone
    /// The command can neither be finished nor reverted, because other programs changed its files in the meantime.
    case stuck
  }

  /// Counts up from 1.
  package let number: Int
  package let state: State
  package let words: [String]
  /// The program that asked for it in the user's name. Nil for the user.
  package var author: String?
  package let moment: CivilMoment
  let steps: [JournalStep]

  /// The command as it would be typed again.
  package var command: String { (["sheaf"] + words.map(typedWord)).joined(separator: " ") }

  /// The files that the command changed, once each, by their new names, sorted.
  package var paths: [NotePath] { Self.paths(steps) }

  /// The paths of the changed files before the command.
  package var formerPaths: [NotePath] { Self.paths(steps.inverse) }

  /// The files and folders that it gave other names, in order.
  package var moves: [(from: NotePath, to: NotePath)] {
    steps.compactMap { step in
      if case .move(let path, let target, _) = step.action { (path, target) } else { nil }
    }
  }

  private static func paths(_ steps: [JournalStep]) -> [NotePath] {
    var paths: Set<NotePath> = []
    for step in steps {
      if case .move(let path, let target, let state) = step.action {
        if state == .folder {
          paths = Set(paths.map { path.contains($0) ? $0.moved(from: path, to: target) : $0 })
        }
        paths.remove(path)
        paths.insert(target)
      } else {
        paths.formUnion(step.paths)
      }
    }
    return paths.sorted()
  }

  /// The entry's file below the state folder.
  var file: NotePath { Self.file(number, state) }

  static let folder = NotePath(trusted: "journal")

  static func file(_ number: Int, _ state: State) -> NotePath {
    let digits = String(number)
    let padding = String(repeating: "0", count: max(0, 8 - digits.count))
    return folder.appending(padding + digits + "." + state.rawValue)
  }

  /// The entry without the words of its command, which may be the text of a sealed letter.
  package var withoutWords: JournalEntry {
    JournalEntry(
      number: number, state: state, words: words.count > 1 ? [words[0], "…"] : words,
      author: author, moment: moment, steps: steps)
  }
}

extension ReadingGate {
  /// Seals the texts in an entry if one of its files is a sealed letter now, or became one in a later entry.
  ///
  /// - Parameter entry: An entry. All later entries must have been passed before, the latest first.
  /// - Returns: True if it is about a sealed letter.
  package mutating func close(_ entry: JournalEntry, in layout: VaultLayout) -> Bool {
    for step in entry.steps.reversed() {
      switch step.action {
      case .create(let path, let bytes, _), .remove(let path, let bytes, _): close([(path, bytes)], in: layout)
      case .move(let from, let to, _):
        for (path, day) in letters where path == to || to.contains(path) {
          letters[path.moved(from: to, to: from)] = day
        }
      case .patch, .place, .unplace: continue
      }
    }
    return (entry.paths + entry.formerPaths).contains { letters[$0] != nil }
  }

  /// Seals the texts in changes of notes that are sealed before or after one of them.
  ///
  /// - Returns: True if one of them is about a sealed letter.
  package mutating func close(_ changes: [FileChange], in layout: VaultLayout) -> Bool {
    // A letter may be sealed by the last change and have its words in the first.
    for change in changes + changes.reversed() {
      switch change {
      case .create(let path, let bytes), .remove(let path, let bytes, _): close([(path, bytes)], in: layout)
      case .replace(let path, let before, let after): close([(path, before), (path, after)], in: layout)
      case .move(let from, let to): close([(from, nil), (to, nil)], in: layout)
      case .place: continue
      }
    }
    return changes.contains { change in
      switch change {
      case .create(let path, _), .remove(let path, _, _), .replace(let path, _, _): letters[path] != nil
      case .move, .place: false
      }
    }
  }
}
