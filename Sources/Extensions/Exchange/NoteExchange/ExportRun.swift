import ByteBasics
import CivilCalendar
package import NoteActions
import NoteIndex
package import NoteInterchange
package import NoteModel
import NoteRepository
import NoteSyntax
import ParallelWork
package import Wording

extension Workspace {
  /// Writes notes in a format, one after the other.
  ///
  /// - Parameters:
  ///   - notes: In the order in which they are written.
  ///   - passesCitationsOn: True for a program that makes citations itself, see ``PassedCitations``.
  ///   - write: Takes the bytes piece by piece.
  package func export(
    _ notes: [NoteSummary], to format: ExportFormat, _ options: ExportOptions, passesCitationsOn: Bool = false,
    write: ([UInt8]) throws -> Void
  ) throws -> ExportReport {
    var exporter = format.make(options)
    let members = Set(notes.map(\.path))
    let identifiers = try identifiers(of: notes, members, in: format)
    let others =
      [.document, .rendered].contains(format.content)
      ? try NotesForOthers(of: self, now: options.now, options.language) : nil
    var report = ExportReport()
    var written: Set<NotePath> = []
    try write(exporter.start())
    // In portions: the index answers one thread at a time.
    let portions = stride(from: 0, to: notes.count, by: 64).map { notes[$0..<min($0 + 64, notes.count)] }
    let reading = OrderedWindow(count: portions.count, size: 4) { place in Result { try read(portions[place]) } }
    defer { reading.stop() }
    for portion in portions {
      guard let read = try reading.next()?.get() else { break }
      for (summary, note) in zip(portion, read) {
        try Cancellation.check()
        do {
          var exported = try exported(
            note.get(), summary, format.content, others, members, identifiers, options, &written, &report.heldBack)
          exported.note = try citing(exported.note, format.content, passesCitationsOn, &report.citations)
          report.count(exported, format, options, written)
          try write(exporter.bytes(of: exported))
          guard format.content == .everything else { continue }
          if !isValidUTF8(exported.note.document.source.bytes[...]) {
            let reason = Message(
              "Some bytes are not UTF-8; the export has “�” in their place", ko: "UTF-8이 아닌 바이트를 “�”로 바꾸었습니다")
            report.unread.append((summary.path, reason))
          }
          if exported.note.document.links.contains(where: \.isWrittenFile) {
            let reason = Message("Pictures in the text keep their metadata", ko: "본문에 든 그림의 메타데이터를 지우지 않았습니다")
            report.unread.append((summary.path, reason))
          }
        } catch let error as any ExplainedError {
          report.unread.append((summary.path, error.explanation))
        }
      }
    }
    try write(exporter.end())
    if format.content == .everything {
      let known = written.union(report.heldBack.keys)
      report.unlinked = try index.files.attachments().map(\.path).filter { !known.contains($0) }
    }
    return report
  }

  /// Returns the ids that another program had given notes, else their own.
  private func identifiers(
    of notes: [NoteSummary], _ members: Set<NotePath>, in format: ExportFormat
  ) throws -> [NotePath: String] {
    guard format.linksByIdentifier else { return [:] }
    let own = notes.compactMap { note in note.identifier.map { (note.path, $0) } }
    let others = try index.fields.notes(by: "import.id").map { ($0.value, $0.key) }.filter { members.contains($0.0) }
    return Dictionary(own + others, uniquingKeysWith: { $1 })
  }

  /// Returns the note with its citations in the form of the format. A format that contains the source text keeps the
  /// citations as written.
  private func citing(
    _ note: Note, _ content: ExportFormat.Content, _ passesOn: Bool, _ passed: inout PassedCitations
  ) throws -> Note {
    guard content != .everything, !note.document.citations.isEmpty else { return note }
    var works = try CitedWorks(note.document, at: note.path, in: index, from: filesForUnchosen())
    passed.add(works)
    guard content == .rendered else { return note }
    return try self.note(note, with: passesOn ? passed.marks(for: works.passages) : works.edits())
  }

  /// Reads notes with the targets of their links, by their destinations.
  private func read(
    _ notes: ArraySlice<NoteSummary>
  ) throws -> [Result<(note: Note, targets: [String: NotePath]), any Error>] {
    let targets = try index.links.targets(from: notes.map(\.path))
    return notes.map { summary in Result { (try note(at: summary.path), targets[summary.path] ?? [:]) } }
  }

