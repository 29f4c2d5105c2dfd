import GRDB
import NoteModel

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
    guard let base = stream.baseAddress else { return 0 }
    var offset = 0
    while offset < stream.count {
      let head = unsafe stream[offset]
      let length = min(Int(head & 0x7F), stream.count - offset - 1)
      let code = unsafe (base + offset + 1).withMemoryRebound(to: CChar.self, capacity: length) {
        unsafe callback(context, head & 0x80 == 0 ? 0 : 1, $0, CInt(length), 0, 0)
      }
      if code != 0 { return code }
      offset += 1 + length
    }
    return 0
  }
}
