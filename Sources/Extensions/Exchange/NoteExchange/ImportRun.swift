import ByteBasics
import CivilCalendar
package import NoteActions
import NoteIndex
import NoteInterchange
import NoteModel
package import NoteRepository
import NoteSyntax
import Wording

extension Workspace {
  /// Plans an import: every new note with its files, in one transaction.
  ///
  /// A note whose source is already in the repository is not created again. With `updates`, such a note gets the
  /// current content of the source if it is unchanged since its import.
  ///
  /// - Parameter progress: Called with the number of bytes read and the total.
  /// - Throws: Errors of reading the repository; problems of the source are in the report.
  package func importNotes(
    _ request: ImportRequest, into transaction: inout Transaction,
    progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws -> ImportReport {
    let run = try ImportRun(self, request, progress)
    do {
      try request.format.read(request.source, request.options, run)
    } catch is ImportEnded {}
    return try run.finish(&transaction)
  }
}

/// Receives the notes as they are read, chooses their paths, and writes them when all paths are known.
private final class ImportRun: ImportReceiver {
  private let workspace: Workspace
  private let request: ImportRequest
  private let progress: (Int, Int) -> Void
  private let total: Int
  private var done = 0
  private var places: ImportPlaces
  private var report = ImportReport()
  /// The paths of notes by their source, from earlier imports and from this import.
  private var paths: [String: NotePath]
  private var earlier: Set<String>
  private let identified: [String: NotePath]
  /// The texts of the notes of each id in this run, to distinguish a repeated note from another note with the same id.
  private var taken: [String: Set<Int>] = [:]
  /// The number of notes without an id, by their words.
  private var unnamed: [String: Int] = [:]
  private var pending: [(note: ImportedNote, path: NotePath)] = []
  private var notesByFile: [String: Int] = [:]
  private var size = 0
  private let root: String?
  /// The files that the programs of the source keep from readers; nil if that cannot be known.
  private var exclusions: Exclusions?
  private var isPrivateByDefault = false

  /// Bytes of texts that one import may write: they are in memory until all places are known.
  private static let sizeLimit = 512 << 20

  init(_ workspace: Workspace, _ request: ImportRequest, _ progress: @escaping (Int, Int) -> Void) throws {
    self.workspace = workspace
    self.request = request
    self.progress = progress
    total = request.source.files.reduce(0) { $0 + $1.size }
    places = ImportPlaces(workspace, folder: request.folder)
    paths = try workspace.index.fields.notes(by: "import.source")
    earlier = Set(paths.keys)
    identified = try workspace.index.notes.pathsByIdentifier()
    report.problems = request.source.problems
    root = request.source.root
    guard let root else { return }
    let folders = Set(request.source.files.compactMap { NotePath($0.path) }.flatMap { $0.ancestors.map(\.string) })
    isPrivateByDefault = AdoptedSettings(of: root, in: .english)["site.default"]?.value == .text("private")
    do {
      let programs = FoundPrograms(in: root, folders: folders, home: workspace.repository.places.home)
      exclusions = try Exclusions(programs, of: workspace.repository)
    } catch let error as any ExplainedError {
      report.problems.append(ImportProblem(.changed, at: ImportPosition(file: ""), error.explanation))
    }
  }

  func report(_ problem: ImportProblem) { report.problems.append(problem) }

  func advance(by bytes: Int) {
    done += bytes
    progress(done, total)
  }

  func take(_ note: ImportedNote) throws {
    guard let note = note.source.isEmpty ? named(note) : distinct(note) else { return }
    let text = ImportedNoteText(note, format: request.format.name, body: note.body)
    if paths[text.source] == nil, let id = note.ownIdentifier, let path = identified[id] {
      // A note that was exported from here comes back.
      paths[text.source] = path
      earlier.insert(text.source)
    }
    if earlier.contains(text.source), !request.updates, note.attachments.isEmpty {
      report.unchanged += 1
      return
    }
    try count(note.body.utf8.count, at: note.position)
    let path = try paths[text.source] ?? places.path(of: note, identifier: text.identifier)
    paths[text.source] = path
    pending.append((note, path))
    notesByFile[note.position.file, default: 0] += 1
  }

