import GRDB
import NoteModel
import NoteSyntax

/// The columns of the full-text table, in their order.
///
/// The body comes first: FTS5 writes a column's number before the places in it, but not that of the first, and most
/// words are in a body.
enum FullTextColumn: String, CaseIterable {
  case body, headings, tags, names, title, folders

  /// How much a hit counts.
  var weight: Double {
    switch self {
    case .title: 12
    case .names: 8
    case .tags: 6
    case .headings: 4
    case .body: 1
    // Every note of a folder has its words: what says more comes first.
    case .folders: 0.5
    }
  }

  static let list = allCases.map(\.rawValue).joined(separator: ", ")

  /// What it holds of a note, cut for the index.
  func tokens(of note: Note) -> SearchTokens {
    switch self {
    case .body:
      SearchTokens(note.document.visible(note.document.body), addsInitials: true)
    case .headings: Self.tokens(note.document.headings.map(\.text))
    case .tags: Self.tokens(note.tags.map(\.string))
    case .names: Self.tokens(note.aliases + Self.fileName(note))
    case .folders: Self.tokens([note.path.folder?.string].compactMap(\.self))
    case .title: Self.tokens([note.title])
    }
  }

  /// Empty where the title says the same.
  private static func fileName(_ note: Note) -> [String] {
    note.title == note.path.stem ? [] : [String(note.path.stem)]
  }

  /// Texts that no phrase reaches over.
  private static func tokens(_ texts: [String]) -> SearchTokens {
    var text = texts.joined(separator: "\n")
    return text.withUTF8 { unsafe SearchTokens($0, addsInitials: true) }
  }
}

/// Hands FTS5 the tokens of a ``TokenStream``: what is stored arrives as one, what is asked for is cut here.
final class SearchTokenizer: FTS5CustomTokenizer {
  static let name = "sheaf"

  init(db: Database, arguments: [String]) throws {}

  func tokenize(
    context: UnsafeMutableRawPointer?, tokenization: FTS5Tokenization,
    pText: UnsafePointer<CChar>?, nText: CInt, tokenCallback: @escaping FTS5TokenCallback
  ) -> CInt {
    guard let pText = unsafe pText else { return 0 }
    return unsafe pText.withMemoryRebound(to: UInt8.self, capacity: Int(nText)) { start in
      let text = unsafe UnsafeBufferPointer(start: start, count: Int(nText))
      guard tokenization.contains(.query) else {
        return unsafe deliver(text, context, tokenCallback)
      }
      let stream = unsafe TokenStream(asking: text)
      return unsafe stream.bytes.withUnsafeBufferPointer {
        unsafe deliver($0, context, tokenCallback)
      }
    }
  }

  private func deliver(
    _ stream: UnsafeBufferPointer<UInt8>, _ context: UnsafeMutableRawPointer?,
    _ callback: FTS5TokenCallback
  ) -> CInt {
    var code: CInt = 0
    unsafe TokenStream.forEach(in: stream) { token, isAtSamePlace in
      unsafe token.withMemoryRebound(to: CChar.self) {
        code = unsafe callback(
          context, isAtSamePlace ? 1 : 0, $0.baseAddress, CInt($0.count), 0, 0)
      }
      return code == 0
    }
    return code
  }
}
