extension Document {
  /// Reads a file's bytes. Never fails: what is wrong becomes a diagnostic.
  package init(parsing bytes: [UInt8]) {
    self.init(
      source: SourceBuffer(bytes), frontMatter: nil, body: ByteRange(0, bytes.count), blocks: [],
      headings: [], links: [], checkboxes: [], tags: [], blockIdentifiers: [], diagnostics: [])
  }
}
