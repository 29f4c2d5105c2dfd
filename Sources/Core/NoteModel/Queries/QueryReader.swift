import ByteBasics
package import NoteSyntax
import Synchronization
package import Wording

/// A query in the language of another program, as an extension reads it.
package protocol ForeignQuery: Sendable {
  /// True if the answer is a part of a line.
  var isInline: Bool { get }
  /// The errors in it that can be found without other notes.
  var problems: [Message] { get }
}

/// Reads the queries of other programs in notes. An extension adds its own to the process before a note is read.
package struct QueryReader: Sendable {
  /// The words after a fence.
  let fences: Set<String>
  /// Returns the query in a fence, by the first word after it and the lines between.
  let fenced: @Sendable (_ word: String, _ text: String) -> any ForeignQuery
  /// A note with queries outside of fences has one of these texts.
  let marks: [ByteSearch]
  /// Returns the queries outside of fences.
  let unfenced: @Sendable (Document) -> [NoteQuery]

  package init(
    fences: Set<String>, marks: [String], fenced: @escaping @Sendable (String, String) -> any ForeignQuery,
    unfenced: @escaping @Sendable (Document) -> [NoteQuery]
  ) {
    self.fences = fences
    self.fenced = fenced
    self.marks = marks.compactMap { ByteSearch(Array($0.utf8)) }
    self.unfenced = unfenced
  }

  /// Adds a reader for all notes that the process reads from now on, unless another one reads its fences.
  package static func add(_ reader: QueryReader) {
    added.withLock { readers in
      if !readers.contains(where: { $0.fences == reader.fences }) { readers.append(reader) }
    }
  }

  static var all: [QueryReader] { added.withLock(\.self) }
  private static let added = Mutex<[QueryReader]>([])
}
