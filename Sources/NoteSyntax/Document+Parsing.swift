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
    } else if let tree = MarkdownTree(trusting: bytes[body.indices]) {
      let lines = LineTable(bytes, in: body)
      var collector = BlockCollector(bytes: bytes, lines: lines, firstLine: linesBefore + 1)
      collector.collect(tree)
      parts = BodyParts(collector, bytes: bytes, lines: lines, firstLine: linesBefore + 1)
    }
    let fieldLinks = head.frontMatter.map { FrontMatterLinks.links(of: $0, in: bytes) } ?? []
    self.init(
      source: SourceBuffer(bytes), frontMatter: head.frontMatter, body: body,
      blocks: parts.blocks, headings: parts.headings, links: fieldLinks + parts.links,
      checkboxes: parts.checkboxes, tags: parts.tags, blockIdentifiers: parts.blockIdentifiers,
      diagnostics: diagnostics)
  }
}

/// What the body of a file holds.
private struct BodyParts {
  var blocks: [Block] = []
  var headings: [Heading] = []
  var links: [Link] = []
  var checkboxes: [Checkbox] = []
  var tags: [TagOccurrence] = []
  var blockIdentifiers: [BlockIdentifier] = []

  init() {}

  init(_ collector: BlockCollector, bytes: [UInt8], lines: LineTable, firstLine: Int) {
    blocks = collector.blocks
    headings = collector.headings
    checkboxes = collector.checkboxes
    let definitions = DefinitionScanner.definitions(
      in: bytes, lines: lines, opaque: collector.opaque, firstLine: firstLine)
    var destinations: [String: String] = [:]
    for definition in definitions where destinations[definition.label] == nil {
      destinations[definition.label] = unescaped(bytes[definition.destinationRange.indices])
    }
    links = definitions.map { Link($0, in: bytes) }
    let locator = LinkLocator(
      bytes: bytes, lines: lines, firstLine: firstLine, definitions: destinations)
    for leaf in collector.leaves {
      var scanner = InlineScanner(bytes: bytes, leaf: leaf.range, isTable: leaf.kind == .tableRow)
      scanner.scan()
      tags += scanner.tags
      blockIdentifiers += scanner.blockIdentifiers
      if !scanner.candidates.isEmpty || !leaf.links.isEmpty {
        links += locator.links(
          found: leaf.links, candidates: scanner.candidates, leaf: leaf.range)
      }
    }
  }
}

extension Link {
  fileprivate init(_ definition: DefinitionScanner.Definition, in bytes: [UInt8]) {
    let (destination, fragment) = splitFragment(
      unescaped(bytes[definition.destinationRange.indices]))
    self.init(
      kind: .definition, range: definition.range, destinationRange: definition.destinationRange,
      destination: destination, fragment: fragment, text: definition.label, line: definition.line)
  }
}