  private func exported(
    _ read: (note: Note, targets: [String: NotePath]), _ summary: NoteSummary, _ content: ExportFormat.Content,
    _ others: NotesForOthers?, _ members: Set<NotePath>, _ identifiers: [NotePath: String], _ options: ExportOptions,
    _ written: inout Set<NotePath>, _ heldBack: inout [NotePath: HeldBackReason]
  ) throws -> ExportedNote {
    var (note, targets) = read
    // A list of tasks has each task where it is, and no answer.
    if let others { note = try others.complete(note, &targets) }
    let modified = options.zone.moment(secondsSinceEpoch: summary.modifiedSeconds)
    let shown =
      switch content {
      case .everything: note
      case .rendered: noteForOthers(note)
      case .text, .document: noteForOthers(note, withFiles: false) { Self.leadsOut($0, targets, of: members) }
      }
    return ExportedNote(
      shown, modified: modified.map { .moment($0) }, targets: targets,
      identifiers: identifiers, files: content == .everything ? attachments(targets, &written, &heldBack, options) : [])
  }

  /// Returns the files that links lead to and that were not written yet, as others get them; one that cannot be read is
  /// counted as left out.
  private func attachments(
    _ targets: [String: NotePath], _ written: inout Set<NotePath>, _ heldBack: inout [NotePath: HeldBackReason],
    _ options: ExportOptions
  ) -> [(path: NotePath, bytes: [UInt8])] {
    var result: [(path: NotePath, bytes: [UInt8])] = []
    for target in Set(targets.values).sorted() where !target.isMarkdown && !written.contains(target) {
      guard let file = (try? files.read(target)).map({ options.file($0, target) }) else { continue }
      heldBack[target] = file.reason
      guard let bytes = file.published else { continue }
      written.insert(target)
      result.append((target, bytes))
    }
    return result
  }
}

/// The citations of exported notes, for a program that makes citations itself.
package struct PassedCitations: Sendable {
  /// The keys that are cited, by the bibliographies that have their works.
  private(set) var keys: [NotePath: Set<String>] = [:]
  /// Keys in brackets without a bibliography entry; they are kept as written.
  package fileprivate(set) var unknownKeys: Set<String> = []
  /// The text written in the place of each mark, by its number.
  private(set) var texts: [String] = []

  /// The bibliographies that have the cited works.
  package var files: [NotePath] { keys.keys.sorted() }

  /// The mark around the number of a citation in the text: a private-use scalar, which every renderer copies.
  static let mark = "\u{E0F1}"

  fileprivate mutating func add(_ works: CitedWorks) {
    keys.merge(works.keys) { $0.union($1) }
    unknownKeys.formUnion(works.unknownKeys)
  }

  fileprivate mutating func marks(for passages: [(range: ByteRange, text: String)]) -> [TextEdit] {
    passages.map { range, text in
      texts.append(text)
      return TextEdit(range: range, replacement: "\(Self.mark)\(texts.count)\(Self.mark)")
    }
  }
}

/// The parts that an export left out.
package struct ExportReport {
  /// The notes that could not be read, or not in full, with the reason.
  package fileprivate(set) var unread: [(path: NotePath, reason: Message)] = []
  /// Files that exported notes link to and that the format has no place for.
  package fileprivate(set) var attachments: Set<NotePath> = []
  /// Files of exported notes that are for nobody else.
  package fileprivate(set) var heldBack: [NotePath: HeldBackReason] = [:]
  package fileprivate(set) var citations = PassedCitations()
  /// Files of the repository that no exported note links to, so that the export has not got them.
  package fileprivate(set) var unlinked: [NotePath] = []

  fileprivate mutating func count(
    _ note: ExportedNote, _ format: ExportFormat, _ options: ExportOptions, _ written: Set<NotePath>
  ) {
    for target in note.targets.values
    where !target.isMarkdown && heldBack[target] == nil && !attachments.contains(target) && !written.contains(target) {
      if format.content == .rendered, options.picture(target) != nil { continue }
      attachments.insert(target)
    }
  }
}
