import ByteBasics
package import CivilCalendar
import GRDB
package import NoteModel
import NoteSyntax

/// The canvases of a site. A canvas has no field about publication, so it is public like any other file: if a public
/// page links to it, and if it contains no private folder, tag or secret.
package struct SiteCanvases {
  private let rules: PublicationRules
  private let layout: VaultLayout
  private let read: (NotePath) -> [UInt8]?
  private let files: [Int64: ScannedFile]
  /// The canvases that a note or a canvas links to.
  private let linked: [Int64: [Int64]]

  init(
    _ database: Database, _ rules: PublicationRules, _ layout: VaultLayout, _ read: @escaping (NotePath) -> [UInt8]?
  ) throws {
    self.rules = rules
    self.layout = layout
    self.read = read
    var files: [Int64: ScannedFile] = [:]
    let rows = try BulkStatement(
      database,
      """
      SELECT \(ScannedFileColumn.list), attachment.id
      FROM attachment JOIN file ON file.path = attachment.path WHERE attachment.path LIKE '%.canvas'
      """)
    let identifier = CInt(ScannedFileColumn.allCases.count)
    while try rows.next() { files[rows.integer(identifier)] = ScannedFile(BulkRow(rows)) }
    self.files = files
    var linked: [Int64: [Int64]] = [:]
    for target in files.keys.sorted() {
      let sources = try Int64.fetchAll(
        database, sql: "SELECT DISTINCT note FROM link WHERE target = ?", arguments: [target])
      for source in sources { linked[source, default: []].append(target) }
    }
    self.linked = linked
  }

  /// Adds the canvases of the site, in the order of the paths.
  func add(to notes: inout [SiteNote], _ heldBack: inout [HeldBackNote]) {
    guard !files.isEmpty else { return }
    var waiting = rules.showsAll ? files.keys.sorted() : notes.flatMap { linked[$0.number] ?? [] }
    var seen: Set<Int64> = []
    while let number = waiting.popLast() {
      guard seen.insert(number).inserted, let file = files[number], let candidate = candidate(file) else { continue }
      let reason = rules.reason(candidate)
      if let reason {
        heldBack.append(HeldBackNote(path: file.path, reason: reason, secret: candidate.secret))
        guard rules.shows(despite: reason) else { continue }
      }
      notes.append(
        SiteNote(
          number: number, file: file, title: String(file.path.stem), kind: .memo, tags: [], created: nil, updated: nil,
          isPinned: false, heldBack: reason))
      waiting += linked[number] ?? []
    }
    notes.sort { $0.path < $1.path }
    heldBack.sort { $0.path < $1.path }
  }

  /// Returns a canvas with the facts that the rules of publication need. Nil for a canvas that cannot be read.
  private func candidate(_ file: ScannedFile) -> PublicationCandidate? {
    guard file.fingerprint.size <= CanvasDocument.sizeLimit else { return nil }
    return read(file.path).flatMap { Self.candidate($0, at: file.path, layout) }
  }

  /// Returns true for a canvas that programs may not read, because of its place, a card, a tag or a secret.
  package static func isHiddenFromPrograms(
    _ bytes: [UInt8], at path: NotePath, _ layout: VaultLayout, on today: Day
  ) -> Bool {
    let rules = PublicationRules.forPrograms(at: CivilMoment(day: today, time: .midnight))
    return candidate(bytes, at: path, layout).map { rules.reason($0) != nil } ?? false
  }

  /// Returns the candidate of a canvas, given the bytes of its file.
  package static func candidate(_ bytes: [UInt8], at path: NotePath, _ layout: VaultLayout) -> PublicationCandidate? {
    guard let canvas = try? CanvasDocument(parsing: bytes) else { return nil }
    // In the text, and as it is written: an escape in a string must not hide a key.
    let secret =
      SecretFinder.first(in: bytes)
      ?? (canvas.texts.map(\.text.bytes) + [Array(path.string.utf8)]).lazy.compactMap(SecretFinder.first).first
    let tags = canvas.texts.flatMap { $0.document.tags.map(\.name) }
    return PublicationCandidate(
      path: path, kind: layout.isDiary(path) ? .diary : .memo, isDraft: false, isAsked: true,
      isDoubtful: isDoubtful(canvas, tags), unseal: nil, entryDay: nil, notBefore: nil, secret: secret, tags: tags)
  }

  /// Returns true for a canvas with a field about publication, at its top or in a card, or with a private tag that is
  /// read as none.
  private static func isDoubtful(_ canvas: CanvasDocument, _ tags: [String]) -> Bool {
    let text = String(decoding: canvas.source.bytes, as: UTF8.self).lowercased()
    let fields = ["private", "publish", "draft", "unseal", "password", "visibility", "비공개", "초안"]
    if fields.contains(where: { text.contains("\"\($0)\"") }) { return true }
    // An escape in a key can hide the name of a field.
    if text.firstMatch(of: /"[^"\\]*\\u[^"]*"\s*:/) != nil { return true }
    if tags.isEmpty, ["#private", "#비공개"].contains(where: text.contains) { return true }
    return canvas.texts.contains { card in
      let document = Document(parsing: card.text.bytes)
      let statement = PublicationStatement(of: document, at: NotePath(trusted: "card.md"))
      return statement.isAsked == false || statement.isDraft || statement.isDoubtful || document.unseal != nil
    }
  }
}
