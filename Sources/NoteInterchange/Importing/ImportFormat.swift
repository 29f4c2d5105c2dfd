package import Wording

/// A format that notes are imported from. A new one is a file in `Formats` and a line in ``all``.
package struct ImportFormat: Sendable {
  /// As `--from` names it.
  package let name: String
  /// What it is, for the manual.
  package let summary: Message
  /// What becomes of its parts, for the manual.
  package let fate: Fate
  /// True where a zip or tar file is unpacked before.
  package let takesArchives: Bool
  /// Reads all notes and hands them over one by one.
  package let read: @Sendable (ImportSource, ImportOptions, any ImportReceiver) throws -> Void

  /// What is kept as it is, what is changed, and what is lost.
  package struct Fate: Sendable {
    package let kept: Message
    package let changed: Message
    package let lost: Message

    init(kept: Message, changed: Message, lost: Message) {
      self.kept = kept
      self.changed = changed
      self.lost = lost
    }
  }

  init(
    _ name: String, _ summary: Message, takesArchives: Bool = false, fate: Fate,
    read:
      @escaping @Sendable (ImportSource, ImportOptions, any ImportReceiver) throws
      -> Void
  ) {
    self.name = name
    self.summary = summary
    self.takesArchives = takesArchives
    self.fate = fate
    self.read = read
  }

  package static let all: [ImportFormat] = [
    rani, json, notion, enex, keep, joplin, appleNotes, dayOne, jrnl, logseq, todoTxt, taskwarrior,
    ics, org, csv, html, text, pandoc,
  ]

  package static func named(_ name: String) -> ImportFormat? { all.first { $0.name == name } }
}

extension ImportReceiver {
  /// Runs `body` for each file; one that cannot be read is reported, and the rest continues.
  func forEach(_ files: some Sequence<ImportFile>, _ body: (ImportFile) throws -> Void) throws {
    for file in files {
      do {
        try body(file)
      } catch let error as ImportEnded {
        throw error
      } catch let error as any ExplainedError {
        skip(ImportPosition(file: file.path), error.explanation)
      }
      advance(by: file.size)
    }
  }
}

/// No more can be taken; what was taken stays.
package struct ImportEnded: Error {
  package init() {}
}
