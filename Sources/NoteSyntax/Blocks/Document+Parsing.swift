import ByteBasics

extension Document {
  /// Reads a file's bytes. Never fails: what is wrong becomes a diagnostic.
  package init(parsing bytes: [UInt8]) {
    let head = FrontMatter.read(bytes)
    let body = ByteRange(head.bodyStart, bytes.count)
    let linesBefore = bytes[..<head.bodyStart].reduce(0) { $0 + ($1 == ASCII.lineFeed ? 1 : 0) }
    var diagnostics = head.diagnostics + SourceDiagnostics.diagnose(bytes)
    var parts = BodyParts()
    if let refusal = ParsingGuard.refusal(of: bytes[body.indices]) {
      diagnostics.append(
        Diagnostic(
          check: "too-complex", severity: .warning, range: nil,
          message: refusal.message(linesBefore: linesBefore)))
    } else {
      parts = BodyReader(bytes: bytes, body: body, firstLine: linesBefore + 1).read() ?? parts
    }
    diagnostics += ConflictMarkers.diagnostics(in: bytes, parts.blocks)
    let fieldLinks = head.frontMatter.map { FrontMatterLinks.links(of: $0, in: bytes) } ?? []
    self.init(
      source: SourceBuffer(bytes), frontMatter: head.frontMatter, body: body,
      blocks: parts.blocks, headings: parts.headings, links: fieldLinks + parts.links,
      checkboxes: parts.checkboxes, tags: parts.tags, blockIdentifiers: parts.blockIdentifiers,
      marks: parts.marks, comments: parts.marks.lazy.filter { $0.kind == .comment }.map(\.range),
      fields: parts.fields, diagnostics: diagnostics)
  }
}