  /// Returns an unnamed note with a source that is derived from its words. Notes with equal words get numbers.
  private func named(_ note: ImportedNote) -> ImportedNote {
    let created = note.created.map { "\($0)" } ?? ""
    let words = [note.title, note.body, created].joined(separator: "\n")
    let hash = String(ContentHash.of(Array(words.utf8)), radix: 16)
    let count = unnamed[hash, default: 0] + 1
    unnamed[hash] = count
    var note = note
    note.source = note.position.file + "/" + hash + (count > 1 ? "#\(count)" : "")
    return note
  }

  /// Returns the note with a unique source. Nil for a note with the same content as an earlier note.
  private func distinct(_ note: ImportedNote) -> ImportedNote? {
    guard taken[note.source, default: []].insert(Self.hash(of: note)).inserted else {
      report(
        ImportProblem(
          .skipped, at: note.position,
          Message("“\(note.source)” occurs twice", ko: "같은 내용이 한 번 더 있습니다: “\(note.source)”")))
      return nil
    }
    let count = taken[note.source]?.count ?? 1
    guard count > 1 else { return note }
    report(
      ImportProblem(
        .changed, at: note.position,
        Message("The id “\(note.source)” is used twice", ko: "같은 id를 두 번 사용했습니다: “\(note.source)”")))
    var note = note
    note.source += "#\(count)"
    return distinct(note)
  }

  private static func hash(of note: ImportedNote) -> Int {
    var hasher = Hasher()
    hasher.combine(note.title)
    hasher.combine(note.body)
    hasher.combine(note.folder)
    hasher.combine(note.tags)
    hasher.combine(note.fields)
    hasher.combine(note.kept)
    hasher.combine(note.attachments.map(\.key))
    return hasher.finalize()
  }

  private func count(_ bytes: Int, at position: ImportPosition) throws {
    size += bytes
    guard size > Self.sizeLimit else { return }
    report(
      ImportProblem(
        .skipped, at: position,
        Message(
          "One import takes at most 512 MB of text; run the import again for the rest",
          ko: "텍스트는 한 번에 512 MB까지 가져옵니다. 나머지는 다시 실행해서 가져오세요")))
    throw ImportEnded()
  }

  // MARK: - Writing

  func finish(_ transaction: inout Transaction) throws -> ImportReport {
    let titles = Dictionary(
      pending.map { (foldedName($0.note.title), $0.path) }, uniquingKeysWith: { first, _ in first })
    let links = ImportedLinks(notes: paths, titles: titles, format: request.format.name)
    for (note, path) in pending {
      let source = ImportedNoteText.source(note.source, format: request.format.name)
      let before = earlier.contains(source) ? try workspace.originals.read(path) : nil
      if let before, request.updates, !isUntouched(before, at: path, note.position) { continue }
      let made = report.attachments
      let files = try attachments(of: note, at: path, &transaction)
      if let before, !request.updates {
        // Only the files that are missing are fetched, and the links to them if nobody has changed the note.
        guard report.attachments > made, isUntouched(before, at: path, note.position) else {
          report.unchanged += 1
          continue
        }
      }
      let body = links.body(of: note, at: path, files: files)
      var text = ImportedNoteText(note, format: request.format.name, body: body)
      if isHeldBack(note, text.file.bytes) {
        var held = note
        held.fields.removeAll { $0.key == "publish" }
        held.fields.append(.init("publish", .typed("false")))
        text = ImportedNoteText(held, format: request.format.name, body: body)
      }
      let (bytes, unsayable) = text.file
      for key in unsayable {
        report(
          ImportProblem(
            .changed, at: note.position,
            Message("The field “\(key)” cannot be written as YAML", ko: "YAML로 쓸 수 없는 필드입니다: “\(key)”")))
      }
      write(bytes, before, ImportReport.Entry(path: path, position: note.position), &transaction)
    }
    // If nothing was found at all, the format is the reason.
    if !pending.isEmpty || report.unchanged > 0 { reportUnread() }
    return report
  }

