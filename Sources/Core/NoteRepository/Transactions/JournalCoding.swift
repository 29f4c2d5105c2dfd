import CivilCalendar
import NoteModel

/// The journal's file format: fields of known length, `5:hello`, one after the other.
///
/// The first field names the format, the last one is a check sum of all before it.
struct JournalWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ field: [UInt8]) {
    bytes += Array("\(field.count):".utf8)
    bytes += field
  }

  mutating func write(_ text: String) { write(Array(text.utf8)) }
  mutating func write(_ number: Int) { write(String(number)) }
  mutating func write(_ path: NotePath?) { write(path?.string ?? "") }

  mutating func write(_ digest: ContentDigest) {
    write(digest.count)
    write(String(digest.hash, radix: 16))
  }
}

/// Reads the output of ``JournalWriter``; every function gives nil for other bytes.
struct JournalReader {
  let bytes: [UInt8]
  private(set) var offset = 0

  mutating func field() -> [UInt8]? {
    var count = 0
    while offset < bytes.count, bytes[offset] != UInt8(ascii: ":") {
      let digit = bytes[offset] &- UInt8(ascii: "0")
      guard digit < 10, count < bytes.count else { return nil }
      count = count * 10 + Int(digit)
      offset += 1
    }
    let start = offset + 1
    guard start + count <= bytes.count else { return nil }
    offset = start + count
    return Array(bytes[start..<offset])
  }

  mutating func text() -> String? { field().map { String(decoding: $0, as: UTF8.self) } }
  mutating func number() -> Int? { text().flatMap { Int($0) } }

  /// Reads a path. The outer nil means that there is no such field; the inner nil is an empty path.
  mutating func path() -> NotePath?? { text().map { NotePath($0) } }

  mutating func digest() -> ContentDigest? {
    guard let count = number(), let hash = text().flatMap({ UInt64($0, radix: 16) }) else { return nil }
    return ContentDigest(count: count, hash: hash)
  }
}

extension JournalEntry {
  private static let format = "sheaf journal 2"
  /// The format of an entry with an author, which older versions cannot read.
  private static let authoredFormat = "sheaf journal 3"

  var encoded: [UInt8] {
    var writer = JournalWriter()
    writer.write(author == nil ? Self.format : Self.authoredFormat)
    if let author { writer.write(author) }
    writer.write(moment.description)
    writer.write(words.count)
    for word in words { writer.write(word) }
    writer.write(steps.count)
    for step in steps { step.encode(into: &writer) }
    writer.write(ContentDigest(writer.bytes))
    return writer.bytes
  }

  /// Decodes an entry. Nil if the bytes are damaged or of another format.
  init?(_ bytes: [UInt8], number: Int, state: State) {
    var reader = JournalReader(bytes: bytes)
    let format = reader.text()
    guard format == Self.format || format == Self.authoredFormat else { return nil }
    let author = format == Self.authoredFormat ? reader.text() : nil
    guard let text = reader.text(), case .moment(let moment)? = CivilDate(iso: text), let wordCount = reader.number()
    else { return nil }
    var words: [String] = []
    for _ in 0..<max(0, wordCount) {
      guard let word = reader.text() else { return nil }
      words.append(word)
    }
    guard let stepCount = reader.number() else { return nil }
    var steps: [JournalStep] = []
    for _ in 0..<max(0, stepCount) {
      guard let step = JournalStep(&reader) else { return nil }
      steps.append(step)
    }
    let content = Array(bytes[..<reader.offset])
    guard reader.digest() == ContentDigest(content) else { return nil }
    self.init(number: number, state: state, words: words, author: author, moment: moment, steps: steps)
  }
}

extension JournalStep {
  func encode(into writer: inout JournalWriter) {
    switch action {
    case .create(let path, let bytes, let traits):
      writer.write("create")
      encode(path, bytes, traits, into: &writer)
    case .remove(let path, let bytes, let traits):
      writer.write("remove")
      encode(path, bytes, traits, into: &writer)
    case .place(let path, let digest, _):
      writer.write("place")
      writer.write(path)
      writer.write(digest)
    case .unplace(let path, let digest):
      writer.write("unplace")
      writer.write(path)
      writer.write(digest)
    case .patch(let path, let patch, let before, let after):
      writer.write("patch")
      writer.write(path)
      writer.write(patch.offset)
      writer.write(patch.removed)
      writer.write(patch.inserted)
      writer.write(before)
      writer.write(after)
    case .move(let path, let target, let state):
      writer.write(state == .folder ? "folder" : "move")
      writer.write(path)
      writer.write(target)
      if case .file(let digest) = state { writer.write(digest) }
    }
    writer.write(makes)
    writer.write(clears)
  }

  private func encode(_ path: NotePath, _ bytes: [UInt8], _ traits: FileTraits, into writer: inout JournalWriter) {
    writer.write(path)
    writer.write(bytes)
    traits.encode(into: &writer)
  }

  init?(_ reader: inout JournalReader) {
    guard let kind = reader.text(), case let path?? = reader.path(),
      let action = Action(kind, path, &reader), let makes = reader.path(),
      let clears = reader.path()
    else { return nil }
    self.init(action, makes: makes, clears: clears)
  }
}

extension JournalStep.Action {
  fileprivate init?(_ kind: String, _ path: NotePath, _ reader: inout JournalReader) {
    switch kind {
    case "create", "remove":
      guard let bytes = reader.field(), let traits = FileTraits(&reader) else { return nil }
      self = kind == "create" ? .create(path, bytes, traits) : .remove(path, bytes, traits)
    case "place", "unplace":
      guard let digest = reader.digest() else { return nil }
      self = kind == "place" ? .place(path, digest, nil) : .unplace(path, digest)
    case "patch":
      guard let offset = reader.number(), let removed = reader.field(),
        let inserted = reader.field(), let before = reader.digest(), let after = reader.digest()
      else { return nil }
      let patch = BytePatch(offset: offset, removed: removed, inserted: inserted)
      self = .patch(path, patch, before: before, after: after)
    case "folder":
      guard case let target?? = reader.path() else { return nil }
      self = .move(path, to: target, .folder)
    case "move":
      guard case let target?? = reader.path(), let digest = reader.digest() else { return nil }
      self = .move(path, to: target, .file(digest))
    default: return nil
    }
  }
}

extension FileTraits {
  fileprivate func encode(into writer: inout JournalWriter) {
    writer.write(permissions.map { String($0, radix: 8) } ?? "")
    writer.write(linkTarget ?? "")
    writer.write(attributes.count)
    for attribute in attributes {
      writer.write(attribute.name)
      writer.write(attribute.value)
    }
  }

  fileprivate init?(_ reader: inout JournalReader) {
    guard let octal = reader.text(), let link = reader.text(), let count = reader.number() else { return nil }
    var attributes: [Attribute] = []
    for _ in 0..<max(0, count) {
      guard let name = reader.text(), let value = reader.field() else { return nil }
      attributes.append(Attribute(name: name, value: value))
    }
    self.init(permissions: UInt32(octal, radix: 8), attributes: attributes, linkTarget: link.isEmpty ? nil : link)
  }
}
