import ByteBasics
package import CivilCalendar
package import NoteModel

/// What one command did to the files, as the journal keeps it.
package struct JournalEntry: Sendable {
  /// Where it is; the extension of its file.
  package enum State: String, Sendable, CaseIterable {
    /// Begun, not finished.
    case pending
    case done
    /// Begun to be undone, not finished.
    case undoing
    case undone
    /// Neither finished nor taken back, because files were changed by others in between.
    case stuck
  }

  /// Counts up from 1.
  package let number: Int
  package let state: State
  package let words: [String]
  package let moment: CivilMoment
  let steps: [JournalStep]

  init(number: Int, state: State, words: [String], moment: CivilMoment, steps: [JournalStep]) {
    self.number = number
    self.state = state
    self.words = words
    self.moment = moment
    self.steps = steps
  }

  /// The command as it would be typed again.
  package var command: String { (["sheaf"] + words.map(Self.quoted)).joined(separator: " ") }

  private static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || isPlainSign($0) }
    return isPlain ? word : shellWord(word)
  }

  private static func isPlainSign(_ scalar: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(scalar) || "-_./:=+,@%^…".unicodeScalars.contains(scalar)
  }

  /// The files that it touched, each once, by the names that they have after it, sorted.
  package var paths: [NotePath] { Self.paths(steps) }

  /// The same files by the names that they had before it.
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
        paths = Set(
          paths.map {
            state == .folder && path.contains($0) ? $0.moved(from: path, to: target) : $0
          })
        paths.remove(path)
        paths.insert(target)
      } else {
        paths.formUnion(step.paths)
      }
    }
    return paths.sorted()
  }

  /// Its file below the state folder.
  var file: NotePath { Self.file(number, state) }

  static let folder = NotePath(trusted: "journal")

  static func file(_ number: Int, _ state: State) -> NotePath {
    let digits = String(number)
    let padding = String(repeating: "0", count: max(0, 8 - digits.count))
    return folder.appending(padding + digits + "." + state.rawValue)
  }
}