  /// Returns true for a note that the source keeps from readers, by the rules of its programs, its folder or its own
  /// text, but that a reader could see as it was imported.
  private func isHeldBack(_ note: ImportedNote, _ bytes: [UInt8]) -> Bool {
    guard let place = NotePath(note.position.file) else { return false }
    let imported = candidate(bytes, at: "imported.md")
    let reason = rules.reason(imported)
    guard reason == nil || reason == .future || reason == .expired else { return false }
    let kept = note.kept.map { YAMLScalar.written($0.key) + ": " + YAMLScalar.written($0.text) + "\n" }.joined()
    var texts = ["---\n\(kept)---\n", note.body]
    // A text that is one note has lines that the imported note may lack, such as comments of front matter.
    if let file = request.source.file(at: place.string), file.hasExtension("md", "mdx", "markdown", "txt", "text"),
      notesByFile[place.string] == 1, let text = try? file.text()
    {
      texts.append(text)
    }
    if texts.contains(where: { text in
      rules.reason(candidate(Array(text.utf8), at: place.string)).map { $0 != reason } ?? false
    }) {
      return true
    }
    guard root != nil else { return false }
    if isPrivateByDefault, imported.isAsked != true { return true }
    return exclusions?.hold(place, isAsked: imported.isAsked == true) ?? true
  }

  /// Everything but the kind of a note counts: the diary of the source is a diary here.
  private var rules: PublicationRules {
    PublicationRules(
      now: CivilMoment(day: workspace.gate.today, time: .midnight), included: Set(PublicationRules.Part.allCases))
  }

  private func candidate(_ bytes: [UInt8], at path: String) -> PublicationCandidate {
    PublicationCandidate(Note(Document(parsing: bytes), at: NotePath(trusted: path), in: .standard), in: .fixed(0))
  }

  /// Reports files of the source that belong to no note, one line for each kind.
  private func reportUnread() {
    let unread = Dictionary(grouping: request.source.unread) { file in
      file.name.lastIndex(of: ".").map { String(file.name[$0...]).lowercased() } ?? ""
    }
    for (kind, files) in unread.sorted(by: { $0.key < $1.key }) {
      let names = files.prefix(3).map(\.path).joined(separator: ", ")
      let list = names + (files.count > 3 ? ", …" : "")
      let label = kind.isEmpty ? "" : " (\(kind))"
      report(
        ImportProblem(
          .skipped, at: ImportPosition(file: files[0].path),
          files.count == 1
            ? Message("Not imported: no note uses this file", ko: "가져오지 않은 파일(사용하는 메모 없음)")
            : Message(
              "\(files.count) files\(label) not imported, because no note uses them: \(list)",
              ko: "사용하는 메모가 없어 가져오지 않은 파일 \(files.count)개\(label): \(list)")))
    }
  }

  private func write(
    _ bytes: [UInt8], _ before: [UInt8]?, _ entry: ImportReport.Entry, _ transaction: inout Transaction
  ) {
    guard let before else {
      transaction.create(entry.path, bytes)
      report.created.append(entry)
      return
    }
    guard before != bytes else {
      report.unchanged += 1
      return
    }
    transaction.replace(entry.path, expecting: before, with: bytes)
    report.updated.append(entry)
  }

  /// Returns true if nobody has changed the note since it was imported.
  private func isUntouched(_ bytes: [UInt8], at path: NotePath, _ position: ImportPosition) -> Bool {
    if ImportedNoteText.isAsImported(bytes) { return true }
    report(
      ImportProblem(
        .skipped, at: position,
        Message(
          "\(path) was edited since its import and is not overwritten",
          ko: "가져온 뒤에 바뀐 메모라서 그대로 두었습니다: \(path)")))
    return false
  }

  private func attachments(
    of note: ImportedNote, at path: NotePath, _ transaction: inout Transaction
  ) throws -> [(key: String, path: NotePath)] {
    try note.attachments.compactMap { attachment -> (key: String, path: NotePath)? in
      let content: FileContent
      do {
        content = try attachment.content()
      } catch let error as any ExplainedError {
        report(ImportProblem(.changed, at: note.position, error.explanation))
        return nil
      }
      let (target, isThere) = try places.path(of: attachment, content, besides: path)
      if !isThere {
        transaction.place(target, content)
        report.attachments += 1
      }
      // At its own path, the links of the text already point to the attachment, and some of its notes have no text
      // link.
      return attachment.place == target ? nil : (attachment.key, target)
    }
  }
}

extension ImportedAttachment {
  /// Returns the content of the new file: a member of an archive or a file on disk is read in pieces.
  fileprivate func content() throws -> FileContent {
    guard let file else { return FileContent(try bytes()) }
    return try FileContent { try file.bytes(at: $0, count: $1) }
  }
}
